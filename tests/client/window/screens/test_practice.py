"""The practice screen, as a player uses it."""

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QFocusEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton

from client.bots.chooser import MoveChooser
from client.session.practice_game import PracticeGame
from client.session.solving.orders import Find, Look
from client.window.desktop import preferences
from client.window.desktop.memory import Memory
from client.window.screens.commands import is_offered
from client.window.screens.practice import PracticeScreen
from client.words.texts import points_text
from engine import catalogue
from engine.hints import hints
from engine.state import Click
from harness.fakes import Show
from harness.mouse import Mouse
from harness.qt_waiting import until
from protocol.messages import Replay
from protocol.racing import play_again
from protocol.wire import parse_action
from tests.client.conftest import wait_until
from tests.client.fake_solver import FakeSolver
from tests.server.play import thirteens_to
from tests.server.stock.fake_foundry import QUICK, certified


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def solver(qt_app: QApplication) -> FakeSolver:
    return FakeSolver()


@pytest.fixture
def practice(
    qt_app: QApplication, memory: Memory, clock: Clock, solver: FakeSolver
) -> Iterator[PracticeScreen]:
    screen = PracticeScreen(memory, now=clock, solver=solver)
    screen.board.animated = False
    screen.resize(1000, 700)
    screen.show()
    yield screen
    screen.close()
    screen.deleteLater()


def press(button: QAbstractButton) -> None:
    assert button.isEnabled()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def button(practice: PracticeScreen, text: str) -> QPushButton:
    return next(b for b in practice.findChildren(QPushButton) if b.text() == text and b.isVisible())


def test_a_game_is_played_with_the_mouse(practice: PracticeScreen, clock: Clock) -> None:
    practice.start("klondike", seed="a seed")
    hand = Mouse(practice.board)
    hand.click(0)
    clock.now = 65
    hand.wait(500)
    hand.click(0)
    assert len(practice.practice.view.piles[1]) == 2
    assert practice.clock.text() == "1:05"
    press(practice.undo_button)
    QTest.keyClick(practice.board, Qt.Key.Key_U)
    assert practice.practice.view == practice.practice.game.view(
        practice.practice.game.deal("a seed")
    )
    assert not practice.undo_button.isEnabled()
    QTest.keyClick(practice.board, Qt.Key.Key_U)
    assert practice.board.bubble.text() == "There is nothing to undo."
    press(practice.deal_button)
    assert practice.board.state.piles[1]


def test_a_stuck_game_offers_to_take_back_and_hides_no_card(practice: PracticeScreen) -> None:
    practice.start("accordion", seed="a seed")
    game = practice.practice.game
    assert not practice.stuck.isVisible()
    while actions := hints(game, practice.practice.view):
        practice.act(actions[0])
    assert practice.stuck.isVisible()
    assert practice.score.text() == points_text(practice.practice.view.score)
    practice.hide()  # and back again
    practice.show()
    wait_until(lambda: practice.stuck.y() == practice.board.geometry().bottom() + 1)
    texts = [each.text() for each in practice.findChildren(QPushButton) if each.isVisible()]
    for way in ("Undo", "New deal", "This deal again"):
        assert texts.count(way) == 1
    roles = practice.undo_button.property("role"), practice.new_button.property("role")
    assert roles == ("main", ""), "what is nearest is offered"
    press(practice.undo_button)
    assert practice.practice.outcome is None
    assert not practice.stuck.isVisible()
    assert not practice.undo_button.property("role")
    practice.act(hints(game, practice.practice.view)[0])
    press(practice.new_button)
    assert not practice.stuck.isVisible()
    assert practice.practice.seed != "a seed"


def test_winning_is_told_on_the_table_with_what_is_a_record(
    practice: PracticeScreen, clock: Clock, heard: list[str]
) -> None:
    seed, line = thirteens_to("won")
    told = []
    for seconds in (2, 1, 3):
        practice.start("thirteens", seed=seed)
        practice.practice.known = False  # as if it were another deal
        for action in line:
            practice.act(action)
            clock.now += seconds
        told.append((practice.solved.figures.text(), practice.solved.record.text()))
    moves = len(line)
    assert told[1] == (f"0:{moves - 1} · {moves} moves · 52 points", "Your fastest so far")
    assert [record for _, record in told] == [
        "The first one that you solved in this game",
        "Your fastest so far",
        "",
    ]
    assert heard[-1].startswith("Solved! ")
    assert not practice.hint_button.isEnabled()
    said = len(heard)
    for _ in range(2):  # the first one shows the cursor
        QTest.keyClick(practice.board, Qt.Key.Key_Return)
    assert heard[said:] == ["row 1, place 1, empty"], "no key is refused any more"
    card = practice.solved
    assert card.isVisible()
    hidden = [card.geometry().intersects(QRect(*box)) for box in practice.board.card_boxes()]
    assert not any(hidden), "there is room enough beside them"
    QTest.mouseClick(card.headline, Qt.MouseButton.LeftButton)
    assert not card.isVisible(), "it is put away"
    practice._show(animate=False)
    press(card.findChildren(QPushButton)[1])
    assert practice.practice.seed == seed
    assert not card.isVisible()


