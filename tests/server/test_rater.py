"""Races that are over are rated, and those who raced are told, over real sockets."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine import catalogue
from protocol.messages import (
    FIRST_RATING,
    CreateRoom,
    Feats,
    GetOverview,
    GetProfile,
    GetRatingCourse,
    GetRatings,
    GiveUp,
    JoinRoom,
    Overview,
    Problem,
    Profile,
    Rated,
    RatedPlayer,
    RatingCourse,
    Ratings,
    Results,
    Resync,
    RoomState,
    StartRace,
    WatchRoom,
)
from server.app import Server
from server.chance import Chance
from server.ratings.model import UNKNOWN, rate
from server.storage.database import Row
from server.storage.sqlite.verify import FileVerification
from server.storage.verify import SHOWN
from tests.server.play import AT_ONCE, Client, client, comes_true, start

GAME = catalogue.make("klondike")
SCORING = Chance(seed=lambda: "1")
"""Every deal is one in which the first moves score."""


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with Server.open(tmp_path, chance=SCORING) as server:
        yield server


async def race(*racers: Client) -> Results:
    """Race: the first one makes moves until it has a score; then all give up."""
    await start(*racers)
    return await go_on(*racers)


async def go_on(*racers: Client) -> Results:
    first = racers[0]
    while not first.views[first.player].score:
        await first.act(GAME)
    for one in racers:
        await one.say(GiveUp())
    return await first.until(Results)


async def test_a_race_of_two_changes_their_ratings(server: Server) -> None:
    async with client(server, "ann") as ann, client(server, "bob") as bob:
        results = await race(ann, bob)
        rated = await ann.until(Rated)
        assert await bob.until(Rated) == rated
        assert rated.race == results.race
        expected = rate([UNKNOWN, UNKNOWN], [1, 2])
        for change, strength in zip(rated.changes, expected, strict=True):
            assert change.overall.value == change.family.value == strength.shown
            assert change.overall.spread == round(strength.sigma)
            assert (change.overall_before, change.family_before) == (FIRST_RATING, FIRST_RATING)
            assert (change.overall.family, change.family.family) == ("", "Klondike")
            assert (change.overall.races, change.overall.sure) == (1, False)
        profile = await bob.ask(GetProfile(ann.player), Profile)
        assert profile.ratings == [rated.changes[0].overall, rated.changes[0].family]
        course = await bob.ask(GetRatingCourse(ann.player, "Klondike"), RatingCourse)
        [point] = course.points
        assert (point.value, point.race) == (expected[0].shown, results.race)
        highest = await bob.ask(GetRatings(), Ratings)
        assert (highest.season, highest.seasons, highest.listed) == (1, 1, 2)
        assert [row.name for row in highest.players] == ["ann", "bob"]
        assert highest.own == highest.players[1]
        assert (await bob.ask(GetRatings("Yukon"), Ratings)).players == []
        assert (await bob.ask(GetRatings(season=3), Problem)).code == "bad option"


async def test_who_comes_later_is_told_with_the_results(server: Server) -> None:
    async with AsyncExitStack() as stack:
        names = ("ann", "bob", "cat")
        ann, bob, cat = [await stack.enter_async_context(client(server, name)) for name in names]
        code = await start(ann, bob)
        await go_on(ann, bob)
        rated = await ann.until(Rated)
        await cat.say(WatchRoom(code))
        assert (await cat.until(Rated)).changes == rated.changes
        await bob.say(Resync())
        assert (await bob.until(Rated)).changes == rated.changes


async def test_a_race_tells_what_it_changed_also_where_nothing_is_rated(server: Server) -> None:
    async with AsyncExitStack() as stack:
        names = ("ann", "bob", "cat")
        ann, bob, cat = [await stack.enter_async_context(client(server, name)) for name in names]
        code = await start(ann, bob, settings=replace(AT_ONCE, rated=False))
        results = await go_on(ann, bob)
        told = await ann.until(Feats)
        assert await bob.until(Feats) == told
        assert told.race == results.race
        [feat] = [feat for feat in told.feats if feat.player == ann.player]
        standing = results.standings[0]
        assert (standing.player, feat.ranked) == (ann.player, "best")
        assert (feat.score, feat.place, feat.place_before) == (standing.score, 1, 0)
        await cat.say(WatchRoom(code))
        assert (await cat.until(Feats)).feats == told.feats, "who comes later is told as well"
        seen = await cat.ask(GetOverview(), Overview)
        assert (seen.races, seen.people) == (1, 2)
        assert [each.race for each in seen.latest] == [results.race]
        profile = await cat.ask(GetProfile(ann.player), Profile)
        assert [rival.name for rival in profile.rivals] == ["bob"]
        assert (profile.streak, profile.best_streak) == (profile.wins, profile.wins)


async def test_nobody_hears_of_ratings_in_a_room_that_is_not_rated(server: Server) -> None:
    async with client(server, "ann") as ann, client(server, "bob") as bob:
        code = (await ann.ask(CreateRoom(replace(AT_ONCE, rated=False)), RoomState)).code
        assert not (await bob.ask(JoinRoom(code), RoomState)).settings.rated
        await ann.say(StartRace(anyway=True))
        for one in (ann, bob):
            await one.say(GiveUp())
        await ann.until(Results)
        assert server.lobby.to_rate() == []
        assert (await ann.ask(GetProfile(ann.player), Profile)).ratings == []


async def test_what_a_killed_server_left_is_rated_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.rater.EVERY", 3600.0)  # The first one is killed before it rates.
    async with (
        Server.open(tmp_path, chance=SCORING) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        results = await race(ann, bob)
        tokens = [one.welcome.token for one in (ann, bob)]
        assert (await ann.ask(GetProfile(ann.player), Profile)).ratings == []
    monkeypatch.undo()
    async with Server.open(tmp_path) as server, client(server, token=tokens[0]) as ann:
        assert (await ann.until(Rated)).race == results.race
        assert len((await ann.ask(GetProfile(ann.player), Profile)).ratings) == 2


async def test_a_list_further_down(server: Server) -> None:
    """The asker's own row is told also where it is none of the first fifty."""
    async with client(server, "ann") as ann, client(server, "bob") as bob:
        await race(ann, bob)
        await ann.until(Rated)
        rows: list[Row] = [(1, "", number, 3000.0, 100.0, 20) for number in range(3, 63)]
        add = (
            "INSERT INTO players (id, name, name_key, token_hash, bot, made) "
            "VALUES (?1, 'p' || ?1, 'p' || ?1, 'h' || ?1, 0, 0)"
        )
        columns = "(book, family, player, mu, sigma, races)"
        sql = f"INSERT INTO ratings {columns} VALUES (?, ?, ?, ?, ?, ?)"
        players: list[Row] = [(row[2],) for row in rows]
        await server.database.write([(add, players), (sql, rows)])
        told = await bob.ask(GetRatings(), Ratings)
        assert (told.listed, len(told.players)) == (62, 50)
        assert {row.place for row in told.players} == {1}
        assert told.own is not None
        assert told.own.name == "bob"
        assert told.own.place == 62
        assert isinstance(told.own, RatedPlayer)


async def test_ratings_are_checked(server: Server, tmp_path: Path) -> None:
    async with client(server, "ann") as ann, client(server, "bob") as bob:
        await race(ann, bob)
        await ann.until(Rated)
        await ann.ask(GetRatings(), Ratings)

        def faults() -> list[str]:
            return list(FileVerification(tmp_path).faults())

        assert await asyncio.to_thread(faults) == []
        for sql, told in (
            ("UPDATE rating_steps SET mu = mu + 1 WHERE family = ''", "is not what it comes to"),
            ("UPDATE ratings SET sigma = 1 WHERE family = ''", "rating in all games is not"),
            ("DELETE FROM rating_steps WHERE player = 2", "is not what it comes to"),
        ):
            await server.database.write([(sql, [()])])
            found = await asyncio.to_thread(faults)
            assert any(told in fault for fault in found)
            assert all("`samedeal admin DATA ratings rebuild` mends it" in each for each in found)
            assert len(found) <= 2 * SHOWN
        await comes_true(lambda: not server.lobby.to_rate())
