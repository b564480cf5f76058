"""Find in the sources why engine and server refuse something, as they tell a player."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

ROOT: Final = Path(__file__).parents[2]
TELLING: Final = (
    *("ReplayFault", "BadCode", "IllegalAction", "Refusal", "BadName", "NameTaken", "LeftRoom"),
    *("Announcement", "TooFast", "CutOff"),
    *("problem", "close", "send_away", "_part"),
)
"""What is called with a reason as the last argument."""
REFUSING: Final = "refusal"
"""So end the names of functions that return a reason."""

Values: TypeAlias = Mapping[str, list[ast.expr]]


@cache
def reasons() -> tuple[str, ...]:
    """Return the reasons, as far as they are whole sentences.  In braces is what is put in."""
    packages = ("engine", "protocol", "server")
    paths = [path for package in packages for path in sorted((ROOT / package).rglob("*.py"))]
    return tuple(told for path in paths for told in reasons_in(path.read_text(encoding="utf-8")))


def reasons_in(source: str) -> Iterator[str]:
    """Yield the reasons in the source of one module."""
    module = ast.parse(source)
    values = _values(module)
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and node.args and _name(node.func) in TELLING:
            yield from _texts(node.args[-1], values)
        elif isinstance(node, ast.FunctionDef) and node.name.endswith(REFUSING):
            for inner in ast.walk(node):
                if isinstance(inner, ast.Return) and inner.value is not None:
                    yield from _texts(inner.value, {})


def _values(module: ast.Module) -> Values:
    """What the names of a module stand for, wherever in it they are."""
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(module):
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AnnAssign):
            targets = [node.target]
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            for target in targets:
                found.setdefault(_name(target), []).append(node.value)
    return found


def _texts(value: ast.expr, values: Values) -> Iterator[str]:
    """The texts that an expression may come to."""
    parts: list[ast.expr] = []
    match value:
        case ast.Constant(value=str(text)) if text:
            yield text
        case ast.IfExp(body=one, orelse=other):
            parts = [one, other]
        case ast.BoolOp(values=parts) | ast.Dict(values=parts):
            pass
        case ast.Subscript(value=of):
            parts = [of]
        case ast.Name(id=name):
            parts, values = values.get(name, []), {}
        case _:
            pass
    for part in parts:
        yield from _texts(part, values)


def _name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""
