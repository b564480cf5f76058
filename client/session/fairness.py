"""Checking that a deal was fixed before the race, as the server claims.  Pure."""

from typing import Final, NamedTuple

from client.session.fairness_replay import Budget, Replayed, follow
from client.words.texts import one_line
from client.words.translation import translate
from engine import catalogue
from engine.chance import commitment
from engine.game import Game
from engine.state import State
from protocol import wire
from protocol.messages import (
    Announcement,
    Board,
    Countdown,
    FromServer,
    LeftRoom,
    RaceStarted,
    Results,
    Settings,
    Standing,
    Status,
    Step,
    Welcome,
)

MOST_VIEWS: Final = 10_000
"""Boards and steps of a race that are kept until the seed is known."""


class Verdict(NamedTuple):
    """What came out of the check."""

    fair: bool
    text: str
    """A sentence for the player."""


class _Seen:
    """What was seen of one racer's board."""

    def __init__(self) -> None:
        self.views: dict[int, State] = {}
        """The board by the number of entries made before it."""
        self.status: Status = "racing"
        self.last = -1
        """The number of the newest board."""
        self.consistent = True
        """Whether what was shown of a number stayed the same."""

    def show(self, number: int, view: State, status: Status) -> None:
        """Keep a board."""
        if self.views.setdefault(number, view) != view:
            self.consistent = False
        if number >= self.last:
            self.last, self.status = number, status


class _Race:
    """What was heard and seen of one race."""

    def __init__(self, number: int, promise: str, fault: str) -> None:
        self.number = number
        self.promise = promise
        self.fault = fault
        """What has already been wrong, in a sentence; empty if nothing was."""
        self.settings: Settings | None = None
        """What is raced, once the race has started."""
        self.over = False
        """Whether its results were heard."""
        self.steady = True
        """Whether every step had to come here: neither the connection nor a word of the server's
        was a reason for some not to."""
        self.complete = True
        """Whether all that was shown is kept."""
        self.boards: dict[int, _Seen] = {}
        self._views = 0

    def show(self, message: Board | Step) -> None:
        """Keep what a message shows of a racer's board; what was shown first stays."""
        if self._views >= MOST_VIEWS:
            self.complete = self.steady = False
            return
        self._views += 1
        if isinstance(message, Board):
            seen = self.boards.setdefault(message.player, _Seen())
            seen.show(message.number, wire.board_view(message), message.status)
            return
        known = self.boards.get(message.player)
        before = known.views.get(message.number - 1) if known is not None else None
        if known is not None and before is not None:
            if any(pile >= len(before.piles) for pile in message.piles):
                return  # the session has refused it
            known.show(message.number, wire.step_view(before, message), message.status)


