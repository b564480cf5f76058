"""Write a deal of each game, for the page in a browser to picture the games with.

    python -m tools.pictures.web_deals

A game has its places, as a `layout` message has them, and its piles, as a `board` message has. They
are those of the window's pictures: the same deal, with the game's default options.
"""

import base64
import json
from pathlib import Path
from typing import Any, Final

import msgspec

from client.window.scene.game_pictures import SEED
from engine import catalogue
from engine.empty_places import dealt_signs
from server.rooms.races import prompter

FILE: Final = Path(__file__).parents[2] / "client" / "web" / "deals.json"


def deal(name: str) -> dict[str, Any]:
    """Return the places and the piles of a deal, as messages have them in JSON."""
    game = catalogue.make(name)
    view = game.view(game.deal(SEED))
    layout = msgspec.to_builtins(prompter.layout(0, game, dealt_signs(game, view)))
    piles = [base64.b64encode(bytes(pile)).decode() for pile in view.piles]
    return {"places": layout["places"], "piles": piles}


def document() -> str:
    """Return the whole file: a game on each line."""
    lines = (
        f"{json.dumps(entry.name)}: {json.dumps(deal(entry.name), separators=(',', ':'))}"
        for entry in catalogue.entries()
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    """Write the file."""
    FILE.write_text(document(), encoding="utf-8")


if __name__ == "__main__":
    main()
