import argparse
import asyncio
import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from client.session.practice_game import PracticeGame
from client.session.recording import LARGEST, BadReplay, read_replay, write_replay
from client.session.solving.solution import is_solution
from engine import catalogue
from engine.chance import commitment
from engine.solver.search import solve
from engine.state import Click
from harness.replays import ended_after, played, rambled
from protocol.messages import Settings, Standing
from protocol.solution import replay_of
from samedeal.commands import leaderboard, replay, verify
from server.rooms.deals.certified import Certified
from server.rooms.records import Entered, RaceBegun, RaceMade, RaceOver
from server.storage import players
from server.storage.journal import StoredJournal
from server.storage.sqlite.database import SQLiteDatabase
from server.storage.sqlite.files import FILE_NAME
from tests.server.play import change, thirteens_to
from tests.server.stock.fake_foundry import QUICK, certified


def call(module: object, *arguments: str) -> int:
    parser = argparse.ArgumentParser()
    module.add_arguments(parser)  # type: ignore[attr-defined]
    return int(module.run(parser.parse_args(arguments)))  # type: ignore[attr-defined]


async def fill(data: Path) -> None:
    """Write a won race of Thirteens, as a server would."""
    seed, line = thirteens_to("won")
    database = await SQLiteDatabase.open(data)
    await players.register(database, "Ann", "token", bot=False)
    entries = [Entered(1, n, 1, action, 100 * n) for n, action in enumerate(line)]
    standing = Standing(1, "Ann", "won", 52, 1, len(line), entries[-1].milliseconds)
    await StoredJournal(database).write(
        [
            RaceMade(1, Settings("thirteens"), seed, commitment(seed)),
            RaceBegun(1, (1,)),
            *entries,
            RaceOver(1, 9000, (standing,)),
        ]
    )
    await database.close()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    asyncio.run(fill(tmp_path / "data"))
    return tmp_path / "data"


