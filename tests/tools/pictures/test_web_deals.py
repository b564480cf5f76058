"""The deals that the page pictures the games with: up to date, and light."""

import base64
import gzip
import json

from client.window.scene.game_pictures import SEED
from engine import catalogue
from engine.cards import is_down, rank
from tools.pictures.web_deals import FILE, document

MOST = 10_000
"""Bytes of the file on its way to a browser."""


def test_the_file_is_up_to_date() -> None:
    assert document() == FILE.read_text(encoding="utf-8"), "run: python -m tools.pictures.web_deals"


def test_it_is_light() -> None:
    assert len(gzip.compress(FILE.read_bytes())) <= MOST


def test_each_game_is_there_as_a_player_sees_it() -> None:
    deals = json.loads(FILE.read_text(encoding="utf-8"))
    for entry in catalogue.entries():
        piles = [base64.b64decode(pile) for pile in deals[entry.name]["piles"]]
        assert len(piles) == len(deals[entry.name]["places"])
        assert sum(map(len, piles)) == sum(map(len, catalogue.make(entry.name).deal(SEED).piles))
        assert not any(is_down(card) and rank(card) for pile in piles for card in pile)
