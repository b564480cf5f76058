"""Record what seeds deal, so that no deal ever changes: `python -m tools.record_golden_deals`.

Writes `tests/engine/data/golden_deals.json`: for every game and every setting of its options a few
deals, and the end of a game that was played on the last of them, with its actions.  What is
recorded already stays as it is, so a game that is added only adds to the file.  Where a deal was
changed on purpose, before anybody played it, `--anew` records everything again.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine import catalogue
from engine.catalogue import Options
from engine.chance import shuffle
from engine.game import Game
from engine.state import Action, State

FILE = Path(__file__).parent.parent / "tests" / "engine" / "data" / "golden_deals.json"
SEEDS = ("1", "Grüße, 世界", "x" * 64)


def piles_text(state: State) -> str:
    """Return the piles as bytes in hexadecimal, an empty one as a dash."""
    return " ".join(pile.hex() or "-" for pile in state.piles)


def end_of(state: State) -> dict[str, Any]:
    """Return a whole position as JSON has it."""
    return {
        "piles": piles_text(state),
        "score": state.score,
        "redeals": state.redeals,
        "marks": list(state.marks),
    }


def some_game(game: Game, seed: str) -> tuple[list[Action], State]:
    """Play at random, and return the actions and where they led."""
    state = game.deal(seed)
    actions: list[Action] = []
    for number in shuffle(bytes(range(256)), "record", seed):
        if game.outcome(state) is not None:
            break
        legal = game.legal_actions(state)
        actions.append(legal[number % len(legal)])
        state = game.play(state, actions[-1], seed)
    return actions, state


def records(name: str, options: Options) -> Iterator[dict[str, Any]]:
    """Return the records of a game with these options, one a seed."""
    game = catalogue.make(name, options)
    for seed in SEEDS:
        record: dict[str, Any] = {"options": dict(options), "seed": seed}
        record["deal"] = piles_text(game.deal(seed))
        if seed == SEEDS[-1]:
            actions, state = some_game(game, seed)
            record |= {"actions": actions, "end": end_of(state)}
        yield record


def main() -> None:
    """Record what is not recorded yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--anew", action="store_true", help="record everything again")
    anew = parser.parse_args().anew
    golden: dict[str, list[Any]] = {} if anew or not FILE.exists() else json.loads(FILE.read_text())
    for entry in catalogue.entries():
        known = golden.setdefault(entry.name, [])
        for options in entry.settings():
            if options not in [record["options"] for record in known]:
                known.extend(records(entry.name, options))
    games = []
    for name in sorted(golden):
        lines = [json.dumps(record, ensure_ascii=False) for record in golden[name]]
        games.append(f"{json.dumps(name)}: [\n" + ",\n".join(lines) + "\n]")
    FILE.write_text("{\n" + ",\n".join(games) + "\n}\n", encoding="utf-8")
    print(f"{sum(map(len, golden.values()))} deals of {len(golden)} games are in {FILE.name}.")


if __name__ == "__main__":
    main()
