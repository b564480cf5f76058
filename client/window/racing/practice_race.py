"""A race on the table of the practice screen: against games of before, or against a bot."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from client.bots.company import free_name
from client.session.ghosts.challenges import Played
from client.session.ghosts.race import OWN, FaultyReplays, GhostRace, Runner
from client.session.practice_game import PracticeGame
from client.window.online.rival import RivalProcess
from client.window.racing.ghost_side import GhostSide
from client.words.commentary import rival_news, win_news
from client.words.ghosts import how_it_went
from client.words.outcome import outcome_of
from client.words.texts import BETWEEN, fault_text, sentence
from client.words.translation import translate
from engine.game import IllegalAction
from engine.play import Entry
from protocol.forms import BadMessage
from protocol.messages import Replay, Standing
from protocol.wire import parse_entry

LOOK: Final = 100
"""Milliseconds between two looks at what the others do."""
BOT: Final = 2
"""The id of a bot among the standings."""


class PracticeRace(QObject):
    """Who races along, if anybody does, and the column that shows it."""

    news = Signal(str, str)
    """(seen, spoken): what has become of one of the others."""
    settled = Signal()
    """One's own game is over, and how it ended for all is known only now."""

    def __init__(self, elapsed: Callable[[], int], rival: RivalProcess | None = None) -> None:
        """Race by the clock `elapsed`, in milliseconds; the `rival` is where bots play."""
        super().__init__()
        self._elapsed = elapsed
        self._rival = rival or RivalProcess(self)
        self._rival.told.connect(self._take)
        self._rival.failed.connect(self._lose)
        self.side = GhostSide()
        self._race: GhostRace | None = None
        self.again: Callable[[PracticeGame, str], None] | None = None
        """Begins the same race once more, with what is on the table then; None without any."""
        self._ended = False
        """Whether one's own game is over."""
        self._stood: list[Standing] = []
        self._timer = QTimer(self, interval=LOOK)
        self._timer.timeout.connect(self._look)

    @property
    def on(self) -> bool:
        """Whether anybody races along."""
        return self._race is not None

    # How it begins and ends -----------------------------------------------------------------------

    def against(self, practice: PracticeGame, name: str, replays: Sequence[Replay]) -> None:
        """Race against these games, which are on the deal of `practice`.

        Raises:
            FaultyReplays: one of them is not true.
        """
        race = GhostRace.against(name, replays)
        self._begin(practice, race, lambda game, own: self.against(game, own, replays))

    def against_bot(self, practice: PracticeGame, name: str, level: int) -> None:
        """Race against a bot of this level, 1 to 5."""
        deal = practice.name, practice.options, practice.seed
        bot = Runner(BOT, free_name([name]), deal, bot=True, level=level)
        race = GhostRace(Runner(OWN, name, deal), [bot])
        self._begin(practice, race, lambda game, own: self.against_bot(game, own, level))
        self._rival.challenge(*deal, level)

    def stop(self) -> None:
        """Let nobody race along any more."""
        self._rival.cancel()
        self._race = self.again = None
        self._timer.stop()
        self.side.hide()

    def end(self) -> None:
        """End what was begun for it: the window closes."""
        self.stop()
        self._rival.end()

    def _begin(
        self,
        practice: PracticeGame,
        race: GhostRace,
        again: Callable[[PracticeGame, str], None],
    ) -> None:
        self.stop()
        self._race, self.again, self._ended = race, again, False
        self._stood = race.standings(0)
        self.side.begin(practice.name, practice.options)
        self.side.show_race(race, 0)
        self.side.show()

    # How it goes on -------------------------------------------------------------------------------

    def follow(self, *, running: bool) -> None:
        """Look at what the others do while the clock is `running`."""
        if running and self.on:
            self._timer.start()
        else:
            self._timer.stop()

    def note(self, entry: Entry, at: int, *, over: bool) -> None:
        """Note what one has done oneself, and whether one's game is `over` with it."""
        if self._race is None:
            return
        self._race.own.add(entry, max(at, self._race.own.known_until))
        self._ended = over
        self._look()

    def outcome(self) -> str:
        """Return how it ended for oneself and for the others; empty while one plays."""
        race = self._race
        if race is None or not self._ended:
            return ""
        results = race.results
        own = next(each for each in results if each.player == OWN)
        if not race.decided:
            late = next(each for each in race.others if not each.over)
            told = translate("practice_race", "{name} is still thinking: who came first, it tells")
            return told.format(name=late.name)
        first = own.place == 1 and own.status == "won"
        headline = outcome_of(own, len(results), won=first).headline
        return BETWEEN.join((headline, how_it_went(results, OWN)))

    def _look(self) -> None:
        race = self._race
        if race is None:
            return
        at = self._elapsed()
        self.side.show_race(race, at, ended=self._ended)
        if self._ended:
            return
        standings = race.standings(at)
        seen, spoken = (
            win_news(self._stood, standings, OWN),
            rival_news(self._stood, standings, OWN),
        )
        self._stood = standings
        if spoken:
            self.news.emit("\n".join(seen), "; ".join(spoken))

    def _take(self, played: Played) -> None:
        """Take in what the bot has done."""
        if self._race is None:
            return
        [bot] = self._race.others
        was = self._race.decided
        try:
            for entry, at in zip(played.entries, played.times, strict=False):
                bot.add(parse_entry(entry), at)
        except (IllegalAction, BadMessage):
            self._lose()
            return
        if played.status != "racing":
            bot.end(played.status, bot.known_until)
        self._look()
        if self._ended and not was and self._race.decided:
            self.settled.emit()

    def _lose(self) -> None:
        """Go on without a bot that does: it gives up."""
        if self._race is None:
            return
        for runner in self._race.others:
            runner.end("gave up", max(runner.known_until, self._elapsed()))
        self._look()
        if self._ended:
            self.settled.emit()


def why_not(error: FaultyReplays) -> str:
    """Return why some replays cannot be raced against, as a sentence."""
    return sentence(fault_text(error.fault))
