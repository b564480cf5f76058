"""The foundry as a process: what it answers, and what becomes of it."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from websockets.asyncio.client import connect

from engine import catalogue
from engine.catalogue import Choice
from harness.server_process import ServerProcess
from protocol.bands import BANDS
from protocol.certificate import certificate, wins
from protocol.messages import (
    Board,
    ChangeSettings,
    Countdown,
    CreateRoom,
    GiveUp,
    RaceStarted,
    Results,
    RoomState,
    Settings,
    StartRace,
)
from samedeal.foundry import beside, worker
from samedeal.foundry.beside import FoundryProcess, foundry
from samedeal.foundry.worker import ORDERS, cast
from samedeal.solving import band
from samedeal.solving.inbox import Inbox
from samedeal.solving.quota import PLENTY
from server.chance import make_seed
from server.stock.foundry import Casting, FoundryGone, Order, Rest
from server.storage.filing import read_solution
from server.storage.sqlite.verify import FileVerification
from tests.protocol.banded import take_bands
from tests.server.play import PATIENCE, Client, comes_true, rows
from tests.server.stock.fake_foundry import QUICK, wish_of

ANSWER = "import sys\nfor line in sys.stdin:\n    print({!r}, flush=True)\n"
GOOD = Casting(1, make_seed(), 10, 1, [[0, 1, 2]])


def running(pid: int) -> bool:
    """Whether a process is there, and no zombie."""
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


def pid_of(there: FoundryProcess) -> int:
    assert there._process
    return there._process.pid


def answering(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Have a process that answers each line with this."""
    monkeypatch.setattr(beside, "PROGRAM", ("-c", ANSWER.format(text)))


async def test_it_finds_deals_that_can_be_won() -> None:
    async with foundry() as there:
        for _ in range(10):
            casting = await there.cast(wish_of(), 5000)
            if deal := casting.deal:
                break
        assert deal
        assert wins(catalogue.make(QUICK), deal.seed, deal.solution)
        assert deal.positions == casting.positions > 0
        pid = pid_of(there)
        assert running(pid)
        assert os.getpriority(os.PRIO_PROCESS, pid) == 19
    assert not running(pid)


async def test_no_process_is_there_before_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "cores", lambda: PLENTY)
    async with foundry() as there:
        there.rest(resting=True)
        assert there._process is None


async def test_where_there_is_little_it_is_there_before_anybody_races(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(beside, "cores", lambda: 0.25)
    async with foundry() as there:
        pid = pid_of(there)
        assert running(pid)
        assert (await there.cast(wish_of(), 100)).positions > 0
        assert pid_of(there) == pid
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    async with foundry() as there:  # It is tried again when it is needed.
        with pytest.raises(FoundryGone, match="there can be no process"):
            await there.cast(wish_of(), 100)


async def test_what_is_given_up_makes_room_for_another_order() -> None:
    async with foundry() as there:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.5):
                await there.cast(wish_of("spider"), 10**9)
        async with asyncio.timeout(PATIENCE):
            assert (await there.cast(wish_of(), 100)).positions > 0


async def test_a_process_that_was_killed_is_begun_again() -> None:
    async with foundry() as there:
        await there.cast(wish_of(), 100)
        trying = asyncio.ensure_future(there.cast(wish_of("spider"), 10**9))
        await asyncio.sleep(0)
        os.kill(pid_of(there), signal.SIGKILL)
        with pytest.raises(FoundryGone, match="its process has ended"):
            await trying
        assert (await there.cast(wish_of(), 100)).positions > 0


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("what?", "makes no sense"),
        ("{}", "makes no sense"),
        (msgspec.json.encode(msgspec.structs.replace(GOOD, seed="known")).decode(), "no sense"),
        (msgspec.json.encode(msgspec.structs.replace(GOOD, number=7)).decode(), "was not asked"),
        ('{"number":1,"solution":[[1,2,3,4]]}', "makes no sense"),
    ],
    ids=["no JSON", "nothing in it", "another seed", "another number", "no action"],
)
async def test_answers_that_cannot_be(
    answer: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, answer)
    async with foundry() as there:
        with pytest.raises(FoundryGone, match=why) as told:
            await there.cast(wish_of(), 100)
        assert GOOD.seed not in str(told.value)
        assert there._process is None


