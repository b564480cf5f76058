"""Ask our solver and those of others about the same deals, and tell where they do not agree.

    python -m tools.solvers --solvitaire PATH
    python -m tools.solvers --solvitaire PATH --freecell-solver fc-solve --deals 10 freecell

Each gets as many seconds of one core for each deal. Where the rules of a program are not quite
ours, the table says so, and only what cannot be true of both is a contradiction: then the exit
status is 1, and the deal's code is printed. Control-C ends it, and tells what was found so far;
with `--keep FILE` the same command then goes on where it ended.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine import catalogue
from engine.game import Game
from engine.solver.answer import Verdict
from engine.solver.search import VERSION
from samedeal import arguments
from samedeal.progress import progress
from samedeal.running import INTERRUPTED
from samedeal.telling import complain, tell
from tools.solvers import own
from tools.solvers.comparison import Compared, report, told
from tools.solvers.freecell_solver import FreecellSolver
from tools.solvers.kept import CannotKeep, Kept
from tools.solvers.program import CannotAsk, Program
from tools.solvers.setting import Setting
from tools.solvers.solvitaire import Solvitaire

MOST_DEALS = 1_000_000
MOST_SECONDS = 86_400
CONTRADICTION, CANNOT = 1, 2


def main(argv: Sequence[str] | None = None) -> int:
    """Compare; return 1 where there is a contradiction, 2 where a program cannot be asked."""
    parser = _parser()
    args = parser.parse_args(argv)
    programs = _programs(args)
    if not programs:
        parser.error("say where a program is: --solvitaire PATH or --freecell-solver PATH")
    settings = _settings(programs, args.games)
    missing = set(args.games).difference(setting.game for setting in settings)
    if missing:
        parser.error(f"none of these programs plays {', '.join(sorted(missing))}")
    found: dict[Program, list[Compared]] = {program: [] for program in programs}
    seeds = [str(number) for number in range(1, args.deals + 1)]
    code = 0
    try:
        with progress("deals") as show:
            show(0, len(settings) * len(seeds))
            every = _compared(programs, settings, seeds, args.seconds, Kept(args.keep))
            for done, compared in enumerate(every, 1):
                for program, deal in compared:
                    found[program].append(deal)
                    if deal.contradicts:
                        tell(told(program.name, deal))
                show(done, len(settings) * len(seeds))
    except (CannotAsk, CannotKeep) as error:
        complain(f"tools.solvers: {error}")
        code = CANNOT
    except KeyboardInterrupt:
        code = INTERRUPTED
    for program, deals in found.items():
        if deals:
            tell("", *report(program.name, deals))
    wrong = any(deal.contradicts for deals in found.values() for deal in deals)
    return CONTRADICTION if wrong else code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.solvers", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--solvitaire", metavar="PATH", help="the program of Blake and Gent")
    parser.add_argument("--freecell-solver", metavar="PATH", help="the program of Fish, fc-solve")
    parser.add_argument(
        "--deals",
        type=arguments.number(1, MOST_DEALS),
        default=100,
        metavar="N",
        help="how many deals of each game, of the seeds 1, 2, 3 ... (default: %(default)s)",
    )
    parser.add_argument(
        "--seconds",
        type=arguments.number(1, MOST_SECONDS),
        default=5,
        metavar="N",
        help="how long each looks at a deal (default: %(default)s)",
    )
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="FILE",
        help="where answers are kept, so that nobody is asked again about the same deal",
    )
    parser.add_argument(
        "games",
        nargs="*",
        type=arguments.game,
        metavar="GAME",
        help="games by name, as freecell (default: all that the programs play)",
    )
    return parser


def _programs(args: argparse.Namespace) -> list[Program]:
    programs: list[Program] = []
    if args.solvitaire:
        programs.append(Solvitaire(args.solvitaire))
    if args.freecell_solver:
        programs.append(FreecellSolver(args.freecell_solver))
    return programs


def _settings(programs: Sequence[Program], games: Sequence[str]) -> list[Setting]:
    """Return the settings to compare, in the order of the games' titles."""
    known = {setting for program in programs for setting in program.settings}
    return sorted(
        (setting for setting in known if not games or setting.game in games),
        key=lambda setting: (catalogue.entry(setting.game).title, str(setting)),
    )


def _compared(
    programs: Sequence[Program],
    settings: Sequence[Setting],
    seeds: Sequence[str],
    seconds: int,
    kept: Kept,
) -> Iterator[list[tuple[Program, Compared]]]:
    """Yield for each deal what comes of it, with each program that plays the game."""

    def verdict(program: Program, setting: Setting, game: Game, seed: str) -> Verdict:
        def ask() -> Verdict:
            return program.ask(setting, game, game.deal(seed), seconds)

        return kept.answer(f"{program.name}, {seconds} s", setting.code(seed), ask)

    def own_verdict(setting: Setting, game: Game, seed: str) -> Verdict:
        who = f"Samedeal {VERSION}, {seconds} s"
        return kept.answer(who, setting.code(seed), lambda: own.ask(game, seed, seconds))

    for setting in settings:
        game = setting.made()
        for seed in seeds:
            asked = [program for program in programs if setting in program.settings]
            theirs = [verdict(program, setting, game, seed) for program in asked]
            ours = own_verdict(setting, game, seed)
            yield [
                (program, Compared(setting, seed, program.terms(setting), ours, each))
                for program, each in zip(asked, theirs, strict=True)
            ]


if __name__ == "__main__":
    raise SystemExit(main())
