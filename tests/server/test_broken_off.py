"""Races that the host or the operator breaks off, for all or for one: no win comes of that."""

from pathlib import Path

import pytest

from protocol import wire
from protocol.messages import (
    Act,
    CloseRoom,
    GetProfile,
    GetReplay,
    GiveUp,
    Kick,
    LeftRoom,
    Profile,
    Replay,
    Results,
    Settings,
)
from protocol.racing import play_again
from server.app import Server
from server.chance import Chance
from server.storage.sqlite.verify import FileVerification
from tests.server.play import Client, client, rows, start, thirteens_to

SETTINGS = Settings("thirteens", countdown=0)
SEED, LINE = thirteens_to("won")
RESULTS = "SELECT player, status, place, win FROM racers ORDER BY player"


async def move(racer: Client, first: int, last: int) -> int:
    """Do these moves of the line that wins; return the score."""
    for number in range(first, last):
        await racer.say(Act(number, wire.pack_action(LINE[number])))
        step = await racer.own_step()
    return step.score


async def checks_out(tmp_path: Path, *racers: Client) -> None:
    """Check that replays, profiles and `samedeal verify` agree with what is stored."""
    asker = racers[0]
    for racer in racers:
        replay = await asker.ask(GetReplay(1, racer.player), Replay)
        assert play_again(replay).fault is None
        profile = await asker.ask(GetProfile(racer.player), Profile)
        assert profile.races == 1
        [(_, status, place, win)] = [r for r in rows(tmp_path, RESULTS) if r[0] == racer.player]
        [recent] = profile.recent
        assert (recent.status, recent.place, recent.won) == (status, place, bool(win))
        assert profile.wins == win
    assert list(FileVerification(tmp_path).faults()) == []


@pytest.mark.parametrize("moves_of_the_third", [0, 2])
async def test_a_host_who_closes_the_room_while_leading_gets_no_win(
    tmp_path: Path, moves_of_the_third: int
) -> None:
    async with (
        Server.open(tmp_path, chance=Chance(seed=lambda: SEED)) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
        client(server, "cat") as cat,
    ):
        await start(ann, bob, cat, settings=SETTINGS)
        assert await move(ann, 0, 12) > await move(bob, 0, 2)
        if moves_of_the_third:  # A rival who gave up is left behind; but nobody knows how far.
            await move(cat, 0, moves_of_the_third)
            await cat.say(GiveUp())
        await ann.ask(CloseRoom(), LeftRoom)
        standings = (await bob.until(Results)).standings
        third = "gave up" if moves_of_the_third else "stopped"
        told = {standing.player: standing.status for standing in standings}
        assert told == {1: "stopped", 2: "stopped", 3: third}
        assert standings[0].player == 1
        assert [row[3] for row in rows(tmp_path, RESULTS)] == [0, 0, 0]
        await checks_out(tmp_path, ann, bob, cat)


async def test_who_had_won_before_the_room_was_closed_keeps_the_win(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path, chance=Chance(seed=lambda: SEED)) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        await start(ann, bob, settings=SETTINGS)
        await move(ann, 0, 2)
        await move(bob, 0, len(LINE))
        await ann.ask(CloseRoom(), LeftRoom)
        await bob.until(LeftRoom)
        assert rows(tmp_path, RESULTS) == [(1, "stopped", 2, 0), (2, "won", 1, 1)]
        await checks_out(tmp_path, ann, bob)


@pytest.mark.parametrize("killed", [False, True])
async def test_a_host_who_sends_the_only_rival_away_has_not_beaten_them(
    tmp_path: Path, *, killed: bool
) -> None:
    async with (
        Server.open(tmp_path, chance=Chance(seed=lambda: SEED)) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        await start(ann, bob, settings=SETTINGS)
        assert await move(ann, 0, 12) > await move(bob, 0, 2)
        await ann.say(Kick(2))
        await bob.until(LeftRoom)
        token = ann.welcome.token
        if not killed:
            await ann.ask(GiveUp(), Results)
            assert rows(tmp_path, RESULTS) == [(1, "gave up", 1, 0), (2, "stopped", 2, 0)]
            await checks_out(tmp_path, ann, bob)
            return
    async with Server.open(tmp_path) as server, client(server) as again:
        await again.hello(token=token)
        await again.ask(GiveUp(), Results)
        assert rows(tmp_path, RESULTS) == [(1, "gave up", 1, 0), (2, "stopped", 2, 0)]
        await checks_out(tmp_path, again)


async def test_who_is_sent_away_while_leading_gets_no_win_by_it_nor_does_the_host(
    tmp_path: Path,
) -> None:
    async with (
        Server.open(tmp_path, chance=Chance(seed=lambda: SEED)) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        await start(ann, bob, settings=SETTINGS)
        assert await move(ann, 0, 2) < await move(bob, 0, 12)
        await ann.say(Kick(2))
        await bob.until(LeftRoom)
        await ann.ask(GiveUp(), Results)
        assert rows(tmp_path, RESULTS) == [(1, "gave up", 2, 0), (2, "stopped", 1, 0)]
        await checks_out(tmp_path, ann, bob)


async def test_a_host_may_still_win_by_playing_the_game_out(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path, chance=Chance(seed=lambda: SEED)) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        await start(ann, bob, settings=SETTINGS)
        await move(bob, 0, 2)
        await ann.say(Kick(2))
        await bob.until(LeftRoom)
        await move(ann, 0, len(LINE))
        await ann.until(Results)
        assert rows(tmp_path, RESULTS) == [(1, "won", 1, 1), (2, "stopped", 2, 0)]
        await checks_out(tmp_path, ann, bob)
