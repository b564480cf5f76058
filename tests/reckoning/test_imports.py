import ast
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FOREIGN = {"asyncpg"}
OWN = "tests.reckoning"


def _imported(path: Path) -> set[str]:
    """Return the modules that a file imports, by their whole names."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names):
                found |= {each.name for each in names}
            case ast.ImportFrom(module):
                assert module is not None, "imports are absolute"
                found.add(module)
    return found


@pytest.mark.parametrize(
    "path", [each for each in sorted(HERE.glob("*.py")) if not each.name.startswith("test_")]
)
def test_it_knows_nothing_of_ours(path: Path) -> None:
    others = {each for each in _imported(path) if each != OWN and not each.startswith(f"{OWN}.")}
    packages = {each.partition(".")[0] for each in others}
    assert packages <= {*sys.stdlib_module_names, *FOREIGN}


def test_no_module_is_imported_by_a_name_that_is_made_up() -> None:
    for path in HERE.glob("*.py"):
        if not path.name.startswith("test_"):
            text = path.read_text(encoding="utf-8")
            assert "import_module" not in text
            assert "__import__" not in text
