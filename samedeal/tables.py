"""Tables as text."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from rich.cells import cell_len

from samedeal.telling import harmless

GAP: Final = "  "
"""What stands between two columns."""


def table_lines(
    heads: Sequence[str], rows: Iterable[Sequence[str]], right: Collection[str] = ()
) -> list[str]:
    """Return the lines of a table: first the heads, then a line for each row.

    The columns stand two spaces apart; those with a head in `right` are aligned to the right.
    No line is ever broken: a pipe gets whole ones, and a terminal may break them.
    """
    # Each cell is looked at twice, and no more: there may be hundreds of thousands.
    cells = [[harmless(cell) for cell in row] for row in (heads, *rows)]
    widths = [max(map(_width, column)) for column in zip(*cells, strict=True)]
    to_right = [head in right for head in heads]
    return [GAP.join(map(_aligned, row, widths, to_right)).rstrip() for row in cells]


def _width(cell: str) -> int:
    """Return the columns that a text takes."""
    return len(cell) if cell.isascii() else cell_len(cell)


def _aligned(cell: str, width: int, to_right: bool) -> str:
    space = " " * (width - _width(cell))
    return space + cell if to_right else cell + space
