"""Who may come in, over real sockets: names, tokens, passwords."""

import asyncio
from pathlib import Path

import pytest

from protocol.messages import (
    VERSION,
    Hello,
    NewToken,
    RenewToken,
    Settings,
    Welcome,
)
from server.app import Server
from server.bounds import Limits
from server.network.access import Access
from tests.server.play import change, client, comes_true, heard_all, refused, rows

SETTINGS = Settings("klondike", countdown=0)
UNSETTLED = "SELECT 1 FROM players WHERE next_hash NOT NULL"


def contents(data: Path) -> list[bytes]:
    return [path.read_bytes() for path in data.iterdir() if path.is_file()]


# Names --------------------------------------------------------------------------------------------


async def test_a_look_alike_is_refused(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server, client(server, "Ann"), client(server) as eve:
        for name in ("ANN", "\u0410\u043f\u043f", "A\u1e47n"):
            assert await refused(eve, Hello(VERSION, name)) == "name taken"


async def test_a_name_whose_welcome_never_arrived_is_free_after_an_hour(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server:
        async with client(server) as lost:
            await lost.say(Hello(VERSION, "ann"))
            lost.connection.transport.abort()
            async with client(server) as bob:
                while await refused(bob, Hello(VERSION, "ann")) != "name taken":
                    pass
        change(tmp_path, "UPDATE players SET made = made - 3601, seen = NULL")
        async with client(server, "Ann") as ann:
            assert ann.welcome.player
        assert rows(tmp_path, "SELECT name FROM players WHERE NOT gone") == [("Ann",)]


async def test_a_name_whose_welcome_arrived_stays_taken(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server:
        async with client(server, "ann") as ann:
            await heard_all(ann)
        sql = "SELECT 1 FROM players WHERE seen IS NULL"
        await comes_true(lambda: not rows(tmp_path, sql))
        change(tmp_path, "UPDATE players SET made = made - 3601, seen = seen - 3601")
        async with client(server) as eve:
            assert await refused(eve, Hello(VERSION, "ann")) == "name taken"


# Tokens -------------------------------------------------------------------------------------------


async def test_a_renewed_token_replaces_the_old_one(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server:
        async with client(server, "ann") as ann:
            old = ann.welcome.token
            new = (await ann.ask(RenewToken(), NewToken)).token
            assert new != old
            await heard_all(ann)
        await comes_true(lambda: not rows(tmp_path, UNSETTLED))
        async with client(server, token=new) as ann, client(server) as eve:
            assert ann.welcome.name == "ann"
            assert await refused(eve, Hello(VERSION, token=old)) == "unknown token"
        assert not any(new.encode() in content for content in contents(tmp_path))


async def test_a_new_token_that_did_not_arrive_locks_nobody_out(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server:
        async with client(server, "ann") as ann:
            old = ann.welcome.token
            # Nothing is read any more, so the server never hears that the token has arrived.
            ann.connection.transport.pause_reading()
            await ann.say(RenewToken())
            await comes_true(lambda: rows(tmp_path, UNSETTLED))
            ann.connection.transport.abort()
        async with client(server, token=old) as ann:
            assert ann.welcome.name == "ann"
            new = (await ann.ask(RenewToken(), NewToken)).token
        async with client(server, token=new) as ann:  # used: from here on it is the only one
            assert ann.welcome.name == "ann"
        async with client(server) as eve:
            assert await refused(eve, Hello(VERSION, token=old)) == "unknown token"


# The server's password ----------------------------------------------------------------------------


async def test_new_players_need_the_servers_password(tmp_path: Path) -> None:
    async with Server.open(tmp_path, access=Access(password="sesame")) as server:
        async with client(server) as ann:
            assert await refused(ann, Hello(VERSION, "ann")) == "password needed"
            assert await refused(ann, Hello(VERSION, "ann", password="x")) == "wrong password"
            welcome = await ann.ask(Hello(VERSION, "ann", password="sesame"), Welcome)
        async with client(server, token=welcome.token) as ann:
            assert ann.welcome.name == "ann"


async def test_guessing_is_bounded_by_address(tmp_path: Path) -> None:
    limits = Limits(wrong_passwords=3)
    async with Server.open(tmp_path, access=Access(password="sesame"), limits=limits) as server:
        async with client(server) as eve:
            for _ in range(3):
                assert await refused(eve, Hello(VERSION, "eve", password="x")) == "wrong password"
            assert await refused(eve, Hello(VERSION, "eve", password="sesame")) == "too fast"
        async with client(server) as eve:  # another connection does not help
            assert await refused(eve, Hello(VERSION, "eve", password="sesame")) == "too fast"


# New players --------------------------------------------------------------------------------------


async def test_new_players_of_one_address_are_bounded(tmp_path: Path) -> None:
    async with Server.open(tmp_path, limits=Limits(players_per_hour=2)) as server:
        async with client(server, "ann") as ann, client(server, "bob"), client(server) as eve:
            assert await refused(eve, Hello(VERSION, "eve")) == "too fast"
        async with client(server, token=ann.welcome.token):  # who is known comes in
            pass


async def test_names_that_are_taken_cost_nothing(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path, limits=Limits(players_per_hour=2)) as server,
        client(server, "ann"),
        client(server) as bob,
    ):
        for _ in range(5):
            assert await refused(bob, Hello(VERSION, "ann")) == "name taken"
        await bob.hello("bob")


async def test_who_is_known_does_not_wait_for_anybodys_long_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Server.open(tmp_path) as server:
        async with client(server, "ann") as ann:
            token = ann.welcome.token

        async def read_all(*_: object) -> list[tuple[object, ...]]:
            await asyncio.Event().wait()  # As behind questions that read the whole database.
            raise AssertionError

        monkeypatch.setattr(server.database.reader, "read_all", read_all)
        async with client(server, token=token) as ann, client(server) as eve:
            assert ann.welcome.name == "ann"
            assert await refused(eve, Hello(VERSION, token="guessed")) == "unknown token"
