"""The code in docs/engine.md and CONTRIBUTING.md is true."""

import random
import re
from pathlib import Path

import pytest

from engine import catalogue

ROOT = Path(__file__).parent.parent.parent


def python_blocks(document: str) -> list[str]:
    text = (ROOT / document).read_text(encoding="utf-8")
    return re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def source_of(game: str) -> str:
    return (ROOT / "engine" / "games" / f"{game}.py").read_text(encoding="utf-8")


def test_the_guide_to_the_engine_runs() -> None:
    first, *_, last = python_blocks("docs/engine.md")
    known: dict[str, object] = {}
    exec(compile(first, "docs/engine.md", "exec"), known)
    exec(compile(last, "docs/engine.md", "exec"), known)


def test_the_guide_shows_klondike_as_it_is() -> None:
    source = source_of("klondike")
    start = source.index("    count, redeals")
    body = source[start : source.index("\n\n\n", start) + 1]
    numbers, *declaration = python_blocks("docs/engine.md")[1:-1]
    assert "".join(declaration) == body
    assert numbers in source


def test_the_game_in_contributing_is_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue.entries()
    monkeypatch.setattr(catalogue, "_entries", {})
    (source,) = python_blocks("CONTRIBUTING.md")
    assert source == source_of("yukon")
    exec(compile(source, "CONTRIBUTING.md", "exec"), {})
    (entry,) = catalogue.entries()
    assert entry.rules.startswith("Bring all cards to the four foundations")
    game = entry.declaration()
    chance = random.Random(1)
    scores = set()
    for seed in map(str, range(20)):
        state = game.deal(seed)
        assert sum(map(len, state.piles)) == 52
        for _ in range(60):
            if game.outcome(state):
                break
            state = game.play(state, chance.choice(game.legal_actions(state)), seed)
        scores.add(state.score)
    assert max(scores) >= 3
