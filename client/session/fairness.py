"""Checking that a deal was fixed before the race, as the server claims.  Pure."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from client.session.fairness_replay import Budget, Replayed, follow
from client.session.fairness_results import (
    certificate_fault,
    not_promised,
    proven,
    raced,
    standings_fault,
)
from client.session.own_entries import OwnEntries
from client.words.texts import one_line
from client.words.translation import translate
from engine import catalogue
from engine.chance import commitment
from engine.game import Game
from engine.play import Entry
from engine.state import State
from protocol import wire
from protocol.messages import (
    Announcement,
    Board,
    Countdown,
    FromServer,
    LeftRoom,
    Member,
    MemberChanged,
    Progress,
    RaceStarted,
    Refused,
    Results,
    RoomState,
    Settings,
    Standing,
    Status,
    Step,
    Welcome,
)

MOST_VIEWS: Final = 10_000
"""Boards and steps of a race that are kept until the seed is known."""
BY_ITSELF: Final = ("won", "stuck")
"""How a race ends for a racer by a move, or by the deal; any other end comes without a step."""
BESIDE_THE_RULES: Final = ("your race is over", "the time is up", "a race has at most ")
"""How the reasons begin for which a server refuses moves that the rules allow."""
MOST_PROMISES: Final = 64
"""The races whose promise is kept after them: the room may be left and entered again."""
MOST_NAMES: Final = 16
"""The names that are kept of one racer."""


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
        self.end: int | None = None
        """How many entries there were when this racer's race was over."""

    @property
    def went_on(self) -> bool:
        """Whether there were entries after the end."""
        return self.end is not None and self.last > self.end

    def show(self, number: int, view: State, status: Status) -> None:
        """Keep a board."""
        if self.views.setdefault(number, view) != view:
            self.consistent = False
        if number >= self.last:
            self.last, self.status = number, status
        if status != "racing" and self.end is None:
            self.end = number


class _Promise(NamedTuple):
    """What was promised first for a race."""

    commitment: str
    stream: str
    """The numbering of the room's events at the time: another life of the server has another."""
    started: bool
    """Whether the race has begun."""
    life: int
    """How often this client had been let in by then."""
    certificate: str
    """That of the deal, where it is one that can be won."""


