"""What is compiled, and in which words mypyc gets it."""

import ast
import hashlib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
COMPILED: Final = (
    "engine/*.py",
    "engine/foresight/*.py",
    "engine/games/*.py",
    "engine/solver/*.py",
    "engine/strategies/*.py",
    "protocol/curve.py",
    "protocol/forms.py",
    "protocol/racing.py",
    "protocol/wire.py",
    "server/buckets.py",
    "server/network/bus.py",
    "server/network/delivery.py",
    "server/network/frame_bytes.py",
    "server/network/presence.py",
    "server/reception/rate_limiter.py",
    "server/reception/reception.py",
    "server/rooms/audience.py",
    "server/rooms/events.py",
    "server/rooms/lobby.py",
    "server/rooms/members.py",
    "server/rooms/output.py",
    "server/rooms/room.py",
    "server/rooms/round.py",
    "server/rooms/races/*.py",
    "server/storage/entries.py",
    "server/storage/journal.py",
    "server/storage/outbox.py",
)
"""The modules that are compiled. Which are not, and why: docs/performance.md has it."""


def modules(root: Path = ROOT) -> list[Path]:
    """Return the modules that are compiled, relative to `root`, in order.

    A package's own `__init__` holds nothing but a line of text, and stays as it is.
    """
    found = {path for pattern in COMPILED for path in root.glob(pattern)}
    return sorted(path.relative_to(root) for path in found if path.name != "__init__.py")


def packages() -> set[str]:
    """Return the names of the packages in which something is compiled."""
    return {path.parts[0] for path in modules()}


def fingerprint(*others: str) -> str:
    """Return a word for what is compiled, by what compiles it and for what: `others` say that."""
    digest = hashlib.sha256("\0".join(others).encode())
    for path in [*modules(), *(p.relative_to(ROOT) for p in Path(__file__).parent.glob("*.py"))]:
        digest.update(f"\0{path}\0".encode() + (ROOT / path).read_bytes())
    return digest.hexdigest()[:16]


def with_its_texts(source: str) -> str:
    """Return a game's module in which `@game` is told in so many words what it reads otherwise.

    That is the declaration's docstring, the rules, and the words of its options: a compiled
    function has neither docstring nor annotations. All lines keep their numbers.
    """
    lines = source.splitlines(keepends=True)
    for function in ast.parse(source).body:
        if isinstance(function, ast.FunctionDef):
            for decorator in function.decorator_list:
                if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "game":
                    told = f"rules={ast.get_docstring(function)!r}, choices={_choices(function)!r}"
                    first = decorator.args[0]
                    line, column = first.end_lineno or 0, first.end_col_offset or 0
                    text = lines[line - 1].encode()
                    lines[line - 1] = (
                        text[:column] + f", {told}".encode() + text[column:]
                    ).decode()
    return "".join(lines)


def with_constants(source: str) -> str:
    """Return a game's module in which what is assigned outside of all functions is `Final`.

    Else compiled code would look each of these names up, every time, in the module's dict; a game
    reads better without the word.  All lines keep their numbers.
    """
    lines = source.splitlines(keepends=True)
    statements = ast.parse(source).body
    for statement in statements:
        if not isinstance(statement, ast.Assign):
            continue
        first, target, value = statement.lineno - 1, statement.targets[0], statement.value
        if isinstance(target, ast.Name):
            lines[first] = f"{target.id}: Final{lines[first].removeprefix(target.id)}"
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            pairs = zip(target.elts, value.elts, strict=True)
            each = [f"{ast.unparse(name)}: Final = {ast.unparse(given)}" for name, given in pairs]
            end = statement.end_lineno or 0
            lines[first:end] = ["; ".join(each) + "\n", *["\n"] * (end - first - 1)]
    for statement in statements:
        if isinstance(statement, ast.ImportFrom):
            end = statement.end_lineno or 0
            lines[end - 1] = lines[end - 1].rstrip("\n") + "; from typing import Final\n"
            break
    return "".join(lines)


def _choices(declaration: ast.FunctionDef) -> dict[str, tuple[str, ...]]:
    """Return the words of each option that is a `Literal`."""
    arguments = [*declaration.args.args, *declaration.args.kwonlyargs]
    return {
        argument.arg: tuple(
            word.value
            for word in ast.walk(argument.annotation)
            if isinstance(word, ast.Constant) and isinstance(word.value, str)
        )
        for argument in arguments
        if isinstance(argument.annotation, ast.Subscript)
    }
