"""Rows as clients are told them, without those that a damaged file has made into nonsense.

One damaged value keeps nothing back but the row that it is in: `samedeal verify` finds each.
"""

import logging
from collections.abc import Callable, Iterable
from typing import Final, TypeVar
from weakref import WeakSet

import msgspec

from server.storage.database import Reader, Row

log = logging.getLogger(__name__)

T = TypeVar("T")

_told: Final[WeakSet[Reader]] = WeakSet()
"""Readers of whose database it was told that something in it cannot be read."""


def make(kind: type[T], *values: object) -> T:
    """Return a message's part with these values of its fields, in their order.

    Raises:
        msgspec.DecodeError: no client could read it.
    """
    return msgspec.convert(dict(zip(kind.__struct_fields__, values, strict=True)), kind)  # type: ignore[attr-defined]


def readable(reader: Reader, rows: Iterable[Row], read: Callable[..., T]) -> list[T]:
    """Return what `read` makes of the columns of each row, without the rows that make no sense.

    That there are such rows is told in the log, once for each reader.  `read` raises
    `msgspec.DecodeError` for them.
    """
    found = []
    for row in rows:
        try:
            found.append(read(*row))
        except msgspec.DecodeError as error:
            if reader not in _told:
                _told.add(reader)
                log.warning(
                    "a result makes no sense (%s) and is left out of leaderboards and profiles, as "
                    "are others like it; `samedeal verify` tells more",
                    error,
                )
    return found
