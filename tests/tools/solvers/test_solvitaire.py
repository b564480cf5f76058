"""What Solvitaire reads, and what it says."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.cards import parse_card
from engine.places import nothing
from tests.tools.solvers.fakes import fake_program
from tools.solvers.program import CannotAsk
from tools.solvers.setting import Setting
from tools.solvers.solvitaire import (
    RULES,
    Layout,
    Solvitaire,
    card_text,
    deal_json,
    read_verdict,
    rules_json,
)

THREE_CARDS = Setting("klondike", (("deal", "three-card-deals"),))
every_setting = pytest.mark.parametrize("setting", RULES, ids=str)


def dealt(setting: Setting, seed: str = "1") -> Layout:
    game = setting.made()
    return Layout.of(game, game.deal(seed))


def texts(said: object) -> Iterator[str]:
    """Yield all the texts in it."""
    if isinstance(said, str):
        yield said
    elif isinstance(said, dict):
        for each in said.values():
            yield from texts(each)
    elif isinstance(said, list):
        for each in said:
            yield from texts(each)


def pile(cards: str) -> bytes:
    return bytes(map(parse_card, cards.split()))


def test_cards() -> None:
    assert [card_text(card) for card in pile("AC TD qh KS")] == ["AC", "10D", "Qh", "KS"]


def test_rules_of_klondike() -> None:
    assert rules_json(RULES[THREE_CARDS], dealt(THREE_CARDS)) == {
        "tableau piles": {
            "count": 7,
            "build policy": "red-black",
            "spaces policy": "kings",
            "move built group": "yes",
            "face up cards": "top",
        },
        "foundations": {
            "present": True,
            "removable": True,
            "initial cards": "none",
            "base card": "A",
        },
        "cells": {"count": 0},
        "two decks": False,
        "stock": {"size": 24, "deal type": "waste", "deal count": 3, "redeal": True},
    }


def test_a_deal_from_the_bottom_card_up() -> None:
    layout = Layout([pile("kh 9S"), b""], [], [], [b"", pile("AS 2S")], pile("3h td"), b"")
    assert deal_json(RULES[THREE_CARDS], layout) == {
        "tableau piles": [["Kh", "9S"], []],
        "foundations": ["AS", "2S"],
        "stock": ["3H", "10D"],  # of the stock all cards are known there
    }


def test_cells_lie_on_the_first_column() -> None:
    setting = Setting("seahaven")
    game = setting.made()
    layout = Layout.of(game, game.deal("1"))
    assert [len(column) for column in layout.columns] == [7] + [5] * 9
    assert rules_json(RULES[setting], layout)["cells"] == {"count": 4}


def test_the_first_card_of_the_stock_lies_in_the_hole() -> None:
    setting = Setting("golf")
    layout = replace(dealt(setting), stock=pile("2c 3c 4c"))
    said = deal_json(RULES[setting], layout)
    assert (said["hole"], said["stock"]) == ("4C", ["2C", "3C"])
    rules = rules_json(RULES[setting], layout)
    assert rules["stock"] == {"size": 2, "deal type": "hole", "deal count": 1, "redeal": False}


def test_a_reserve_is_one_pile_or_single_cards() -> None:
    canfield, albert = Setting("canfield"), Setting("king-albert")
    assert rules_json(RULES[canfield], dealt(canfield))["reserve"] == {"size": 13, "stacked": True}
    assert rules_json(RULES[albert], dealt(albert))["reserve"] == {"size": 7, "stacked": False}


@pytest.mark.parametrize(
    ("game", "initial", "base"),
    [
        ("freecell", "none", "A"),
        ("canfield", "one", "random"),
        ("beleaguered-castle", "all", "A"),
    ],
)
def test_how_foundations_begin(game: str, initial: str, base: str) -> None:
    setting = Setting(game)
    said = rules_json(RULES[setting], dealt(setting))["foundations"]
    assert isinstance(said, dict)
    assert (said["initial cards"], said["base card"]) == (initial, base)


@every_setting
def test_each_card_is_there_once(setting: Setting) -> None:
    said = Counter(text.upper() for text in texts(deal_json(RULES[setting], dealt(setting))))
    assert said == Counter(card_text(card) for card in setting.made().deck)


@every_setting
def test_the_engine_agrees_with_what_is_called_the_same(setting: Setting) -> None:
    game, rules = setting.made(), RULES[setting]
    clicks = [place.click for place in game.places if place.kind == "stock"]
    redeals = next((click.redeals for click in clicks if click is not None), 0)
    assert rules.again == (redeals != 0)
    if redeals:  # so often only
        assert rules.allows == "more"
    foundations = [place for place in game.places if place.kind == "foundation"]
    assert rules.back == any(place.take is not nothing for place in foundations)
    assert bool(rules.why) == (rules.allows != "the same")


@pytest.mark.parametrize(
    ("printed", "verdict"),
    [
        (", solved, 12, 34, 34, 0, 9, 0, 3, 53, 12, 12, solved\n", "won"),
        (
            ", timed-out, 9, 1, 1, 0, 9, 0, 3, 53, 12, 12, unsolvable, 1, 2, unsolvable",
            "impossible",
        ),
        (", unsolvable, 9, 1, 1, memory-limit-reached, 3, memory-limit-reached", "unknown"),
        (", terminated", "unknown"),
    ],
)
def test_verdicts(printed: str, verdict: str) -> None:
    assert read_verdict(printed) == verdict


def test_what_is_no_verdict() -> None:
    with pytest.raises(CannotAsk, match="no answer: 'Segmentation'"):
        read_verdict("Segmentation")


def test_it_gets_both_files(tmp_path: Path) -> None:
    program = fake_program(
        tmp_path,
        "import json\n"
        "with open(sys.argv[sys.argv.index('--custom-rules') + 1]) as file:\n"
        "    rules = json.load(file)\n"
        "with open(sys.argv[sys.argv.index('--classify') + 1]) as file:\n"
        "    deal = json.load(file)\n"
        "fits = len(deal['tableau piles']) == rules['tableau piles']['count']\n"
        "print(', solved' if fits else 'no')",
    )
    setting = Setting("freecell")
    game = setting.made()
    assert Solvitaire(program).ask(setting, game, game.deal("1"), 60) == "won"


@pytest.mark.parametrize(
    ("hasty", "thorough", "verdict"),
    [
        ("solved", "unsolvable", "won"),
        ("unsolvable", "solved", "won"),
        ("unsolvable", "timed-out", "unknown"),
        ("timed-out", "unsolvable", "impossible"),
    ],
)
def test_haste_proves_wins_only(tmp_path: Path, hasty: str, thorough: str, verdict: str) -> None:
    program = fake_program(
        tmp_path, f"print({{'both': ', {hasty}', 'none': ', {thorough}'}}[sys.argv[-1]])"
    )
    setting = Setting("freecell")
    game = setting.made()
    assert Solvitaire(program).ask(setting, game, game.deal("1"), 60) == verdict


def test_time_is_up(tmp_path: Path) -> None:
    program = fake_program(tmp_path, "import os, signal\nos.kill(os.getpid(), signal.SIGXCPU)")
    setting = Setting("freecell")
    game = setting.made()
    assert Solvitaire(program).ask(setting, game, game.deal("1"), 60) == "unknown"
