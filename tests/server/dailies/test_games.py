import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.bands import has_bands
from protocol.deals import deals_of
from server.dailies.days import day_after
from server.dailies.games import BANDS, KNOWN, USUAL, DailyGame, drawn, parse_game

MONDAY = "2026-11-23"


def test_a_game_with_its_options_is_written_as_it_is_read() -> None:
    for text in ("klondike", "spider/suits=one-suit", "klondike/deal=three-card-deals"):
        assert str(parse_game(text)) == text
    assert parse_game("klondike").options == {"deal": "single-card-deals"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("bridge", "is no game with its options"),
        ("", "is no game with its options"),
        ("klondike/deal=x", "is no game with its options"),
        ("klondike/deal", "is no game with its options"),
        ("spider", "no deals of 'spider' are found that can be won"),
        ("agnes", "no deals of 'agnes' are found that can be won"),
    ],
)
def test_what_is_no_such_game(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        parse_game(text)


def test_of_the_usual_games_deals_that_can_be_won_are_found() -> None:
    for each in USUAL:
        assert "winnable" in deals_of(each.game, each.options)
        assert parse_game(str(each)) == each
    assert {*KNOWN} <= {each.game for each in USUAL}


def test_a_year_of_draws() -> None:
    chance = random.Random(7)
    day, before = MONDAY, list[str]()
    for number in range(364):
        wish = drawn(day, USUAL, before, (), chance.randrange)
        assert wish is not None
        assert wish.game not in before[:3]
        weekday = number % 7
        assert weekday < 5 or wish.game in KNOWN
        if has_bands(wish.game, dict(wish.options)):
            assert wish.band == BANDS[weekday]
        else:
            assert wish.band is None
        before.insert(0, wish.game)
        day = day_after(day)
    assert {*before} == {each.game for each in USUAL}


@given(
    st.lists(st.sampled_from(USUAL), min_size=2, max_size=8, unique_by=lambda each: each.game),
    st.lists(st.sampled_from([each.game for each in USUAL]), max_size=9),
    st.sets(st.sampled_from([each.game for each in USUAL]), max_size=5),
    st.integers(0, 30),
    st.randoms(use_true_random=False),
)
def test_none_comes_twice_in_a_row(
    games: list[DailyGame], before: list[str], vain: set[str], ahead: int, chance: random.Random
) -> None:
    wish = drawn(day_after(MONDAY, ahead), games, before, vain, chance.randrange)
    left = {each.game for each in games} - vain
    if wish is None:
        assert not left
        return
    assert wish.game in left
    others = left & {*KNOWN} if ahead % 7 >= 5 and left & {*KNOWN} else left
    assert wish.game not in before[:1] or len(others) == 1


def test_one_game_alone_comes_each_day() -> None:
    games = [parse_game("freecell")]
    for _ in range(2):
        wish = drawn(MONDAY, games, ["freecell"], (), lambda _: 0)
        assert wish is not None
        assert wish.game == "freecell"
    assert drawn(MONDAY, games, [], {"freecell"}, lambda _: 0) is None
