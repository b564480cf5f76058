"""What solvers have said before, in a file: so a comparison goes on where it was ended."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import msgspec

from engine.solver.answer import Verdict

Answers: TypeAlias = dict[str, dict[str, Verdict]]
"""By who was asked, and for how long: what is said of each deal, by its code."""


class CannotKeep(Exception):
    """The file cannot be read or written; the text says why."""


class Kept:
    """Answers in a file, or for the time being alone."""

    def __init__(self, path: Path | None) -> None:
        """Begin with what the file holds; it may be missing.

        Raises:
            CannotKeep: it holds something else, or cannot be read.
        """
        self._path, self._answers = path, _read(path)

    def answer(self, who: str, code: str, ask: Callable[[], Verdict]) -> Verdict:
        """Return what `who` has said of the deal of a code; ask where that is not known.

        Raises:
            CannotKeep: it cannot be written down.
        """
        known = self._answers.setdefault(who, {})
        if code not in known:
            known[code] = ask()
            self._write()
        return known[code]

    def _write(self) -> None:
        if self._path is None:
            return
        new = self._path.with_name(f"{self._path.name}.new")
        try:
            new.write_bytes(msgspec.json.encode(self._answers))
            new.replace(self._path)
        except OSError as error:
            raise CannotKeep(f"{self._path} cannot be written: {error.strerror}") from None


def _read(path: Path | None) -> Answers:
    if path is None or not path.exists():
        return {}
    try:
        return msgspec.json.decode(path.read_bytes(), type=Answers)
    except OSError as error:
        raise CannotKeep(f"{path} cannot be read: {error.strerror}") from None
    except msgspec.MsgspecError as error:
        raise CannotKeep(f"{path} is not what --keep writes: {error}") from None
