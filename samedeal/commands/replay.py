"""`samedeal replay`: plays finished races again and tells whether they check out."""

import argparse
import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from client.board.past_move import past_move_text
from client.session.recording import BadReplay, read_replay, write_replay
from client.session.solving.analysed import Analysed, solution_in
from client.words.analysis import analysis_text
from client.words.texts import one_line
from engine.solver.search import POSITIONS
from protocol.messages import SOLUTION, Replay, Settings, Solution
from protocol.racing import PRACTICE, ended_at, play_again
from protocol.solution import replay_of
from protocol.wire import parse_action
from samedeal import arguments
from samedeal.argument_type import destination, place
from samedeal.configuration.model import Configuration
from samedeal.priority import let_others_go_first
from samedeal.progress import progress
from samedeal.solving.analysing import analysed
from samedeal.telling import complain, tell
from server.storage.database import BadDatabase, Reader
from server.storage.leaderboard import find_player
from server.storage.opening import reading
from server.storage.players import DIGITS
from server.storage.replays import (
    ForgottenReplay,
    find_filed,
    find_replay,
    find_solution,
    finished,
)
from server.storage.sqlite.backup import already_there

MOST_POSITIONS: Final = 100_000_000
INTERRUPTED: Final = 130
SOLUTION_NAME: Final = "Solution"
"""What is named, in any case, where the solution of a race's deal is meant."""


class _NotDone(Exception):
    """What was asked for cannot be done; the text says why."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes."""
    parser.description = (
        "Play a finished race again through the rules, and confirm its seed, its score and how it "
        "ended. The exit code is 1 when it does not check out. With --analyse, also find out until "
        "which move it could still be won, as far as that can be proved: Control-C ends that, and "
        "tells what was found so far."
    )
    parser.epilog = """examples:
  samedeal replay 12                   everybody's game in race 12
  samedeal replay 12 Ada --save ada.json
  samedeal replay ada.json bob.json    what was saved
  samedeal replay 12 solution          what wins its deal, where that was known
  samedeal replay 12 --analyse         until which move each of them could have won
  samedeal replay --all --data /srv/samedeal"""
    parser.add_argument(
        "race", nargs="?", help="the race's number, or a file that --save or the window wrote"
    )
    parser.add_argument(
        "player",
        nargs="?",
        help="the player's name or number, or `solution`; or, after a file, another file",
    )
    parser.add_argument("files", nargs="*", help="more files")
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
    parser.add_argument(
        "--analyse", action="store_true", help="tell until which move it could still be won"
    )
    parser.add_argument(
        "--solution",
        type=Path,
        metavar="FILE",
        help="with --analyse, a file of `samedeal solve` that wins the same deal: a great help",
    )
    parser.add_argument(
        "--positions",
        type=arguments.number(1, MOST_POSITIONS),
        default=POSITIONS,
        metavar="N",
        help="with --analyse, how long is looked at each of some moves (default: %(default)s)",
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="with --analyse, print lines of JSON: how far it is, and what is known so far",
    )


def run(args: argparse.Namespace) -> int:
    """Check what was asked for; return the exit code."""
    try:
        if args.analyse:
            return _analyse(args, _replays(args))
        if args.json or args.solution:
            raise _NotDone("--json and --solution are for --analyse: give that, too")
        if args.all:
            return asyncio.run(_check_all(args.data))
        if _means_a_race(args):
            if args.save:
                raise _NotDone("--save writes one game: name its player, too")
            return asyncio.run(_check_all(args.data, _number(args.race)))
        replays = _replays(args)
        if args.save:
            if len(replays) > 1:
                raise _NotDone("--save writes one game: name only one")
            _save(args.save, replays[0])
    except (BadDatabase, BadReplay, _NotDone) as error:
        complain(f"samedeal replay: {error}")
        return 1
    return max(_check(replay) for replay in replays)


def _check(replay: Replay) -> int:
    """Check a replay, and tell what it holds; return the exit code."""
    fault = play_again(replay).fault
    if fault:
        complain(f"{_title(replay)}: does not check out: {fault}")
        return 1
    tell(
        f"{_title(replay)}: checks out",
        f"  seed        {replay.seed}",
        f"  commitment  {replay.commitment}",
        f"  moves       {len(replay.entries)}",
        f"  score       {replay.score}{_first_reached(replay)}",
        f"  status      {replay.status}{_ended(replay)}",
    )
    return 0


def _analyse(args: argparse.Namespace, replays: Sequence[Replay]) -> int:
    """Tell until when each of the games could be won; return the exit code."""
    true = [replay for replay in replays if not _is_wrong(replay)]
    solutions = _solutions(args)
    so_far: tuple[Replay, Analysed] | None = None
    number = 0
    let_others_go_first()
    try:
        with progress("percent") as report:
            report(0, 100)
            for so_far in analysed(true, args.positions, solutions):
                now = so_far[1]
                if args.json:
                    tell(msgspec.json.encode(now).decode())
                elif now.over:
                    tell(_found(*so_far))
                number += now.over
                done = number if now.over else number + now.share
                report(round(100 * done / len(true)), 100)
    except KeyboardInterrupt:
        if so_far and not so_far[1].over and not args.json:
            tell(f"{_found(*so_far)} (so far: the analysis was interrupted)")
        return INTERRUPTED
    return int(len(true) < len(replays))