def test_the_seed_is_shown_and_can_be_typed(practice: PracticeScreen) -> None:
    first = practice.practice.seed
    assert practice.code_edit.text() == f"klondike/{first}"
    practice.code_edit.setText("  my own deal ")
    QTest.keyClick(practice.code_edit, Qt.Key.Key_Return)
    assert practice.practice.seed == "my own deal"
    assert practice.code_edit.text() == "klondike/my own deal"
    practice.act(Click(0))
    press(practice.again_button)
    assert practice.practice.seed == "my own deal"
    assert not practice.practice.can_undo
    press(practice.new_button)
    assert practice.practice.seed not in (first, "my own deal")
    practice.code_edit.setText("")
    QTest.keyClick(practice.code_edit, Qt.Key.Key_Return)
    assert practice.code_word.text().startswith("Type a code, or any word")
    QTest.keyClick(practice.code_edit, Qt.Key.Key_Escape)
    assert practice.code_edit.text() == practice.code
    practice.code_edit.setText("foo/123")
    QTest.keyClick(practice.code_edit, Qt.Key.Key_Return)
    assert practice.code_edit.text() == "foo/123", "to be mended"
    for reason in (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.MouseFocusReason):
        assert practice.code_edit.text() == "foo/123"
        QApplication.sendEvent(practice.code_edit, QFocusEvent(QEvent.Type.FocusOut, reason))
    assert practice.code_edit.text() == practice.code, "what is no deal's is not told as this one's"
    assert practice.focusWidget() is practice.board


def test_games_and_options_are_chosen(practice: PracticeScreen) -> None:
    for entry in catalogue.entries():
        press(practice.game_button)
        practice.games.choose(entry.name)
        press(button(practice, "Play"))
        assert practice.practice.name == entry.name
        assert practice.practice.options == entry.complete({})
        assert practice.game_button.text() == entry.title
        assert practice.deal_button.isHidden() == (practice.practice.game.button is None)
    random = {catalogue.entry("gaps").options[0].name: True}
    practice.start("gaps", random)
    assert practice.deal_button.text() == "Deal (2)"
    assert not practice.deal_button.isEnabled()
    press(practice.game_button)
    assert practice.games.options.options == random
    practice.games.choose("klondike", {"deal": "three-card-deals"})
    press(button(practice, "Play"))
    assert "Three card deals" in practice.options_text.text()
    practice.board.press_button()
    assert len(practice.practice.view.piles[1]) == 3
    press(practice.again_button)
    assert practice.practice.options == {"deal": "three-card-deals"}


def test_a_game_is_chosen_with_the_keyboard_alone(practice: PracticeScreen) -> None:
    press(practice.game_button)
    search = practice.games.finder.search
    QTest.keyClicks(search, "montan")
    QTest.keyClick(search, Qt.Key.Key_Return)
    assert practice.practice.name == "montana"
    assert practice.board.isVisible()


def test_a_choice_can_be_left(practice: PracticeScreen) -> None:
    practice.start("4x13", seed="a seed")
    practice.act(hints(practice.practice.game, practice.practice.view)[0])
    before = practice.practice
    press(practice.game_button)
    assert practice.games.game == "4x13"
    QTest.keyClicks(practice.games.finder.search, "spider")
    QTest.keyClick(practice.games.finder.search, Qt.Key.Key_Escape)  # ends the search
    QTest.keyClick(practice.games.finder.search, Qt.Key.Key_Escape)
    assert practice.board.isVisible()
    press(practice.game_button)
    assert practice.games.game == "4x13"
    press(button(practice, "Cancel"))
    assert practice.practice is before
    assert practice.practice.can_undo


def test_games_that_were_played_are_remembered(practice: PracticeScreen, memory: Memory) -> None:
    practice.start("gaps")
    assert memory.recent == []
    practice.start("4x13")
    practice.act(hints(practice.practice.game, practice.practice.view)[0])
    assert memory.recent == ["4x13"]