async def test_an_answer_without_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    program = "import sys\nsys.stdin.readline()\nprint('x' * 300_000, flush=True)\n"
    monkeypatch.setattr(beside, "PROGRAM", ("-c", program))
    async with foundry() as there:
        with pytest.raises(FoundryGone, match="too much"):
            await there.cast(wish_of(), 100)


async def test_late_answers_to_what_was_given_up_are_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    program = "import sys\nsys.stdin.readline()\nsys.stdin.readline()\n"
    for number in (1, 2):
        answer = msgspec.json.encode(msgspec.structs.replace(GOOD, number=number)).decode()
        program += f"print({answer!r}, flush=True)\n"
    monkeypatch.setattr(beside, "PROGRAM", ("-c", program + "sys.stdin.read()"))
    async with foundry() as there:
        first = asyncio.ensure_future(there.cast(wish_of(), 100))
        await comes_true(lambda: there._process)
        first.cancel()
        await asyncio.wait([first])
        assert (await there.cast(wish_of(), 100)).number == 2


async def test_there_may_be_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    async with foundry() as there:
        with pytest.raises(FoundryGone, match="there can be no process"):
            await there.cast(wish_of(), 100)


def test_an_order_takes_the_place_of_the_one_before() -> None:
    inbox = Inbox[Order](ORDERS)
    first, second = (Order(number, "spider", {}, 10**6) for number in (1, 2))
    inbox.take_in(msgspec.json.encode(first))
    assert inbox.next() == first
    inbox.take_in(msgspec.json.encode(Rest(True)))
    inbox.take_in(msgspec.json.encode(second))
    assert cast(first, inbox) is None
    assert inbox.next() == second


def test_a_deal_is_looked_at_for_so_long() -> None:
    casting = cast(Order(1, "spider", {}, 3000), Inbox(ORDERS))
    assert casting
    assert (casting.number, casting.solution) == (1, None)
    assert 3000 <= casting.positions < 3300


async def test_it_says_how_hard_a_deal_is_that_can_be_won() -> None:
    async with foundry() as there:
        for _ in range(10):
            casting = await there.cast(wish_of("thirteens"), 5000, measured=True)
            assert (casting.band is None) == (casting.deal is None)
            if casting.band:
                break
        assert casting.band in BANDS


def test_a_game_without_bands_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    take_bands(monkeypatch, QUICK)
    monkeypatch.setattr(band, "playouts", None)
    castings = [cast(Order(1, QUICK, {}, 5000, True), Inbox[Order](ORDERS)) for _ in range(10)]
    assert any(casting and casting.deal for casting in castings)


def test_how_hard_it_is_follows_from_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    order, bands = Order(1, "thirteens", {}, 5000, True), set()
    for number in range(5):
        monkeypatch.setattr(worker, "make_seed", f"{number:032x}".lower)
        first, second = cast(order, Inbox[Order](ORDERS)), cast(order, Inbox[Order](ORDERS))
        assert first == second
        assert first
        bands.add(first.band)
    assert bands - {None}


def test_another_order_does_not_wait_until_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    order, inbox = Order(1, "thirteens", {}, 5000, True), Inbox[Order](ORDERS)

    def interrupted(*_: object) -> Iterator[int]:
        inbox.take_in(msgspec.json.encode(replace(order, number=2)))
        yield 500
        raise AssertionError("it went on")

    monkeypatch.setattr(band, "playouts", interrupted)
    monkeypatch.setattr(worker, "make_seed", "4".lower)
    assert cast(order, inbox) is None
    assert inbox.next().number == 2


HARD = Settings("spider", {"suits": "four-suits"}, deals="winnable", countdown=0)
"""A game of which a deal that can be won is not found soon."""


@asynccontextmanager
async def at(server: ServerProcess) -> AsyncIterator[Client]:
    async with connect(server.address.url, compression=None, max_size=2**20) as connection:
        yield Client(connection)


