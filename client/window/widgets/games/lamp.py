"""A lamp that tells whether a game can still be won, for those who want to know."""

from PySide6.QtCore import QSize, Qt

from client.window.desktop import theme
from client.window.widgets.elements import Elided
from client.words.deals import still_text
from engine.solver.answer import Verdict

LIGHT = "●"
_ROLES: dict[Verdict, str] = {"won": "good", "impossible": "bad", "unknown": "muted"}


class Lamp(Elided):
    """The lamp, and in words what it shines for."""

    def __init__(self) -> None:
        super().__init__(role="muted")
        self.told = ""
        """The words alone."""

    def show_verdict(self, verdict: Verdict, *, looking: bool) -> None:
        """Shine for what is known; `looking` says whether more is being found out."""
        theme.set_role(self, _ROLES[verdict])
        self.told = still_text(verdict, looking=looking)
        self.setText(f"{LIGHT} {self.told}")
        self.setToolTip(self.told)
        self.setAccessibleName(self.told)

    def minimumSizeHint(self) -> QSize:
        """Return the size for the longest of what it may say, without which game is meant."""
        texts = (still_text(verdict, looking=on) for verdict in _ROLES for on in (False, True))
        widths = (self.fontMetrics().horizontalAdvance(_short(text)) for text in texts)
        return QSize(max(widths) + 2, super().minimumSizeHint().height())

    def _cut(self) -> None:
        if self.fontMetrics().horizontalAdvance(self.text()) <= self._room():
            super()._cut()
            return
        short = _short(self.told)
        cut = self.fontMetrics().elidedText(short, Qt.TextElideMode.ElideRight, self._room())
        self._show(cut, whole=False)


def _short(told: str) -> str:
    """Return what it shines for without which game is meant, which is plain enough."""
    return f"{LIGHT} {told.partition(':')[2].strip()}"
