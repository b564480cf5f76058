"""Record random games of AisleRiot, for tests/engine/test_aisleriot.py to hold the engine against.

    python -m tools.aisleriot.record

It writes a file a game, xz over a line of JSON for each recorded game: the options, the layout,
and for each position the cards, score, redeals, whether it is won, and the legal actions, with the
chosen one.
The same seed records the same games.
"""

import argparse
import json
import lzma
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

from engine.cards import card_text, parse_card
from engine.state import State
from tools.aisleriot.program import GAMES, Look, Position, Program, Setting, Words, settings
from tools.aisleriot.walks import walk

DATA: Final = Path(__file__).parents[2] / "tests" / "engine" / "data" / "aisleriot"

_parsed = cache(parse_card)


def record(setting: Setting, games: int, steps: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yield so many games of the program's, each of so many steps at most; half are late."""
    chance = Random(f"{setting} {seed}")  # noqa: S311
    with Program(setting) as program:
        layout = program.deal(0)
        for i in range(games):
            rows = [
                {
                    "cards": ["".join(map(card_text, pile)) for pile in look.now.state.piles],
                    "score": look.now.state.score,
                    "redeals": look.now.state.redeals,
                    **({"marks": look.now.state.marks} if look.now.state.marks else {}),
                    "won": look.now.won,
                    "actions": list(look.actions),
                    "chosen": chosen,
                }
                for look, chosen in walk(program, chance, steps, late=i % 2 == 1)
            ]
            yield {"options": dict(setting.options), "layout": layout, "steps": rows}


def read(name: str) -> Iterator[dict[str, Any]]:
    """Yield the recorded games of the game `name`, as `record` made them."""
    with lzma.open(DATA / f"{name}.jsonl.xz", "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def looks(game: dict[str, Any]) -> list[Look]:
    """Return a recorded game's positions, and with each chosen action what followed it."""
    positions = [Position(_state(row), row["won"]) for row in game["steps"]]
    found: list[Look] = []
    for i, row in enumerate(game["steps"]):
        actions: dict[Words, Position | None] = dict.fromkeys(map(tuple, row["actions"]))
        if row["chosen"]:
            actions[tuple(row["chosen"])] = positions[i + 1]
        found.append(Look(positions[i], actions))
    return found


def _state(row: dict[str, Any]) -> State:
    piles = tuple(
        bytes(_parsed(texts[at : at + 2]) for at in range(0, len(texts), 2))
        for texts in row["cards"]
    )
    return State(piles, row["score"], row["redeals"], tuple(row.get("marks", ())))


def main(argv: Sequence[str] | None = None) -> int:
    """Record the games named on the command line, or all."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", metavar="GAME", nargs="*", help=f"of {', '.join(GAMES)}")
    parser.add_argument("--games", type=int, default=12, help="for each game, over its options")
    parser.add_argument("--steps", type=int, default=120, help="a game, at most")
    parser.add_argument("--seed", type=int, default=1, help="of the random games")
    chosen = parser.parse_args(argv)
    unknown = set(chosen.names) - set(GAMES)
    if unknown:
        parser.error(f"AisleRiot has none of: {', '.join(sorted(unknown))}")
    DATA.mkdir(parents=True, exist_ok=True)
    for name in chosen.names or GAMES:
        choices = settings((name,))
        path = DATA / f"{name}.jsonl.xz"
        each = -(-chosen.games // len(choices))
        try:
            lines = [
                json.dumps(game, separators=(",", ":")) + "\n"
                for setting in choices
                for game in record(setting, each, chosen.steps, chosen.seed)
            ]
        except FileNotFoundError as missing:
            print(missing, file=sys.stderr)
            return 2
        path.write_bytes(lzma.compress("".join(lines).encode(), preset=9))
        print(f"{path.name}: {len(lines)} games, {path.stat().st_size // 1024} KiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
