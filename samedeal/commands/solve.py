"""`samedeal solve`: finds out which deals can be won, and how."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from client.session.recording import BadReplay, write_replay
from engine.catalogue import BadOption, Choice, UnknownGame, entry
from engine.chance import check_seed
from engine.solver.search import POSITIONS
from protocol import deal_code
from protocol.bands import has_bands
from protocol.certificate import packed
from protocol.solution import replay_of
from samedeal import arguments
from samedeal.game_options import add_option, parse_options
from samedeal.progress import progress
from samedeal.solving.share import tally
from samedeal.solving.survey import Question, Solved, survey
from samedeal.solving.winnability import SETTINGS, page
from samedeal.telling import complain, tell

MOST_DEALS: Final = 1_000_000
MOST_POSITIONS: Final = 100_000_000
MOST_JOBS: Final = 256
TABLE_DEALS: Final = 50
INTERRUPTED: Final = 130
NOBODY: Final = "Solution"
"""What stands where a replay has the player's name."""


class _NotDone(Exception):
    """What was asked for cannot be done; the text says why."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes."""
    parser.description = (
        "Find out which deals of a game can be won. A deal is won (and the moves can be saved, to "
        "watch them), impossible, or unknown where the search has ended before. How long is looked "
        "is said in positions, so that the answer is the same on every machine. Control-C ends it, "
        "and tells what was found so far."
    )
    parser.epilog = """examples:
  samedeal solve freecell --seed 7 --save .       how to win a deal, as a file to watch
  samedeal solve klondike/0390f01e                the deal of a code
  samedeal solve golf --deals 100 --jobs 2        how many deals of a game can be won
  samedeal solve thirteens --deals 5 --band       and how hard each of them is
  samedeal solve klondike --option deal=three-card-deals --deals 20 --json
  samedeal solve --table > winnability.md         all games"""
    parser.add_argument("game", nargs="?", help="the game's name, as klondike, or a deal code")
    add_option(parser)
    deals = parser.add_mutually_exclusive_group()
    deals.add_argument("--seed", help="the deal (default: the deals of the seeds 1, 2, 3 ...)")
    deals.add_argument(
        "--deals",
        type=arguments.number(1, MOST_DEALS),
        metavar="N",
        help="how many deals (default: 1; with --table 50)",
    )
    parser.add_argument(
        "--positions",
        type=arguments.number(1, MOST_POSITIONS),
        default=POSITIONS,
        metavar="N",
        help="how many positions of a deal are looked at (default: %(default)s, some 80 MB)",
    )
    parser.add_argument(
        "--jobs",
        type=arguments.number(1, MOST_JOBS),
        default=1,
        metavar="N",
        help="how many processes look (default: %(default)s)",
    )
    parser.add_argument(
        "--band",
        action="store_true",
        help="say, too, whether a deal is easy, medium or hard among those that can be won, of "
        "games of which that was measured; it is then played a few times",
    )
    parser.add_argument("--json", action="store_true", help="print a line of JSON for each deal")
    parser.add_argument(
        "--save",
        type=Path,
        metavar="DIRECTORY",
        help="write each solution to a new file there, which `samedeal replay` and the window read",
    )
    parser.add_argument(
        "--table",
        action="store_true",
        help="print which share of the deals can be won, of every game, as a page in Markdown",
    )


def run(args: argparse.Namespace) -> int:
    """Solve what was asked for; return the exit code."""
    try:
        questions = _questions(args)
        if args.save and not args.save.is_dir():
            raise _NotDone(f"there is no directory {args.save}: make it first")
        return _solve(args, questions)
    except (UnknownGame, BadOption, BadReplay, _NotDone) as error:
        complain(f"samedeal solve: {error}")
        return 1


