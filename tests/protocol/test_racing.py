"""What racing is: places are tested with races, in tests/server/rooms/test_race.py."""

import pytest
from msgspec.structs import replace

from engine import catalogue
from engine.chance import commitment
from engine.play import Play
from engine.state import Click, changed_piles
from harness.replays import ended_after, played
from protocol import wire
from protocol.messages import MAX_ENTRIES, Replay, Standing, Status
from protocol.racing import Racer, play_again, winners
from protocol.wire import pack_action
from tests.engine.positions import SETTINGS, Setting, walk
from tests.server.play import thirteens_to

KLONDIKE = catalogue.make("klondike")


def won() -> Replay:
    seed, line = thirteens_to("won")
    return Replay(
        1,
        1,
        "ann",
        "thirteens",
        {},
        seed,
        [pack_action(action) for action in line],
        [10 * n for n in range(len(line))],
        "won",
        52,
        10 * (len(line) - 1),
        commitment(seed),
    )


def fault_of(replay: Replay) -> str:
    return str(play_again(replay).fault)


def test_true_replays_check_out() -> None:
    for replay in (won(), played(), replace(played(), status="disconnected")):
        views, fault = play_again(replay)
        assert fault is None
        assert len(views) == 1 + len(replay.entries)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"score": 51}, "the score is 52, not 51"),
        ({"status": "stuck"}, "the status is won, not stuck"),
        ({"status": "gave up"}, "the status is won, not gave up"),
        ({"milliseconds": 1}, "the time is"),
        ({"seed": "another"}, "the seed is not the one that was promised"),
        ({"commitment": ""}, "the seed is not the one that was promised"),
        ({"seed": "another", "commitment": commitment("another")}, "refused"),
        ({"seed": ""}, "the game cannot be dealt: a seed has 1 to 64 characters"),
        ({"game": "bridge"}, "the game cannot be dealt"),
        ({"options": {"x": True}}, "the game cannot be dealt"),
        ({"times": []}, "there is not a time for each move"),
        ({"entries": [[1, 2]], "times": [0]}, "move 1 is refused"),
        ({"entries": [[0, 1, 0]], "times": [0]}, "move 1 is refused"),
        ({"entries": [], "times": []}, "the status is racing, not won"),
        ({"entries": ["undo"] * (MAX_ENTRIES + 1)}, f"more than {MAX_ENTRIES} moves"),
    ],
)
def test_what_is_not_true_of_a_game_that_was_won(change: dict[str, object], fault: str) -> None:
    assert fault in fault_of(replace(won(), **change))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"milliseconds": 5}, "the time is"),  # of somebody who gave up, too
        ({"status": "stuck"}, "the status is racing, not stuck"),
        ({"status": "won"}, "the status is racing, not won"),
        ({"status": "racing"}, "the race was still going on"),
        ({"score": 48}, "the score is"),
    ],
)
def test_what_is_not_true_of_a_game_given_up(change: dict[str, object], fault: str) -> None:
    assert fault in fault_of(replace(played(), **change))


def test_a_game_may_be_given_up_long_after_the_last_move() -> None:
    for ended in (1300, 9000):
        assert play_again(ended_after(played(), ended)).fault is None
    assert "the last moves come after the end" in fault_of(ended_after(played(), 1299))


def test_moves_after_the_end_and_times_that_go_back() -> None:
    sound = won()
    more = replace(sound, entries=[*sound.entries, "undo"], times=[*sound.times, 9999])
    assert "after the end" in fault_of(more)
    assert "backwards" in fault_of(replace(sound, times=sound.times[::-1]))
    assert "backwards" in fault_of(replace(sound, times=[-5, *sound.times[1:]]))


def test_a_false_replay_is_shown_as_far_as_it_goes() -> None:
    sound = played()
    broken = replace(sound, entries=[*sound.entries[:5], [0, 1, 0], *sound.entries[5:]])
    views, fault = play_again(replace(broken, times=[*sound.times, 2000]))
    assert str(fault).startswith("move 6 is refused: ")
    assert views == play_again(sound).views[:6]
    assert play_again(replace(sound, game="bridge")).views == []