def test_a_race_checks_out(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(replay, "1", "ann", "--data", str(data)) == 0
    out = capsys.readouterr().out
    assert out.startswith("race 1, thirteens, Ann: checks out\n")
    assert "score       52\n" in out
    assert re.search(r"status      won, after \d+\.\d{3} s\n", out)


def test_who_gave_up_is_told_with_the_time_and_with_that_of_the_score(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "given-up.json"
    write_replay(path, ended_after(played(), 192_000))
    assert call(replay, str(path)) == 0
    out = capsys.readouterr().out
    assert re.search(r"score       \d+, first reached after \d\.\d{3} s\n", out)
    assert "status      gave up, after 192.000 s\n" in out


def test_all_check_out(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(replay, "--all", "--data", str(data)) == 0
    assert capsys.readouterr().out == "1 of 1 replay checks out\n"


def test_moves_that_are_not_kept(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(data, "UPDATE races SET forgotten = 2")
    change(data, "DELETE FROM entries")
    for what in (["1"], ["1", "Ann"]):
        assert call(replay, *what, "--data", str(data)) == 1
        told = capsys.readouterr().err
        assert told == "samedeal replay: race 1 is known, but its moves are not kept any more\n"
    assert call(replay, "--all", "--data", str(data)) == 0
    told = capsys.readouterr().out
    assert told == "0 of 0 replays check out; of 1 more, the moves are not kept any more\n"
    assert call(verify, str(data)) == 0
    assert "1 without their moves" in capsys.readouterr().out


def test_everybodys_game_in_a_race(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(replay, "1", "--data", str(data)) == 0
    assert capsys.readouterr().out == (
        "race 1, thirteens, Ann: checks out, won, score 52\n1 of 1 replay checks out\n"
    )
    change(data, "UPDATE racers SET milliseconds = 5")
    assert call(replay, "1", "--data", str(data)) == 1
    assert "0 of 1" in capsys.readouterr().out


def test_a_forged_result_is_found(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(data, "UPDATE racers SET milliseconds = 5")
    assert call(replay, "1", "1", "--data", str(data)) == 1
    assert "does not check out: the time is" in capsys.readouterr().err
    assert call(replay, "--all", "--data", str(data)) == 1
    assert "0 of 1" in capsys.readouterr().out


def test_a_file_of_either_form(data: Path, tmp_path: Path) -> None:
    for name in ("race.json", "race.msgpack"):
        file = str(tmp_path / name)
        assert call(replay, "1", "ann", "--data", str(data), "--save", file) == 0
        assert call(replay, file) == 0


def test_a_file(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "race.json"
    assert call(replay, "1", "ann", "--data", str(data), "--save", str(file)) == 0
    assert call(replay, str(file)) == 0
    claims = json.loads(file.read_text())
    claims["score"] = 99
    file.write_text(json.dumps(claims))
    assert call(replay, str(file)) == 1
    assert "the score is 52, not 99" in capsys.readouterr().err


@pytest.mark.parametrize(
    "forged",
    [
        {"milliseconds": 5},
        {"status": "stuck"},
        {"status": "won"},
        {"status": "racing"},
        {"commitment": ""},
        {"seed": "x" * 65},
    ],
)
def test_what_somebody_who_gave_up_cannot_claim(
    forged: dict[str, object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The window refuses the same: tests/client/window/screens/test_replay.py."""
    write_replay(tmp_path / "true.json", played())
    assert call(replay, str(tmp_path / "true.json")) == 0
    write_replay(tmp_path / "forged.json", replace(played(), **forged))
    assert call(replay, str(tmp_path / "forged.json")) == 1
    assert "does not check out: " in capsys.readouterr().err


def test_a_name_in_a_file_cannot_steer_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_replay(tmp_path / "a.json", replace(played(), name="A\x1b[31m\nB: checks out"))
    assert call(replay, str(tmp_path / "a.json")) == 0
    first, *_ = capsys.readouterr().out.splitlines()
    assert first == "race 1, montana, A [31m B: checks out: checks out"


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ([], "name a race, or a race and a player"),
        (["2", "ann"], "is in no finished race 2"),
        (["1", "eve"], "is in no finished race 1"),
        (["x", "ann"], "is not the number of a race"),
        (["2"], "there is no finished race 2"),
        (["1", "--save", "ann.json"], "name its player, too"),
        (["nowhere.json"], "cannot read"),
        (["1", "ann", "--save", "/nowhere/at/all"], "cannot write"),
    ],
)
def test_what_is_not_there(
    data: Path, arguments: list[str], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(replay, *arguments, "--data", str(data)) == 1
    assert text in capsys.readouterr().err


def test_saving_replaces_nothing(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for there in (data / FILE_NAME, data / "lock"):
        before = there.read_bytes()
        assert call(replay, "1", "ann", "--data", str(data), "--save", str(there)) == 1
        told = f"{there} is there already; choose another name, or move it away"
        assert capsys.readouterr() == ("", f"samedeal replay: {told}\n")
        assert there.read_bytes() == before
    link = data / "link"
    link.symlink_to(data / "new")
    assert call(replay, "1", "ann", "--data", str(data), "--save", str(link)) == 1
    assert not (data / "new").exists()
    assert call(replay, "1", "ann", "--data", str(data), "--save", str(data / "new")) == 0


STEERING = "\x1b[2J\x1b]0;pwned\x07\x9b1m"


def test_what_is_stored_cannot_steer_the_terminal(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = msgspec.json.encode(played()).decode()
    escaped = json.dumps(STEERING)[1:-1]
    file = tmp_path / "steering.json"
    for old in ('"type":"replay"', f'"commitment":"{played().commitment}"', '"game":"montana"'):
        assert old in text
        key = old.partition(":")[0]
        file.write_text(text.replace(old, f'{key}:"{escaped}"'))
        assert call(replay, str(file)) == 1
        assert_harmless(capsys)
    for sql in (
        "UPDATE races SET options = ?",
        "UPDATE racers SET status = ?",
        "UPDATE players SET name = ?",
        "UPDATE races SET commitment = ?",
        "UPDATE races SET game = ?",
    ):
        change(data, sql, (STEERING,))
        assert call(verify, str(data)) == 1
        assert_harmless(capsys)
        assert call(replay, "1", "--data", str(data)) in (0, 1)
        assert_harmless(capsys)


def assert_harmless(capsys: pytest.CaptureFixture[str]) -> None:
    said = capsys.readouterr()
    for line in (said.out + said.err).splitlines():
        assert line.isprintable(), line


@pytest.mark.parametrize("text", [b"", b"[]", b"{}", b"\xff", b'{"type": "replay"}'])
def test_a_file_without_a_replay(
    tmp_path: Path, text: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_bytes(text)
    assert call(replay, str(tmp_path / "file")) == 1
    assert "holds no replay" in capsys.readouterr().err


@pytest.mark.parametrize("text", [None, b"{}", b" " * (LARGEST + 1)])
def test_a_files_own_name_cannot_steer_the_terminal(
    tmp_path: Path, text: bytes | None, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "\x1b[31mred\nx.json"
    if text is not None:
        file.write_bytes(text)
    assert call(replay, str(file)) == 1
    with pytest.raises(BadReplay) as raised:
        write_replay(file / "there", played())
    told = capsys.readouterr().err
    assert str(raised.value).isprintable()
    assert "\x1b" not in told
    assert f"{tmp_path}/ [31mred x.json" in told
    assert len(told.splitlines()) == 1


def test_no_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(replay, "--all", "--data", str(tmp_path)) == 1
    assert call(leaderboard, "4x13", "--data", str(tmp_path)) == 1
    assert "there is no database in" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_the_leaderboard(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(leaderboard, "thirteens", "--data", str(data)) == 0
    out = capsys.readouterr().out
    assert out.startswith("Thirteens\n\nFastest times\n")
    assert "Ann" in out
    assert "Players" in out
    assert call(leaderboard, "4x13", "--data", str(data)) == 0
    assert capsys.readouterr().out == "4x13: nobody has finished a race yet\n"


def test_a_practice_game_checks_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    practice = PracticeGame("klondike", {}, "a seed")
    practice.act(Click(0), 0.0)
    write_replay(tmp_path / "practice.json", practice.replay("Ada"))
    assert call(replay, str(tmp_path / "practice.json")) == 0
    assert capsys.readouterr().out.startswith("practice, klondike, Ada: checks out\n")


LOST = rambled("gay-gordons", 60)
"""Could be won until move 24; move 25 lost it."""


def test_until_which_move_it_could_be_won(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [str(tmp_path / name) for name in ("lost.json", "clock.json", "false.json")]
    lost, clock, false = LOST, rambled("clock", 30), msgspec.structs.replace(LOST, score=99)
    for file, each in zip(files, (lost, clock, false), strict=True):
        write_replay(Path(file), each)
    assert call(replay, *files[:2], "--analyse") == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("race 1, gay-gordons, Bob: It could be won until move 24. ")
    assert "Move 25 lost it: " in first
    assert second == "race 1, clock, Bob: luck alone decided"
    assert call(replay, files[0], files[2], "--analyse") == 1
    said = capsys.readouterr()
    assert "does not check out" in said.err
    assert len(said.out.splitlines()) == 1


def test_json_has_how_far_it_is_and_what_is_known(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "lost.json"
    write_replay(file, LOST)
    assert call(replay, str(file), "--analyse", "--json", "--positions", "2000") == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["over"] for line in lines] == [False] * (len(lines) - 1) + [True]
    assert (lines[-1]["won_until"], lines[-1]["lost_from"], lines[-1]["share"]) == (24, 25, 1.0)
    assert lines[-1]["solution"]


def test_a_solution_spares_the_search(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    actions = solve(catalogue.make("freecell"), "7").actions
    stopped = replay_of("freecell", {}, "7", actions[:-5], "Ada")
    write_replay(tmp_path / "ada.json", stopped)
    write_replay(tmp_path / "way.json", replay_of("freecell", {}, "7", actions, "Solution"))
    files = (str(tmp_path / "ada.json"), "--solution", str(tmp_path / "way.json"))
    assert call(replay, *files, "--analyse", "--positions", "1", "--json") == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["won_until"] == len(actions) - 5
    assert json.loads(line)["positions"] == 0
    assert call(replay, *files) == 1
    assert "are for --analyse" in capsys.readouterr().err


def test_a_race_is_analysed_for_everybody_in_it(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(replay, "1", "--analyse", "--data", str(data)) == 0
    told = capsys.readouterr().out
    assert told == "race 1, thirteens, Ann: It could be won to the end.\n"
    assert call(replay, "1", "Ann", "--analyse", "--data", str(data)) == 0
    assert capsys.readouterr().out == told
    for wrong, why in (
        (["2"], "there is no finished race 2"),
        (["--all"], "takes its time"),
        (["1", "Ann", "more.json"], "there is no file 1"),
    ):
        assert call(replay, *wrong, "--analyse", "--data", str(data)) == 1
        assert why in capsys.readouterr().err


def test_several_files_are_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(tmp_path / name) for name in ("one.json", "two.json")]
    for file in files:
        write_replay(Path(file), LOST)
    assert call(replay, *files) == 0
    assert capsys.readouterr().out.count("checks out") == 2
    assert call(replay, *files, "--save", str(tmp_path / "three.json")) == 1
    assert "name only one" in capsys.readouterr().err


def test_interrupted_it_tells_what_it_has_found_so_far(tmp_path: Path) -> None:
    write_replay(tmp_path / "game.json", rambled("spider", 60))
    command = (sys.executable, "-u", "-m", "samedeal", "replay", str(tmp_path / "game.json"))
    with subprocess.Popen(
        [*command, "--analyse", "--positions", "1000000", "--json"], stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert b'"over":false' in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=100)
    assert process.returncode == 130


async def fill_certified(data: Path, deal: Certified) -> None:
    """Write a race on a deal that can be won, in which Ann gave up at once."""
    database = await SQLiteDatabase.open(data)
    await players.register(database, "Ann", "token", bot=False)
    settings = Settings(QUICK, deals="winnable")
    await StoredJournal(database).write(
        [
            RaceMade(1, settings, deal.seed, commitment(deal.seed), certified=deal),
            RaceBegun(1, (1,)),
            RaceOver(1, 9000, (Standing(1, "Ann", "gave up", 0, 1, 0, 0),)),
        ]
    )
    await database.close()


@pytest.fixture
def solved(tmp_path: Path) -> Path:
    """The data of a server with a race on a deal that can be won."""
    asyncio.run(fill_certified(tmp_path / "solved", certified()))
    return tmp_path / "solved"


def test_the_solution_of_a_race_s_deal(
    solved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(replay, "1", "--data", str(solved)) == 0
    moves = len(certified().solution)
    told = f"race 1, {QUICK}, Solution: checks out, won in {moves} moves"
    assert told in capsys.readouterr().out.splitlines()
    saved = tmp_path / "way.json"
    assert call(replay, "1", "solution", "--data", str(solved), "--save", str(saved)) == 0
    assert f"race 1, {QUICK}, Solution: checks out" in capsys.readouterr().out
    found = read_replay(saved)
    assert is_solution(found)
    assert found.commitment == commitment(certified().seed)
    assert call(replay, str(saved)) == 0


def test_a_racer_who_is_called_so_comes_first(
    solved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(solved, "UPDATE players SET name = 'Solution', name_key = 'solution'")
    assert call(replay, "1", "solution", "--data", str(solved)) == 0
    assert "gave up" in capsys.readouterr().out


def test_any_other_deal_has_none(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(replay, "1", "solution", "--data", str(data)) == 1
    assert "solution is in no finished race 1" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("written", "told"),
    [("{}", "cannot be read"), ("[[9,9,9]]", "cannot be read"), ("[]", "does not win")],
)
def test_a_solution_that_is_none_is_told(
    solved: Path, capsys: pytest.CaptureFixture[str], written: str, told: str
) -> None:
    change(solved, "UPDATE races SET solution = ?", (written,))
    assert call(replay, "1", "--data", str(solved)) == 1
    assert told in capsys.readouterr().err
