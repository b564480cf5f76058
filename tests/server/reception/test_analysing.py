"""Analyses that are asked for over real sockets: by whom, of what, and what comes of them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from engine.play import Play
from engine.solver.search import Solver
from protocol.certificate import packed
from protocol.messages import (
    SOLUTION,
    Act,
    Advice,
    Analysis,
    Board,
    CreateRoom,
    GetAdvice,
    GetAnalysis,
    GetPositions,
    GetReplay,
    GiveUp,
    Hello,
    JoinRoom,
    LeaveRoom,
    LeftRoom,
    Ping,
    Pong,
    Positions,
    Practise,
    Replay,
    Results,
    RoomState,
    Settings,
    StartRace,
    Step,
    StopAnalysis,
    Undo,
    Welcome,
    WireAction,
)
from protocol.solution import PACE
from protocol.wire import pack_action, parse_action, parse_entry
from server.analysis.analyst import Report
from server.app import Server
from server.chance import Chance
from server.storage.sqlite.verify import FileVerification
from server.storage.stock import Stock
from tests.server.analysis.fake_analyst import FOUND, FakeAnalyst
from tests.server.play import Client, client, comes_true, refused
from tests.server.reception.test_solutions import SOLVED, WINNABLE, raced
from tests.server.stock.fake_foundry import QUICK, wish_of


@asynccontextmanager
async def serving(data: Path, analyst: FakeAnalyst | None) -> AsyncIterator[Server]:
    async with Server.open(data, analyst=analyst) as server:
        await Stock(server.database).put(wish_of(), SOLVED)
        yield server


async def done(somebody: Client) -> Analysis:
    while (told := await somebody.until(Analysis)).state != "done":
        pass
    return told


async def test_of_a_race_that_is_over(tmp_path: Path) -> None:
    analyst = FakeAnalyst()
    async with serving(tmp_path, analyst) as server, client(server, "ann") as ann:
        race = await raced(ann)
        assert (await ann.ask(GetAnalysis(race, ann.player), Analysis)).state == "waiting"
        assert await done(ann) == FOUND.told(race, ann.player)
        [game] = analyst.looked_at
        assert (game.game, game.seed, len(game.entries)) == (QUICK, SOLVED.seed, 1)
        assert game.solution == [*SOLVED.solution]
        async with client(server, "bob") as bob:
            assert (await bob.ask(GetAnalysis(race, ann.player), Analysis)).state == "done"
        assert len(analyst.looked_at) == 1


async def test_how_somebody_has_won_helps_with_the_others(tmp_path: Path) -> None:
    analyst = FakeAnalyst()
    chance = Chance(seed=lambda: SOLVED.seed)
    async with (
        Server.open(tmp_path, analyst=analyst, chance=chance) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        room = await ann.ask(CreateRoom(Settings(QUICK, countdown=0)), RoomState)
        await bob.ask(JoinRoom(room.code), RoomState)
        await ann.ask(StartRace(anyway=True), Board)
        await bob.until(Board)
        await bob.act(wish_of().rules)
        await bob.say(GiveUp())
        await do(ann, 0, SOLVED.solution[0])
        await ann.ask(Undo(1), Step)
        for number, action in enumerate(SOLVED.solution):
            await do(ann, number + 2, action)
        race = (await ann.until(Results)).race
        await bob.say(GetAnalysis(race, bob.player))
        await done(bob)
        [game] = analyst.looked_at
        assert game.solution == [*SOLVED.solution]


async def test_for_those_alone_who_may_see_the_replay(tmp_path: Path) -> None:
    analyst = FakeAnalyst()
    async with (
        serving(tmp_path, analyst) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        await ann.ask(CreateRoom(WINNABLE, "secret"), RoomState)
        await ann.ask(StartRace(), Board)
        for somebody in (ann, bob):
            assert await refused(somebody, GetAnalysis(1, ann.player)) == "unknown replay"
        race = (await ann.ask(GiveUp(), Results)).race
        assert await refused(bob, GetAnalysis(race, ann.player)) == "unknown replay"
        await ann.ask(GetAnalysis(race, ann.player), Analysis)
        await done(ann)
        assert await refused(bob, GetAnalysis(race, ann.player)) == "unknown replay", "kept or not"


async def test_others_are_answered_meanwhile_and_it_can_be_stopped(tmp_path: Path) -> None:
    analyst = FakeAnalyst()
    analyst.open.clear()
    async with serving(tmp_path, analyst) as server, client(server, "ann") as ann:
        race = await raced(ann)
        await ann.say(GetAnalysis(race, ann.player))
        await analyst.begins.wait()
        await ann.ask(Ping(), Pong)
        await ann.say(StopAnalysis())
        await comes_true(lambda: analyst.given_up)
        await ann.say(GetAnalysis(race, ann.player))
        await comes_true(lambda: len(analyst.looked_at) == 2)
    await comes_true(lambda: len(analyst.given_up) == 2)


async def test_who_goes_waits_no_more(tmp_path: Path) -> None:
    analyst = FakeAnalyst()
    analyst.open.clear()
    async with serving(tmp_path, analyst) as server, client(server, "ann") as ann:
        race = await raced(ann)
        async with client(server) as guest:
            await guest.ask(Hello(1, guest=True), Welcome)
            await guest.say(GetAnalysis(race, ann.player))
            await analyst.begins.wait()
        await comes_true(lambda: analyst.given_up)


async def test_a_server_may_analyse_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path, None) as server, client(server, "ann") as ann:
        race = await raced(ann)
        assert await refused(ann, GetAnalysis(race, ann.player)) == "not allowed"


async def hint(somebody: Client) -> Advice:
    return await somebody.ask(GetAdvice(), Advice)


async def do(somebody: Client, number: int, action: WireAction) -> None:
    await somebody.ask(Act(number, action), Step)


async def practise(somebody: Client, message: Practise) -> None:
    await somebody.ask(message, RoomState)
    await somebody.ask(StartRace(), Board)


async def test_hints_follow_a_solution_in_practice(tmp_path: Path) -> None:
    async with serving(tmp_path, None) as server, client(server, "ann") as ann:
        race = await raced(ann)
        await practise(ann, Practise(race=race, player=SOLUTION))
        for action in SOLVED.solution[:3]:
            told = await hint(ann)
            assert (told.known, told.actions) == (True, [action])
            assert told.text
            await do(ann, told.number, action)
        play = Play(wish_of().rules, SOLVED.seed)
        for action in SOLVED.solution[:3]:
            play.enter(parse_action(action))
        legal = map(pack_action, play.game.legal_actions(play.state))
        await do(ann, 3, next(action for action in legal if action != SOLVED.solution[3]))
        assert not (await hint(ann)).known, "that is no way of the solution"


async def test_in_a_race_no_hint_does_not_even_alone(tmp_path: Path) -> None:
    """It counts, also with one seat: on the leaderboard, where others may have raced that deal."""
    alone = Settings(QUICK, deals="winnable", countdown=0, seats=1, listed=False)
    async with serving(tmp_path, None) as server, client(server, "ann") as ann:
        await ann.ask(CreateRoom(alone), RoomState)
        await ann.ask(StartRace(), Board)
        for _ in range(3):
            assert not (await hint(ann)).known
            await ann.act(wish_of().rules)


async def test_hints_follow_what_an_analysis_has_found(tmp_path: Path) -> None:
    analyst, rules = FakeAnalyst(), wish_of().rules
    async with Server.open(tmp_path, analyst=analyst) as server, client(server, "ann") as ann:
        await ann.ask(CreateRoom(Settings(QUICK, countdown=0)), RoomState)
        await ann.ask(StartRace(), Board)
        await ann.act(rules)
        results = await ann.ask(GiveUp(), Results)
        await ann.ask(LeaveRoom(), LeftRoom)
        replay = await ann.ask(GetReplay(results.race, ann.player), Replay)
        play = Play(rules, results.seed)
        for entry in replay.entries:
            play.enter(parse_entry(entry))
        answer = Solver(rules, results.seed, play.state).go_on(10**6)
        wins = [*packed(answer.actions)]
        analyst.found = Report(1, True, 100, 1, 2, wins, answer.positions)
        here = Practise(race=results.race, player=ann.player, number=1)
        await practise(ann, here)
        assert not (await hint(ann)).known
        await ann.ask(LeaveRoom(), LeftRoom)
        await ann.say(GetAnalysis(results.race, ann.player))
        await done(ann)
        await practise(ann, here)
        told = await hint(ann)
        assert (told.known, told.actions) == (True, [wins[0]])


async def test_how_it_could_be_won_is_watched_and_played_on(tmp_path: Path) -> None:
    analyst = FakeAnalyst()
    async with (
        serving(tmp_path, analyst) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        race = await raced(ann)
        how, where = GetReplay(race, ann.player, won=True), GetPositions(race, ann.player, won=True)
        onward = Practise(race=race, player=ann.player, number=3, won=True)
        for asked in (how, where, onward):
            assert await refused(bob, asked) == "unknown replay", "nobody has found it out"
        # What ann did is no move of the solution, or she would have taken it: it is taken back.
        analyst.found = Report(1, True, 100, 0, 1, [*SOLVED.solution], 10)
        await ann.say(GetAnalysis(race, ann.player))
        await done(ann)
        replay = await bob.ask(how, Replay)
        assert (replay.won, replay.player, replay.name) == (True, ann.player, "Solution")
        assert (replay.status, replay.entries) == ("won", [*SOLVED.solution])
        assert replay.times[:2] == [PACE, 2 * PACE]
        assert not (await bob.ask(GetReplay(race, ann.player), Replay)).won
        positions = await bob.ask(where, Positions)
        assert positions.won
        assert len(positions.changes) == len(replay.entries)
        assert not (await bob.ask(GetPositions(race, ann.player), Positions)).won
        room = await bob.ask(onward, RoomState)
        assert room.practice
        practice = room.practice
        assert (practice.player, practice.name, practice.number) == (ann.player, "ann", 3)
        assert practice.won
        token = bob.welcome.token
        await bob.ask(StartRace(), Board)
        told = await hint(bob)
        assert (told.known, told.actions) == (True, [SOLVED.solution[3]])
    assert list(FileVerification(tmp_path).faults()) == []
    async with Server.open(tmp_path) as server, client(server) as bob:
        await bob.say(Hello(1, token=token))
        assert (await bob.until(RoomState)).practice == practice


async def test_how_goes_on_from_what_was_done(tmp_path: Path) -> None:
    analyst, rules = FakeAnalyst(), wish_of().rules
    async with Server.open(tmp_path, analyst=analyst) as server, client(server, "ann") as ann:
        await Stock(server.database).put(wish_of(), SOLVED)
        await ann.ask(CreateRoom(WINNABLE), RoomState)
        await ann.ask(StartRace(), Board)
        first, rest = SOLVED.solution[0], [*SOLVED.solution[1:]]
        await do(ann, 0, first)
        await ann.act(rules)
        race = (await ann.ask(GiveUp(), Results)).race
        own = await ann.ask(GetReplay(race, ann.player), Replay)
        analyst.found = Report(1, True, 100, 1, 2, rest, 10)
        await ann.say(GetAnalysis(race, ann.player))
        await done(ann)
        how = await ann.ask(GetReplay(race, ann.player, won=True), Replay)
        assert how.entries == [first, *rest]
        assert how.times[:2] == [own.times[0], own.times[0] + PACE]
        assert how.milliseconds == how.times[-1]


async def test_what_wins_nothing_is_not_there_to_be_watched(tmp_path: Path) -> None:
    analyst = FakeAnalyst()
    analyst.found = Report(1, True, 100, luck=True)
    async with serving(tmp_path, analyst) as server, client(server, "ann") as ann:
        race = await raced(ann)
        await ann.say(GetAnalysis(race, ann.player))
        await done(ann)
        assert await refused(ann, GetReplay(race, ann.player, won=True)) == "unknown replay"


async def test_how_is_for_those_alone_who_may_see_the_replay(tmp_path: Path) -> None:
    analyst = FakeAnalyst()
    analyst.found = Report(1, True, 100, 0, 1, [*SOLVED.solution], 10)
    async with (
        serving(tmp_path, analyst) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        await ann.ask(CreateRoom(WINNABLE, "secret"), RoomState)
        await ann.ask(StartRace(), Board)
        race = (await ann.ask(GiveUp(), Results)).race
        await ann.say(GetAnalysis(race, ann.player))
        await done(ann)
        assert (await ann.ask(GetReplay(race, ann.player, won=True), Replay)).status == "won"
        assert await refused(bob, GetReplay(race, ann.player, won=True)) == "unknown replay"
