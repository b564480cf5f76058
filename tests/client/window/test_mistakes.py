"""A mistake of ours may cost a key press, but never the window."""

import ast
from pathlib import Path

import pytest

WINDOW = Path(__file__).parents[3] / "client" / "window"


@pytest.mark.parametrize(
    "path", sorted(WINDOW.rglob("*.py")), ids=lambda path: str(path.relative_to(WINDOW))
)
def test_no_event_goes_through_python_twice(path: Path) -> None:
    """An exception that comes back through an `event` of Python's ends the process (PySide 6.11).

    So what is to be seen of all events is seen by an `eventFilter`.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name in ("event", "viewportEvent", "notify")
    ]
    assert found == []
