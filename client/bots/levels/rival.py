"""A bot that plays a deal without a server: what it does, and when, is a replay like anybody's."""

from collections.abc import Iterator, Mapping
from random import Random

from client.bots.levels.level import level as level_of
from client.bots.levels.level import slip
from engine import catalogue
from engine.catalogue import Choice
from engine.chance import commitment
from engine.play import Entry, Play
from engine.state import Action
from protocol.messages import MAX_ENTRIES, PackedEntry, Replay
from protocol.racing import PRACTICE, Racer
from protocol.wire import pack_entry


class Rival:
    """A bot's game, which goes on as far as it is let.

    The bot is given views, and waits between its moves as it would in a race; but no time passes
    here for that: it is written down only.
    """

    def __init__(
        self,
        game: str,
        options: Mapping[str, Choice],
        seed: str,
        level: int,
        *,
        name: str,
        chance: Random,
        undo: bool = True,
    ) -> None:
        """Play the deal of `seed` at a level, 1 to 5; `undo` is whether moves may be taken back.

        Raises:
            UnknownGame, BadOption: as `engine.catalogue.make`.
            ValueError: there is no such level, or `seed` is none.
        """
        self._game, self._options, self._seed = game, dict(options), seed
        self._name, self._chance, self._undo = name, chance, undo
        self._level = level_of(level)
        self._racer = Racer(Play(catalogue.make(game, options), seed))
        self._entries: list[PackedEntry] = []
        self._times: list[int] = []
        self._now = 0
        self._steps = self._play()

    @property
    def replay(self) -> Replay:
        """What it has done so far."""
        racer = self._racer
        return Replay(
            PRACTICE,
            0,
            self._name,
            self._game,
            self._options,
            self._seed,
            [*self._entries],
            [*self._times],
            racer.status,
            racer.view.score,
            racer.milliseconds,
            commitment(self._seed),
        )

    def go_on(self) -> bool:
        """Think for some milliseconds, or make a move; return whether the game goes on."""
        return next(self._steps, False) is None

    def _play(self) -> Iterator[None]:
        game, racer, level = self._racer.play.game, self._racer, self._level
        player = level.player(game, self._chance)
        while racer.status == "racing" and len(self._entries) < MAX_ENTRIES - 2:
            self._wait(sure=player.is_sure)
            yield from player.thoughts(racer.view)
            action = player.choose(racer.view)
            if action is None:
                racer.end("gave up")
                return
            self._slip(action)
            self._enter(action)
            yield

    def _slip(self, right: Action) -> None:
        if not self._undo or self._chance.random() >= self._level.slips:
            return
        wrong = slip(self._racer.play.game, self._racer.view, right, self._chance)
        if wrong is not None:
            for entry in (wrong, "undo"):
                self._enter(entry)
                self._wait()

    def _wait(self, *, sure: bool = False) -> None:
        self._now += round(1000 * self._level.pace.pause(self._chance, sure=sure))

    def _enter(self, entry: Entry) -> None:
        self._racer.enter(entry, self._now)
        self._entries.append(pack_entry(entry))
        self._times.append(self._now)
