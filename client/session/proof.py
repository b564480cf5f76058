"""Checking what others claim: that a deal was fixed before, and that a replay is one.  Pure."""

from itertools import pairwise
from typing import Final, NamedTuple

from client.words.texts import reason_text
from client.words.translation import translate
from engine import catalogue
from engine.chance import commitment
from engine.game import IllegalAction
from engine.replay import Play
from engine.state import State
from protocol import wire
from protocol.messages import Board, Countdown, FromServer, RaceStarted, Replay, Results

LONGEST: Final = 50_000
"""Entries of the longest replay that is played again: no race of two hours has as many."""


class Verdict(NamedTuple):
    """What came out of the check."""

    fair: bool
    text: str
    """A sentence for the player."""


class Witness:
    """Sees what the server says before and at the start, and holds it against the results."""

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
                    "proof", "Not the promised seed: this deal may have been chosen afterwards."
                ),
            )
        game = catalogue.make(results.settings.game, results.settings.options)
        dealt = game.view(game.deal(results.seed))
        if results.race != self._race or not self._deals:
            return Verdict(
                True, translate("proof", "Checked: the seed is the one promised when you came in.")
            )
        if any(seen != dealt for seen in self._deals):
            return Verdict(
                False,
                translate("proof", "The cards that were dealt are not those of the promised seed."),
            )
        return Verdict(
            True,
            translate("proof", "Checked: the promised seed, and the cards dealt are its cards."),
        )


def check_replay(replay: Replay) -> tuple[list[State], str]:
    """Play it again; return the views, the deal first, and what is wrong with it (or nothing).

    There are no views where nothing can be shown at all.
    """
    try:
        game = catalogue.make(replay.game, replay.options)
    except (catalogue.UnknownGame, catalogue.BadOption):
        return [], translate("proof", "This version does not have the game.")
    if len(replay.entries) > LONGEST:
        return [], translate("proof", "There are more than {most} moves in it.").format(
            most=LONGEST
        )
    play = Play(game, replay.seed)
    views = [game.view(play.state)]
    try:
        views.extend(game.view(play.enter(wire.parse_entry(entry))) for entry in replay.entries)
    except (IllegalAction, wire.BadMessage) as error:
        told = translate("proof", "Move {number} is against the rules: {reason}.")
        return views, told.format(number=len(views), reason=reason_text(str(error)))
    return views, _false_claim(replay, play, won=game.outcome(play.state) == "won")


def _false_claim(replay: Replay, play: Play, *, won: bool) -> str:
    """What a replay says of itself that its moves do not bear out; nothing if all is true."""
    if replay.commitment and commitment(replay.seed) != replay.commitment:
        return translate("proof", "The seed is not the one that was promised before the start.")
    if play.state.score != replay.score:
        told = translate("proof", "The moves lead to a score of {true}, not {claimed}.")
        return told.format(true=play.state.score, claimed=replay.score)
    if replay.status == "won" and not won:
        return translate("proof", "The moves do not win the game.")
    if len(replay.times) != len(replay.entries):
        return translate("proof", "There is not a time for each move.")
    if any(later < earlier for earlier, later in pairwise([0, *replay.times])):
        return translate("proof", "The times of the moves run backwards.")
    if replay.status == "won" and replay.times and replay.milliseconds != replay.times[-1]:
        return translate("proof", "The time is not that of the winning move.")
    return ""
