"""Whatever is wrong with a database: every command works, or says in a sentence what to do.

`python -m tools.faults.trials --only flipped-bytes` lets `samedeal serve` itself meet it, too.
"""

import asyncio
import contextlib
import io
import logging
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from protocol.messages import (
    VERSION,
    GetLeaderboard,
    GetProfile,
    GetReplay,
    Hello,
    ListRooms,
    Problem,
    Rooms,
    Welcome,
)
from samedeal.__main__ import main
from server.app import Server, ServerProblem
from server.storage.sqlite.files import FILE_NAME
from tests.server.play import client
from tests.server.storage.sqlite.old_databases import TOKENS, make_history

EXAMPLES = int(os.environ.get("SAMEDEAL_DAMAGES", "15"))
PAGE = 4096
MISTAKE = "a mistake of the program"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("history")
    asyncio.run(make_history(directory))
    return directory / FILE_NAME


damages = st.one_of(
    st.tuples(st.just("flip"), st.lists(st.integers(0, 10**6), min_size=1, max_size=8)),
    st.tuples(st.just("zero"), st.lists(st.integers(0, 10**6), min_size=1, max_size=2)),
    st.tuples(st.just("cut"), st.lists(st.integers(0, 10**6), min_size=1, max_size=1)),
    st.tuples(st.just("header"), st.lists(st.integers(0, 99), min_size=1, max_size=3)),
)


def damaged(content: bytes, how: str, where: list[int]) -> bytes:
    spoilt = bytearray(content)
    for number in where:
        at = number % len(spoilt) if spoilt else 0
        match how:
            case "flip" | "header":
                spoilt[at] ^= 1 << (number % 7) | 0x80
            case "zero":
                page = at // PAGE * PAGE
                spoilt[page : page + PAGE] = bytes(PAGE)
            case _:
                del spoilt[at:]
    return bytes(spoilt)


def run(*arguments: str) -> tuple[int, str]:
    """Run a command; return its exit code, and all that it said."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = main(arguments)
    return code, said.getvalue()


@contextlib.contextmanager
def logged() -> Iterator[io.StringIO]:
    said = io.StringIO()
    handler = logging.StreamHandler(said)
    logging.getLogger().addHandler(handler)
    try:
        yield said
    finally:
        logging.getLogger().removeHandler(handler)


async def serve(data: Path) -> str:
    """Start a server, and have somebody look around; return why it does not start, if so."""
    try:
        async with Server.open(data) as server:
            looking = asyncio.create_task(look_around(server))
            serving = asyncio.create_task(server.serve_forever())
            await asyncio.wait((looking, serving), return_when=asyncio.FIRST_COMPLETED)
            for task in (serving, looking):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError, ConnectionClosed):
                    await task
    except ServerProblem as problem:
        return str(problem)
    return ""


async def look_around(server: Server) -> None:
    for token in TOKENS.values():
        with contextlib.suppress(ConnectionClosed, InvalidHandshake, OSError):  # It may stop.
            await ask_all(server, token)


async def ask_all(server: Server, token: str) -> None:
    async with client(server) as somebody:
        await somebody.say(Hello(VERSION, token=token))
        while not isinstance(message := await somebody.hear(), Welcome):
            if isinstance(message, Problem):
                return  # Nobody is known by that token any more.
        for question in (GetLeaderboard("klondike"), GetProfile(1), GetReplay(2, 2)):
            await somebody.say(question)
        await somebody.ask(ListRooms(), Rooms)


def commands(data: Path) -> None:
    """Run all commands that read, and see that each works or says why not."""
    copy = data / "copy.sqlite3"
    for arguments in (
        ("verify", str(data)),
        ("verify", str(data / FILE_NAME)),
        ("backup", str(data), str(copy)),
        ("replay", "--all", "--data", str(data)),
        ("replay", "2", "bob", "--data", str(data)),
        ("leaderboard", "thirteens", "--data", str(data)),
        ("leaderboard", "klondike", "--period", "year", "--data", str(data)),
    ):
        code, said = run(*arguments)
        assert MISTAKE not in said, (arguments, said)
        assert "Traceback" not in said, (arguments, said)
        assert code == 0 or said, arguments


@settings(max_examples=EXAMPLES, deadline=None)
@given(damages)
def test_damage_is_told_in_a_sentence(whole: Path, damage: tuple[str, list[int]]) -> None:
    with tempfile.TemporaryDirectory() as directory:
        data = Path(directory)
        content = damaged(whole.read_bytes(), *damage)
        (data / FILE_NAME).write_bytes(content)
        commands(data)
        assert (data / FILE_NAME).read_bytes() == content  # Who only reads changes nothing.
        with logged() as log:
            asyncio.run(serve(data))
        assert "Traceback" not in log.getvalue()