def test_a_racer_ends_without_a_move_once() -> None:
    racer = Racer(Play(KLONDIKE, "seed"))
    assert not racer.end("won"), "that takes moves"
    assert racer.end("gave up")
    assert not racer.end("out of time")
    assert racer.status == "gave up"


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_racer_sees_what_the_position_shows_after_each_entry(setting: Setting) -> None:
    """The view is made from the one before and the piles that changed, by undos, too."""
    racer = Racer(Play(setting.game, "one"))
    for number, step in enumerate(walk(setting, "one", 60)):
        for entry in (step.action, "undo", step.action) if number % 3 == 0 else (step.action,):
            before, seen = racer.play.state, racer.view
            racer.enter(entry, number)
            state = racer.play.state
            assert racer.view == setting.game.view(state)
            assert racer.play.changed == changed_piles(before, state)
            told = wire.step(1, 1, seen, racer.view, racer.status, racer.play.changed)
            assert wire.step_view(seen, told) == racer.view


def test_an_undo_brings_no_time_back() -> None:
    racer = Racer(Play(KLONDIKE, "seed"))
    racer.enter(Click(0), 100)
    racer.enter("undo", 200)
    assert (racer.undos, racer.play.length, racer.milliseconds) == (1, 2, 0)


# Wins


def ended(
    player: int, place: int, moves: int, milliseconds: int, status: Status = "gave up"
) -> Standing:
    return Standing(player, "", status, 0, place, moves, milliseconds)


@pytest.mark.parametrize(
    ("race", "expected"),
    [
        ([ended(n, 1, 0, 0) for n in range(1, 6)], set()),  # Nobody did anything.
        ([ended(1, 1, 5, 900), ended(2, 2, 3, 0)], {1}),
        ([ended(1, 1, 5, 900), ended(2, 2, 0, 0)], set()),  # The rival did nothing.
        ([ended(1, 1, 5, 900), ended(2, 2, 0, 0), ended(3, 3, 1, 0)], {1}),
        ([ended(1, 1, 0, 0), ended(2, 2, 4, 0)], set()),  # The rival went below the deal.
        ([ended(1, 1, 3, 900), ended(2, 1, 4, 900)], {1, 2}),
        ([ended(1, 1, 3, 0), ended(2, 1, 4, 0)], set()),  # Moves, and nothing gained by them.
        ([ended(1, 1, 3, 0), ended(2, 2, 4, 70)], {1}),  # The rival lost points.
        ([ended(1, 1, 3, 900, "won")], {1}),
        ([ended(1, 1, 3, 900, "stuck")], set()),
        ([ended(1, 1, 0, 0, "won"), ended(2, 1, 0, 0, "won")], set()),  # The deal was won.
        ([ended(1, 1, 3, 900, "won"), ended(2, 2, 0, 0)], {1}),
        ([], set()),
    ],
)
def test_a_win_takes_a_move_and_a_game_won_or_a_rival_left_behind(
    race: list[Standing], expected: set[int]
) -> None:
    assert winners(race) == expected


@pytest.mark.parametrize(
    ("race", "stopped", "expected"),
    [
        ([ended(1, 1, 5, 900), ended(2, 2, 3, 0)], {2}, set()),  # The only rival was sent away.
        ([ended(1, 1, 5, 900), ended(2, 2, 3, 0), ended(3, 3, 1, 0)], {2}, {1}),
        ([ended(1, 1, 5, 900), ended(2, 2, 3, 0)], {1}, set()),  # The one in front was.
        ([ended(1, 1, 5, 900), ended(2, 2, 3, 0), ended(3, 3, 1, 0)], {1}, set()),
        ([ended(1, 1, 5, 900), ended(2, 2, 3, 0)], {1, 2}, set()),  # The room was closed.
        ([ended(1, 1, 5, 900, "won"), ended(2, 2, 3, 0)], {2}, {1}),
    ],
)
def test_who_is_stopped_neither_wins_nor_is_left_behind(
    race: list[Standing], stopped: set[int], expected: set[int]
) -> None:
    ends = [replace(r, status="stopped") if r.player in stopped else r for r in race]
    assert winners(ends) == expected
