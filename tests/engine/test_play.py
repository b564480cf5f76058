import tracemalloc
from dataclasses import fields

import pytest

from engine import catalogue
from engine.game import IllegalAction
from engine.play import Entry, Play, replay, tried
from engine.state import Click, Deal, Move


def test_a_play_begins_with_the_deal() -> None:
    game = catalogue.make("klondike")
    play = Play(game, "s")
    assert play.state == game.deal("s")
    assert play.length == 0


def test_a_play_may_go_on_from_somewhere() -> None:
    game = catalogue.make("klondike")
    view = game.view(game.deal("s"))
    play = Play(game, None, view)
    assert play.enter(Click(0)) == game.play(view, Click(0))


def test_undo_is_an_entry_too() -> None:
    game = catalogue.make("montana")
    entries: list[Entry] = [Deal(), "undo", Deal(), Deal(), "undo"]
    play = replay(game, "s", entries)
    assert play.length == 5
    assert play.states == [game.deal("s"), game.play(game.deal("s"), Deal(), "s")]


def test_a_reshuffle_taken_back_comes_out_the_same_again() -> None:
    play = Play(catalogue.make("montana"), "s")
    once = play.enter(Deal())
    play.enter("undo")
    assert play.enter(Deal()) == once


def test_what_is_refused_changes_nothing() -> None:
    play = Play(catalogue.make("klondike"), "s")
    play.enter(Click(0))
    states = list(play.states)
    with pytest.raises(IllegalAction, match="no such pile"):
        play.enter(Move(0, 1, 99))
    assert (play.states, play.length) == (states, 1)
    play.enter("undo")
    with pytest.raises(IllegalAction, match="there is nothing to undo"):
        play.enter("undo")
    assert (play.state, play.length) == (states[0], 2)


def test_a_replay_stops_at_what_is_refused() -> None:
    with pytest.raises(IllegalAction):
        replay(catalogue.make("klondike"), "s", [Click(0), Move(0, 1, 1)])


def test_a_replay_needs_a_seed() -> None:
    with pytest.raises(ValueError, match="a seed has 1 to 64 characters"):
        replay(catalogue.make("klondike"), "", [])


def test_plays_of_one_game_share_nothing() -> None:
    game = catalogue.make("klondike")
    before = {field.name: getattr(game, field.name) for field in fields(game)}
    play, other = replay(game, "s", [Click(0)]), Play(game, "t")
    assert play.outcome() is None
    assert {field.name: getattr(game, field.name) for field in fields(game)} == before
    assert play == replay(game, "s", [Click(0)]), "to ask for the outcome changes no play"
    assert other.outcome() is None


def test_the_outcome_is_that_of_the_position() -> None:
    game = catalogue.make("golf")
    play = Play(game, "s")
    while play.outcome() is None:
        assert game.outcome(play.state) is None
        play.enter(game.legal_actions(play.state)[-1])
    assert play.outcome() == game.outcome(play.state) == "stuck"
    play.enter("undo")
    assert play.outcome() is None


def test_a_long_play_takes_little_memory() -> None:
    """A card goes there and back in the game with the most piles: 640 bytes a move otherwise."""
    game = catalogue.make("wall")
    play = Play(game, "seed")
    there = next(
        action
        for action in game.legal_actions(play.state)
        if isinstance(action, Move)
        and game.is_legal(game.play(play.state, action), Move(action.target, 1, action.source))
    )
    back = Move(there.target, 1, there.source)
    tracemalloc.start()
    try:
        for _ in range(500):
            play.enter(there)
            play.enter(back)
        used, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert used < 200 * 1000
    assert play.states[:3] == [game.deal("seed"), game.play(game.deal("seed"), there), play.state]


def test_what_was_tried_from_here_is_what_was_taken_back_here() -> None:
    a, b, c = Click(0), Click(1), Click(2)
    assert tried([]) == set()
    assert tried([a, "undo"]) == {a}
    assert tried([a, "undo", b, "undo"]) == {a, b}
    assert tried([a, b, "undo"]) == {b}
    assert tried([a, b, "undo", "undo"]) == {a}
    assert tried([a, "undo", b]) == set()
    assert tried(["undo", c, "undo"]) == {c}, "what came before the first of them is not known"


def test_the_newest_positions_are_the_last_ones() -> None:
    play = Play(catalogue.make("klondike"), "s")
    for _ in range(3):
        play.enter(Click(0))
    assert play.newest(2) == play.states[-2:]
    assert play.newest(1) == [play.state]
    assert play.newest(99) == play.states
