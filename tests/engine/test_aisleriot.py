"""The engine against games that AisleRiot itself played: every position, every legal action.

`tools/aisleriot/record.py` records them afresh; docs/aisleriot.md lists what differs, and why.
"""

from collections import Counter
from functools import cache
from typing import Any, get_args

import pytest

from engine import catalogue, referee
from engine.cards import DOWN, Pile
from engine.places import Kind
from engine.state import State
from tools.aisleriot.compare import KNOWN, OUTLINES, Difference, compare, explanation
from tools.aisleriot.program import GAMES, Look, Position, Setting, engine_action
from tools.aisleriot.record import looks, read

KINDS = get_args(Kind)
"""What piles are called on both sides; where the program says something else, it says little."""

each_game = pytest.mark.parametrize("name", GAMES)


@cache
def recorded(name: str) -> list[tuple[Setting, dict[str, Any], list[Look]]]:
    return [(Setting(name, game["options"]), game, looks(game)) for game in read(name)]


@each_game
def test_every_option_was_recorded(name: str) -> None:
    met = {str(setting) for setting, _, _ in recorded(name)}
    wanted = 1
    for option in catalogue.entry(name).options:
        wanted *= len(option.choices)
    assert len(met) == wanted
    assert sum(len(game["steps"]) for _, game, _ in recorded(name)) > 300


@each_game
def test_legal_actions_positions_and_scores(name: str) -> None:
    for setting, _, game in recorded(name):
        for look in game:
            for difference in compare(setting, look):
                assert explanation(setting, look.now.state, difference), (
                    f"{setting}: {difference} at {look.now}"
                )


@pytest.mark.parametrize("name", [name for name in GAMES if name != "gaps"])
def test_whole_games_from_the_first_position(name: str) -> None:
    """The chosen actions one after the other: nothing is put right from step to step."""
    played = 0
    for setting, _, game in recorded(name):
        state = game[0].now.state
        for look in game:
            assert state == look.now.state
            chosen = next((action for action, after in look.actions.items() if after), None)
            if chosen is None or any(
                explanation(setting, state, Difference(kind, chosen))
                for kind in ("only there", "after")
            ):
                break
            played += 1
            before, state = state, setting.game.play(state, engine_action(chosen))
            if name in OUTLINES and state.redeals > before.redeals:
                break
    assert played > 200, "a known difference ends a game; most go on"


ALIGNED = ("freecell", "bakers-game")
"""Their upper row stands over the columns here, and between them there."""
MOVED = ("carpet", "union-square", "wall")
"""Some of their piles lie elsewhere here: for larger cards, or to have the board in the middle."""


@each_game
def test_the_layout(name: str) -> None:
    near = 0.2 if name in ALIGNED else 1e-6
    for setting, game, _ in recorded(name):
        ours = referee.layout(setting.game)
        assert len(ours) == len(game["layout"])
        for pile, (mine, theirs) in enumerate(zip(ours, game["layout"], strict=True)):
            if name not in MOVED:
                assert mine["x"] == pytest.approx(theirs["x"], abs=near), pile
                assert mine["y"] == pytest.approx(theirs["y"]), pile
            assert mine["spread"] == theirs["spread"], pile
            assert theirs["type"] == mine["type"] or theirs["type"] not in KINDS, pile


@each_game
def test_the_deal_has_the_same_outline(name: str) -> None:
    """As many cards in each pile, the same ones face down; gaps lie where aces or kings lay."""
    for setting, _, game in recorded(name)[:1]:
        theirs, ours = game[0].now.state.piles, setting.game.deal("any").piles
        if name in ("gaps", "maze"):
            assert Counter(map(len, ours)) == Counter(map(len, theirs))
            assert Counter(map(len, ours))[1] == 48
        elif name == "eagle-wing":  # there the last card of the reserve, below all others, is up
            assert list(map(len, ours)) == list(map(len, theirs))
        else:
            assert list(map(outline, ours)) == list(map(outline, theirs))


def outline(pile: Pile) -> list[bool]:
    return [card >= DOWN for card in pile]


def test_the_games_that_were_met_are_long_and_some_are_won() -> None:
    won = {name for name in GAMES for _, game, _ in recorded(name) if game["steps"][-1]["won"]}
    assert len(won) >= 4


@each_game
def test_a_record_that_is_not_true_is_noticed(name: str) -> None:
    setting, _, game = recorded(name)[0]
    look = next(look for look in game if look.actions and not look.now.won)
    some = next(iter(look.actions))
    fewer = {action: after for action, after in look.actions.items() if action != some}
    found = compare(setting, Look(look.now, fewer))
    assert Difference("only here", some) in found
    more = {**look.actions, ("drag", 0, 13, 1): None}
    assert Difference("only there", ("drag", 0, 13, 1)) in compare(setting, Look(look.now, more))
    stale = {some: Position(look.now.state._replace(redeals=9), won=False)}
    assert any(d.kind == "after" for d in compare(setting, Look(look.now, stale)))
    won = Position(look.now.state, won=True)
    assert Difference("won", detail="here False") in compare(setting, Look(won, look.actions))


def test_an_explanation_covers_only_what_it_explains() -> None:
    setting = Setting("clock", {})
    assert {known.game for known in KNOWN} <= set(GAMES)
    piles = [b""] * 13
    anything = Difference("only there", ("click", 6))
    assert explanation(setting, State(tuple(piles)), anything) is None
