"""What was measured is written down and read again."""

import ast
from pathlib import Path

import pytest

from protocol.bands import Measured
from tools.bands import record

ONE = Measured(1, 1, 60, 300, 600, 30, (900, 500, 100), 40)
OTHER = Measured(1, 2, 60, 301, 601, 30, (0, 0, 0), 0)


def rows_of(module: str) -> object:
    """Return what the module has in its table."""
    [value] = [node.value for node in ast.parse(module).body if isinstance(node, ast.AnnAssign)]
    assert value
    return ast.literal_eval(value)


def test_it_is_a_module_with_a_row_a_game() -> None:
    template = record.FILE.read_text()
    found = record.text({"b/x=yes": OTHER, "a": ONE}, template)
    assert rows_of(found) == {"a": tuple(ONE), "b/x=yes": tuple(OTHER)}
    assert found.index('"a"') < found.index('"b/x=yes"')
    assert record.text({"a": ONE}, found) == record.text({"a": ONE}, template)
    assert rows_of(record.text({}, found)) == {}
    assert record.text(record.read(), found) == template


def test_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "measured.py"
    file.write_text(record.FILE.read_text())
    monkeypatch.setattr(record, "FILE", file)
    record.write({"a": ONE})
    assert rows_of(file.read_text()) == {"a": tuple(ONE)}