def test_hints_light_the_board_or_name_the_button(practice: PracticeScreen) -> None:
    practice.start("klondike", seed="a seed")
    press(practice.hint_button)
    assert practice.board._scene.lit
    practice.start("montana", seed="a seed")
    game = practice.practice.game
    for _ in range(500):
        action = hints(game, practice.practice.view)[0]
        if practice.board.show_hint() == action and not practice.board._scene.lit:
            break
        practice.act(action)
    press(practice.hint_button)
    assert practice.saying.text() == "Reshuffle looks best"


def test_the_rules_are_there_to_read(practice: PracticeScreen) -> None:
    practice.start("4x13")
    assert not practice.rules.isVisible()
    press(practice.rules_button)
    assert practice.rules.isVisible()
    assert practice.rules.title.text() == "4x13"
    assert "ace" in practice.rules.rules.text()


def test_going_back(practice: PracticeScreen) -> None:
    left: list[bool] = []
    practice.left.connect(lambda: left.append(True))
    press(practice.leave_button)
    assert left == [True]


def test_the_next_start_goes_on_where_the_last_one_ended(
    practice: PracticeScreen, memory: Memory, clock: Clock
) -> None:
    practice.start("freecell", {}, "a seed")
    practice.act(hints(practice.practice.game, practice.practice.view)[0])
    clock.now = 42
    practice.put_away()

    again = PracticeScreen(memory, now=clock)
    assert again.practice.name == "freecell"
    assert again.practice.view == practice.practice.view
    assert again.clock.text() == "0:42"
    assert again.undo_button.isEnabled()
    again.deleteLater()


def test_a_game_that_cannot_be_taken_up_is_left(practice: PracticeScreen, memory: Memory) -> None:
    saved = practice.practice.saved(0)
    for broken in (
        replace(saved, game="no such game"),
        replace(saved, seed="\n"),
        replace(saved, entries=[[7, 99, 8]]),
        replace(saved, entries=["undo"]),
    ):
        memory.practice.keep_game(broken)
        again = PracticeScreen(memory)
        assert again.practice.name == "klondike"
        assert not again.practice.touched
        again.deleteLater()


def test_a_deal_counts_once_and_only_if_it_was_played(
    practice: PracticeScreen, memory: Memory
) -> None:
    practice.start("klondike", seed="a seed")
    practice.deal_new()
    assert memory.practice.records() == []

    practice.act(Click(0))
    practice.undo()
    practice.deal_new()
    assert memory.practice.records() == []  # It can be brought back.
    practice.act(Click(0))
    [record] = memory.practice.records()
    assert (record.played, record.won) == (1, 0)

    practice.undo()
    practice.put_away()
    practice.deal_new()
    practice.deal_new()
    [record] = memory.practice.records()
    assert (record.played, record.won) == (2, 0)


def test_in_another_language_the_game_that_waits_does_so_still(
    practice: PracticeScreen, memory: Memory, show: Show
) -> None:
    practice.start("golf", seed="a seed")
    practice.act(Click(0))
    practice.start("klondike", seed="another")
    other = show(PracticeScreen(memory))
    other.follow(practice)
    assert other.practice.name == "klondike"
    press(other.undo_button)
    assert (other.practice.name, other.practice.seed) == ("golf", "a seed")
    assert memory.practice.records() == []


@pytest.mark.parametrize("again", [False, True])
def test_a_game_that_was_left_by_mistake_comes_back(
    practice: PracticeScreen, memory: Memory, again: bool
) -> None:
    practice.start("golf", seed="a seed")
    practice.act(Click(0))
    before = practice.practice.view
    press(practice.again_button if again else practice.new_button)
    assert practice.practice.view != before
    assert "brings the last game back" in practice.saying.text()
    QTest.keyClick(practice.board, Qt.Key.Key_U)
    assert (practice.practice.seed, practice.practice.view) == ("a seed", before)
    assert practice.practice.can_undo
    practice.put_away()
    assert memory.practice.records() == []
    press(practice.new_button)
    practice.act(Click(0))
    practice.undo()
    practice.undo()
    assert practice.practice.seed != "a seed", "it was played: the other one is gone"


def test_a_game_that_was_left_waits_while_the_records_are_read(practice: PracticeScreen) -> None:
    practice.start("golf", seed="a seed")
    practice.act(Click(0))
    before = practice.practice.view
    press(practice.new_button)
    press(practice.records_button)
    assert "counts with the first move" in practice.records.summary.text()
    press(practice.records.leave)
    QTest.keyClick(practice.board, Qt.Key.Key_U)
    assert (practice.practice.seed, practice.practice.view) == ("a seed", before)


