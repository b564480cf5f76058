"""`samedeal replay`: plays finished races again and tells whether they check out."""

import argparse
import asyncio
from pathlib import Path

from client.session.recording import BadReplay, read_replay, write_replay
from client.words.texts import one_line
from protocol.messages import Replay
from protocol.racing import PRACTICE, play_again
from samedeal.argument_type import destination, place
from samedeal.configuration.model import Configuration
from samedeal.telling import complain, tell
from server.storage.database import BadDatabase
from server.storage.leaderboard import find_player
from server.storage.opening import reading
from server.storage.players import DIGITS
from server.storage.replays import ForgottenReplay, find_replay, finished
from server.storage.sqlite.backup import already_there


class _NotDone(Exception):
    """What was asked for cannot be done; the text says why."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes."""
    parser.description = (
        "Play a finished race again through the rules, and confirm its seed, its score and how it "
        "ended. The exit code is 1 when it does not check out."
    )
    parser.epilog = """examples:
  samedeal replay 12                   everybody's game in race 12
  samedeal replay 12 Ada --save ada.json
  samedeal replay ada.json             what was saved
  samedeal replay --all --data /srv/samedeal"""
    parser.add_argument(
        "race", nargs="?", help="the race's number, or a file that --save or the window wrote"
    )
    parser.add_argument("player", nargs="?", help="the player's name or number")
    parser.add_argument("--all", action="store_true", help="check everything that was ever played")
    parser.add_argument(
        "--data",
        type=place,
        default=Configuration().data,
        metavar="DIRECTORY",
        help="the server's data directory, or postgresql://... (default: %(default)s)",
    )
    parser.add_argument(
        "--save",
        type=destination,
        metavar="FILE",
        help="also write it to a new file, JSON or msgpack; an existing one is never replaced",
    )


def run(args: argparse.Namespace) -> int:
    """Check what was asked for; return the exit code."""
    try:
        if args.all:
            return asyncio.run(_check_all(args.data))
        if _means_a_race(args):
            if args.save:
                raise _NotDone("--save writes one game: name its player, too")
            return asyncio.run(_check_all(args.data, _number(args.race)))
        replay = _find(args)
        if args.save:
            _save(args.save, replay)
    except (BadDatabase, BadReplay, _NotDone) as error:
        complain(f"samedeal replay: {error}")
        return 1
    fault = play_again(replay).fault
    if fault:
        complain(f"{_title(replay)}: does not check out: {fault}")
        return 1
    tell(
        f"{_title(replay)}: checks out",
        f"  seed        {replay.seed}",
        f"  commitment  {replay.commitment}",
        f"  moves       {len(replay.entries)}",
        f"  score       {replay.score}",
        f"  status      {replay.status}",
        f"  time        {replay.milliseconds / 1000:.3f} s",
    )
    return 0


def _title(replay: Replay) -> str:
    """Name a replay on one line: a file from others may hold anything."""
    what = "practice" if replay.race == PRACTICE else f"race {replay.race}"
    return one_line(f"{what}, {replay.game}, {replay.name}")


def _save(file: Path, replay: Replay) -> None:
    """Write a replay to a new file."""
    try:
        write_replay(file, replay, replacing=False)
    except FileExistsError:
        raise _NotDone(already_there(file)) from None


def _find(args: argparse.Namespace) -> Replay:
    if not args.race:
        raise _NotDone("name a race, or a race and a player, or a file, or --all")
    if args.player is None:
        return read_replay(Path(args.race))
    return asyncio.run(_from_data(args.data, _number(args.race), args.player))


def _number(race: str) -> int:
    if not race.isdecimal() or len(race) > DIGITS:
        raise _NotDone(f"{race!r} is not the number of a race")
    return int(race)


def _means_a_race(args: argparse.Namespace) -> bool:
    """Whether everybody's game in a race is meant; a file may be called by a number, too."""
    return (
        args.race is not None
        and args.race.isdecimal()
        and args.player is None
        and not Path(args.race).exists()
    )


async def _from_data(data: Path, race: int, name: str) -> Replay:
    async with reading(data) as reader:
        player = await find_player(reader, name)
        try:
            replay = None if player is None else await find_replay(reader, race, player)
        except ForgottenReplay as error:
            raise _NotDone(f"race {race} is known, but {error}") from None
    if replay is None:
        raise _NotDone(f"{name} is in no finished race {race} in {data}")
    return replay


async def _check_all(data: Path, only: int | None = None) -> int:
    """Check every finished race, or `only` one; return the exit code."""
    checked = wrong = forgotten = 0
    async with reading(data) as reader:
        for race, player in await finished(reader, only):
            try:
                replay = await find_replay(reader, race, player)
            except ForgottenReplay:
                forgotten += 1
                continue
            except (TypeError, ValueError) as error:
                checked, wrong = checked + 1, wrong + 1
                complain(f"race {race}, player {player}: cannot be read: {error}")
                continue
            if replay is None:
                continue
            checked += 1
            fault = play_again(replay).fault
            if fault:
                wrong += 1
                complain(f"{_title(replay)}: does not check out: {fault}")
            elif only is not None:
                tell(f"{_title(replay)}: checks out, {replay.status}, score {replay.score}")
    if only is not None and forgotten:
        raise _NotDone(f"race {only} is known, but {ForgottenReplay()}")
    if only is not None and not checked:
        raise _NotDone(f"there is no finished race {only} in {data}")
    kept = f"; of {forgotten} more, the moves are not kept any more" if forgotten else ""
    what = "replay checks" if checked == 1 else "replays check"
    print(f"{checked - wrong} of {checked} {what} out{kept}")
    return 1 if wrong else 0