class _Race:
    """What was heard and seen of one race."""

    def __init__(self, number: int, promise: str, certificate: str, fault: str) -> None:
        self.number = number
        self.promise = promise
        self.certificate = certificate
        """What was promised of the deal's solution; empty if nothing was."""
        self.fault = fault
        """What has already been wrong, in a sentence; empty if nothing was."""
        self.called_off = False
        """Whether another seed had been promised for a countdown that never ended."""
        self.present = False
        """Whether this client was in the room before the countdown, and has been since."""
        self.moved = False
        """Whether our own board did what this client had not sent."""
        self.denied = False
        """Whether a move of ours was refused that the rules allow."""
        self.settings: Settings | None = None
        """What is raced, once the race has started."""
        self.names: dict[int, set[str]] = {}
        """Who races, and what each of them was called so far."""
        self.over = False
        """Whether its results were heard."""
        self.steady = True
        """Whether every step had to come here: neither the connection nor a word of the server's
        was a reason for some not to."""
        self.complete = True
        """Whether all that was shown is kept."""
        self.boards: dict[int, _Seen] = {}
        self.sent: dict[int, frozenset[Entry]] = {}
        """What may have led on from our own board, by the number of entries before it."""
        self.alone = True
        """Whether nobody but this client can move our own board: while its connection was lost,
        another client of the same player may have been there."""
        self._views = 0

    def begin(self, message: RaceStarted) -> None:
        """Take notice that the race is on; what was said first of it stays."""
        if self.settings is None:
            self.settings = message.settings
            self.names = {standing.player: set() for standing in message.standings}
        self.call(message.standings)

    def call(self, racers: Iterable[Standing | Member]) -> None:
        """Take notice of what racers are called."""
        for racer in racers:
            names = self.names.get(racer.player)
            if names is not None and len(names) < MOST_NAMES:
                names.add(racer.name)

    def compare(self, message: Board | Step, own: OwnEntries) -> None:
        """Hold what is shown of our own board against what was sent."""
        seen = self.boards.get(own.player)
        if message.player != own.player or seen is None or not self._knows(own):
            return
        if isinstance(message, Step) and message.number != seen.last + 1:
            return  # known already, or some are missing: the whole board will come
        if not self.alone:
            self.alone = isinstance(message, Step) and own.is_fresh(seen.last)
            return
        for number in range(seen.last, message.number):
            sent = own.sent(number)
            if not sent:
                self.moved = True
                return
            if isinstance(message, Step):
                self.sent[number] = sent
        self.moved = self.moved or (message.status == "gave up" and not own.gave_up)

    def weigh(self, refused: Refused, own: OwnEntries) -> None:
        """Hold the refusal of our next entry against the rules, where we know what it was.

        What is legal on our view of a position is legal on the position itself.
        """
        seen, sent = self.boards.get(own.player), own.sent(refused.number)
        if (
            seen is None
            or self.settings is None
            or own.race != self.number
            or not refused.number == refused.expected == seen.last
            or refused.reason.startswith(BESIDE_THE_RULES)
        ):
            return
        game = catalogue.make(self.settings.game, self.settings.options)
        moves = [entry for entry in sent if entry != "undo"]
        legal = [game.is_legal(seen.views[seen.last], move) for move in moves]
        self.denied = self.denied or (len(moves) == len(sent) > 0 and all(legal))

    def nobody_gave_up(self, own: OwnEntries) -> bool:
        """Return whether this client would have had to give up for us, and has not."""
        return self._knows(own) and self.alone and not own.gave_up

    def _knows(self, own: OwnEntries) -> bool:
        """Return whether all that our own board does should have been sent by this client.

        Who has left a race and come back, where spectators see it late, sees it once more.
        """
        here = self.present or (self.settings is not None and not self.settings.delay)
        return own.race == self.number and here

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

    def __init__(self, own: OwnEntries | None = None) -> None:
        """Begin with nothing heard; `own` is what this client sends, where it may race."""
        self._own = own if own is not None else OwnEntries()
        self._race: _Race | None = None
        self._returned = False
        """Whether the connection is another one since a race was last spoken of."""
        self._promises: dict[int, _Promise] = {}
        """What was promised first for each race, the newest last."""
        self._stream = ""
        self._life = 0
        """How often this client was let in: another life of a server begins with a welcome."""
        self._present = False
        """Whether the room was seen in its lobby since this client came in."""

    def note(self, message: FromServer) -> None:
        """Take notice of a message; those that say nothing of a race are passed over."""
        race = self._race
        match message:
            case Countdown() | RaceStarted():
                self._promise(message)
            case Board() | Step() if race is not None:
                race.compare(message, self._own)
                race.show(message)
            case Refused() if race is not None:
                race.weigh(message, self._own)
            case Results() if race is not None and race.number == message.race:
                race.over = True
            case Progress() if race is not None:
                race.call(message.standings)
            case MemberChanged() if race is not None:
                race.call([message.member])
            case RoomState():
                self._stream = message.stream
                self._present = self._present or message.phase == "lobby"
                if race is not None:
                    race.call(message.members)
            case Announcement() if race is not None:
                race.steady = False  # it may say that there are no boards for us any more
            case Welcome() | LeftRoom():
                self._come(message)
            case _:
                pass

    def _come(self, message: Welcome | LeftRoom) -> None:
        """Take notice that this client is there again, or in no room any more."""
        self._present = False
        self._life += isinstance(message, Welcome)
        if isinstance(message, Welcome) and message.token:
            self._promises.clear()  # a server that does not know us may have begun anew
        if self._race is not None and isinstance(message, Welcome) and message.room:
            self._returned = True
            self._race.steady = self._race.alone = False
        else:
            self._race, self._returned = None, False

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
        race = self._race
        if fault := certificate_fault(race.certificate if race is not None else "", results):
            return Verdict(False, fault)
        fair, text = self._dealt(results)
        if fair and results.certificate:
            text += " " + proven()
        if fair and race is not None and race.called_off:
            text += " " + translate(
                "fairness",
                "Another seed had been promised before, for a countdown that was called off.",
            )
        return Verdict(fair, text)

    def _board_fault(self, results: Results) -> str:
        """Return what is wrong beside the cards: with our own board, or with the standings."""
        race, own = self._race, self._own
        if race is None or race.settings is None:
            return ""
        mine = next((each for each in results.standings if each.player == own.player), None)
        quit_ = mine is not None and mine.status == "gave up" and race.nobody_gave_up(own)
        if race.moved or quit_:
            return translate(
                "fairness",
                "The server did on your board what you had not done, or gave up for you.",
            )
        if race.denied:
            return translate("fairness", "The server refused a move of yours that the rules allow.")
        return standings_fault(results, race.names)

    def _promise(self, message: Countdown | RaceStarted) -> None:
        race, returned = self._race, self._returned
        self._returned = False
        first = self._promises.get(message.race)
        changed = first is not None and first.commitment != message.commitment
        # A server that was killed in a countdown may give its number to the next one.  It lives
        # another life then, and its rooms' events have another numbering.
        again = first is not None and first.stream != self._stream and first.life != self._life
        unborn = first is not None and not first.started and again
        if race is None or race.number != message.race or (changed and unborn):
            fault = race.fault if race is not None and not race.over else ""
            if race is not None and race.settings is not None and not race.over and not returned:
                fault = translate(
                    "fairness",
                    "The server began another race before this one had its results: "
                    "this deal may have been chosen afterwards.",
                )
            promise = (message.commitment, message.certificate)
            race = self._race = _Race(message.race, *promise, fault)
            late = isinstance(message, RaceStarted) and not self._present
            race.present, race.alone = self._present, not returned and not late
            race.called_off = changed and unborn
        if changed and not unborn and not race.fault:
            race.fault = translate(
                "fairness",
                "The server promised one seed, and later another for the same race: "
                "this deal may have been chosen afterwards.",
            )
        elif first is not None and not changed and first.certificate != message.certificate:
            race.fault = race.fault or not_promised()
        if isinstance(message, RaceStarted):
            race.begin(message)
        if first is None or (changed and unborn):
            first = _Promise(
                message.commitment,
                self._stream,
                started=False,
                life=self._life,
                certificate=message.certificate,
            )
        started = first.started or isinstance(message, RaceStarted)
        self._promises[message.race] = first._replace(started=started)
        if len(self._promises) > MOST_PROMISES:
            del self._promises[next(iter(self._promises))]

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
        elif race.settings is not None and raced(race.settings) != raced(results.settings):
            return translate(
                "fairness", "The results are of another game, or of other settings, than was raced."
            )
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
        deal = game.deal(results.seed)
        dealt = game.view(deal)
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
        own = self._own.player
        if race is not None and own in followed and followed[own].possible:
            views, asked = boards[own].views, race.sent
            mine = follow(game, results.seed, views, budget, undo=undo, sent=asked)
            followed[own] = mine if mine.possible else followed[own]
            race.moved = race.moved or not mine.possible
        if len(followed) < len(boards) or not all(each.possible for each in followed.values()):
            return Verdict(
                False,
                translate(
                    "fairness",
                    "Cards were shown during the race that are not those of the promised seed.",
                ),
            )
        fault = self._board_fault(results)
        if fault:
            return Verdict(False, fault)
        whole = race is not None and race.complete
        strict = race is not None and race.steady and not results.settings.delay
        for standing in results.standings:
            fault = _unplayed(standing, game, deal)
            seen, there = boards.get(standing.player), followed.get(standing.player)
            if seen is not None and there is not None and not fault:
                fault = _contradiction(standing, seen, there, game, strict=strict)
                whole = whole and seen.last == standing.moves
            if fault:
                return Verdict(False, fault.format(name=one_line(standing.name)))
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


