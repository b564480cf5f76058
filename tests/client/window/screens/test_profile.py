import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from client.window.desktop import theme
from client.window.screens.profile import SEEN, ProfileScreen, _Deal
from client.window.widgets.recent_form import RecentForm, means, share_behind
from harness.fakes import ADA, BOB, CLEO, HOSTILE, PAST, TODAY, FakeLink, Show, month, press
from harness.qt_waiting import until
from protocol.messages import (
    GameRecord,
    GetDailies,
    GetProfile,
    GetRatingCourse,
    GetReplay,
    PastRace,
    Profile,
    Rating,
    RatingCourse,
    RatingPoint,
    Rival,
)

RACE = PastRace(12, "klondike", {"deal": "no-redeals"}, 2, 4, "stuck", 31, 65_000, 1_700_000_000)
PAGE = Profile(
    BOB,
    HOSTILE,
    since=1_600_000_000,
    races=9,
    wins=4,
    games=[
        GameRecord("klondike", {"deal": "no-redeals"}, 8, 4, 3, 61_000, 52, 7, 9),
        GameRecord("golf", {}, 1, 0, 0),
    ],
    recent=[RACE, PastRace(11, "golf", {}, 1, 4, "won", 52, 60_000, 1_700_000_000, won=True)],
)


def colours(widget: QWidget) -> list[QColor]:
    """Return the colours of a line of pixels across a widget."""
    image = widget.grab().toImage()
    return [image.pixelColor(x, image.height() // 2) for x in range(image.width())]


def test_a_players_page(link: FakeLink, show: Show) -> None:
    screen = show(ProfileScreen(link))
    screen.choose(BOB)
    assert link.take_sent()[-1] == GetProfile(BOB)
    link.tell(PAGE)
    assert screen.title.text() == HOSTILE
    assert screen.summary.text() == "here since 13 September 2020"
    assert [f.text() for f in (screen.races, screen.firsts, screen.solved)] == ["9", "4", "3"]
    assert screen.form.accessibleName() == "Lately: 1st of 4, 2nd of 4"
    assert QColor(theme.colours.accent) in colours(screen.form), "the win"
    family, first = ([screen.games.text(y, x) for x in range(5)] for y in range(2))
    assert family == ["Klondike", "4 of 8", "3", "", ""]
    assert first == ["Klondike · Deal: No redeals", "4 of 8", "3", "1:01.0", "52"]
    assert screen.games.text(3, 3) == "–", "no time without a win"


def test_what_heads_a_family_leads_nowhere(link: FakeLink, show: Show) -> None:
    screen = show(ProfileScreen(link))
    screen.choose(BOB)
    link.tell(PAGE)
    link.take_sent()
    screen.games.selectRow(0)
    assert not screen.board.isEnabled()
    assert not screen.replay_fastest.isEnabled()
    screen.games.itemActivated.emit(screen.games.item(0, 0))
    assert not link.take_sent()
    link.tell(replace(PAGE, games=PAGE.games[:1]))
    assert screen.games.rowCount() == 1, "one family needs no heading"


def test_rivals_take_the_place_of_the_lists_and_lead_to_their_pages(
    link: FakeLink, show: Show
) -> None:
    screen = show(ProfileScreen(link))
    screen.choose(BOB)
    assert not screen.show_rivals.isVisible()
    rivals = [Rival(CLEO, "Cleo", 9, 6, 2), Rival(ADA, HOSTILE, 3, 0, 3)]
    link.tell(replace(PAGE, rivals=rivals, streak=2, best_streak=5, ratings=[Rating(9, 470, 3)]))
    assert "Races won in a row: 2 · at most: 5" in screen.summary.text()
    press(screen, "Rivals")
    assert screen.rivals.isVisible()
    assert not screen.games.isVisible()
    rows = [[screen.rivals.table.text(y, x) for x in range(4)] for y in range(2)]
    assert rows == [["Cleo", "9", "6", "2"], [HOSTILE, "3", "0", "3"]]
    assert screen.rivals.table.is_lit(1), "the reader"
    asked: list[int] = []
    screen.profile.connect(asked.append)
    press(screen, "Show the player")
    screen.rivals.table.selectRow(1)
    screen.rivals.table.itemActivated.emit(screen.rivals.table.item(1, 0))
    assert asked == [CLEO, ADA]
    press(screen, "Ratings")
    assert not screen.rivals.isVisible(), "one at a time"
    assert not screen.about_rival.isVisible()
    press(screen, "Rivals")
    press(screen, "Rivals")
    assert screen.games.isVisible()
    screen.choose(CLEO)
    assert screen.rivals.table.rowCount() == 0


def test_a_first_place_that_has_not_won_is_none(link: FakeLink, show: Show) -> None:
    screen = show(ProfileScreen(link))
    screen.choose(BOB)
    first = replace(RACE, place=1, status="gave up")
    alone = replace(RACE, race=13, place=1, racers=1, status="won", won=True)
    races = [first, alone, *(replace(RACE, race=20 + n) for n in range(3))]
    link.tell(Profile(BOB, "Bob", races=5, recent=races))
    assert [screen.recent.text(y, 2) for y in range(3)] == ["no winner", "alone", "2nd of 4"]
    items = [screen.recent.item(y, 2) for y in range(3)]
    tips = [item is not None and bool(item.toolTip()) for item in items]
    assert tips == [True, False, False]
    assert screen.form.accessibleName() == "Lately: 2nd of 4, 2nd of 4, 2nd of 4"
    assert QColor(theme.colours.accent) not in colours(screen.form)


def test_a_column_is_as_high_as_the_share_of_the_rivals_behind() -> None:
    shares = [share_behind(replace(RACE, place=place, racers=3)) for place in (1, 2, 3)]
    assert shares == [1.0, 0.5, 0.0]
    assert share_behind(replace(RACE, place=9, racers=3)) == 0.0


def test_the_last_races_lead_to_their_replays(link: FakeLink, show: Show) -> None:
    screen = show(ProfileScreen(link))
    screen.choose(BOB)
    link.tell(PAGE)
    assert not screen.replay.isVisible()
    screen.tabs.setCurrentWidget(screen.recent)
    assert screen.replay.isEnabled(), "the last race is chosen"
    texts = [screen.recent.text(0, x) for x in range(1, 6)]
    assert texts == ["Klondike · Deal: No redeals", "2nd of 4", "Stuck", "31", "1:05.0"]
    link.take_sent()
    press(screen, "Show the replay")
    assert link.take_sent() == [GetReplay(12, BOB)]


@pytest.mark.usefixtures("styled")
def test_beside_the_games_the_last_races_have_their_dates(link: FakeLink, show: Show) -> None:
    screen = show(ProfileScreen(link))
    screen.resize(1280, 755)
    screen.choose(BOB)
    recent = [
        replace(
            RACE,
            race=20 - n,
            options={},
            status="out of time",
            at=1_700_600_000 - 86_400 * n,
        )
        for n in range(12)
    ]
    link.tell(replace(PAGE, recent=recent))
    until(lambda: screen.recent.isVisible() and screen.recent.width() < 640, "two columns")
    assert screen.games.isVisible()
    hidden = [screen.recent.isColumnHidden(x) for x in range(5)]
    assert not any(hidden), "of all but when the score was reached"
    assert not any(screen.games.isColumnHidden(x) for x in range(5))


def test_the_newest_race_is_chosen_and_another_choice_stays_until_there_is_one(
    link: FakeLink, show: Show
) -> None:
    screen = show(ProfileScreen(link))
    screen.choose(BOB)
    link.tell(PAGE)
    assert screen.recent.chosen == 12
    screen.recent.choose(11)
    link.tell(PAGE)
    chosen = [screen.recent.chosen]
    link.tell(replace(PAGE, recent=[replace(RACE, race=13), *PAGE.recent]))
    assert [*chosen, screen.recent.chosen] == [11, 13]


def test_what_was_achieved_in_a_game_leads_to_its_replay(link: FakeLink, show: Show) -> None:
    screen = show(ProfileScreen(link))
    boards: list[tuple[str, object]] = []
    screen.leaderboard.connect(lambda game, options: boards.append((game, options)))
    screen.choose(BOB)
    link.tell(PAGE)
    link.take_sent()
    press(screen, "Replay of the fastest")
    press(screen, "Replay of the best score")
    for x in (0, 3, 4):
        screen.games.itemActivated.emit(screen.games.item(1, x))
    races = (7, 9, 7, 7, 9)
    assert link.take_sent() == [GetReplay(race, BOB) for race in races]
    screen.games.selectRow(3)
    assert not screen.replay_fastest.isEnabled()
    assert not screen.replay_best.isEnabled(), "it is not for the asker"
    press(screen, "Leaderboard")
    assert boards == [("golf", {})]


def test_a_column_leads_to_the_replay_of_its_race(link: FakeLink, show: Show) -> None:
    screen = show(ProfileScreen(link))
    screen.choose(BOB)
    link.tell(PAGE)
    link.take_sent()
    oldest = QPoint(screen.form._edge + 4, 10)
    QTest.mouseClick(screen.form, Qt.MouseButton.LeftButton, pos=oldest)
    assert link.take_sent() == [GetReplay(11, BOB)], "the oldest is at the left"
    away = QPoint(screen.form.width() - 4, 10)
    QTest.mouseClick(screen.form, Qt.MouseButton.LeftButton, pos=away)
    assert not link.take_sent()


def test_the_line_is_the_mean_of_five_races() -> None:
    assert means([1, 1, 1, 1]) == [None] * 4
    assert means([1, 1, 1, 1, 0, 0]) == [None] * 4 + [0.8, 0.6]


def test_a_newcomer_reads_what_will_be_there_and_finds_rivals(link: FakeLink, show: Show) -> None:
    screen = show(ProfileScreen(link))
    wanted: list[bool] = []
    screen.bots.connect(lambda: wanted.append(True))
    screen.choose(ADA)
    assert not screen.first_race.isVisible(), "the server has not said yet"
    link.tell(Profile(ADA, "Ada"))
    assert "replays" in screen.games.empty
    assert not screen.form.isVisible(), "there is nothing to draw yet"
    press(screen, "Race against bots")
    assert wanted
    screen.practice.connect(lambda: wanted.append(False))
    press(screen, "Practise alone")
    assert wanted[1:] == [False]
    link.tell(replace(PAGE, player=ADA))
    assert not screen.first_race.isVisible()
    assert not screen.steps.isVisible()
    assert screen.form.isVisible()
    screen.choose(BOB)
    link.tell(Profile(BOB, "Bob"))
    assert not screen.steps.isVisible(), "another player's page"
    assert screen.games.empty == "No race yet."
    screen.resize(1280, 800)
    assert not screen.recent.isVisible(), "to say so once will do"
    assert not screen.replay.isVisible(), "there is none"
    link.tell(replace(PAGE, player=BOB))
    assert screen.recent.isVisible()
    assert screen.replay.isVisible()


def test_of_few_races_the_races_come_first_with_what_comes_next(link: FakeLink, show: Show) -> None:
    screen = show(ProfileScreen(link))
    screen.resize(1280, 800)
    screen.choose(ADA)
    games, first = [replace(PAGE.games[1], best_race=12)], replace(RACE, milliseconds=0, score=0)
    link.tell(Profile(ADA, "Ada", races=1, games=games, recent=[first]))

    def apart() -> QPoint:
        return screen.recent.mapTo(screen, QPoint()) - screen.games.mapTo(screen, QPoint())

    until(lambda: not screen.games.isVisible())
    assert not screen.form.isVisible(), "one column is no picture"
    assert not screen.replay_best.isVisible(), "it is the race that is listed"
    assert screen.board.isVisible()
    assert screen.first_race.isVisible()
    link.take_sent()
    press(screen, "Show the replay")
    assert link.take_sent() == [GetReplay(12, ADA)]
    screen.resize(800, 500)
    assert screen.tabs.currentWidget() is screen.recent
    screen.resize(1280, 800)
    link.tell(Profile(ADA, "Ada", races=3, games=games, recent=[RACE, RACE, first]))
    assert screen.form.isVisible()
    until(lambda: screen.games.isVisible() and apart().y() < 0)
    link.tell(replace(PAGE, player=ADA))
    until(lambda: apart().x() > 0)
    screen.choose(BOB)
    link.tell(Profile(BOB, "Bob", races=1, recent=[RACE]))
    assert not screen.first_race.isVisible()
    link.tell(Profile(BOB, "Bob", races=1))
    assert screen.recent.rowCount() == 0, "that race is not for the asker"


def test_the_last_places_are_drawn_in_a_low_window_too(
    styled: None, link: FakeLink, show: Show
) -> None:
    screen = show(ProfileScreen(link))
    screen.choose(BOB)
    link.tell(PAGE)
    screen.resize(800, 440)
    screen.grab()
    assert screen.form.isVisible()


def test_what_matters_is_there_at_every_width(styled: None, link: FakeLink, show: Show) -> None:
    screen = show(ProfileScreen(link))
    screen.choose(BOB)
    link.tell(PAGE)
    for width in (800, 1100, 1180, 1280, 1920):
        screen.resize(width, 700)
        screen.grab()
        assert not any(screen.games.isColumnHidden(x) for x in (1, 2)), "won, and solved"
        assert not any(screen.recent.isColumnHidden(x) for x in (2, 4)), "the place, and the score"


def test_options_of_usual_length_are_whole_at_1280(
    styled: None, link: FakeLink, show: Show
) -> None:
    screen = show(ProfileScreen(link))
    screen.choose(BOB)
    link.tell(PAGE)
    screen.resize(1280, 755)
    options = RACE.options
    games = [GameRecord("klondike", options, 13, 2, 3, 176_100, 52, 5, 5)]
    races = [replace(RACE, race=number) for number in range(1, 30)]
    link.tell(replace(PAGE, games=games, recent=races, races=29))
    until(lambda: screen.recent.columnWidth(1) >= screen.recent._held(1))
    assert screen.games.columnWidth(0) >= screen.games._held(0)
    assert not any(screen.games.isColumnHidden(x) for x in range(5))


def test_only_what_can_be_turned_to_looks_like_a_tab(link: FakeLink, show: Show) -> None:
    screen = show(ProfileScreen(link))
    screen.choose(BOB)
    link.tell(PAGE)
    screen.resize(800, 500)
    screen.grab()
    tabs, headings = [screen.tabs], [screen.games_heading, screen.races_heading]
    assert [part.isVisible() for part in (*tabs, *headings)] == [True, False, False]
    screen.resize(1280, 800)
    screen.grab()
    assert [part.isHidden() for part in (*tabs, *headings)] == [True, False, False]


def test_ones_own_page_says_so_and_a_click_on_the_name_edits_nothing(
    link: FakeLink, show: Show
) -> None:
    screen = show(ProfileScreen(link))
    screen.choose(ADA)
    link.tell(Profile(ADA, "Ada", since=1_600_000_000))
    assert screen.summary.text() == "your page · here since 13 September 2020"
    QTest.mouseClick(screen.title, Qt.MouseButton.LeftButton)
    assert not screen.title.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByKeyboard


def test_no_list_is_scrolled_sideways(styled: None, link: FakeLink, show: Show) -> None:
    screen = show(ProfileScreen(link))
    screen.choose(BOB)
    link.tell(PAGE)
    for width in range(800, 1400, 40):
        screen.resize(width, 700)
        screen.grab()
        for table in (screen.games, screen.recent):
            until(lambda table=table: not table.horizontalScrollBar().maximum())  # type: ignore[misc]


def test_the_deal_of_the_chosen_race_is_pictured_and_leads_to_its_replay(
    styled: None, link: FakeLink, show: Show
) -> None:
    screen = show(ProfileScreen(link))
    screen.resize(1280, 900)
    screen.choose(BOB)
    link.tell(PAGE)
    screen.grab()
    assert not screen.deal.isVisible(), "a server that does not say how it was dealt"
    for races in (1, 9):  # the table of the races is at its left, and at its right
        seen = [replace(race, seed=f"seed {race.race}") for race in PAGE.recent]
        link.tell(replace(PAGE, races=races, recent=seen))
        screen.recent.choose(12)
        until(lambda: screen.deal.picture.isVisible() and screen.deal.height() >= SEEN)
        shown = [picture_of(screen.deal)]
        assert screen.deal.caption.text().startswith("The deal: Klondike · 2nd of 4 · ")
        link.tell(replace(PAGE, races=races, recent=[replace(seen[0], seed="other"), seen[1]]))
        shown.append(picture_of(screen.deal))
        assert shown[0] != shown[1], "the cards of that race"
        link.take_sent()
        QTest.mouseClick(screen.deal.picture, Qt.MouseButton.LeftButton)
        assert link.take_sent() == [GetReplay(12, BOB)]
    screen.resize(800, 500)
    screen.grab()
    assert not screen.deal.isVisible()


def picture_of(deal: _Deal) -> QImage:
    """Return what a deal looks like, once it is drawn."""

    def is_drawn() -> bool:
        deal.grab()  # it is asked for again when it is made
        return not deal.picture.shown.isNull()

    until(is_drawn)
    return deal.picture.shown


def test_another_players_answer_is_passed_over(link: FakeLink, show: Show) -> None:
    screen = show(ProfileScreen(link))
    screen.choose(BOB)
    link.tell(PAGE)
    screen.choose(CLEO)
    assert screen.games.rowCount() == 0
    link.tell(PAGE)
    assert screen.games.rowCount() == 0


def test_where_not_all_places_fit_the_latest_are_shown(show: Show) -> None:
    form = show(RecentForm())
    form.show_races([replace(RACE, place=1, won=True), *[RACE] * 9])  # the newest comes first
    for width in (600, form.minimumSizeHint().width()):
        form.resize(width, 40)
        assert QColor(theme.colours.accent) in colours(form)
    assert show(RecentForm()).minimumSizeHint().width() < form.sizeHint().width()


def test_deals_that_can_be_won_have_rows_of_their_own(link: FakeLink, show: Show) -> None:
    screen = show(ProfileScreen(link))
    screen.choose(BOB)
    wished: list[tuple[object, ...]] = []
    screen.leaderboard.connect(lambda *told: wished.append(told))
    sealed = replace(PAGE.games[0], races=2, deals="winnable")
    recent = [replace(RACE, deals="winnable")]
    link.tell(replace(PAGE, games=[*PAGE.games, sealed], recent=recent))
    assert screen.games.text(2, 0) == "Klondike · Can be won · Deal: No redeals"
    assert screen.recent.text(0, 1) == "Klondike · Can be won · Deal: No redeals"
    screen.games.choose(screen.games.keys[2])
    screen.board.click()
    assert wished == [("klondike", {"deal": "no-redeals"}, "winnable")]


RATINGS = [Rating(790, 310, 24), Rating(812, 290, 20, True, "FreeCell")]


def test_the_ratings_are_in_the_place_of_games_and_races(link: FakeLink, show: Show) -> None:
    screen = show(ProfileScreen(link))
    screen.choose(BOB)
    link.tell(replace(PAGE, ratings=RATINGS))
    assert screen.rating.text() == "790?"
    assert screen.ratings.isHidden()
    press(screen, "Ratings")
    assert screen.ratings.isVisible()
    assert not screen.games.isVisible()
    assert link.take_sent()[-1] == GetRatingCourse(BOB, "")
    screen.ratings.families.choose("FreeCell")
    assert link.take_sent()[-1] == GetRatingCourse(BOB, "FreeCell")
    link.tell(RatingCourse(CLEO, "FreeCell", [RatingPoint(0, 1, 2)]))
    assert screen.ratings.races.rowCount() == 0, "somebody else's"
    link.tell(RatingCourse(BOB, "FreeCell", [RatingPoint(0, 812, 290, 52)]))
    assert not screen.replay_rated.isEnabled()
    screen.ratings.races.choose(0)
    screen.replay_rated.click()
    assert link.take_sent()[-1] == GetReplay(52, BOB)
    press(screen, "Ratings")
    assert screen.games.isVisible()
    assert not screen.replay_rated.isVisible()


def test_who_has_no_rating_has_no_figure_of_it(link: FakeLink, show: Show) -> None:
    screen = show(ProfileScreen(link))
    screen.choose(BOB)
    link.tell(replace(PAGE, ratings=RATINGS))
    screen.show_ratings.click()
    screen.choose(CLEO)
    link.tell(replace(PAGE, player=CLEO))
    assert not screen.show_ratings.isVisible()
    assert not screen.rating.isVisible()
    assert screen.games.isVisible(), "the page of somebody else begins with the games"


def test_the_daily_deals_in_the_place_of_games_and_races(link: FakeLink, show: Show) -> None:
    link.session.daily = TODAY
    screen = show(ProfileScreen(link))
    screen.choose(BOB)
    link.tell(PAGE)
    link.take_sent()
    days: list[str] = []
    screen.day.connect(days.append)
    press(screen, "Daily deals")
    assert link.take_sent() == [GetDailies("", BOB)]
    link.tell(month(BOB))
    assert screen.dailies.streak.text() == "3 days in a row · most so far: 9"
    assert not screen.games.isVisible()
    assert not screen.replay.isVisible()
    screen.dailies.calendar.chosen.emit(PAST)
    assert days == [PAST]
    press(screen, "Daily deals")
    assert not screen.dailies.isVisible()
    assert screen.games.isVisible()


def test_of_ratings_and_daily_deals_one_is_shown(link: FakeLink, show: Show) -> None:
    link.session.daily = TODAY
    screen = show(ProfileScreen(link))
    screen.choose(BOB)
    link.tell(replace(PAGE, ratings=[Rating(812, 200, 9)]))
    press(screen, "Daily deals")
    press(screen, "Ratings")
    assert not screen.show_dailies.isChecked()
    assert screen.ratings.isVisible()
    assert not screen.dailies.isVisible()


def test_without_daily_deals_there_is_no_way_to_them(link: FakeLink, show: Show) -> None:
    screen = show(ProfileScreen(link))
    screen.choose(BOB)
    link.tell(PAGE)
    assert not screen.show_dailies.isVisible()