class FairnessCheck:
    """Notes what the server says before and in a race, and holds the results against it."""

    def __init__(self) -> None:
        self._race: _Race | None = None
        self._returned = False
        """Whether the connection is another one since a race was last spoken of."""

    def note(self, message: FromServer) -> None:
        """Take notice of a message; those that say nothing of a race are passed over."""
        race = self._race
        match message:
            case Countdown() | RaceStarted():
                self._promise(message)
            case Board() | Step() if race is not None:
                race.show(message)
            case Results() if race is not None and race.number == message.race:
                race.over = True
            case Announcement() if race is not None:
                race.steady = False  # it may say that there are no boards for us any more
            case Welcome(room=room) if room and race is not None:
                self._returned, race.steady = True, False
            case Welcome() | LeftRoom():
                self._race, self._returned = None, False
            case _:
                pass

    def verdict(self, results: Results, *, misfits: bool = False) -> Verdict:
        """Return whether the race was played on the deal that had been promised.

        `misfits` says whether a board was sent that the game cannot have, which `note` never saw.
        """
        fault = self._broken_promise(results)
        if fault:
            return Verdict(False, fault)
        if misfits:
            return Verdict(
                False,
                translate(
                    "fairness", "A board was sent that this game cannot have: no deal leads to it."
                ),
            )
        return self._dealt(results)

    def _promise(self, message: Countdown | RaceStarted) -> None:
        race, returned = self._race, self._returned
        self._returned = False
        # A countdown that the server did not live to finish may leave its number to the next one.
        unborn = race is not None and race.settings is None and returned
        if race is None or race.number != message.race or unborn:
            fault = race.fault if race is not None and not race.over else ""
            if race is not None and race.settings is not None and not race.over and not returned:
                fault = translate(
                    "fairness",
                    "The server began another race before this one had its results: "
                    "this deal may have been chosen afterwards.",
                )
            race = self._race = _Race(message.race, message.commitment, fault)
        elif message.commitment != race.promise:
            race.fault = translate(
                "fairness",
                "The server promised one seed, and later another for the same race: "
                "this deal may have been chosen afterwards.",
            )
        if isinstance(message, RaceStarted) and race.settings is None:
            race.settings = message.settings

    def _broken_promise(self, results: Results) -> str:
        """Return how the results break what was said before them; an empty text if they do not."""
        race = self._race
        if race is None:
            if commitment(results.seed) == results.commitment:
                return translate(
                    "fairness",
                    "Not checked: no seed was promised to you before these results.",
                )
        elif race.number != results.race:
            return translate(
                "fairness",
                "The server promised another race than the one that these results are of: "
                "this deal may have been chosen afterwards.",
            )
        elif race.fault:
            return race.fault
        elif race.settings is not None and _rules(race.settings) != _rules(results.settings):
            return translate("fairness", "The results are of another game than was raced.")
        if race is None or commitment(results.seed) != race.promise:
            return translate(
                "fairness", "Not the promised seed: this deal may have been chosen afterwards."
            )
        return ""

    def _dealt(self, results: Results) -> Verdict:
        """Hold the boards that were seen, and the standings, against the promised seed's deal."""
        race = self._race
        boards = race.boards if race is not None else {}
        game = catalogue.make(results.settings.game, results.settings.options)
        dealt = game.view(game.deal(results.seed))
        if any(seen.views.get(0, dealt) != dealt for seen in boards.values()):
            return Verdict(
                False,
                translate(
                    "fairness", "The cards that were dealt are not those of the promised seed."
                ),
            )
        budget, undo = Budget(), results.settings.undo
        followed = {
            player: follow(game, results.seed, seen.views, budget, undo=undo)
            for player, seen in boards.items()
            if seen.consistent
        }
        if len(followed) < len(boards) or not all(each.possible for each in followed.values()):
            return Verdict(
                False,
                translate(
                    "fairness",
                    "Cards were shown during the race that are not those of the promised seed.",
                ),
            )
        whole = race is not None and race.complete
        strict = race is not None and race.steady and not results.settings.delay
        for standing in results.standings:
            seen, there = boards.get(standing.player), followed.get(standing.player)
            if seen is None or there is None:
                continue
            if _contradicts(standing, seen, there, game, strict=strict):
                return Verdict(
                    False,
                    translate(
                        "fairness", "What the results say of {name} is not what was seen."
                    ).format(name=one_line(standing.name)),
                )
            whole = whole and seen.last == standing.moves
        if not any(0 in seen.views for seen in boards.values()):
            return Verdict(
                True,
                translate("fairness", "Checked: the seed is the one promised when you came in."),
            )
        if not whole or not all(each.whole for each in followed.values()):
            return Verdict(
                True,
                translate(
                    "fairness",
                    "Checked: the promised seed, and the cards dealt at the start; "
                    "not all that came later could be checked.",
                ),
            )
        return Verdict(
            True,
            translate("fairness", "Checked: the promised seed, and the cards dealt are its cards."),
        )


def _contradicts(
    standing: Standing, seen: _Seen, there: Replayed, game: Game, *, strict: bool
) -> bool:
    """Return whether what the results say of a racer is not what was seen of the board.

    `strict` says that nothing kept any step from coming here.
    """
    if standing.moves != seen.last:
        # Who came late may not have seen the end; but nobody saw more than there was.
        return standing.moves < seen.last or (strict and there.whole)
    if standing.score != seen.views[seen.last].score:
        return True
    by_itself = ("won", "stuck")  # any other end comes without a step
    if standing.status != seen.status and {standing.status, seen.status} & set(by_itself):
        return True
    won = standing.status == "won"
    return won and there.whole and not any(game.won(end) for end in there.ends)


def _rules(settings: Settings) -> tuple[str, object]:
    return settings.game, settings.options