def test_a_game_that_was_left_is_on_the_table_at_the_next_start(
    practice: PracticeScreen, memory: Memory, show: Show
) -> None:
    practice.start("golf", seed="a seed")
    practice.act(Click(0))
    before = practice.practice.view
    press(practice.new_button)
    practice.put_away()
    again = show(PracticeScreen(memory))
    assert (again.practice.seed, again.practice.view) == ("a seed", before)
    assert memory.practice.records() == [], "it is not over"
    press(practice.undo_button)
    assert practice.practice.seed == "a seed", "who stays has it by Undo still"


def test_a_win_is_in_the_records_at_once(
    practice: PracticeScreen, memory: Memory, clock: Clock
) -> None:
    seed, line = thirteens_to("won")
    practice.start("thirteens", seed=seed)
    for action in line:
        clock.now += 1
        practice.act(action)
    assert practice.practice.outcome == "won"
    [record] = memory.practice.records()
    assert (record.game, record.played, record.won, record.row) == ("thirteens", 1, 1, 1)
    assert record.fastest == len(line) - 1
    practice.undo()
    practice.deal_new()
    assert memory.practice.records() == [record], "the same deal counts once"


def test_the_records_are_shown_and_lead_back_to_a_game(practice: PracticeScreen) -> None:
    practice.start("klondike", seed="a seed")
    practice.act(Click(0))
    practice.start("golf")
    practice.act(Click(0))  # it is played: the other one does not come back
    press(practice.records_button)
    page = practice.records
    assert page.isVisible()
    assert page.summary.text() == "0 of 1 games solved"
    assert page.table.text(0, 0).startswith("Klondike · ")
    practice.resize(800, 450)
    until(page.shown.isHidden, "the table takes all the room of a small window")
    practice.resize(1280, 750)
    until(lambda: not page.shown.isHidden(), "the chosen game")
    assert page.title.text() == "Klondike"
    press(page.play)  # the first row is chosen
    assert practice.board.isVisible()
    assert practice.practice.name == "klondike"
    assert practice.practice.seed != "a seed"


def test_records_that_cannot_be_written_are_said(practice: PracticeScreen, tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir(exist_ok=True)
    (tmp_path / "memory" / "practice.json.new").mkdir()
    practice.put_away()
    assert practice.saying.text().startswith("This game cannot be kept")


def test_what_was_undone_can_be_redone(practice: PracticeScreen, heard: list[str]) -> None:
    practice.start("klondike", seed="a seed")
    assert not practice.redo_button.isEnabled()
    QTest.keyClick(practice.board, Qt.Key.Key_Space)
    after = practice.practice.view
    press(practice.undo_button)
    press(practice.redo_button)
    assert practice.practice.view == after
    assert not practice.redo_button.isEnabled()
    heard.clear()
    QTest.keyClick(practice.board, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert heard == ["There is nothing to redo"]
    assert practice.board.bubble.text() == "There is nothing to redo."


def test_a_game_is_finished_by_its_button(practice: PracticeScreen, heard: list[str]) -> None:
    practice.start("eliminator", seed="0")
    board, player = practice.board, MoveChooser(practice.practice.game)
    board._auto_finish.timer.setInterval(1)
    assert not practice.finish_button.isVisible()
    while not board._auto_finish.possible:
        action = player.choose(practice.practice.view)
        assert action is not None
        practice.act(action)
    press(practice.finish_button)
    wait_until(lambda: practice.practice.outcome == "won")
    assert not practice.finish_button.isVisible()
    assert heard[-1].startswith("Solved! ")


def test_the_time_is_said_on_request(
    practice: PracticeScreen, clock: Clock, heard: list[str]
) -> None:
    practice.start("klondike", seed="a seed")
    QTest.keyClick(practice.board, Qt.Key.Key_D)
    clock.now = 65
    QTest.keyClick(practice.board, Qt.Key.Key_T)
    assert heard[-1] == "1 minute 5 seconds, 0 points"


def test_the_clock_wakes_nobody_unless_it_runs_and_is_seen(
    practice: PracticeScreen, clock: Clock
) -> None:
    practice.start("klondike", None, "1")
    assert not practice._ticking.isActive(), "it begins with the first move"
    practice.board.press_button()
    assert practice._ticking.isActive()
    clock.now += 61.5
    practice._ticking.timeout.emit()
    assert practice.clock.text() == "1:01"
    assert practice._ticking.interval() == 500
    practice.hide()
    assert not practice._ticking.isActive()
    practice.show()
    assert practice._ticking.isActive()


def test_time_away_from_the_board_does_not_count(practice: PracticeScreen, clock: Clock) -> None:
    practice.start("klondike", None, "1")
    practice.board.press_button()
    clock.now += 10
    press(practice.records_button)
    clock.now += 100
    press(practice.records.leave)
    practice.hide()
    clock.now += 100
    practice.show()
    practice.showMinimized()
    QApplication.processEvents()
    clock.now += 100
    practice.showNormal()
    QApplication.processEvents()
    assert practice.clock.text() == "0:10"
    clock.now += 2
    practice.board.press_button()
    assert practice.clock.text() == "0:12"
    assert practice.practice.replay("Ada").times[-1] == 12_000


def test_a_long_saying_leaves_the_seed_and_the_buttons_their_room(practice: PracticeScreen) -> None:
    practice.start("montana")
    practice.resize(900, 600)
    QApplication.processEvents()
    before = practice.code_edit.geometry()
    practice._say("said at great length " * 20)
    QApplication.processEvents()
    assert practice.code_edit.geometry() == before


def type_code(practice: PracticeScreen, text: str) -> None:
    practice.code_edit.setText(text)
    QTest.keyClick(practice.code_edit, Qt.Key.Key_Return)


def test_a_deal_code_leads_to_the_same_deal(practice: PracticeScreen) -> None:
    practice.start("klondike", {"deal": "three-card-deals"}, "race 24")
    dealt = practice.practice.view
    press(button(practice, "Copy"))
    code = QGuiApplication.clipboard().text()
    assert code == "klondike/deal=three-card-deals/race 24", "as it is read"
    practice.start("yukon")
    type_code(practice, f" {code} ")
    assert practice.practice.name == "klondike"
    assert practice.practice.view == dealt
    assert practice.code_edit.text() == "klondike/deal=three-card-deals/race 24", "no word of signs"
    QTest.keyClick(practice.code_edit, Qt.Key.Key_Return)
    assert practice.practice.view == dealt, "what the field shows is the deal on the table"


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("klondyke/7", "There is no game called 'klondyke'."),
        ("klondike/deal=4/7", "The option deal cannot be '4'; it can be: "),
        ("Klondike 7", "A deal code is a game and a seed, with a slash between"),
        ("yukon/", "A seed has 1 to 64 printable characters."),
    ],
)
def test_what_is_no_deal_code_is_told_and_changes_nothing(
    practice: PracticeScreen, heard: list[str], typed: str, why: str
) -> None:
    before = practice.practice
    type_code(practice, typed)
    assert practice.code_word.text().startswith(why)
    assert practice.code_word.isVisible()
    assert heard[-1].startswith(why)
    assert practice.practice is before


