"""Races against games of before in the window: over a real server, and on the table of practice."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from PySide6.QtWidgets import QApplication

from client.session.ghosts.race import OWN
from client.session.recording import write_replay
from client.window.screens.practice import PracticeScreen
from harness.qt_waiting import until
from harness.server_thread import ServerThread
from protocol.messages import FIRST_GHOST, Replay
from protocol.wire import parse_entry
from tests.client.past_race import played, write_race
from tests.client.window.test_whole_race import Friend

SEED: Final = "5"
GAMES: Final[dict[str, Replay]] = {
    "Ada": played("thirteens", SEED, 3),
    "Eve": played("thirteens", SEED, 1),
}
ADA: Final = 1


@pytest.fixture
def eve(qt_app: QApplication, tmp_path: Path) -> Iterator[Friend]:
    """Eve, on a server with a race of Ada and herself."""
    who = write_race(tmp_path / "server", GAMES)
    with ServerThread(tmp_path / "server") as server:
        friend = Friend("Eve", tmp_path)
        friend.window.memory.tokens.keep(server.address.url, "Eve", who["Eve"][1])
        friend.connect(server)
        yield friend
        friend.window.close()


def in_the_room(eve: Friend) -> None:
    until(lambda: eve.shows(eve.window.room), "the room")
    told = eve.window.room.told_tally.text()
    assert "Ghost of Ada" in told
    assert "counts nowhere" in told
    assert eve.window.room.change.isHidden()


def finish_practice(practice: PracticeScreen, replay: Replay) -> None:
    for entry in map(parse_entry, replay.entries):
        if entry == "undo":
            practice.undo()
        else:
            practice.act(entry)


def test_from_the_leaderboard_into_a_race_and_once_more(eve: Friend, heard: list[str]) -> None:
    window = eve.window
    window._show_leaderboard("thirteens", {})
    board = window.leaderboard
    until(lambda: board.fastest.rowCount() > 0, "the rows")
    eve.choose(board.fastest, 0)
    eve.click("Race against this")
    in_the_room(eve)
    eve.click(window.room.start)
    until(eve.in_race, "the race")
    side = window.race.side
    assert side.tabs.currentIndex() == 1, "its board is beside one's own at once"
    until(lambda: FIRST_GHOST in side.boards.boards, "its board")
    assert side.boards.boards[FIRST_GHOST].caption.endswith("Ghost of Ada")
    until(lambda: eve.race.tracks[FIRST_GHOST].number >= 2, "its moves")
    assert eve.move()
    eve.click(window.race.give_up)
    eve.click("Give up?")
    until(lambda: eve.shows(window.results), "the results")
    standings = {s.player: s for s in eve.session.results.standings}  # type: ignore[union-attr]
    ghost, own = standings[FIRST_GHOST], standings[eve.session.player]
    assert (ghost.status, ghost.score, ghost.place) == ("won", 52, 1)
    assert own.place == 2
    assert window.results.verdict.text() == "✓ The deal was fair"
    assert any("Ghost of Ada with 52 points" in said for said in heard)
    eve.choose(window.results.table, 0)
    assert window.results.replay.isEnabled()
    before = eve.race.number
    eve.click(window.results.rematch)
    until(lambda: eve.session.race is not None and eve.race.number > before, "the next race")
    assert FIRST_GHOST in {s.player for s in eve.race.standings}


def test_from_a_replay_and_from_a_players_page(eve: Friend) -> None:
    window = eve.window
    window._show_profile(ADA)
    until(lambda: window.profile.recent.rowCount() > 0, "the races")
    window.profile.recent.choose(1)
    assert window.profile.race_it.isEnabled()
    window.profile.replay.click()
    until(lambda: eve.shows(window.replay_screen), "the replay")
    eve.click("Race against this")
    in_the_room(eve)


def test_in_a_room_one_races_alone_and_leaves_nobody(eve: Friend) -> None:
    eve.make_room("Klondike")
    eve.window._show_profile(ADA)
    until(lambda: eve.window.profile.recent.rowCount() > 0, "the races")
    eve.window.profile.race_it.click()
    practice = eve.window.practice_screen
    until(lambda: eve.shows(practice), "the table")
    assert practice.race.on
    assert eve.session.room is not None


def test_a_saved_replay_races_along_on_the_table(
    qt_app: QApplication, tmp_path: Path, heard: list[str]
) -> None:
    friend = Friend("Eve", tmp_path)
    practice = friend.window.practice_screen
    friend.window.practise()
    write_replay(tmp_path / "ada.json", GAMES["Eve"])
    practice.files.fileSelected.emit(str(tmp_path / "ada.json"))
    assert practice.race.side.isVisible()
    assert practice.practice.running, "the clock runs for both from the start"
    until(lambda: practice.race.side.bars.racers == 2, "the standings")
    until(lambda: practice.practice.elapsed(practice._now()) > 0.3, "some time")
    finish_practice(practice, GAMES["Ada"])
    assert practice.solved.isVisible()
    assert practice.solved.record.text() == "You won! · Ghost of bot: 38 points, stuck"
    assert practice.solved.record.text() in heard[-1]
    friend.click(practice.again_button)
    assert practice.race.on, "once more against the same"
    assert practice.practice.length == 0
    friend.click(practice.new_button)
    assert practice.race.side.isHidden()
    (tmp_path / "no.json").write_text("{}", encoding="utf-8")
    practice.files.fileSelected.emit(str(tmp_path / "no.json"))
    assert "holds no replay" in practice.saying.text()
    assert practice.race.side.isHidden()
    friend.window.close()


def test_ones_own_best_of_a_deal_is_there_to_be_beaten(
    qt_app: QApplication, tmp_path: Path
) -> None:
    friend = Friend("Eve", tmp_path)
    practice = friend.window.practice_screen
    friend.window.practise()
    practice.start("thirteens", {}, SEED)
    finish_practice(practice, GAMES["Ada"])
    best = practice._memory.practice.best(f"thirteens/{SEED}")
    assert best is not None
    assert (best.status, best.name) == ("won", "Eve" if practice._memory.name else "You")
    practice.deal_again()
    practice._offer_races()
    own = practice.races.actions()[0]
    assert own.text().startswith("My best of this deal: solved 0:0")
    own.trigger()
    practice.races.close()
    assert practice.race.on
    practice.act(next(iter(practice.practice.game.legal_actions(practice.practice.view))))
    until(lambda: _standing(practice, FIRST_GHOST) == "won", "the end of one's own best")
    practice.race.stop()
    friend.window.close()


def test_a_bot_of_a_level_plays_beside(qt_app: QApplication, tmp_path: Path) -> None:
    friend = Friend("Eve", tmp_path)
    practice = friend.window.practice_screen
    friend.window.practise()
    practice.start("thirteens", {}, SEED)
    practice._offer_races()
    [level] = [a for a in practice.races.actions() if "Level 2" in a.text()]
    level.trigger()
    practice.races.close()
    assert practice.code == f"thirteens/{SEED}", "nothing was done with it yet"
    until(
        lambda: practice.race._race is not None and practice.race._race.others[0].over,
        "its end",
        60,
    )
    finish_practice(practice, GAMES["Ada"])
    assert "Abacus: bot, level 2" in practice.solved.record.text()
    friend.window.close()


def _standing(practice: PracticeScreen, player: int) -> str:
    race = practice.race._race
    assert race is not None
    at = round(1000 * practice.practice.elapsed(practice._now()))
    by_player = {each.player: each.status for each in race.standings(at)}
    assert OWN in by_player
    return by_player[player]
