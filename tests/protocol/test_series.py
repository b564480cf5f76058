import pytest

from engine import catalogue
from protocol.deals import deals_of
from protocol.messages import Series, SeriesGame
from protocol.series import candidates, check_series, family

FAMILIES = sorted({entry.family for entry in catalogue.entries()})


def test_a_series_of_the_rooms_own_game_has_no_candidates() -> None:
    assert not Series().mixed
    assert candidates(Series(), "any", [], 3) == []


def test_a_list_is_played_in_turn_and_from_the_first_on_again() -> None:
    series = Series(games=[SeriesGame("klondike"), SeriesGame("golf"), SeriesGame("yukon")])
    turns = [candidates(series, "any", [], n)[0].game for n in range(4)]
    assert turns == ["klondike", "golf", "yukon", "klondike"]
    [first] = candidates(series, "any", [], 0)
    assert first.options == catalogue.entry("klondike").complete({})


@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_gives_each_game_once_before_any_comes_again(name: str) -> None:
    series = Series(family=name)
    everything = {game.game for game in family(series, "any")}
    assert everything == {e.name for e in catalogue.entries() if e.family == name}
    past: list[str] = []
    for _ in everything:
        past.append(candidates(series, "any", past, len(past))[0].game)
    assert set(past) == everything
    again = {game.game for game in candidates(series, "any", past, len(past))}
    assert again == (everything - {past[-1]} or everything)


def test_only_games_are_drawn_that_have_the_deals() -> None:
    for name in FAMILIES:
        for game in family(Series(family=name), "easy"):
            assert "easy" in deals_of(game.game, {})


@pytest.mark.parametrize(
    "series",
    [
        Series(family="Nowhere"),
        Series(games=[SeriesGame("klondike", {"deal": "ten-card-deals"})]),
    ],
)
def test_what_cannot_be_raced_is_refused(series: Series) -> None:
    with pytest.raises(catalogue.BadOption):
        check_series(series, "any")


def test_a_game_that_there_is_not() -> None:
    with pytest.raises(catalogue.UnknownGame):
        check_series(Series(games=[SeriesGame("bridge")]), "any")