def _solutions(args: argparse.Namespace) -> Sequence[Solution]:
    """Return what is known to win the deal."""
    if args.solution:
        replay = read_replay(args.solution)
        return [] if _is_wrong(replay) else [solution_in(replay)]
    if Path(args.race).exists():
        return []
    return [asyncio.run(_solution_in_data(args.data, _number(args.race)))]


def _is_wrong(replay: Replay) -> bool:
    """Say so if a replay does not check out, and return whether that is so."""
    fault = play_again(replay).fault
    if fault:
        complain(f"{_title(replay)}: does not check out: {fault}")
    return fault is not None


def _found(replay: Replay, now: Analysed) -> str:
    if now.luck:
        return f"{_title(replay)}: luck alone decided"
    lost = now.finding.lost_from
    lost_by = past_move_text(replay, play_again(replay).views, lost) if lost else ""
    return f"{_title(replay)}: {analysis_text(now.finding, now.moves, lost_by)}"


def _first_reached(replay: Replay) -> str:
    """Say when the score was reached, which counts where scores are equal; nothing for a win."""
    if replay.status == "won" or not replay.milliseconds:
        return ""
    return f", first reached after {replay.milliseconds / 1000:.3f} s"


def _ended(replay: Replay) -> str:
    """Say when the race was over for the racer; nothing where that is not known."""
    at = ended_at(replay) or (replay.milliseconds if replay.status == "won" else 0)
    return f", after {at / 1000:.3f} s" if at else ""


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


def _replays(args: argparse.Namespace) -> Sequence[Replay]:
    """Return the games that are asked for."""
    if args.all:
        raise _NotDone("--analyse takes its time: name a race, or a race and a player, or files")
    if not args.race:
        raise _NotDone("name a race, or a race and a player, or a file, or --all")
    if _means_a_race(args):
        return asyncio.run(_everybody(args.data, _number(args.race)))
    if args.player is None or Path(args.race).exists():
        files = [args.race, *filter(None, [args.player]), *args.files]
        return [read_replay(Path(file)) for file in files]
    if args.files:
        raise _NotDone(f"there is no file {args.race}: name files, or a race and a player")
    return [asyncio.run(_from_data(args.data, _number(args.race), args.player))]


async def _check_solution(reader: Reader, race: int) -> int:
    """Tell of what was certified to win the deal of a race; return how much is wrong with it."""
    try:
        solution = await _solution_of(reader, race)
    except ValueError as error:
        complain(f"race {race}, its solution: cannot be read: {error}")
        return 1
    if solution is None:
        return 0
    if solution.status != "won":
        complain(f"{_title(solution)}: does not win")
        return 1
    tell(f"{_title(solution)}: checks out, won in {len(solution.entries)} moves")
    return 0


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
            if replay is None and name.casefold() == SOLUTION_NAME.casefold():
                replay = await _solution_of(reader, race)
        except ForgottenReplay as error:
            raise _NotDone(f"race {race} is known, but {error}") from None
        except ValueError as error:
            raise _NotDone(f"race {race} cannot be read: {error}") from None
    if replay is None:
        raise _NotDone(f"{name} is in no finished race {race} in {data}")
    return replay


async def _solution_of(reader: Reader, race: int) -> Replay | None:
    """Return what was certified to win the deal of a race, as a replay; None of any other deal.

    Raises:
        ValueError: it cannot be read, or the rules refuse it.
    """
    filed = await find_filed(reader, race, SOLUTION)
    if filed is None:
        return None
    settings = msgspec.json.decode(filed.settings, type=Settings)
    actions = [parse_action(action) for action in await find_solution(reader, race)]
    made = replay_of(settings.game, settings.options, filed.seed, actions, SOLUTION_NAME)
    return replace(made, race=race, player=SOLUTION, commitment=filed.commitment)


async def _solution_in_data(data: Path, race: int) -> Solution:
    async with reading(data) as reader:
        try:
            return list(await find_solution(reader, race))
        except ValueError as error:
            raise _NotDone(f"the solution of race {race} cannot be read: {error}") from None


async def _everybody(data: Path, race: int) -> list[Replay]:
    """Return everybody's game in a race."""
    async with reading(data) as reader:
        players = [player for _, player in await finished(reader, race)]
        try:
            found = [await find_replay(reader, race, player) for player in players]
        except ForgottenReplay as error:
            raise _NotDone(f"race {race} is known, but {error}") from None
        except (TypeError, ValueError) as error:
            raise _NotDone(f"race {race} cannot be read: {error}") from None
    if not any(found):
        raise _NotDone(f"there is no finished race {race} in {data}")
    return [replay for replay in found if replay is not None]


async def _check_all(data: Path, only: int | None = None) -> int:
    """Check every finished race, or `only` one; return the exit code."""
    checked = wrong = forgotten = unsolved = 0
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
        if only is not None:
            unsolved = await _check_solution(reader, only)
    if only is not None and forgotten:
        raise _NotDone(f"race {only} is known, but {ForgottenReplay()}")
    if only is not None and not checked:
        raise _NotDone(f"there is no finished race {only} in {data}")
    kept = f"; of {forgotten} more, the moves are not kept any more" if forgotten else ""
    what = "replay checks" if checked == 1 else "replays check"
    print(f"{checked - wrong} of {checked} {what} out{kept}")
    return 1 if wrong or unsolved else 0
