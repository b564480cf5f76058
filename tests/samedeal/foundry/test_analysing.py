"""The analyst as a process: what it answers, and what becomes of it."""

import asyncio
import os
import signal
from pathlib import Path

import msgspec
import pytest

from engine import catalogue
from engine.play import Play
from engine.state import State
from harness.replays import rambled
from protocol.messages import PackedEntry
from protocol.wire import pack_action, parse_action
from samedeal.foundry import analysing
from samedeal.foundry.analysing import AnalystProcess, analyst
from samedeal.foundry.analyst import QUESTIONS, Wish, reports
from samedeal.solving.inbox import Inbox
from server.analysis.analyst import (
    AnalystGone,
    Game,
    Look,
    Matter,
    Question,
    Report,
    Situation,
    Stop,
)
from tests.samedeal.foundry.test_beside import ANSWER, running
from tests.server.play import PATIENCE
from tests.server.stock.fake_foundry import QUICK, certified, wish_of

HARD = Game("spider", {"suits": "four-suits"}, "00" * 16, [])
"""A game of which nothing is found out soon."""
POSITIONS = 2000


def strayed() -> Game:
    """A deal whose solution somebody followed, but for the last moves."""
    deal = certified()
    entries: list[PackedEntry] = [*deal.solution[:10]]
    return Game(QUICK, {}, deal.seed, entries, [*deal.solution])


async def last(there: AnalystProcess, matter: Matter) -> Report:
    async with asyncio.timeout(PATIENCE):
        [*_, report] = [each async for each in there.analyse(matter, POSITIONS)]
    return report


async def test_it_finds_out_until_when_a_game_could_be_won() -> None:
    game = strayed()
    async with analyst() as there:
        report = await last(there, game)
        assert (report.over, report.share, report.luck) == (True, 100, False)
        assert report.won_until == len(game.entries)
        play = Play(wish_of().rules, game.seed)
        for action in (*game.entries, *report.solution):
            assert action != "undo"
            play.enter(parse_action(action))
        assert play.outcome() == "won"
        assert there._process
        pid = there._process.pid
        assert os.getpriority(os.PRIO_PROCESS, pid) == 19
    assert not running(pid)


def situation(taken: int) -> Situation:
    """The deal of `strayed`, after so many actions of its solution."""
    deal = certified()
    play = Play(wish_of().rules, deal.seed)
    for action in deal.solution[:taken]:
        play.enter(parse_action(action))
    return Situation.of(QUICK, {}, deal.seed, play.state)


def stuck(name: str) -> tuple[str, State]:
    """A seed of a game, and where whoever does the first thing each time can do nothing more."""
    game = catalogue.make(name)
    for number in range(100):
        play = Play(game, f"{number:032x}")
        while play.outcome() is None:
            play.enter(game.legal_actions(play.state)[0])
        if play.outcome() == "stuck":
            return f"{number:032x}", play.state
    raise AssertionError("it is always won")


async def test_it_finds_out_whether_a_game_can_still_be_won() -> None:
    asked = situation(len(certified().solution) - 3)
    async with analyst() as there:
        report = await last(there, asked)
    assert (report.over, report.verdict) == (True, "won")
    play = Play(wish_of().rules, asked.seed, asked.state)
    for action in report.solution:
        play.enter(parse_action(action))
    assert play.outcome() == "won"


def test_what_is_known_of_where_a_game_stands() -> None:
    asked = situation(0)
    [report] = told(Look(7, asked, POSITIONS))
    assert (report.number, report.over, report.verdict) == (7, True, "won")
    [report] = told(Look(8, asked, 1))
    assert (report.over, report.verdict, report.solution) == (True, "unknown", [])
    lost = Situation.of("sir-tommy", {}, *stuck("sir-tommy"))
    [report] = told(Look(9, lost, POSITIONS))
    assert (report.verdict, report.solution) == ("impossible", [])
    assert told(Look(1, asked, POSITIONS), Stop()) == []


async def test_what_is_given_up_makes_room_for_another_question() -> None:
    async with analyst() as there:
        given_up = there.analyse(HARD, 10**9)
        assert not (await anext(given_up)).over
        await given_up.aclose()  # type: ignore[attr-defined]  # it is a generator
        assert (await last(there, strayed())).over


async def test_a_process_that_was_killed_is_begun_again() -> None:
    async with analyst() as there:
        looking = there.analyse(HARD, 10**9)
        await anext(looking)
        assert there._process
        os.kill(there._process.pid, signal.SIGKILL)
        with pytest.raises(AnalystGone, match="its process has ended"):
            await anext(looking)
        assert (await last(there, strayed())).over


async def test_what_cannot_be_played_ends_it() -> None:
    async with analyst() as there:
        with pytest.raises(AnalystGone, match="its process has ended"):
            await last(there, Game(QUICK, {}, "00" * 16, ["undo"]))


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("what?", "makes no sense"),
        ('{"number":7,"over":true}', "was not asked"),
        ('{"number":1,"over":true,"solution":[[1,2,3,4]]}', "makes no sense"),
    ],
)
async def test_answers_that_cannot_be(
    answer: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysing, "PROGRAM", ("-c", ANSWER.format(answer)))
    async with analyst() as there:
        with pytest.raises(AnalystGone, match=why):
            await last(there, strayed())
        assert there._process is None


def told(question: Question | Look, *said: Wish) -> list[Report]:
    inbox = Inbox[Wish](QUESTIONS)
    for each in said:
        inbox.take_in(msgspec.json.encode(each))
    return [*reports(question, inbox)]


def test_luck_alone_is_told_at_once() -> None:
    replay = rambled("clock", 3)
    [report] = told(Question(4, Game("clock", {}, replay.seed, replay.entries), POSITIONS))
    assert report == Report(4, True, 100, luck=True)


def test_another_word_ends_it() -> None:
    assert told(Question(1, HARD, POSITIONS), Stop()) == []
    assert told(Question(1, HARD, POSITIONS), Question(2, HARD, POSITIONS)) == []


def test_what_was_taken_back_is_no_part_of_it() -> None:
    game = strayed()
    first = game.entries[0]
    back = msgspec.structs.replace(game, entries=[first, "undo", *game.entries])
    [*_, report] = told(Question(1, back, POSITIONS))
    assert report.won_until == len(back.entries)
    assert pack_action(parse_action(report.solution[0])) == report.solution[0]


def test_it_is_begun_as_a_module() -> None:
    assert Path(f"{analysing.PROGRAM[-1].replace('.', '/')}.py").is_file()