def children(pid: int) -> list[int]:
    """Return the processes that a process has begun."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == pid:
            found.append(int(stat.parent.name))
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
async def test_a_killed_server_leaves_none_behind_and_goes_on_when_it_is_back(
    tmp_path: Path,
) -> None:
    """It is killed while its foundry looks for a deal, and again in the race that comes of one."""
    with ServerProcess(tmp_path) as server:
        async with at(server) as ann:
            await ann.hello("ann")
            await ann.ask(CreateRoom(HARD), RoomState)
            assert (await ann.ask(StartRace(), RoomState)).search == "looking"
            await comes_true(lambda: children(server.pid))
            token, [beside_it] = ann.welcome.token, children(server.pid)
            server.kill()
        await comes_true(lambda: not running(beside_it))
        server.start()
        async with at(server) as ann:
            await ann.hello(token=token)
            assert (await ann.until(RoomState)).search == "none"
            await ann.ask(ChangeSettings(Settings(QUICK, deals="winnable", countdown=0)), RoomState)
            await ann.say(StartRace())
            told = await ann.until(Countdown)
            await ann.until(Board)
            server.kill()
        server.start()
        async with at(server) as ann:
            await ann.hello(token=token)
            assert (await ann.until(RaceStarted)).certificate == told.certificate
            await ann.say(GiveUp())
            results = await ann.until(Results)
            assert certificate(results.seed, results.solution) == told.certificate
            assert wins(catalogue.make(QUICK), results.seed, results.solution)


def stocked(data: Path) -> set[str]:
    """Return the seeds in the table, each of which can be won by what is written beside it."""
    found = rows(data, "SELECT seed, game, options, solution, made FROM stock")
    for seed, game, options, solution, made in found:
        rules = catalogue.make(str(game), json.loads(str(options)))
        assert wins(rules, str(seed), [*read_solution(str(solution))])
        assert made
    return {str(seed) for seed, *_ in found}


def new_ones(data: Path, there: set[str]) -> set[str]:
    """Return the seeds in the table but for those that were there already."""
    return stocked(data) - there


@pytest.mark.timeout(240)
async def test_a_server_that_is_killed_while_its_stock_fills_has_no_deal_twice(
    tmp_path: Path,
) -> None:
    """It fills after each start, as the game was raced before: each is killed in the middle."""
    raced: list[str] = []
    settings = Settings(QUICK, deals="winnable", countdown=0)
    with ServerProcess(tmp_path) as server:
        for life in range(3):
            async with at(server) as ann:
                await ann.hello(f"ann {life}")
                await ann.ask(CreateRoom(settings), RoomState)
                await ann.say(StartRace())
                await ann.until(Board)
                await ann.say(GiveUp())
                raced.append((await ann.until(Results)).seed)
                server.kill()
            there = stocked(tmp_path)
            server.start()
            await comes_true(partial(new_ones, tmp_path, there))
            server.kill()
            assert not stocked(tmp_path) & {*raced}
            assert list(FileVerification(tmp_path).faults()) == []
            server.start()
    assert len({*raced}) == len(raced)


async def test_a_room_with_options_that_nobody_ever_asked_for(tmp_path: Path) -> None:
    options: dict[str, Choice] = {"deal": "three-card-deals", "autoplay": True}
    asked = Settings("napoleons-tomb", options, deals="winnable", countdown=0)
    with ServerProcess(tmp_path) as server:
        async with at(server) as ann:
            await ann.hello("ann")
            await ann.ask(CreateRoom(asked), RoomState)
            await ann.say(StartRace())
            told = await ann.until(Countdown)
            await ann.until(Board)
            await ann.say(GiveUp())
            results = await ann.until(Results)
            assert results.settings.options == options
            assert certificate(results.seed, results.solution) == told.certificate
            rules = catalogue.make("napoleons-tomb", options)
            assert wins(rules, results.seed, results.solution)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
async def test_a_server_goes_on_when_its_foundry_is_killed(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        async with at(server) as ann:
            await ann.hello("ann")
            await ann.ask(CreateRoom(HARD), RoomState)
            await ann.ask(StartRace(), RoomState)
            await comes_true(lambda: children(server.pid))
            [first] = children(server.pid)
            os.kill(first, signal.SIGKILL)
            await comes_true(lambda: set(children(server.pid)) - {first})
            await ann.ask(ChangeSettings(Settings(QUICK, deals="winnable", countdown=0)), RoomState)
            await ann.say(StartRace())
            assert (await ann.until(Countdown)).certificate


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
async def test_a_server_may_have_none(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, "", "--no-stock") as server:
        async with at(server) as ann:
            await ann.hello("ann")
            await ann.ask(CreateRoom(Settings(QUICK, deals="winnable")), RoomState)
            assert (await ann.ask(StartRace(), RoomState)).search == "looking"
            assert (await ann.until(RoomState)).search == "no deal"
        assert children(server.pid) == []
