"""One room, three programs: the window, the page and a bot in a terminal, and the same results."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from harness.qt_waiting import until
from harness.server_process import ServerProcess
from harness.server_thread import ServerThread
from tests.client.web.browser.conftest import Visit
from tests.client.web.browser.visitor import Racer
from tests.client.window.test_whole_race import Friend

SEED = "race 4"


@contextmanager
def terminal_bot(
    server: ServerThread | ServerProcess, code: str, name: str
) -> Iterator["subprocess.Popen[str]"]:
    """Let `samedeal bot` race in a room, for one race."""
    command = [sys.executable, "-u", "-m", "samedeal", "bot", code, "--server", str(server.address)]
    command += ["--name", name, "--pace", "0.06", "--rounds", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def test_window_page_and_terminal_in_one_room(
    server: ServerThread, visit: Visit, tmp_path: Path
) -> None:
    server.deal_from(SEED)
    with closing(Friend("Ada", tmp_path)) as ada:
        ada.connect(server)
        code = ada.make_room("Thirteens")
        bob = visit(f"/r/{code}", reduced_motion="reduce")
        bob.take_a_seat("Bob")
        with terminal_bot(server, code, "Cog") as cog:
            room = ada.window.room
            until(lambda: room.start.isEnabled() and all_are_here(ada), "all are ready")
            ada.click(room.start)
            until(ada.in_race, "the race")
            racer = Racer(bob, "thirteens", SEED, care=0)
            for _ in range(5):
                assert ada.move()
            assert racer.race(7) == 7
            bob.hears("progress", cog_has_ended)
            same_standings(ada, racer)

            while ada.move():
                pass
            racer.race()
            if bob.racing:
                bob.give_up()
            until(lambda: ada.shows(ada.window.results), "the results")
            assert cog.stdout is not None
            told = cog.stdout.read()
        same_results(ada, racer, told)


def all_are_here(ada: Friend) -> bool:
    """Whether all three sit in the room."""
    room = ada.session.room
    return room is not None and len([each for each in room.members if each.seated]) == 3


def cog_has_ended(progress: dict[str, object]) -> bool:
    """Whether the bot's race is over."""
    standings = progress["standings"]
    assert isinstance(standings, list)
    return any(s["name"] == "Cog" and s.get("status", "racing") != "racing" for s in standings)


def same_standings(ada: Friend, racer: Racer) -> None:
    """Assert that in mid-race window and page show the same, which is how the race stands."""
    scores = {"Ada": ada.track.view.score, "Bob": racer.play.state.score}
    bars, page = ada.window.race.side.bars, racer.visitor.page

    def in_window() -> list[tuple[str, ...]]:
        return [(str(s.place), s.name, str(s.score)) for s in bars._standings]

    def up_to_date() -> bool:
        told = {name: int(score) for _, name, score in in_window()}
        cog = next(s for s in bars._standings if s.name == "Cog")  # It has ended, says the page.
        return scores.items() <= told.items() and cog.status != "racing"

    until(up_to_date, "the window's standings")
    rows = page.locator(".standings li")
    for number, (place, name, score) in enumerate(in_window()):
        row = rows.nth(number)
        row.locator(".score").get_by_text(score, exact=True).wait_for()
        shown = [row.locator(part).inner_text() for part in (".place", ".name", ".score")]
        assert shown == [place, name, score]
    assert rows.count() == 3


def same_results(ada: Friend, racer: Racer, told: str) -> None:
    """Assert that all three tell the same results."""
    table = ada.window.results.table
    window = [[table.text(row, column) for column in (0, 1, 2, 3, 4, 5)] for row in range(3)]
    for line in window:  # The page says it beside the name.
        line[1] = line[1].removesuffix(" (bot)")
    page = racer.visitor.page
    page.locator("section.ranking").wait_for()
    parts = (".place", ".name bdi", ".result", ".score", ".time", ".moves")
    shown = [
        [row.locator(part).inner_text() for part in parts]
        for row in page.locator("section.ranking tbody tr").all()
    ]
    assert shown == window
    scores = {name: (result, score, moves) for _, name, result, score, _, moves in window}
    assert scores["Ada"] == ("Solved", str(ada.track.view.score), str(ada.track.number))
    assert scores["Bob"][1:] == (str(racer.play.state.score), str(racer.play.length))
    found = re.search(r"Cog: place (\d) with (\d+) points", told)
    assert found is not None, told
    [cog] = [line for line in window if line[1] == "Cog"]
    assert (found[1], found[2]) == (cog[0][0], cog[3])