def _unplayed(standing: Standing, game: Game, deal: State) -> str:
    """Return what cannot be in the results of a racer who has no more than the deal gave.

    It is a sentence with the racer's {name} to be put in; an empty text if nothing is wrong.
    """
    told = translate(
        "fairness", "What the results say about {name} cannot be true: no race ends like that."
    )
    unchanged = standing.score == deal.score
    if not standing.moves:
        outcome = standing.status if standing.status in BY_ITSELF else None
        if not unchanged or outcome != game.outcome(deal):
            return told
    return told if unchanged and standing.status != "won" and standing.milliseconds else ""


def _contradiction(
    standing: Standing, seen: _Seen, there: Replayed, game: Game, *, strict: bool
) -> str:
    """Return how what the results say of a racer is not what was seen of the board, or nothing.

    `strict` says that nothing kept any step from coming here.
    """
    if seen.went_on:
        return translate("fairness", "{name} went on after the end of the race.")
    if standing.moves != seen.last:
        # Who came late may not have seen the end; but nobody saw more than there was.
        lie = standing.moves < seen.last or (strict and there.whole)
        return _not_seen() if lie else ""
    if standing.score != seen.views[seen.last].score:
        return _not_seen()
    claimed = standing.status if standing.status in BY_ITSELF else None
    if standing.status != seen.status and (claimed or seen.status in BY_ITSELF):
        return _not_seen()
    if there.whole:
        outcomes = {game.outcome(end) for end in there.ends}
        if claimed not in outcomes and claimed == "stuck":
            return _not_stuck()
        # Who practises from the midst of a game may also take back what was there at the start.
        undone = min(seen.views) + sum(view in earlier for view, earlier in _with_earlier(seen))
        return "" if claimed in outcomes and standing.undos <= undone else _not_seen()
    if claimed == "stuck" and game.stuck is None and game.legal_actions(seen.views[seen.last]):
        return _not_stuck()
    return ""


def _with_earlier(seen: _Seen) -> Iterator[tuple[State, set[State]]]:
    """Yield each view that was shown, in order, with those before it: an undo brings one back."""
    earlier: set[State] = set()
    for number in sorted(seen.views):
        yield seen.views[number], earlier
        earlier.add(seen.views[number])


def _not_seen() -> str:
    return translate("fairness", "What the results say about {name} is not what was seen.")


def _not_stuck() -> str:
    return translate("fairness", "{name} was called stuck, and could still move.")
