import asyncio
from collections.abc import Sequence

import pytest

from server.rooms.records import ClockRead, Entered, Record
from server.storage.database import CannotWrite
from server.storage.outbox import Outbox
from tests.server.play import PATIENCE


class Disk:
    """A journal that takes as long as the test wants."""

    def __init__(self) -> None:
        self.batches: list[list[Record]] = []
        self.go = asyncio.Semaphore(0)
        self.begun = asyncio.Semaphore(0)

    async def write(self, records: Sequence[Record]) -> None:
        self.batches.append(list(records))
        self.begun.release()
        await self.go.acquire()

    async def read(self, race: int, start: int = 0) -> list[Entered]:
        return []


def record(number: int) -> ClockRead:
    return ClockRead(1, number)


async def test_nothing_is_told_before_it_is_written_and_all_in_order() -> None:
    disk = Disk()
    outbox = Outbox(disk)
    told: list[str] = []
    running = asyncio.create_task(outbox.run())
    outbox.put([], lambda: told.append("nothing to write"))
    assert told == ["nothing to write"]
    outbox.put([record(1)], lambda: told.append("first"))
    outbox.put([], lambda: told.append("after first"))
    done = asyncio.Event()
    await disk.begun.acquire()
    outbox.put([record(2)], lambda: told.append("second"))
    outbox.put([], lambda: told.append("after second"))
    outbox.put([record(3)], done.set)
    assert told == ["nothing to write"]
    disk.go.release()
    await disk.begun.acquire()
    assert told == ["nothing to write", "first", "after first"]
    disk.go.release()
    async with asyncio.timeout(PATIENCE):
        await done.wait()
    assert told[3:] == ["second", "after second"]
    # What came in during the first commit went into one second one.
    assert disk.batches == [[record(1)], [record(2), record(3)]]
    running.cancel()


async def test_what_is_told_while_telling_keeps_its_place() -> None:
    disk = Disk()
    disk.go.release()
    outbox = Outbox(disk)
    told: list[int] = []

    def first() -> None:
        outbox.put([], lambda: told.append(3))
        told.append(1)

    outbox.put([record(1)], first)
    outbox.put([], lambda: told.append(2))
    await outbox.flush()
    assert told == [1, 2, 3]


async def test_one_that_cannot_be_told_holds_up_nobody(caplog: pytest.LogCaptureFixture) -> None:
    disk = Disk()
    disk.go.release()
    outbox = Outbox(disk)
    told: list[int] = []
    outbox.put([record(1)], lambda: told.append(1 // 0))
    outbox.put([], lambda: told.append(2))
    await outbox.flush()
    assert told == [2]
    assert "ZeroDivisionError" in caplog.text


async def test_what_cannot_be_written_now_is_forgotten_and_so_is_what_follows() -> None:
    class Full(Disk):
        full = True

        async def write(self, records: Sequence[Record]) -> None:
            if self.full:
                raise CannotWrite("the disk is full", "free some space")
            self.batches.append(list(records))

    disk = Full()
    outbox = Outbox(disk)
    told: list[int] = []
    running = asyncio.create_task(outbox.run())
    outbox.put([record(1)], lambda: told.append(1))
    with pytest.raises(CannotWrite):
        await outbox.written()
    outbox.put([record(2)], lambda: told.append(2))
    outbox.put([], lambda: told.append(3))
    with pytest.raises(CannotWrite):
        await outbox.written()
    disk.full = False
    outbox.open()
    outbox.put([record(4)], lambda: told.append(4))
    await outbox.written()
    assert (told, disk.batches) == ([4], [[record(4)]])
    running.cancel()


async def test_after_a_failure_nothing_is_told() -> None:
    class Broken(Disk):
        async def write(self, records: Sequence[Record]) -> None:
            raise OSError("the disk is full")

    outbox = Outbox(Broken())
    told: list[int] = []
    outbox.put([record(1)], lambda: told.append(1))
    with pytest.raises(OSError, match="full"):
        await outbox.run()
    outbox.put([], lambda: told.append(2))
    assert told == []


@pytest.mark.parametrize(("took", "rests"), [(0.0016, []), (0.01, [0.005])])
async def test_after_a_slow_commit_there_is_time_to_read(
    monkeypatch: pytest.MonkeyPatch, took: float, rests: list[float]
) -> None:
    now = 0.0
    rested: list[float] = []

    class Slow(Disk):
        async def write(self, records: Sequence[Record]) -> None:
            nonlocal now
            now += took

    async def sleep(seconds: float) -> None:
        rested.append(round(seconds, 6))

    monkeypatch.setattr("server.storage.outbox.time.perf_counter", lambda: now)
    monkeypatch.setattr("server.storage.outbox.asyncio.sleep", sleep)
    outbox = Outbox(Slow())
    running = asyncio.create_task(outbox.run())
    for number in range(2):
        done = asyncio.Event()
        outbox.put([record(number)], done.set)
        async with asyncio.timeout(PATIENCE):
            await done.wait()
    assert rested == rests
    running.cancel()


async def test_a_slow_commit_is_told(caplog: pytest.LogCaptureFixture) -> None:
    disk = Disk()
    disk.go.release()
    outbox = Outbox(disk, slow=0.0)
    outbox.put([record(1)], lambda: None)
    assert len(outbox) == 1
    await outbox.flush()
    assert len(outbox) == 0
    assert caplog.messages == ["slow commit"]