def _questions(args: argparse.Namespace) -> list[Question]:
    """Return the deals that are asked about."""
    if args.table:
        if args.game or args.option or args.seed or args.json or args.save or args.band:
            raise _NotDone("--table is about all games: give only --deals, --positions, --jobs")
        seeds = _seeds(args.deals or TABLE_DEALS)
        return [
            Question(game, options, seed, args.positions)
            for game, options in SETTINGS
            for seed in seeds
        ]
    if not args.game:
        raise _NotDone("name a game or a deal code, or give --table for all games")
    if "/" in args.game:
        if args.option or args.seed or args.deals:
            raise _NotDone("a deal code has its options and its seed in it: give only the code")
        try:
            game, chosen, seed = deal_code.read(args.game)
        except deal_code.BadCode as error:
            raise _NotDone(error) from None
        options = tuple(chosen.items())
        _check_bands(args, game, options)
        return [Question(game, options, seed, args.positions, args.band)]
    options = tuple(parse_options(args.game, args.option).items())
    _check_bands(args, args.game, options)
    if args.seed is not None:
        try:
            check_seed(args.seed)
        except ValueError as error:
            raise _NotDone(error) from None
    seeds = [args.seed] if args.seed is not None else _seeds(args.deals or 1)
    return [Question(args.game, options, seed, args.positions, args.band) for seed in seeds]


def _check_bands(
    args: argparse.Namespace, game: str, options: Sequence[tuple[str, Choice]]
) -> None:
    """Check that it can be told how hard deals are, if that is asked."""
    if args.band and not has_bands(game, dict(options)):
        raise _NotDone(
            f"how hard a deal is was not measured of {entry(game).title} with these options: leave "
            "--band out"
        )


def _seeds(deals: int) -> list[str]:
    return [str(number) for number in range(1, deals + 1)]


def _solve(args: argparse.Namespace, questions: Sequence[Question]) -> int:
    found: list[Solved] = []
    interrupted = False
    try:
        with progress("deals") as report, survey(questions, args.jobs) as answers:
            report(0, len(questions))
            for solved in answers:
                found.append(solved)
                if not args.table:
                    tell(_as_json(solved) if args.json else _as_text(solved))
                if args.save and solved.answer.verdict == "won":
                    _save(args.save, solved)
                report(len(found), len(questions))
    except KeyboardInterrupt:
        interrupted = True
    if args.table:
        print(page(found, args.positions), end="")
    elif not args.json and len(questions) > 1:
        tell(_in_all(found))
    return INTERRUPTED if interrupted else 0


def _code(question: Question) -> str:
    return deal_code.write(question.game, dict(question.options), question.seed)


def _as_text(solved: Solved) -> str:
    question, answer, _ = solved
    moves = f" in {len(answer.actions)} moves" if answer.verdict == "won" else ""
    band = f", {solved.band}" if solved.band else ""
    return f"{_code(question)}: {answer.verdict}{moves}{band} ({answer.positions:,} positions)"


def _as_json(solved: Solved) -> str:
    question, answer, _ = solved
    return json.dumps(
        {
            "code": _code(question),
            "game": question.game,
            "options": dict(question.options),
            "seed": question.seed,
            "verdict": answer.verdict,
            "positions": answer.positions,
            "actions": packed(answer.actions) if answer.verdict == "won" else None,
            **({"band": solved.band} if question.banded else {}),
        }
    )


def _in_all(found: Sequence[Solved]) -> str:
    if not found:
        return "no deal was solved"
    counts = tally(solved.answer for solved in found)
    low, high = counts.share
    return (
        f"{entry(found[0].question.game).title}: {counts.won} won, {counts.impossible} impossible, "
        f"{counts.unknown} unknown of {counts.deals}; "
        f"between {low:.1%} and {high:.1%} of all deals can be won"
    )


def _save(directory: Path, solved: Solved) -> None:
    question, answer, _ = solved
    file = directory / (_code(question).replace("/", "-") + ".json")
    options: dict[str, Choice] = dict(question.options)
    replay = replay_of(question.game, options, question.seed, answer.actions, NOBODY)
    try:
        write_replay(file, replay, replacing=False)
    except FileExistsError:
        raise _NotDone(f"{file} is there already: move it away, or name another place") from None
