from itertools import pairwise

from client.words.ratings import (
    change_text,
    changes_of,
    families,
    family_text,
    own_rating_text,
    rated_text,
    rated_tip,
    rating_text,
    season_text,
)
from client.words.room_kinds import kind_line, kind_text
from client.words.texts import settings_lines, settings_news
from protocol.messages import MAX_COURSE, Rating, RatingChange, RatingPoint, Settings
from tests.client.web.golden_words import speaking

SURE = Rating(812, 200, 20, True, "FreeCell")
UNSURE = Rating(640, 400, 3, False)


def test_a_rating_that_is_not_sure_has_a_question_mark() -> None:
    assert rating_text(SURE) == "812"
    assert rating_text(UNSURE) == "640?"


def test_what_a_race_has_changed() -> None:
    assert [change_text(more) for more in (24, 0, -3)] == ["+24", "±0", "−3"]
    assert rated_text(SURE, 788) == "812 +24"
    told = rated_tip(RatingChange(1, UNSURE, SURE, 650, 788)).splitlines()
    assert told[0] == "FreeCell: 812 +24 · All games: 640? −10"
    assert "not sure" in told[1]
    sure = RatingChange(1, Rating(700, 200, 50, True), SURE, 700, 788)
    assert rated_tip(sure) == "FreeCell: 812 +24 · All games: 700 ±0"


def test_one_hears_ones_own_rating() -> None:
    def told(before: int, rating: Rating = SURE) -> str:
        return own_rating_text(RatingChange(1, UNSURE, rating, 0, before))

    assert told(788) == "Your rating in FreeCell is 812, 24 more."
    assert told(815) == "Your rating in FreeCell is 812, 3 less."
    assert told(812) == "Your rating in FreeCell is 812, as before."
    unsure = Rating(812, 400, 2, False, "FreeCell")
    assert told(788, unsure) == "Your rating in FreeCell is 812, 24 more. It is not sure yet."


def test_families_are_translated_and_what_is_none_is_text() -> None:
    assert family_text("") == "All games"
    assert "FreeCell" in families()
    assert all(one < other for one, other in pairwise(families()))
    with speaking("de"):
        assert family_text("Pyramids") == "Pyramiden"
    assert family_text("<b>\nnew") == "<b> new"


def test_seasons() -> None:
    assert season_text(3, 3) == "This season"
    assert season_text(1, 3) == "Season 1"


def test_the_changes_of_a_course() -> None:
    points = [RatingPoint(at, value, 400) for at, value in enumerate((1120, 1100, 1100))]
    assert changes_of(points) == [120, -20, 0]
    full = [RatingPoint(at, 7, 400) for at in range(MAX_COURSE)]
    assert changes_of(full)[:2] == [None, 0]
    assert changes_of([]) == []


def test_a_room_says_whether_it_is_rated() -> None:
    rated, casual = Settings("klondike"), Settings("klondike", rated=False)
    alone = Settings("klondike", seats=1)
    assert [kind_text(each) for each in (rated, casual, alone)] == ["Rated", "Casual", ""]
    assert kind_line(rated) in settings_lines(rated)
    assert kind_line(casual) in settings_lines(casual)
    assert not kind_line(alone)
    assert settings_news(rated, casual) == "Casual: races do not count for ratings"
    assert settings_news(casual, rated) == "Rated: races count for ratings"
