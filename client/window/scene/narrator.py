"""What somebody who listens to a board hears of it, where others look."""

from PySide6.QtWidgets import QAbstractScrollArea

from client.board.layout import Arrangement
from client.board.no_game import NO_GAME
from client.board.spoken import Speaker
from client.window.desktop.announce import announce, screen_reader_is_on
from client.window.scene.key_hand import Command, KeyHand
from client.window.scene.pile_widgets import PileWidgets
from engine.game import Game
from engine.state import Action, State


class Narrator:
    """Tells a screen reader what happens on one board, and names its piles and cards to it.

    While no screen reader is there, next to nothing is done.
    """

    def __init__(self, board: QAbstractScrollArea) -> None:
        """Speak for this board, and name what is seen in its viewport."""
        self._board = board
        self._speaker = Speaker(NO_GAME)
        self._piles = PileWidgets(board.viewport())

    def set_game(self, game: Game) -> None:
        """Begin on the empty table of another game."""
        self._speaker = Speaker(game)
        self._piles.clear()

    def say(self, text: str, *, urgent: bool = True) -> None:
        """Say a text that is in the player's language already."""
        announce(self._board, text, urgent=urgent)

    def tell_change(self, before: State, after: State, *, urgent: bool) -> None:
        """Say what has changed from one position to another; nothing of a first one.

        It is `urgent` where the player has just done it, and not where a server shows more of it.
        """
        if screen_reader_is_on() and any(before.piles):
            self.say(self._speaker.change(before, after), urgent=urgent)

    def tell_advice(self, state: State, action: Action) -> None:
        """Say which action looks best."""
        self.say(self._speaker.action(state, action))

    def tell_refusal(self, state: State, action: Action, reason: str) -> None:
        """Say what cannot be done, and the rules' reason why."""
        self.say(self._speaker.refusal(state, action, reason))

    def tell_piles(self, state: State, pile: int, what: Command) -> None:
        """Say all cards of a pile, or what lies on top in its row or its column."""
        speaker = self._speaker
        says = {"row": speaker.row, "column": speaker.column}.get(what, speaker.whole_pile)
        self.say(says(state, pile))

    def tell_cursor(self, state: State, keys: KeyHand, *, taken: bool) -> None:
        """Say where the cursor is; if cards were just `taken`, also where they may go."""
        cursor = keys.cursor
        if cursor is None or not keys.shown or not screen_reader_is_on():
            return
        said = [self._speaker.spot(state, cursor.spot)]
        if cursor.held is not None:
            said = [self._speaker.over(state, cursor.spot, cursor.held)]
            if taken:
                said.insert(0, self._speaker.taken(state, cursor.held, list(keys.targets)))
        self.say("; ".join(said))

    def name_piles(self, state: State, laid: Arrangement, ratio: float) -> None:
        """Let screen readers find every pile and card where it is seen.

        `ratio` is how many device pixels, in which they are laid out, make a pixel of the window.
        """
        if screen_reader_is_on() and state.piles:
            self._piles.show(self._speaker, state, laid, ratio)
