import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import catalogue
from engine.cards import DOWN, HIDDEN
from engine.game import IllegalAction
from engine.play import Play
from engine.state import Click, Move
from protocol import wire
from protocol.messages import Curves, Refused, Status, Step
from server.rooms.races.contestant import Contestant
from server.rooms.races.race import Race
from server.rooms.records import Player
from tests.server.play import ANN, BOB, BOT, CAT, THIRTEENS, thirteens_to

KLONDIKE = catalogue.make("klondike")
TURN = Click(0)


def make(*players: Player, limit: int = 60_000, start: int = 1000, **more: Any) -> Race:
    chosen = players or (ANN, BOB)
    return Race(7, KLONDIKE, "seed", chosen, start=start, time_limit=limit, **more)


def test_everybody_gets_the_same_deal() -> None:
    race = make(ANN, BOB, CAT)
    assert len({racer.play.state for racer in race.racers.values()}) == 1
    assert race.racers[1].play.state == KLONDIKE.deal("seed")


def test_a_legal_move_is_done_and_told() -> None:
    race = make()
    step = race.act(1, 0, TURN, 3000)
    assert isinstance(step, Step)
    assert (step.player, step.number, step.status) == (1, 1, "racing")
    assert set(step.piles) == {0, 1}
    assert race.racers[1].play.length == 1
    assert race.racers[2].play.length == 0


def test_an_illegal_move_changes_nothing_and_says_why() -> None:
    race = make()
    before = race.racers[1].play.state
    assert race.act(1, 0, Move(0, 1, 2), 3000) == Refused(0, 0, "these cards can't be taken")
    assert race.racers[1].play.state == before


@pytest.mark.parametrize("number", [0, 2, 999_999])
def test_a_repeated_or_forged_number_is_refused_with_the_expected_one(number: int) -> None:
    race = make()
    race.act(1, 0, TURN, 3000)
    refused = race.act(1, number, TURN, 3001)
    assert isinstance(refused, Refused)
    assert (refused.number, refused.expected) == (number, 1)
    assert race.racers[1].play.length == 1


def test_undo_is_an_entry_like_any_other() -> None:
    race = make()
    race.act(1, 0, TURN, 3000)
    step = race.act(1, 1, "undo", 3001)
    assert isinstance(step, Step)
    assert step.number == 2
    assert race.racers[1].play.state == KLONDIKE.deal("seed")


def test_no_undo_where_the_room_does_not_allow_it() -> None:
    race = make(undo=False)
    race.act(1, 0, TURN, 3000)
    assert race.act(1, 1, "undo", 3001) == Refused(1, 1, "this room allows no undo")


def test_nothing_to_undo() -> None:
    assert make().act(1, 0, "undo", 3001) == Refused(0, 0, "there is nothing to undo")


def test_a_journal_is_bounded() -> None:
    race = make(moves=2)
    race.act(1, 0, TURN, 3000)
    race.act(1, 1, TURN, 3000)
    assert race.act(1, 2, TURN, 3000) == Refused(2, 2, "a race has at most 2 moves")


def test_after_giving_up_nothing_is_accepted() -> None:
    race = make()
    assert race.take_out(1, "give up")
    assert not race.take_out(1, "give up")
    assert race.act(1, 0, TURN, 3000) == Refused(0, 0, "your race is over")
    assert not race.over
    assert race.take_out(2, "give up")
    assert race.over


def test_the_time_limit_ends_the_race_for_those_still_racing() -> None:
    race = make(limit=10_000, start=1000)
    race.take_out(2, "give up")
    assert not race.tick(10_999)
    assert race.act(1, 0, TURN, 11_000) == Refused(0, 0, "the time is up")
    assert race.tick(11_000)
    assert not race.tick(11_001)
    assert [s.status for s in race.standings()] == ["out of time", "gave up"]
    assert race.over


def test_the_elapsed_time_ends_at_the_limit() -> None:
    race = make(limit=10_000, start=1000)
    assert race.elapsed(4000) == 3000
    assert race.elapsed(99_000) == 10_000


def test_a_win_ends_the_racers_race_and_its_time_counts() -> None:
    seed, line = thirteens_to("won")
    race = Race(1, THIRTEENS, seed, [ANN, BOB], start=0, time_limit=900_000)
    steps = [race.act(1, number, action, 1000 + number) for number, action in enumerate(line)]
    last = steps[-1]
    assert isinstance(last, Step)
    assert last.status == "won"
    ann, bob = race.standings()
    assert (ann.player, ann.status, ann.place, ann.score) == (1, "won", 1, 52)
    assert ann.milliseconds == 1000 + len(line) - 1
    assert (bob.status, bob.place) == ("racing", 2)
    assert not race.over
    assert isinstance(race.act(1, len(line), "undo", 5000), Refused)


