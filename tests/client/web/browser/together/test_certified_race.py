"""A race on a certified deal, whose server finds its deals itself, in all programs to its end.

The window, the page and a bot race, the terminal watches; each then sees how the deal could be won.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from client.session.solving.solution import is_solution
from harness.qt_waiting import until
from harness.server_process import ROOT, ServerProcess
from server.storage.sqlite.verify import FileVerification
from tests.client.web.browser.conftest import Visit
from tests.client.web.browser.together.test_all_kinds import terminal_bot
from tests.client.web.browser.visitor import Racer, Visitor
from tests.client.window.test_whole_race import Friend
from tests.server.play import rows

GAME = "quatorze"
"""A game of which a deal that can be won is found in a moment."""
MOVES = 3
"""How many of them window and page make, and then give up."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "server"


@pytest.fixture
def server(data: Path) -> Iterator[ServerProcess]:
    with ServerProcess(data) as running:
        yield running


def samedeal(*arguments: str) -> str:
    """Run a command that has to go well; return what it said."""
    command = [sys.executable, "-m", "samedeal", *arguments]
    done = subprocess.run(
        command, check=False, cwd=ROOT, capture_output=True, text=True, timeout=100
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def make_room(ada: Friend) -> str:
    """Choose the game, and deals that can be won, and return the room's code."""
    form = ada.window.make_room.form
    ada.click("Make a room")
    ada.type(form.games.finder.search, "Quatorze")
    QTest.keyClicks(form.deals, "Can be won")
    QTest.keyClick(form.deals, Qt.Key.Key_Return)
    assert form.deals.deals == "winnable"
    ada.type(form.countdown.lineEdit(), "0")
    ada.click(ada.window.make_room.make)
    until(lambda: ada.shows(ada.window.room), "the room")
    return ada.window.room.code.text()


def test_a_certified_race_in_window_page_and_terminal(
    server: ServerProcess, data: Path, visit: Visit, tmp_path: Path
) -> None:
    with closing(Friend("Ada", tmp_path)) as ada:
        ada.connect(server)
        code = make_room(ada)
        bob = visit(f"/r/{code}", reduced_motion="reduce")
        bob.take_a_seat("Bob")
        watching = [sys.executable, "-u", "-m", "samedeal", "watch", code, "--terminal"]
        watching += ["--server", str(server.address)]
        with (
            terminal_bot(server, code, "Cog") as cog,
            subprocess.Popen(watching, cwd=ROOT, stdout=subprocess.PIPE, text=True) as terminal,
        ):
            until(lambda: everybody_is_here(ada), "a bot, and somebody who watches")
            until(ada.window.room.start.isEnabled, "all are ready")
            ada.click(ada.window.room.start)
            until(ada.in_race, "the race, as soon as there is a deal")
            [(seed,)] = rows(data, "SELECT seed FROM races")
            for _ in range(MOVES):
                assert ada.move()
            assert Racer(bob, GAME, str(seed)).race(MOVES) == MOVES
            for _ in range(2):
                ada.click(ada.window.race.give_up)
            bob.give_up()
            until(lambda: ada.shows(ada.window.results), "the results")
            assert cog.stdout is not None
            assert terminal.stdout is not None
            assert "Cog: place" in cog.stdout.read()
            told = terminal.stdout.read()
            assert terminal.wait(20) == 0
        assert "It can be won: the promised solution wins it." in told

        moves = in_the_window(ada)
        on_the_page(bob, moves)
        in_the_terminal(ada, data, tmp_path, moves)
        found = analysed_on_the_page(bob)
        said = samedeal("replay", "1", "Bob", "--data", str(data), "--analyse")
        # Whatever else it says depends on how long was looked.
        assert f"{GAME}, Bob: {found}" in said
    server.kill()
    assert list(FileVerification(data).faults()) == []


def everybody_is_here(ada: Friend) -> bool:
    """Whether three have a seat in the room, and somebody watches."""
    room = ada.session.room
    return (
        room is not None
        and [each.seated for each in room.members].count(True) == 3
        and (len(room.members) + room.guests > 3)
    )


def in_the_window(ada: Friend) -> int:
    """Watch the solution in the window, beside Ada's own; return how many moves it has."""
    results, replay = ada.window.results, ada.window.replay_screen
    assert results.verdict.property("role") == "good"
    found = re.fullmatch(r"Could be won in (\d+) moves", results.could.text())
    assert found
    ada.click(results.watch_solution)
    until(lambda: ada.shows(replay), "the solution")
    assert replay.verdict.property("role") == "good"
    [recording] = replay.recordings
    assert is_solution(recording.replay)
    moves = len(recording.replay.entries)
    assert moves == int(found[1])
    names = [replay.beside.itemText(at) for at in range(replay.beside.count())]
    replay.beside.setCurrentIndex(names.index("Compare with Ada"))
    replay.beside.activated.emit(replay.beside.currentIndex())
    until(lambda: len(replay.recordings) == 2, "Ada beside it")
    assert replay.verdict.text() == "Checked: the result, and that the solution wins."
    QTest.keyClick(replay.curve, Qt.Key.Key_End)
    assert replay.seats[0].board.state == recording.views[-1]
    assert replay.seats[1].board.state == ada.track.view
    return moves


def on_the_page(bob: Visitor, moves: int) -> None:
    """Watch it on the page, beside Bob's own."""
    page = bob.page
    expect(page.locator(".verdict.good")).to_be_visible()
    expect(page.locator(".solved")).to_contain_text(f"Could be won in {moves} moves")
    page.get_by_role("link", name="Watch the solution").click()
    expect(page.locator(".seat-who")).to_have_text(f"Solution · Could be won in {moves} moves")
    page.get_by_label("Race to compare with").select_option(label=beside(page.locator("body")))
    expect(page.locator(".replay-seat")).to_have_count(2)
    page.get_by_role("button", name="To the end").click()
    seats = page.locator(".replay-seat")
    expect(seats.first).to_contain_text(f"Move {moves} of {moves}")
    expect(seats.last).to_contain_text(f"Move {MOVES} of {MOVES}")


def beside(page: Locator) -> str:
    """Return the text that puts Bob beside what is shown."""
    offered = page.get_by_label("Race to compare with").locator("option").all_inner_texts()
    return next(text for text in offered if "Bob" in text)


def in_the_terminal(ada: Friend, data: Path, tmp_path: Path, moves: int) -> None:
    """Have it played again by a command, and open in the window what that has written."""
    told = samedeal("replay", "1", "--data", str(data))
    assert f"race 1, {GAME}, Solution: checks out, won in {moves} moves" in told
    assert "3 of 3 replays check out" in told
    saved = tmp_path / "solution.json"
    told = samedeal("replay", "1", "solution", "--data", str(data), "--save", str(saved))
    assert told.startswith(f"race 1, {GAME}, Solution: checks out\n")
    assert "status      won" in told
    assert ada.window.replay_screen.open_file(saved)
    [recording] = ada.window.replay_screen.recordings
    assert is_solution(recording.replay)
    assert len(recording.replay.entries) == moves


def analysed_on_the_page(bob: Visitor) -> str:
    """Have Bob's game analysed, see how it could be won, and return until when it could."""
    page = bob.page
    page.get_by_role("button", name="Back", exact=True).click()
    page.get_by_role("button", name="Analyse", exact=True).click()
    row = page.locator("section.ranking tr.own")
    expect(row).to_contain_text("Winnable", timeout=60_000)
    page.locator("#stage").get_by_role("link", name="Watch the replay", exact=True).click()
    told = page.locator(".analysis p")
    expect(told).to_contain_text("could be won")
    page.get_by_role("button", name="How it could be won").click()
    expect(page.locator(".replay-seat")).to_have_count(2)
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".replay-seat").last).to_contain_text("solved")
    return told.inner_text().partition(".")[0]
