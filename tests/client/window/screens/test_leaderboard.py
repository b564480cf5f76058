import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from client.window.desktop.memory import Memory
from client.window.screens.leaderboard import LeaderboardScreen
from harness.fakes import ADA, BOB, CLEO, HOSTILE, FakeLink, Show, press
from harness.qt_waiting import until
from protocol.messages import (
    BestResult,
    Deals,
    GameRecord,
    GetLeaderboard,
    GetProfile,
    GetRatings,
    GetReplay,
    Leaderboard,
    Listed,
    OwnBest,
    OwnRows,
    OwnTally,
    Profile,
    RatedPlayer,
    Rating,
    Ratings,
    Tally,
)

DEAL: dict[str, str | bool] = {"deal": "no-redeals"}


def record(player: int, name: str) -> BestResult:
    return BestResult(12, player, name, "won", 52, 65_000, 80, 1_700_000_000)


def test_it_asks_for_the_chosen_game_and_options(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(LeaderboardScreen(link, memory))
    screen.choose("klondike", DEAL)
    assert link.take_sent()[-1] == GetLeaderboard("klondike", DEAL)
    assert "No redeals" in screen.chosen.text()


def test_the_server_is_asked_for_the_game_that_one_stays_with(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(LeaderboardScreen(link, memory))
    screen.choose("accordion", {})
    link.take_sent()
    for _ in range(10):
        QTest.keyClick(screen.games.finder.search, Qt.Key.Key_Down)
    assert screen.games.game != "accordion"
    assert screen.title.text() != "Accordion"
    until(lambda: link.sent, "the question")
    asked = [question.game for question in link.take_sent() if isinstance(question, GetLeaderboard)]
    assert asked == [screen.games.game]


def test_the_game_played_last_is_looked_at_first(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    memory.add_recent("golf")
    memory.add_recent("a-game-of-a-later-version")
    screen = show(LeaderboardScreen(link, memory))
    assert (screen.games.game, screen.title.text()) == ("golf", "Golf")


def test_what_was_played_since_is_looked_at_and_else_what_was_looked_at_last(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    memory.add_recent("golf")
    screen = show(LeaderboardScreen(link, memory))
    screen.choose("carpet", {})
    screen.hide()
    screen.show()
    assert screen.games.game == "carpet"
    screen.hide()
    memory.add_recent("klondike", DEAL)
    screen.show()
    assert screen.games.game == "klondike"
    assert "No redeals" in screen.chosen.text()


def test_in_a_narrow_window_the_games_wait_behind_a_button(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(LeaderboardScreen(link, memory))
    screen.resize(600, 450)
    assert not screen.games.isVisible()
    press(screen, "Another game")
    assert screen.games.isVisible()
    assert not screen.tabs.isVisible()
    QTest.keyClicks(screen.games.finder.search, "carpet")
    QTest.keyClick(screen.games.finder.search, Qt.Key.Key_Return)
    assert screen.tabs.isVisible()
    assert screen.title.text() == "Carpet"
    screen.resize(1000, 700)
    assert screen.games.isVisible()
    assert not screen.another.isVisible()


@pytest.mark.usefixtures("styled")
@pytest.mark.parametrize("deals", ["any", "winnable", "medium"])
@pytest.mark.parametrize("game", ["klondike", "australian-patience"])
def test_in_a_small_window_the_title_is_shown_in_full_whatever_deals_are_chosen(
    link: FakeLink, show: Show, memory: Memory, game: str, deals: Deals
) -> None:
    screen = show(LeaderboardScreen(link, memory))
    screen.resize(800, 455)
    screen.choose(game, {}, deals)
    assert screen.deals.isVisible()
    until(lambda: screen.title.width() >= screen.title.sizeHint().width(), "room for the title")
    assert screen.chosen.isHidden() or screen.chosen.width() >= screen.chosen.sizeHint().width()
    until(lambda: screen.deals.width() >= screen.deals.sizeHint().width(), "room for the choice")
    screen.deals.showPopup()
    offered = screen.deals.view()
    until(lambda: offered.viewport().width() >= offered.sizeHintForColumn(0), "all choices in full")
    screen.deals.hidePopup()


def test_records_players_and_replays(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(LeaderboardScreen(link, memory))
    screen.choose("klondike", DEAL)
    link.tell(
        Leaderboard(
            "klondike",
            DEAL,
            [record(BOB, HOSTILE)],
            [record(BOB, "Bob")],
            [Tally(BOB, "Bob", 9, 4), Tally(CLEO, "Cleo", 2, 0)],
        )
    )
    fast = [screen.fastest.text(0, x) for x in range(5)]
    assert fast == ["1", HOSTILE, "1:05.0", "52", "80"]
    best = [screen.best.text(0, x) for x in range(6)]
    assert best == ["1", "Bob", "52", "1:05.0", "80", "Solved"]
    assert not screen.best.is_lit(0), "lit is the player's own row alone"
    heading = screen.best.horizontalHeaderItem(3)
    assert heading is not None
    assert "score was reached" in heading.toolTip()
    assert [screen.players.text(0, x) for x in range(4)] == ["1", "Bob", "4", "9"]
    assert [screen.players.text(1, x) for x in range(4)] == ["–", "Cleo", "0", "2"]
    link.take_sent()
    press(screen, "Show the replay")
    assert link.take_sent() == [GetReplay(12, BOB)]
    assert screen.note.text() == "Bots are not listed."
    screen.grab()
    before = screen.about.geometry()
    screen.tabs.setCurrentWidget(screen.players)
    screen.grab()
    assert not screen.replay.isEnabled()
    assert screen.about.geometry() == before, "the button beside it stays where it is"
    assert screen.note.text() == "Bots are not listed. Most wins first, then fewest races."


def test_the_players_own_row_is_chosen_at_first(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(LeaderboardScreen(link, memory))
    screen.choose("klondike", DEAL)
    records = [record(BOB, "Bob"), record(ADA, "Ada"), record(ADA, "Ada")]
    players = [Tally(BOB, "Bob", 9, 4), Tally(CLEO, "Cleo", 1, 0)]
    told = Leaderboard("klondike", DEAL, records, [], players)
    link.tell(told)
    assert screen.fastest.chosen == (12, ADA)
    assert screen.best.chosen is None
    assert screen.players.chosen == BOB
    screen.fastest.choose((12, BOB))
    link.tell(told)
    assert screen.fastest.chosen == (12, BOB)


def test_where_nobody_has_won_the_best_scores_are_shown(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(LeaderboardScreen(link, memory))
    screen.choose("klondike", DEAL)
    link.tell(Leaderboard("klondike", DEAL, [], [record(ADA, "Ada")], [Tally(ADA, "Ada", 9, 4)]))
    assert screen.tabs.currentWidget() is screen.best
    screen.tabs.setCurrentWidget(screen.players)
    link.tell(Leaderboard("klondike", DEAL, [], [record(ADA, "Ada")], [Tally(ADA, "Ada", 9, 5)]))
    assert screen.tabs.currentWidget() is screen.players
    link.tell(Leaderboard("klondike", DEAL))
    assert screen.tabs.currentWidget() is screen.players


def test_a_race_behind_a_password_has_no_replay_here(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(LeaderboardScreen(link, memory))
    screen.choose("klondike", DEAL)
    hidden = replace(record(BOB, "Bob"), race=0)
    link.tell(Leaderboard("klondike", DEAL, [hidden], [hidden], [], "all"))
    screen.fastest.selectRow(0)
    link.take_sent()
    assert not screen.replay.isEnabled()
    assert screen.about.isEnabled()
    screen.fastest.itemActivated.emit(screen.fastest.item(0, 0))
    assert link.take_sent() == []


def test_ones_own_place_is_told_also_below_the_rows_that_are(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(LeaderboardScreen(link, memory))
    screen.choose("klondike", DEAL)
    rows = [record(BOB, "Bob")]
    own = OwnRows(OwnBest(14, record(ADA, "Ada")), None, OwnTally(60, Tally(ADA, "Ada", 3, 0)))
    board = Leaderboard("klondike", DEAL, rows, rows, [], listed=Listed(52, 1, 60), own=own)
    link.tell(board)
    assert screen.own.text() == "Your best: 1:05.0 · 14th of 52"
    link.take_sent()
    press(screen, "Show my replay")
    assert link.take_sent() == [GetReplay(12, ADA)]
    screen.tabs.setCurrentWidget(screen.best)
    assert screen.own.text() == "You have raced this, with no score that is ranked yet."
    screen.tabs.setCurrentWidget(screen.players)
    assert screen.own.text() == "You have won 0 of 3 races", "no place without a win"
    assert not screen.own_replay.isVisible()
    link.tell(replace(board, fastest=[record(ADA, "Ada")], own=OwnRows(own.fastest)))
    screen.tabs.setCurrentWidget(screen.fastest)
    assert screen.own.isVisible()
    assert not screen.own_replay.isVisible(), "the row is there, and chosen"


def test_who_has_raced_and_has_no_row_is_told_why(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(LeaderboardScreen(link, memory))
    screen.choose("klondike", DEAL)
    board = Leaderboard("klondike", DEAL, [record(BOB, "Bob")])
    link.tell(board)
    assert not screen.own.isVisible(), "who has never raced it"
    own = OwnRows(players=OwnTally(2, Tally(ADA, "Ada", 3, 0)))
    link.tell(replace(board, own=own))
    assert screen.own.text() == "You have raced this, and not solved it yet."
    link.tell(Profile(ADA, "Ada", games=[GameRecord("klondike", {}, 3, 1, 1)]), board)
    assert "other options" in screen.own.text()
    screen.period.setCurrentIndex(screen.period.findData("week"))
    link.tell(replace(board, period="week"))
    assert "all time" in screen.own.text()


def test_the_best_scores_are_a_list_where_they_say_more_than_the_fastest_times(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(LeaderboardScreen(link, memory))
    screen.choose("klondike", DEAL)
    best = screen.tabs.indexOf(screen.best)
    solved = [record(BOB, "Bob"), record(CLEO, "Cleo")]
    link.tell(Leaderboard("klondike", DEAL, solved, solved, listed=Listed(2, 2)))
    assert not screen.tabs.isTabVisible(best)
    less = [*solved, replace(record(ADA, "Ada"), status="gave up", score=20)]
    link.tell(Leaderboard("klondike", DEAL, solved, less, listed=Listed(2, 3)))
    assert screen.tabs.isTabVisible(best)
    link.tell(Leaderboard("klondike", DEAL))
    assert screen.tabs.isTabVisible(best), "nobody is in either"


def test_where_nobody_is_listed_a_race_is_a_click_away(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(LeaderboardScreen(link, memory))
    wanted: list[tuple[str, str, object]] = []
    screen.bots.connect(lambda game, options: wanted.append(("bots", game, options)))
    screen.make.connect(lambda game, options: wanted.append(("make", game, options)))
    screen.choose("klondike", DEAL)
    assert not screen.first_race.isVisible(), "the server has not said yet"
    link.tell(Leaderboard("klondike", DEAL))
    press(screen, "Race against bots")
    press(screen, "Make a room")
    assert wanted == [("bots", "klondike", DEAL), ("make", "klondike", DEAL)]
    link.tell(Leaderboard("klondike", DEAL, [record(BOB, "Bob")]))
    assert screen.first_race.isVisible(), "one row is hardly a list"
    assert not screen.make_room.isVisible()
    assert [way.property("role") for way in (screen.first_race, screen.replay)] == ["", "main"]
    rivals = [record(player, "Bob") for player in (BOB, CLEO, CLEO + 1)]
    link.tell(Leaderboard("klondike", DEAL, rivals))
    assert not screen.first_race.isVisible()


def test_an_answer_to_an_older_question_is_passed_over(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(LeaderboardScreen(link, memory))
    screen.choose("klondike", DEAL)
    link.tell(Leaderboard("montana", {}, [record(BOB, "Bob")], [], []))
    link.tell(Leaderboard("klondike", {"deal": "three-card-deals"}, [record(BOB, "Bob")], [], []))
    assert screen.fastest.rowCount() == 0


def test_a_period_is_asked_for_and_others_are_passed_over(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(LeaderboardScreen(link, memory))
    screen.choose("klondike", DEAL)
    link.take_sent()
    screen.period.setCurrentIndex(screen.period.findData("week"))
    until(lambda: link.sent, "the question")
    assert link.take_sent() == [GetLeaderboard("klondike", DEAL, "week")]
    link.tell(Leaderboard("klondike", DEAL, [record(BOB, "Bob")]))
    assert screen.fastest.rowCount() == 0
    link.tell(Leaderboard("klondike", DEAL, [record(BOB, "Bob")], period="week"))
    assert screen.fastest.rowCount() == 1


def test_the_page_of_a_player_is_a_click_away(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(LeaderboardScreen(link, memory))
    shown: list[int] = []
    screen.profile.connect(shown.append)
    screen.choose("klondike", DEAL)
    link.tell(Leaderboard("klondike", DEAL, [record(BOB, "Bob")], [], [Tally(CLEO, "Cleo", 9, 4)]))
    press(screen, "Show the player")
    screen.tabs.setCurrentWidget(screen.players)
    screen.players.selectRow(0)
    press(screen, "Show the player")
    assert shown == [BOB, CLEO]


def test_who_has_won_as_often_in_as_many_races_shares_a_place(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(LeaderboardScreen(link, memory))
    screen.choose("klondike", DEAL)
    rows = [(9, 4), (1, 1), (1, 1), (2, 1), (2, 0), (2, 0)]
    players = [Tally(10 + at, "Bob", races, wins) for at, (races, wins) in enumerate(rows)]
    players[2] = replace(players[2], player=ADA)
    own = OwnRows(players=OwnTally(3, players[2]))
    link.tell(Leaderboard("klondike", DEAL, [], [], players, listed=Listed(0, 0, 6), own=own))
    screen.tabs.setCurrentWidget(screen.players)
    assert [screen.players.text(y, 0) for y in range(6)] == ["1", "2", "2", "4", "–", "–"]
    assert screen.own.text().endswith("2nd of 6"), "as in the list"
    assert "fewest races" in screen.note.text()


def test_the_games_that_one_has_raced_here_come_first_with_the_options_of_then(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(LeaderboardScreen(link, memory))
    assert GetProfile(ADA) in link.take_sent()
    finder = screen.games.finder
    games = [GameRecord("klondike", DEAL, 3, 1, 1), GameRecord("klondike", {}, 1, 0, 0)]
    link.tell(Profile(BOB, "Bob", games=[GameRecord("golf", {}, 1, 0, 0)]))
    assert finder.list.item(0).text() == "4x13", "another player's games are not one's own"
    link.tell(Profile(ADA, "Ada", games=games))
    assert finder.list.item(0).text() == "Klondike"
    finder.list.setCurrentRow(0)
    assert "No redeals" in screen.chosen.text()
    screen.choose("klondike", {})
    assert "No redeals" not in screen.chosen.text(), "what is asked for is shown"


def test_no_game_changes_its_place_while_one_looks(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(LeaderboardScreen(link, memory))
    names = [screen.games.finder.list.item(0).text()]
    spider, golf = GameRecord("spider", {}, 1, 0, 0), GameRecord("golf", {}, 1, 0, 0)
    for games in ([spider], [golf, spider]):
        link.tell(Profile(ADA, "Ada", games=games))
        names.append(screen.games.finder.list.item(0).text())
    screen.hide()
    screen.show()
    names.append(screen.games.finder.list.item(0).text())
    assert names == ["4x13", "Spider", "Spider", "Golf"]


def test_of_players_there_is_no_replay_and_of_unsolved_games_that_is_told(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(LeaderboardScreen(link, memory))
    screen.choose("klondike", DEAL)
    link.tell(Leaderboard("klondike", DEAL, [], [record(BOB, "Bob")], [Tally(BOB, "Bob", 1, 1)]))
    assert screen.replay.isVisible()
    screen.tabs.setCurrentWidget(screen.players)
    assert not screen.replay.isVisible()
    assert screen.about.property("role") == "main"
    assert screen.fastest.empty == "Nobody has solved it yet: be the first."


def test_who_has_played_nothing_sees_first_what_is_raced_here(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(LeaderboardScreen(link, memory))
    assert link.take_sent() == [GetProfile(ADA), GetLeaderboard("")]
    link.tell(Profile(ADA, "Ada"))
    link.tell(Leaderboard("klondike", DEAL, [record(BOB, "Bob")]))
    assert (screen.games.game, screen.title.text()) == ("klondike", "Klondike")
    assert "No redeals" in screen.chosen.text()
    assert screen.fastest.rowCount() == 1
    link.tell(Leaderboard("spider", {}, [record(BOB, "Bob")]))
    assert screen.games.game == "klondike", "and it stays"


def test_what_the_player_has_raced_with_another_memory_says_more(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(LeaderboardScreen(link, memory))
    link.tell(Profile(ADA, "Ada", games=[GameRecord("klondike", DEAL, 1, 0, 0)]))
    link.tell(Leaderboard("spider", {}, [record(BOB, "Bob")]))
    assert screen.games.game == "klondike"
    link.tell(Profile(ADA, "Ada", games=[GameRecord("golf", {}, 2, 0, 0)]))
    assert screen.games.game == "klondike", "and it stays"


def test_where_nobody_has_raced_the_first_game_is_asked_for(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(LeaderboardScreen(link, memory))
    link.take_sent()
    link.tell(Profile(ADA, "Ada"), Leaderboard("", {}))
    assert link.take_sent() == [GetLeaderboard(screen.games.game, {})]


def test_ones_own_row_is_not_cut_by_the_edge(
    styled: None, link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(LeaderboardScreen(link, memory))
    screen.choose("klondike", DEAL)
    rows = [replace(record(10 + at, "Bob"), race=10 + at) for at in range(9)]
    rows[5] = replace(rows[5], player=ADA)
    link.tell(Leaderboard("klondike", DEAL, rows, listed=Listed(9, 0, 0)))
    table = screen.fastest
    for height in range(380, 480, 10):
        screen.resize(800, height)
        screen.grab()
        box, seen = table.row_box((15, ADA)), table.viewport().geometry()
        assert box is not None
        assert not box.intersects(seen) or seen.contains(box)


def test_each_kind_of_deals_has_lists_of_its_own(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(LeaderboardScreen(link, memory))
    made: list[tuple[object, ...]] = []
    screen.make.connect(lambda *told: made.append(told))
    screen.choose("freecell", {})
    assert screen.deals.isVisible()
    link.take_sent()
    screen.deals.setFocus()
    QTest.keyClick(screen.deals, Qt.Key.Key_Down)
    until(lambda: link.sent, "the question")
    assert link.take_sent() == [GetLeaderboard("freecell", {}, deals="winnable")]
    link.tell(Leaderboard("freecell", {}, [record(BOB, "Bob")]))
    assert screen.fastest.rowCount() == 0, "of any deals"
    link.tell(Leaderboard("freecell", {}, [], deals="winnable"))
    press(screen, "Make a room")
    assert made == [("freecell", {}, "winnable")]
    link.tell(Leaderboard("freecell", {}, [record(BOB, "Bob")], deals="winnable"))
    assert screen.fastest.rowCount() == 1
    screen.choose("agnes", {})
    assert not screen.deals.isVisible()


def test_it_begins_with_the_deals_that_were_raced(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(LeaderboardScreen(link, memory))
    raced = GameRecord("freecell", {}, 3, 1, 0, deals="winnable")
    link.tell(Profile(ADA, "Ada", games=[raced]))
    assert (screen.games.game, screen.deals.deals) == ("freecell", "winnable")
    screen.choose("freecell", {}, "any")
    assert link.take_sent()[-1] == GetLeaderboard("freecell", {})


def test_a_kind_that_few_games_have_is_looked_at(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(LeaderboardScreen(link, memory))
    screen.choose("montana", {})
    screen.choose("freecell", {}, "hard")
    assert screen.deals.currentText() == "Can be won: hard"
    assert link.take_sent()[-1] == GetLeaderboard("freecell", {}, deals="hard")
    screen.games.choose("montana")
    assert screen.deals.deals == "winnable"


# Ratings ------------------------------------------------------------------------------------------


def test_the_ratings_are_one_more_list(link: FakeLink, show: Show, memory: Memory) -> None:
    screen = show(LeaderboardScreen(link, memory))
    screen.choose("freecell", {})
    screen.tabs.setCurrentWidget(screen.ratings)
    assert link.take_sent()[-1] == GetRatings("", 0)
    assert screen.title.text() == "Ratings: All games"
    for part in (screen.period, screen.deals, screen.replay):
        assert not part.isVisible()
    first = RatedPlayer(BOB, "Bob", 1, Rating(812, 290, 20, True))
    own = RatedPlayer(ADA, "Ada", 400, Rating(3, 480, 1))
    link.tell(Ratings("", 1, 1, 520, [first], own))
    assert screen.own.text() == "Your rating: 3? · 400th of 520"
    assert screen.own.isVisible()
    players: list[int] = []
    screen.profile.connect(players.append)
    screen.about.click()
    assert players == [BOB]
    screen.tabs.setCurrentWidget(screen.fastest)
    assert screen.title.text() == "FreeCell"
    assert screen.period.isVisible()


def test_the_tabs_stay_in_their_place_from_list_to_list(
    styled: None, link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(LeaderboardScreen(link, memory))
    for size in ((1180, 740), (1600, 900)):
        screen.resize(*size)
        screen.tabs.setCurrentWidget(screen.best)
        until(screen.picture.isVisible)
        QApplication.processEvents()
        place = screen.tabs.mapTo(screen, QPoint(0, 0))
        screen.tabs.setCurrentWidget(screen.ratings)
        until(lambda: not screen.picture.isVisible())
        QApplication.processEvents()
        assert screen.tabs.mapTo(screen, QPoint(0, 0)) == place
    assert "With a question mark" in screen.note.text(), "what a rating is"
    screen.resize(800, 480)
    assert screen.note.text() == "Bots are not listed.", "the rows need the room"


def test_beside_the_ratings_are_families_in_the_place_of_games(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(LeaderboardScreen(link, memory))
    screen.resize(1000, 700)
    screen.tabs.setCurrentWidget(screen.ratings)
    families, choice = screen.ratings.families, screen.ratings.family
    assert families.isVisible()
    assert not screen.games.isVisible()
    assert not choice.isVisible()
    assert families.currentItem().text() == "All games"
    row = choice.findData("FreeCell")
    families.setCurrentRow(row)
    assert screen.title.text() == "Ratings: FreeCell"
    assert GetRatings("FreeCell", 0) in link.take_sent()
    screen.resize(600, 400)
    assert choice.isVisible(), "where there is no room beside the list"
    assert choice.currentIndex() == row
    assert not families.isVisible()
    assert not screen.another.isVisible()
    screen.tabs.setCurrentWidget(screen.fastest)
    assert screen.another.isVisible()
    screen.resize(1000, 700)
    assert screen.games.isVisible()
    assert not families.isVisible()


def test_where_nobody_is_rated_a_room_is_offered_and_no_bots(
    link: FakeLink, show: Show, memory: Memory
) -> None:
    screen = show(LeaderboardScreen(link, memory))
    screen.tabs.setCurrentWidget(screen.ratings)
    link.tell(Ratings("", 1, 1, 0))
    assert screen.make_room.isVisible()
    assert not screen.first_race.isVisible()
    assert "race with two or more people" in screen.ratings.table.empty