def test_stuck_ends_the_racers_race() -> None:
    seed, line = thirteens_to("stuck")
    race = Race(1, THIRTEENS, seed, [ANN], start=0, time_limit=900_000)
    for number, action in enumerate(line):
        assert not race.over
        race.act(1, number, action, number)
    assert race.standings()[0].status == "stuck"
    assert race.over


def score_racer(status: Status, score: int, at: int) -> Contestant:
    """A racer who stands so, without having played."""
    racer = Contestant(Play(KLONDIKE, "seed"), ANN)
    racer.status, racer.won_at = status, at
    racer.view = racer.view._replace(score=score)
    racer.reached = {score: at}
    return racer


RACERS = st.builds(
    score_racer,
    st.sampled_from(["racing", "won", "stuck", "gave up", "out of time"]),
    st.integers(0, 4),
    st.integers(0, 4),
)


@given(st.lists(RACERS, min_size=1, max_size=16))
def test_the_places_follow_the_rules(racers: list[Contestant]) -> None:
    race = make()
    race.racers = dict(enumerate(racers))
    standings = race.standings()
    assert len(standings) == len(racers)
    for better, worse in itertools.combinations(standings, 2):
        assert better.place <= worse.place
        won = better.status == "won", worse.status == "won"
        if won == (True, True):
            key = [(s.milliseconds, -s.score) for s in (better, worse)]
        elif won == (False, False):
            key = [(-s.score, s.milliseconds) for s in (better, worse)]
        else:
            key = [(0, 0), (1, 0)]
            assert won == (True, False)
        assert key[0] <= key[1]
        assert (better.place == worse.place) == (key[0] == key[1])
    for standing in standings:  # A place is one more than how many are better.
        assert standing.place == 1 + sum(s.place < standing.place for s in standings)


def test_a_score_counts_from_when_it_was_first_reached() -> None:
    """Whoever falls back and comes again is not later for it."""
    game = catalogue.make("4x13")
    race = Race(1, game, "seed", [ANN, BOB], start=0, time_limit=900_000)
    state = race.racers[1].play.state
    ace = next(a for a in game.legal_actions(state) if game.play(state, a).score > state.score)
    race.act(1, 0, ace, 100)
    race.act(2, 0, ace, 200)
    race.act(1, 1, "undo", 300)
    assert [s.player for s in race.standings()] == [2, 1]
    assert race.standings()[1].milliseconds == 0
    race.act(1, 2, ace, 400)
    ann, bob = race.standings()
    assert (ann.player, ann.milliseconds, bob.milliseconds) == (1, 100, 200)


def test_bots_are_labelled() -> None:
    assert [s.bot for s in make(BOT).standings()] == [True]


@given(st.lists(st.integers(0, 10**6), max_size=60), st.booleans())
def test_only_views_leave_and_steps_lead_from_board_to_board(
    choices: list[int], undo: bool
) -> None:
    race = make(ANN)
    racer = race.racers[1]
    view = wire.board_view(racer.board())
    for number, choice in enumerate(choices):
        actions = KLONDIKE.legal_actions(racer.play.state)
        entry = "undo" if undo and number and choice % 3 == 0 else actions[choice % len(actions)]
        answer = race.act(1, racer.play.length, entry, 2000 + number)  # type: ignore[arg-type]
        if isinstance(answer, Refused):
            assert entry == "undo"
            continue
        assert all(c < DOWN or c == HIDDEN for pile in answer.piles.values() for c in pile)
        view = wire.step_view(view, answer)
        assert view == KLONDIKE.view(racer.play.state) == wire.board_view(racer.board())


def test_entering_an_illegal_entry_raises_and_changes_nothing() -> None:
    racer = Contestant(Play(KLONDIKE, "seed"), ANN)
    with pytest.raises(IllegalAction):
        racer.enter("undo", 5)
    assert racer.play.length == 0


def test_undos_are_counted_and_curves_kept() -> None:
    race = Race(7, catalogue.make("klondike"), "seed", [ANN], start=0, time_limit=1000)
    race.act(1, 0, Click(0), 100)
    race.act(1, 1, "undo", 200)
    assert (race.standings()[0].moves, race.standings()[0].undos) == (2, 1)
    assert race.curves() == Curves(7, {1: [(0, 0)]})
    race.racers[1].curve.add(300, 5)
    assert race.curves() == Curves(7, {1: [(0, 0), (300, 5)]})