@pytest.mark.parametrize(
    ("typed", "seed", "said"),
    [
        ("hello", "hello", "A deal of Klondike, made from “hello”. Whoever types the same "),
        ("klondike/7", "7", "The deal of this code: Klondike · Deal: Single card deals"),
        ("KQWRZT", "", "KQWRZT is the code of a room, not of a deal."),
        ("https://play.example/r/KQWRZT", "", "This leads into a room, not to a deal."),
        ("samedeal play samedeal://play.example/KQWRZT", "", "This leads into a room, "),
    ],
)
def test_what_was_understood_of_a_typed_deal_is_said_at_the_field(
    practice: PracticeScreen, heard: list[str], typed: str, seed: str, said: str
) -> None:
    before = practice.practice.seed
    type_code(practice, typed)
    assert practice.code_word.isVisible()
    assert practice.code_word.text().startswith(said)
    assert any(each.startswith(said) for each in heard)
    assert practice.practice.seed == (seed or before)


def test_a_deal_that_is_known_is_no_record_and_the_screen_says_so(
    practice: PracticeScreen, memory: Memory, show: Show
) -> None:
    seed, line = thirteens_to("won")
    practice.start("thirteens", seed=seed)
    assert practice.saying.text() == ""
    for action in line:
        practice.act(action)
    [record] = memory.practice.records()
    known = "You know this deal: not counted"
    assert practice.saying.text() == ""
    for again in (practice.deal_again, lambda: type_code(practice, f"thirteens/{seed}")):
        again()
        assert practice.saying.text() == known
        for action in line:
            practice.act(action)
        assert practice.solved.record.text() == known
        assert memory.practice.records() == [record]
    practice.deal_new()
    assert practice.saying.text() == ""
    another = show(PracticeScreen(memory))
    another.start("thirteens", seed=seed)
    assert another.saying.text() == known, "on another day, too"


def test_a_deal_seen_in_a_replay_is_known(practice: PracticeScreen) -> None:
    played = PracticeGame("klondike", catalogue.entry("klondike").complete({}), "seen")
    practice.know(played.replay("Bob"))
    for word, known in (("unseen", False), ("seen", True)):
        type_code(practice, word)
        assert practice.practice.known == known


