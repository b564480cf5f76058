"""How far a long job has got, on a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show how many races, pages or what else are done, while the block runs.

    The block gets a function to call with how many are done, and of how many.  What it prints
    meanwhile stands above the bar, which is wiped away at the end.  Where neither the standard
    output nor the standard error is a terminal, nothing is shown.
    """
    out = sys.stdout if sys.stdout.isatty() else sys.stderr
    console = Console(file=out, force_terminal=out.isatty())
    columns = (BarColumn(), MofNCompleteColumn(" of "), TextColumn("{task.description}"))
    with Progress(
        *columns,
        console=console,
        transient=True,
        redirect_stdout=out is sys.stdout,  # else what is printed is for a file or a pipe
        disable=not console.is_interactive,
    ) as bar:
        task = bar.add_task(what, total=None)

        def report(done: int, of: int) -> None:
            bar.update(task, completed=done, total=of)

        yield report
