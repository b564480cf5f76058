import ast

import pytest

from engine import catalogue
from tools.compiled import sources

GAMES = sorted(path for path in sources.modules() if path.parts[:2] == ("engine", "games"))


def told(source: str) -> dict[str, tuple[str, dict[str, tuple[str, ...]]]]:
    """Return by name what `@game` is told of each game in a module as mypyc gets it."""
    found = {}
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "game":
            given = {word.arg: word.value for word in call.keywords}
            name = ast.literal_eval(call.args[0])
            rules, choices = (ast.literal_eval(given[word]) for word in ("rules", "choices"))
            found[name] = rules, choices
    return found


def test_all_of_the_engine_is_compiled_but_its_packages() -> None:
    everything = {
        path.relative_to(sources.ROOT) for path in (sources.ROOT / "engine").rglob("*.py")
    }
    left_out = everything - set(sources.modules())
    assert {path.name for path in left_out} == {"__init__.py"}


def test_games_are_told_what_their_declarations_say() -> None:
    texts = {path: (sources.ROOT / path).read_text(encoding="utf-8") for path in GAMES}
    found: dict[str, tuple[str, dict[str, tuple[str, ...]]]] = {}
    for text in texts.values():
        found |= told(sources.with_its_texts(text))
    for entry in catalogue.entries():
        words = {
            option.name: option.choices
            for option in entry.options
            if not isinstance(option.default, bool)
        }
        assert found.pop(entry.name) == (entry.rules, words)
    assert not found


def test_all_lines_keep_their_numbers() -> None:
    for path in GAMES:
        before = (sources.ROOT / path).read_text(encoding="utf-8")
        after = sources.with_its_texts(before)
        for old, new in zip(before.splitlines(), after.splitlines(), strict=True):
            assert old == new or new.startswith(old.rstrip(","))


def test_constants_are_final_and_all_lines_keep_their_numbers() -> None:
    source = """\
\"\"\"Text.\"\"\"
from engine.cards import (
    KING,
)

STOCK, PILES = (
    0,
    range(1, 3),
)
known: dict[int, int] = {}
TOP = KING if STOCK else 2


def rule() -> int:
    local = 3
    return local
"""
    expected = """\
\"\"\"Text.\"\"\"
from engine.cards import (
    KING,
); from typing import Final

STOCK: Final = 0; PILES: Final = range(1, 3)



known: dict[int, int] = {}
TOP: Final = KING if STOCK else 2


def rule() -> int:
    local = 3
    return local
"""
    assert sources.with_constants(source) == expected
    assert sources.with_constants('"""A package."""\n') == '"""A package."""\n'


def test_a_games_constants_are_the_same_when_they_are_final() -> None:
    for path in GAMES:
        source = (sources.ROOT / path).read_text(encoding="utf-8")
        final = sources.with_constants(sources.with_its_texts(source))
        assert len(final.splitlines()) == len(source.splitlines())
        for old, new in zip(constants(source), constants(final), strict=True):
            assert old == new


def constants(source: str) -> list[tuple[str, str]]:
    """Return what a module assigns outside of all functions, and to which names."""
    found: list[tuple[str, str]] = []
    for statement in ast.parse(source).body:
        match statement:
            case ast.Assign([ast.Tuple(names)], ast.Tuple(values)):
                found += zip(map(ast.unparse, names), map(ast.unparse, values), strict=True)
            case ast.Assign([name], value) | ast.AnnAssign(name, _, value) if value:
                found.append((ast.unparse(name), ast.unparse(value)))
    return found


def test_a_game_is_declared_by_what_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a compiled one is, which has no docstring and no annotations."""
    source = (sources.ROOT / "engine" / "games" / "klondike.py").read_text(encoding="utf-8")
    tree = ast.parse(sources.with_its_texts(source))
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            function.body = function.body[1:] if ast.get_docstring(function) else function.body
            for argument in function.args.args:
                argument.annotation = None
    before = catalogue.entry("klondike")
    monkeypatch.setattr(catalogue, "_entries", {})
    exec(compile(tree, "klondike.py", "exec"), {})
    after = catalogue.entry("klondike")
    assert (after.rules, after.options) == (before.rules, before.options)


def test_the_fingerprint_is_that_of_the_sources_and_of_what_compiles_them() -> None:
    assert sources.fingerprint("3.11") == sources.fingerprint("3.11") != sources.fingerprint("3.12")