def test_an_empty_field_says_what_may_be_typed(practice: PracticeScreen) -> None:
    before = practice.practice
    type_code(practice, " ")
    assert practice.code_word.text() == "Type a code, or any word"
    assert practice.practice is before


def test_a_deal_begun_is_known_when_it_is_dealt_again(practice: PracticeScreen) -> None:
    def known() -> bool:
        return practice.practice.known

    practice.start("golf", seed="a seed")
    practice.deal_again()
    assert not known(), "nobody has played it"
    practice.act(Click(0))
    practice.deal_again()
    assert known()
    practice.undo()
    assert not known(), "what was begun counts still"
    practice.deal_new()
    type_code(practice, "golf/a%20seed")
    assert known()


def play_hints(practice: PracticeScreen, moves: int) -> None:
    for _ in range(moves):
        practice.act(hints(practice.practice.game, practice.practice.view)[0])


def test_the_game_so_far_is_seen_as_a_replay(
    practice: PracticeScreen, clock: Clock, memory: Memory
) -> None:
    seen: list[Replay] = []
    practice.replay.connect(seen.append)
    practice.start("klondike", seed="a seed")
    assert not practice.replay_button.isEnabled()
    play_hints(practice, 2)
    clock.now = 3.5
    practice.undo()
    press(practice.replay_button)
    assert seen[0].times == [1, 2, 3500], "a moment for each"
    assert seen[0].name == "Practice"
    assert play_again(seen[0]).fault is None
    memory.name = "Ada"
    practice.start("accordion", seed="a seed")
    while actions := hints(practice.practice.game, practice.practice.view):
        practice.act(actions[0])
    press(practice.replay_button)
    assert seen[1].name == "Ada"
    assert seen[1].status == "stuck"


def test_ones_own_game_waits_while_a_deal_from_elsewhere_is_played(
    practice: PracticeScreen, memory: Memory
) -> None:
    practice.start("yukon", seed="mine")
    play_hints(practice, 3)
    mine = practice.practice.view
    assert not practice.own_button.isVisible()
    practice.visit(PracticeGame("klondike", {}, "theirs"))
    assert practice.practice.seed == "theirs"
    play_hints(practice, 4)
    press(practice.again_button)
    assert practice.practice.seed == "theirs"
    assert not practice.practice.touched
    play_hints(practice, 2)
    practice.visit(PracticeGame("gaps", {}, "others"))
    play_hints(practice, 2)
    practice.put_away()
    kept = memory.practice.game()
    assert kept is not None
    assert (kept.game, len(kept.entries)) == ("yukon", 3), "it is there at the next start"
    press(practice.own_button)
    assert practice.practice.view == mine
    assert not practice.own_button.isVisible()
    assert memory.practice.records() == [], "deals of races and replays are known"


def test_a_new_deal_instead_of_one_from_elsewhere_leaves_ones_own_within_reach(
    practice: PracticeScreen,
) -> None:
    practice.start("yukon", seed="mine")
    play_hints(practice, 3)
    mine = practice.practice.view
    practice.visit(PracticeGame("klondike", {}, "theirs"))
    press(practice.new_button)
    assert not practice.own_button.isVisible()
    press(practice.undo_button)
    assert practice.practice.view == mine


def test_without_a_game_of_ones_own_nothing_waits(practice: PracticeScreen) -> None:
    practice.visit(PracticeGame("klondike", {}, "theirs"))
    assert not practice.own_button.isVisible()
    practice.put_away()


def test_who_left_a_game_just_now_finds_it_again_after_a_deal_from_elsewhere(
    practice: PracticeScreen,
) -> None:
    practice.start("yukon", seed="mine")
    play_hints(practice, 3)
    mine = practice.practice.view
    press(practice.new_button)
    practice.visit(PracticeGame("klondike", {}, "theirs"))
    press(practice.own_button)
    assert practice.practice.view == mine


def test_a_replay_played_on_can_be_taken_back_and_is_no_record(
    practice: PracticeScreen, memory: Memory
) -> None:
    theirs = PracticeGame("klondike", {}, "theirs")
    for now in range(6):
        theirs.act(hints(theirs.game, theirs.view)[0], float(now))
    practice.visit(PracticeGame.play_on(theirs.replay("Bob"), 4))
    assert practice.clock.text() == "0:03"
    assert practice.saying.text() == "From move 4 of Bob’s game, not counted"
    play_hints(practice, 1)
    practice.put_away()
    kept = memory.practice.game()
    assert kept is not None
    assert (kept.given, kept.origin) == (4, "Bob"), "it is said on another day, too"
    for _ in range(5):
        press(practice.undo_button)
    assert practice.practice.view == PracticeGame("klondike", {}, "theirs").view
    practice.deal_new()
    play_hints(practice, 1)
    assert [record.played for record in memory.practice.records()] in ([], [0])


