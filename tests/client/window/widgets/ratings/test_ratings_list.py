from client.window.widgets.ratings.ratings_list import MOST_SEASONS, RatingsList
from harness.fakes import ADA, BOB, CLEO, HOSTILE, Show
from protocol.messages import RatedPlayer, Rating, Ratings

FIRST = RatedPlayer(BOB, HOSTILE[:24], 1, Rating(812, 290, 20, True))
OWN = RatedPlayer(ADA, "Ada", 400, Rating(3, 480, 1))


def ratings_list(show: Show) -> tuple[RatingsList, list[tuple[str, int]]]:
    made = show(RatingsList())
    asked: list[tuple[str, int]] = []
    made.asked.connect(lambda family, season: asked.append((family, season)))
    return made, asked


def test_the_highest_ratings(show: Show) -> None:
    made, asked = ratings_list(show)
    made.ask()
    assert asked == [("", 0)]
    second = RatedPlayer(ADA, "Ada", 2, Rating(640, 400, 3))
    made.take(Ratings("", 1, 1, 2, [FIRST, second], second), ADA)
    rows = [[made.table.text(y, x) for x in range(4)] for y in range(2)]
    assert rows == [["1", HOSTILE[:24], "812", "20"], ["2", "Ada", "640?", "3"]]
    assert made.table.is_lit(1), "one's own row"
    assert made.chosen == ADA
    assert made.own_text == "Your rating: 640? · 2nd of 2"
    assert made.season.isHidden()


def test_who_is_far_down_is_told_where(show: Show) -> None:
    made, _ = ratings_list(show)
    made.take(Ratings("", 1, 1, 520, [FIRST], OWN), ADA)
    assert made.own_text == "Your rating: 3? · 400th of 520"
    assert made.chosen == BOB


def test_another_family_and_another_season(show: Show) -> None:
    made, asked = ratings_list(show)
    made.take(Ratings("", 3, 3, 1, [FIRST]), ADA)
    seasons = [made.season.itemText(at) for at in range(made.season.count())]
    assert seasons == ["This season", "Season 2", "Season 1"]
    made.season.setCurrentIndex(2)
    assert asked == [("", 1)]
    assert made.table.rowCount() == 0, "what is shown would be another season's"
    made.take(Ratings("", 3, 3, 1, [FIRST]), ADA)
    assert made.table.rowCount() == 0, "an answer that is late"
    made.take(Ratings("", 1, 3, 1, [FIRST]), ADA)
    assert made.table.rowCount() == 1
    made.family.setCurrentIndex(made.family.findData("FreeCell"))
    assert asked[-1] == ("FreeCell", 1)
    made.choose_family("Spider")
    assert asked[-1] == ("FreeCell", 1), "nothing is asked for yet"
    assert made.family.currentText() == "Spider"


def test_more_seasons_than_anybody_looks_at(show: Show) -> None:
    made, _ = ratings_list(show)
    made.take(Ratings("", 10**9, 10**9, 0), CLEO)
    assert made.season.count() == MOST_SEASONS


def test_where_nobody_is_rated_it_says_what_to_do(show: Show) -> None:
    made, _ = ratings_list(show)
    made.take(Ratings("", 1, 1, 0), ADA)
    assert "race with two or more people" in made.table.empty
    assert made.own_text == ""
