"""Tables as text."""

from collections.abc import Collection, Iterable, Sequence
from io import StringIO
from typing import Final

from rich.console import Console
from rich.table import Table

from client.terminal.text import safe_text

WIDE: Final = 10_000
"""Columns that no table needs: a pipe gets whole lines, and a terminal may break them."""


def table_lines(
    heads: Sequence[str], rows: Iterable[Sequence[str]], right: Collection[str] = ()
) -> list[str]:
    """Return the lines of a table: first the heads, then a line for each row.

    The columns stand two spaces apart; those with a head in `right` are aligned to the right.
    """
    table = Table(box=None, padding=(0, 2, 0, 0))
    for head in heads:
        table.add_column(safe_text(head), justify="right" if head in right else "left")
    for row in rows:
        table.add_row(*map(safe_text, row))
    out = StringIO()
    Console(file=out, width=WIDE, color_system=None).print(table)
    return [line.rstrip() for line in out.getvalue().splitlines()]
