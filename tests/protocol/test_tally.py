"""What races add up to: the rules in their words, and what holds of any evening."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.messages import PointsRule, Standing, Status
from protocol.racing import rank, winners
from protocol.tally import points, tally

RULES: tuple[PointsRule, ...] = ("places", "rivals", "wins")


def racer(
    player: int,
    place: int,
    status: Status = "gave up",
    *,
    moves: int = 5,
    at: int = 1000,
    bot: bool = False,
    score: int = 0,
) -> Standing:
    return Standing(player, f"player {player}", status, score, place, moves, at, bot=bot)


def test_places_give_ten_seven_five_and_so_on_and_half_of_that_without_the_game_won() -> None:
    won = [racer(n, n, "won") for n in range(1, 10)]
    assert [*points("places", won).values()] == [20, 14, 10, 8, 6, 4, 2, 0, 0]
    lost = [racer(n, n) for n in range(1, 10)]
    assert [*points("places", lost).values()] == [10, 7, 5, 4, 3, 2, 1, 0, 0]


def test_rivals_give_one_for_each_who_is_left_behind_and_one_for_the_game() -> None:
    standings = [racer(1, 1, "won"), racer(2, 2), racer(3, 3), racer(4, 4, moves=0)]
    assert points("rivals", standings) == {1: 6, 2: 2, 3: 0, 4: 0}


def test_wins_give_one_for_who_has_won_the_race() -> None:
    assert points("wins", [racer(1, 1, "won"), racer(2, 2)]) == {1: 2, 2: 0}
    assert points("wins", [racer(1, 1)]) == {1: 0}


@pytest.mark.parametrize("rule", RULES)
def test_who_shares_a_place_gets_what_it_gives(rule: PointsRule) -> None:
    given = points(rule, [racer(1, 1), racer(2, 1), racer(3, 3)])
    assert given[1] == given[2] > given[3] or rule == "rivals"


@pytest.mark.parametrize("rule", RULES)
def test_nothing_is_given_for_what_the_deal_gave(rule: PointsRule) -> None:
    standings = [racer(1, 1, at=0), racer(2, 1, at=0), racer(3, 1, moves=0, at=0)]
    assert set(points(rule, standings).values()) == {0}


def test_who_was_stopped_gains_nothing_by_the_moment() -> None:
    """The leader has the last of the places of all who were stopped, and no more."""
    standings = [racer(1, 1, "stopped"), racer(2, 2), racer(3, 3, "stopped"), racer(4, 4)]
    assert points("places", standings) == {1: 5, 2: 7, 3: 5, 4: 4}
    assert points("rivals", standings) == {1: 2, 2: 2, 3: 2, 4: 0}


def test_bots_that_nobody_waits_for_keep_their_places() -> None:
    standings = [racer(1, 1, "stopped", bot=True), racer(2, 2), racer(3, 3, "stopped", bot=True)]
    assert points("places", standings) == {1: 10, 2: 7, 3: 5}


def test_a_late_comer_begins_with_the_lowest_tally_and_who_goes_keeps_theirs() -> None:
    first = [racer(1, 1, "won"), racer(2, 2, "won"), racer(9, 3, moves=0, bot=True)]
    second = [racer(3, 1, "won"), racer(2, 2, "won")]
    rows = {row.player: row for row in tally("places", [first, second])}
    cat, bob, ann, bot = rows[3], rows[2], rows[1], rows[9]
    assert (cat.place, cat.points, cat.began, cat.curve, cat.before) == (1, 14 + 20, 2, [34], 0)
    assert (bob.place, bob.points, bob.curve, bob.before) == (2, 14 + 14, [14, 28], 2)
    assert (ann.place, ann.points, ann.last, ann.before, ann.deals) == (3, 20, 0, 1, 1)
    assert (bot.bot, bot.points) == (True, 0)


def evenings() -> st.SearchStrategy[list[list[Standing]]]:
    statuses: tuple[Status, ...] = ("won", "stuck", "gave up", "out of time", "stopped")
    one = st.tuples(
        st.sampled_from(statuses), st.integers(0, 4), st.integers(0, 3), st.integers(0, 3000)
    )
    race = st.dictionaries(st.integers(1, 9), one, min_size=1, max_size=6)

    def ranked(found: dict[int, tuple[Status, int, int, int]]) -> list[Standing]:
        order = {p: rank(status, score, at) for p, (status, score, _, at) in found.items()}
        return [
            racer(
                p,
                1 + sum(other < order[p] for other in order.values()),
                status,
                moves=moves,
                at=at,
                bot=p > 6,
                score=score,
            )
            for p, (status, score, moves, at) in found.items()
        ]

    return st.lists(race.map(ranked), max_size=6)


@given(evenings(), st.sampled_from(RULES))
def test_a_tally_adds_up(races: list[list[Standing]], rule: PointsRule) -> None:
    rows = tally(rule, races)
    assert {row.player for row in rows} == {s.player for race in races for s in race}
    assert [row.place for row in rows] == sorted(row.place for row in rows)
    for row in rows:
        assert row.place == 1 + sum(other.points > row.points for other in rows)
        given = [points(rule, race).get(row.player, 0) for race in races[row.began - 1 :]]
        start = row.points - sum(given)
        assert start == _lowest_before(rule, races, row.began)
        assert row.curve == [start + sum(given[: n + 1]) for n in range(len(given))]
        assert all(later >= earlier for earlier, later in pairwise(row.curve))
        assert row.last == given[-1]
        assert row.deals == sum(row.player in {s.player for s in race} for race in races)
        assert row.wins == sum(row.player in winners(race) for race in races)
    before = {row.player: row.place for row in tally(rule, races[:-1])}
    assert {row.player: row.before for row in rows} == {
        row.player: before.get(row.player, 0) for row in rows
    }


def _lowest_before(rule: PointsRule, races: Sequence[list[Standing]], began: int) -> int:
    rows = tally(rule, races[: began - 1])
    people = [row.points for row in rows if not row.bot]
    return min(people or [row.points for row in rows], default=0)


@given(evenings(), st.sampled_from(RULES))
def test_nobody_who_is_stopped_gains_by_having_been_ahead(
    races: list[list[Standing]], rule: PointsRule
) -> None:
    for race in races:
        stopped = [s for s in race if s.status == "stopped" and not s.bot and s.moves]
        given = points(rule, race)
        counted = {given[s.player] for s in stopped if given[s.player]}
        assert len(counted) <= 1