def test_a_game_left_by_mistake_comes_back_however_long_one_looks_at_the_new_deal(
    practice: PracticeScreen, memory: Memory
) -> None:
    practice.start("golf", seed="a seed")
    play_hints(practice, 2)
    before = practice.practice.view
    press(practice.new_button)
    practice._keeping.timeout.emit()
    assert memory.practice.records() == []
    kept = memory.practice.game()
    assert kept is not None
    assert kept.seed == "a seed", "if the program ends badly now, nothing is lost"
    press(practice.undo_button)
    assert practice.practice.view == before


def test_in_a_small_window_the_buttons_leave_the_board_its_room(
    styled: None, practice: PracticeScreen
) -> None:
    practice.start("klondike")
    practice.resize(1280, 740)
    wait_until(lambda: practice.board.height() > 600)
    assert practice.settings_button.isVisible()
    assert practice.options_text.isVisible()
    practice.resize(800, 446)
    wait_until(lambda: practice.board.height() > 290)
    assert not practice.settings_button.isVisible()
    assert not practice.options_text.isVisible()
    assert practice.options_text.text() in practice.game_button.toolTip()
    assert practice.deal_code.isVisible()
    for spared in (practice.again_button, practice.records_button, practice.rules_button):
        assert not spared.isVisible()
        assert is_offered(spared), "in the menu"
    assert practice.more_button.isVisible()
    press(practice.more_button)
    shown = practice.more_button.menu_shown
    texts = [item.text().partition("\t")[0] for item in shown.actions()]
    deals = ["Only deals that can be won", "This deal again", "Race against…"]
    assert texts == [*deals, "Replay", "Records", "Rules", "Settings"]
    shown.actions()[4].trigger()
    assert practice.records.isVisible()
    shown.close()
    press(practice.records.leave)
    practice.resize(1280, 740)
    wait_until(lambda: practice.board.height() > 600)
    assert not practice.more_button.isVisible()


def test_what_was_played_last_elsewhere_is_dealt_unless_a_game_is_under_way(
    practice: PracticeScreen,
) -> None:
    practice.suggest("spider", {"suits": "one-suit"})
    assert practice.practice.name == "spider"
    practice.act(hints(practice.practice.game, practice.practice.view)[0])
    begun = practice.practice
    practice.suggest("golf", {})
    assert practice.practice is begun


def test_a_new_deal_that_can_be_won_is_looked_for_and_laid_out(
    practice: PracticeScreen, solver: FakeSolver, memory: Memory
) -> None:
    deal = certified(1)
    practice.start(QUICK, seed="another")
    press(practice.winnable_button)
    assert memory.practice_deals == "winnable"
    press(practice.new_button)
    assert solver.order == Find(1, QUICK, {})
    assert practice.saying.text() == "Looking for a deal that can be won…"
    assert practice.practice.seed == "another", "the table stays until then"
    assert not practice.search.isVisible(), "and as large as it is"
    wait_until(practice.search.isVisible)
    assert practice.search.told.text() == "Looking for a deal that can be won…"
    assert practice.saying.text() == "", "it is told once"
    solver.answer("won", deal.solution, deal.seed)
    assert practice.practice.seed == deal.seed
    assert not practice.search.isVisible()
    assert practice.saying.text() == "This deal can be won"
    for action in deal.solution:
        assert practice.board.show_hint() == parse_action(action)
        assert practice.saying.text() == "Hint, from a solution"
        practice.act(parse_action(action))
    assert practice.practice.outcome == "won"


def test_a_solution_is_known_again_after_a_restart(
    practice: PracticeScreen, solver: FakeSolver, memory: Memory
) -> None:
    deal = certified(1)
    practice.start(QUICK, seed="another")
    press(practice.winnable_button)
    press(practice.new_button)
    solver.answer("won", deal.solution, deal.seed)
    practice.act(parse_action(deal.solution[0]))
    press(practice.again_button)
    practice.act(parse_action(deal.solution[0]))
    practice.put_away()
    again = PracticeScreen(memory, solver=FakeSolver())
    again.resize(1280, 740)
    again.show()
    assert again.practice.seed == deal.seed
    for action in deal.solution[1:]:
        assert again.guide.verdict == "won"
        assert again.board.show_hint() == parse_action(action)
        assert again.saying.text() == "Hint, from a solution"
        again.act(parse_action(action))
    again.end()


