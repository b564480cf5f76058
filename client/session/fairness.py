"""Checking that a deal was fixed before the race, as the server claims.  Pure."""

from typing import NamedTuple

from client.words.translation import translate
from engine import catalogue
from engine.chance import commitment
from engine.state import State
from protocol import wire
from protocol.messages import Board, Countdown, FromServer, RaceStarted, Results


class Verdict(NamedTuple):
    """What came out of the check."""

    fair: bool
    text: str
    """A sentence for the player."""


class FairnessCheck:
    """Notes what the server says before and at the start, and holds the results against it."""

    def __init__(self) -> None:
        self._race = -1
        self._promise = ""
        self._deals: list[State] = []

    def note(self, message: FromServer) -> None:
        """Take notice of a message; those that promise nothing are passed over."""
        match message:
            case Countdown() | RaceStarted():
                if message.race != self._race:
                    self._race, self._promise, self._deals = message.race, message.commitment, []
            case Board(number=0):
                self._deals.append(wire.board_view(message))
            case _:
                pass

    def verdict(self, results: Results) -> Verdict:
        """Return whether the race was played on the deal that had been promised."""
        promise = self._promise if results.race == self._race else results.commitment
        if commitment(results.seed) != promise:
            return Verdict(
                False,
                translate(
                    "fairness", "Not the promised seed: this deal may have been chosen afterwards."
                ),
            )
        game = catalogue.make(results.settings.game, results.settings.options)
        dealt = game.view(game.deal(results.seed))
        if results.race != self._race or not self._deals:
            return Verdict(
                True,
                translate("fairness", "Checked: the seed is the one promised when you came in."),
            )
        if any(seen != dealt for seen in self._deals):
            return Verdict(
                False,
                translate(
                    "fairness", "The cards that were dealt are not those of the promised seed."
                ),
            )
        return Verdict(
            True,
            translate("fairness", "Checked: the promised seed, and the cards dealt are its cards."),
        )
