"""Until when a game that is over could be won: asked for, under way, and told."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QProgressBar, QWidget

from client.board.past_move import past_move_text
from client.session.recording import Recording
from client.session.solving.analysed import Analysed, can_be_analysed
from client.window.desktop import theme
from client.window.desktop.announce import announce
from client.window.online.analyses import Analyses
from client.window.widgets.elements import Paragraph, box, button, column
from client.window.widgets.fitting import Folding
from client.words.analysis import analysis_text, looking_text, of_whom
from protocol.messages import Solution

TOLD: Final = 200
"""The least width of what is told, in pixels: buttons that leave less are below it."""


class AnalysisBar(QWidget):
    """Says of one recording until when it could be won; hidden until that was asked for.

    Its button `analyse` asks for it, or stops it; whoever has the bar gives it a place.
    """

    marked = Signal(int)
    """Show what it was like after so many entries, when it could still be won."""
    how_wanted = Signal()
    """Show how it could still be won."""
    changed = Signal()
    """More is known, or something else is shown."""

    def __init__(self, analyses: Analyses) -> None:
        """Ask `analyses`."""
        super().__init__()
        theme.set_role(self, "clear")
        self._analyses = analyses
        analyses.changed.connect(self._on_change)
        self._recording: Recording | None = None
        self._solution: Solution = []
        self._name = ""
        """Whose game it is, where another one is beside it."""
        self._able = False
        """Whether there is anything to be found out about it."""
        self.analyse = button("", self._toggle)
        self._told = ""
        self.told = Paragraph()
        self.told.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # so that it is read by Tab, too
        theme.fix(self.told, least_width=TOLD)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setFormat("")
        self.progress.setRange(0, 1000)
        self.mark = button("", self._to_mark)
        self.how = button(
            self.tr("How it could be won"),
            self.how_wanted.emit,
            self.tr("A solution from the last position that could be won, beside this game"),
        )
        ways = Folding(self.mark, self.how, space=6)
        whole = column(Folding(box(column(self.told, self.progress, space=4)), ways, wide=0))
        whole.setContentsMargins(0, 0, 0, 0)
        self.setLayout(whole)
        self._show()

    @property
    def known(self) -> Analysed | None:
        """What is known of what is shown; None if nothing was found out, or nothing can be."""
        if self._recording is None or not self._able:
            return None
        known = self._analyses.of(self._recording.replay)
        return None if known is None or known.luck else known

    def spoken(self) -> str:
        """Return what is told, for who listens; empty if nothing is."""
        return self._told

    def show_recording(self, recording: Recording, solution: Solution, name: str = "") -> None:
        """Be about this recording; a `solution` of its deal helps, where one is known.

        A `name` says whose game it is, where another one is beside it.
        """
        other = self._recording is None or self._recording.replay != recording.replay
        self._recording, self._solution, self._name = recording, solution, name
        if other:
            self._able = not recording.fault and can_be_analysed(recording.replay)
        self._show()

    def _toggle(self) -> None:
        if self._recording is None:
            return
        replay = self._recording.replay
        if self._analyses.asked(replay):
            self._analyses.cancel(replay)
        else:
            self._analyses.ask(replay, self._solution)

    def _to_mark(self) -> None:
        if (known := self.known) is not None and known.won_until is not None:
            self.marked.emit(known.won_until)

    def _on_change(self, replay: object) -> None:
        if self._recording is not None and replay == self._recording.replay:
            before = self._told
            self._show()
            if self.known is not None and self.known.over and self._told != before:
                announce(self, self._told, urgent=False)

    def _show(self) -> None:
        recording, known = self._recording, self.known
        over = known is not None and known.over
        under_way = not over and recording is not None and self._analyses.asked(recording.replay)
        self.analyse.setText(self.tr("Stop analysing") if under_way else self.tr("Analyse"))
        self.analyse.setToolTip(self.tr("Find out until which move this could be won"))
        self.analyse.setVisible(self._able and not over)
        self.analyse.setEnabled(self._able and not over)
        self._told = ""
        if recording is not None and known is not None and (over or not under_way):
            lost = known.lost_from
            lost_by = past_move_text(recording.replay, recording.views, lost) if lost else ""
            self._told = analysis_text(known.finding, known.moves, lost_by)
        elif under_way:
            self._told = looking_text(known.finding if known else None)
        if self._told and self._name:
            self._told = of_whom(self._name, self._told)
        self.told.setText(self._told)
        self.progress.setValue(round(1000 * known.share) if known else 0)
        self.progress.setVisible(under_way)
        until = known.won_until if known is not None else None
        self._show_ways(until if known is not None and until != known.moves else None, known)
        self.setVisible(bool(self._told))
        self.changed.emit()

    def _show_ways(self, until: int | None, known: Analysed | None) -> None:
        """Offer to go to where it could be won after so many entries, and to see how."""
        if until:
            self.mark.setText(self.tr("To move {number}").format(number=until))
        else:
            self.mark.setText(self.tr("To the deal"))
        self.mark.setToolTip(self.tr("The last position that could be won, as far as is known"))
        for way, there in ((self.mark, until is not None), (self.how, bool(_ways(known)))):
            way.setVisible(there)
            way.setEnabled(there)


def _ways(known: Analysed | None) -> Solution:
    return known.solution if known is not None else []
