"""No deal ever changes: what seeds dealt once, they deal for good."""

import json
from typing import Any

import pytest

from engine import catalogue
from engine.play import replay
from protocol.wire import parse_action
from tests.engine.positions import SETTINGS, Setting
from tools.record_golden_deals import FILE, SEEDS, end_of, piles_text

GOLDEN: dict[str, list[dict[str, Any]]] = json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_every_setting_deals_what_it_dealt(setting: Setting) -> None:
    records = [r for r in GOLDEN.get(setting.name, []) if r["options"] == dict(setting.options)]
    assert records, "not recorded yet: run python -m tools.record_golden_deals"
    assert len({record["seed"] for record in records}) == len(SEEDS)
    for record in records:
        assert piles_text(setting.game.deal(record["seed"])) == record["deal"]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_every_setting_plays_as_it_played(setting: Setting) -> None:
    played = [
        record
        for record in GOLDEN[setting.name]
        if record["options"] == dict(setting.options) and "actions" in record
    ]
    assert played
    for record in played:
        play = replay(setting.game, record["seed"], map(parse_action, record["actions"]))
        assert end_of(play.state) == record["end"]


def test_redeals_are_among_it() -> None:
    assert GOLDEN["4x13"][-1]["end"]["redeals"] == 2
    assert GOLDEN["montana"][-1]["end"]["redeals"] == 3


def test_games_that_left_the_catalogue_left_the_record() -> None:
    assert set(GOLDEN) == {entry.name for entry in catalogue.entries()}