def test_deals_of_a_band_are_found_where_the_game_has_them(
    practice: PracticeScreen, solver: FakeSolver, memory: Memory
) -> None:
    press(practice.game_button)
    assert practice.deals.isVisible()
    practice.games.choose("thirteens")
    kinds = [practice.deals.itemData(at) for at in range(practice.deals.count())]
    assert kinds == ["any", "winnable", "easy", "medium", "hard"]
    practice.deals.setCurrentIndex(kinds.index("hard"))
    practice.deals.activated.emit(kinds.index("hard"))
    assert memory.practice_deals == "hard"
    press(practice.play_button)
    assert isinstance(solver.order, Find)
    assert (solver.order.game, solver.order.band) == ("thirteens", "hard")
    deal = certified(1, "thirteens")
    solver.answer("won", deal.solution, deal.seed)
    assert practice.practice.seed == deal.seed
    assert practice.winnable_button.text() == "Can be won: hard"
    assert practice.winnable_button.isChecked()
    press(practice.winnable_button)
    assert (memory.practice_deals, practice.deals.deals) == ("any", "any")
    press(practice.winnable_button)
    assert (memory.practice_deals, practice.deals.deals) == ("hard", "hard")
    practice.start(QUICK, seed="no bands")
    assert practice.winnable_button.text() == "Can be won"
    press(practice.new_button)
    assert isinstance(solver.order, Find)
    assert solver.order.band is None


def test_the_search_can_be_ended_or_any_deal_be_taken(
    practice: PracticeScreen, solver: FakeSolver
) -> None:
    practice.start(QUICK, seed="another")
    press(practice.winnable_button)
    press(practice.new_button)
    wait_until(practice.search.isVisible)
    press(practice.search.stop)
    assert (solver.order, practice.search.isVisible()) == (None, False)
    assert (practice.practice.seed, practice.saying.text()) == ("another", "")
    press(practice.new_button)
    solver.answer("unknown")
    assert "any deal" in practice.search.spoken()
    press(practice.search.any)
    assert practice.practice.seed != "another"
    assert not practice.search.isVisible()
    press(practice.new_button)
    practice.start("golf", seed="golf")
    assert (solver.order, practice.search.isVisible()) == (None, False), "another one is wanted"


def test_a_game_without_such_deals_says_so(practice: PracticeScreen, solver: FakeSolver) -> None:
    press(practice.winnable_button)
    practice.start("agnes", seed="one")
    assert not practice.winnable_button.isEnabled()
    assert "no deal that can be won" in practice.winnable_button.toolTip()
    press(practice.new_button)
    assert solver.order is None
    assert practice.practice.seed != "one"


def test_the_lamp_shines_for_who_wants_it(practice: PracticeScreen, solver: FakeSolver) -> None:
    deal = certified(1)
    practice.start(QUICK, seed=deal.seed)
    assert (practice.lamp.isVisible(), solver.order) == (False, None)
    preferences.live.set(dataclasses.replace(preferences.live.now, lamp=True))
    assert practice.lamp.told == "This game: can it still be won?"
    assert isinstance(solver.order, Look)
    solver.answer("impossible")
    assert practice.lamp.told == "This game: cannot be won any more"
    practice.start(QUICK, seed=certified(2).seed)
    solver.answer("unknown")
    assert practice.lamp.told == "This game: not known if winnable"
    practice.start(QUICK, seed=certified(3).seed)
    solver.answer("won", certified(3).solution)
    assert practice.lamp.told == "This game: can still be won"
    practice.hide()
    practice.show()
    assert practice.lamp.told == "This game: can still be won"
    preferences.live.set(dataclasses.replace(preferences.live.now, lamp=False))
    assert practice.lamp.isHidden()


def test_the_lamp_has_the_room_of_what_is_said_while_nothing_is(
    practice: PracticeScreen, solver: FakeSolver
) -> None:
    preferences.live.set(dataclasses.replace(preferences.live.now, lamp=True))
    practice.start(QUICK, seed=certified(1).seed)
    around = practice.lamp.parentWidget()
    assert around is not None
    around.setFixedWidth(around.minimumSizeHint().width())
    QApplication.processEvents()
    alone, bar = practice.lamp.width(), practice.lamp.window().size()
    practice._say("said at some length " * 3)
    QApplication.processEvents()
    assert practice.lamp.width() < alone
    assert practice.lamp.width() >= practice.lamp.minimumSizeHint().width()
    assert practice.lamp.window().size() == bar
