import asyncio
import errno
import ipaddress
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from engine import catalogue
from protocol.messages import (
    Act,
    Announcement,
    Board,
    CreateRoom,
    JoinRoom,
    Problem,
    Refused,
    RoomState,
    Settings,
    StartRace,
)
from server.app import Server, ServerProblem
from server.bounds import Limits
from server.network.access import Access
from tests.server.play import PATIENCE, client

KLONDIKE = catalogue.make("klondike")


async def get(server: Server, path: str, *headers: str) -> tuple[int, str]:
    """Ask as any program does; return the status and the body."""
    async with asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        lines = (f"GET {path} HTTP/1.1", "Host: localhost", *headers, "", "")
        writer.write("\r\n".join(lines).encode())
        head, _, body = (await reader.read()).decode().partition("\r\n\r\n")
        writer.close()
        await writer.wait_closed()
    return int(head.split()[1]), body


async def numbers(server: Server) -> dict[str, float]:
    """Return the samples of /metrics: name and labels, and value."""
    status, body = await get(server, "/metrics")
    assert status == 200
    return {
        sample.name + "".join(f" {label}" for label in sample.labels.values()): sample.value
        for family in text_string_to_metric_families(body)
        for sample in family.samples
    }


HERE = [ipaddress.ip_network("127.0.0.0/8")]


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with Server.open(tmp_path, metrics_networks=HERE) as server:
        yield server


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("/healthz", 200, "ok\n"),
        ("/healthz?x=1", 200, "ok\n"),
        ("/", 426, "Here is a Samedeal server; it speaks websocket."),
        ("/x", 404, "There are only /, /healthz and /metrics here."),
        ("/metrics/x", 404, "There are only"),
    ],
)
async def test_plain_requests(server: Server, path: str, status: int, sentence: str) -> None:
    found, body = await get(server, path)
    assert found == status
    assert body.startswith(sentence)


async def test_a_whole_race_in_numbers(server: Server) -> None:
    async with client(server, "ann") as ann, client(server, "bob") as bob:
        room = await ann.ask(CreateRoom(Settings("klondike", countdown=0)), RoomState)
        await bob.ask(JoinRoom(room.code), RoomState)
        await bob.ask(StartRace(), Problem)
        await ann.say(StartRace(anyway=True))
        await ann.until(Board)
        for _ in range(3):
            await ann.act(KLONDIKE)
        await ann.ask(Act(3, [255]), Refused)
        found = await numbers(server)
        for name, value in {
            "samedeal_connections": 2,
            "samedeal_players": 2,
            "samedeal_races": 1,
            "samedeal_racers": 2,
            "samedeal_rooms running": 1,
            "samedeal_rooms lobby": 0,
            "samedeal_moves_total": 3,
            "samedeal_moves_refused_total": 1,
            "samedeal_refusals_total not the host": 1,
            "samedeal_refusals_total banned": 0,
            "samedeal_connections_opened_total": 2,
            "samedeal_errors_total": 0,
            "samedeal_readers_cut_off_total": 0,
            "samedeal_outbox": 0,
        }.items():
            assert found[name] == value, name
        assert found["samedeal_commit_seconds_count"] >= 3
        assert found["samedeal_commit_records_sum"] >= found["samedeal_commit_records_count"]
        assert "samedeal_unsent_bytes" in found
        async with asyncio.timeout(PATIENCE):
            while not (await numbers(server))["samedeal_event_loop_lag_seconds_count"]:
                pass
        assert [name for name in found if name.startswith("samedeal_build_info ")]


async def test_bots_are_players_and_counted_apart(server: Server) -> None:
    async with client(server, "ann"), client(server) as robot:
        await robot.hello("robot", bot=True)
        found = await numbers(server)
        assert (found["samedeal_players"], found["samedeal_bots"]) == (2, 1)


async def test_a_reader_who_is_cut_off_is_counted(tmp_path: Path) -> None:
    limits = Limits(unsent=4096)
    async with Server.open(tmp_path, limits=limits, metrics_networks=HERE) as server:
        async with client(server, "ann") as ann:
            ann.connection.transport.pause_reading()
            here = server.presence.newest[ann.player].transport
            here.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
            async with asyncio.timeout(PATIENCE):
                while not here.is_closing():
                    server.delivery.tell_everybody(Announcement("x" * 300))
                    await asyncio.sleep(0)
            ann.connection.transport.abort()
        assert (await numbers(server))["samedeal_readers_cut_off_total"] == 1


async def test_a_server_that_cannot_write_is_not_well(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with client(server, "ann") as ann:

        async def full(*_: object) -> None:
            raise OSError(errno.ENOSPC, "the disk is full")

        monkeypatch.setattr(server.database, "write", full)
        await ann.say(CreateRoom(Settings("klondike")))
        with pytest.raises(ServerProblem):
            await server.serve_forever()
        status, body = await get(server, "/healthz")
        assert status == 503
        assert "nothing can be written" in body


async def test_the_metrics_are_for_nobody_unless_somebody_is_named(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server:
        status, body = await get(server, "/metrics")
        assert status == 403
        assert "see the setting `metrics`" in body
        assert (await get(server, "/healthz"))[0] == 200


async def test_the_metrics_are_for_chosen_networks_and_never_through_a_proxy(
    tmp_path: Path,
) -> None:
    elsewhere = [ipaddress.ip_network("192.0.2.0/24")]
    async with Server.open(tmp_path / "1", metrics_networks=elsewhere) as server:
        assert (await get(server, "/metrics"))[0] == 403
        assert (await get(server, "/healthz"))[0] == 200
    access = Access(proxy_header="X-Ours")
    async with Server.open(tmp_path / "2", access=access, metrics_networks=HERE) as server:
        assert (await get(server, "/metrics"))[0] == 200
        for header in (
            *("X-Forwarded-For: 127.0.0.1", "Forwarded: for=x", "via: 1.1 x"),
            *("CF-Connecting-IP: 127.0.0.1", "x-ours: 127.0.0.1"),
        ):
            status, body = await get(server, "/metrics", header)
            assert (status, body) == (403, "The metrics are not given through a proxy.\n")
