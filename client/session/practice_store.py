"""What is kept of practice: the game that was left on the table, and how the others went."""

from pathlib import Path
from typing import Final, TypeVar

import msgspec

from client.session.practice_game import SavedGame
from engine.catalogue import Options
from protocol.messages import GameOptions, Replay
from protocol.racing import rank

GAME_FILE: Final = "practice.json"
RECORDS_FILE: Final = "practice-records.json"
DEALS_FILE: Final = "practice-deals.json"
BESTS_FILE: Final = "practice-bests.json"
MOST_BESTS: Final = 100
"""Deals of which the best game is kept, those played last: to be raced against."""
MOST_DEALS: Final = 2000
"""Deals that are remembered, those played last: nobody knows the cards of older ones."""


class PracticeRecord(msgspec.Struct, frozen=True):
    """How one game, with one choice of options, has gone so far."""

    game: str
    options: GameOptions
    played: int = 0
    won: int = 0
    row: int = 0
    """Wins in a row, up to the last game."""
    longest_row: int = 0
    fastest: float = 0.0
    """How long the quickest win took, in seconds; 0 when there is none."""
    best: int = 0
    """The highest score."""

    def after(self, *, won: bool, seconds: float, score: int) -> "PracticeRecord":
        """Return the record with one more game in it."""
        row = self.row + 1 if won else 0
        quicker = won and (not self.fastest or seconds < self.fastest)
        return msgspec.structs.replace(
            self,
            played=self.played + 1,
            won=self.won + won,
            row=row,
            longest_row=max(self.longest_row, row),
            fastest=seconds if quicker else self.fastest,
            best=max(self.best, score) if self.played else score,
        )


_T = TypeVar("_T")


def _rank(replay: Replay) -> tuple[int, int, int]:
    return rank(replay.status, replay.score, replay.milliseconds)


class PracticeStore:
    """Four files in a directory; what is missing or damaged in them counts as nothing."""

    def __init__(self, directory: Path) -> None:
        """Keep the files in `directory`, which is made when there is something to keep."""
        self._directory = directory

    def game(self) -> SavedGame | None:
        """Return the game that was put away, if there is one."""
        return self._read(GAME_FILE, SavedGame)

    def keep_game(self, saved: SavedGame) -> None:
        """Put a game away, instead of the one before it.

        Raises:
            OSError: the file cannot be written.
        """
        self._write(GAME_FILE, saved)

    def records(self) -> list[PracticeRecord]:
        """Return how each game has gone, the one played most first."""
        found = self._read(RECORDS_FILE, list[PracticeRecord]) or []
        return sorted(found, key=lambda record: -record.played)

    def record(self, game: str, options: Options) -> PracticeRecord:
        """Return how a game with these (complete) options has gone."""
        for record in self.records():
            if record.game == game and record.options == options:
                return record
        return PracticeRecord(game, dict(options))

    def add(self, game: str, options: Options, *, won: bool, seconds: float, score: int) -> None:
        """Write down how a game went.

        Raises:
            OSError: the file cannot be written.
        """
        before = self.record(game, options)
        others = [record for record in self.records() if record != before]
        self._write(RECORDS_FILE, [*others, before.after(won=won, seconds=seconds, score=score)])

    def best(self, code: str) -> Replay | None:
        """Return the best game that was played on the deal of this code, if it is kept."""
        return self._bests().get(code)

    def keep_best(self, code: str, replay: Replay) -> None:
        """Write down a game on the deal of this code, unless a better one is kept.

        Raises:
            OSError: the file cannot be written.
        """
        bests = self._bests()
        before = bests.pop(code, None)
        better = before is None or _rank(replay) < _rank(before)
        kept = [*bests.items(), (code, replay if before is None or better else before)]
        self._write(BESTS_FILE, dict(kept[-MOST_BESTS:]))

    def _bests(self) -> dict[str, Replay]:
        return self._read(BESTS_FILE, dict[str, Replay]) or {}

    def knows(self, code: str) -> bool:
        """Return whether the deal of this code was played before."""
        return code in self._deals()

    def remember(self, code: str) -> None:
        """Write down that the deal of this code was played.

        Raises:
            OSError: the file cannot be written.
        """
        others = [each for each in self._deals() if each != code]
        self._write(DEALS_FILE, [*others, code][-MOST_DEALS:])

    def _deals(self) -> list[str]:
        return self._read(DEALS_FILE, list[str]) or []

    def _read(self, name: str, kind: type[_T]) -> _T | None:
        try:
            return msgspec.json.decode((self._directory / name).read_bytes(), type=kind)
        except (OSError, msgspec.DecodeError):  # a ValidationError is one, too
            return None

    def _write(self, name: str, content: object) -> None:
        self._directory.mkdir(parents=True, exist_ok=True)
        draft = self._directory / (name + ".new")
        draft.write_bytes(msgspec.json.format(msgspec.json.encode(content)))
        draft.replace(self._directory / name)
