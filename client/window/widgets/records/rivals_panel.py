"""Against whom a player has raced, and how that went."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from client.window.widgets.elements import DataTable, Paragraph, column
from client.words.records.career import rivals_about_text
from client.words.texts import asking_text, one_line
from protocol.messages import Profile


class RivalsPanel(QWidget):
    """The people met most often, each with who came in before whom."""

    wanted = Signal(int)
    """The page of this player."""

    def __init__(self) -> None:
        super().__init__()
        self.table = DataTable(
            [
                self.tr("Name"),
                self.tr("Races together"),
                self.tr("Ahead", "how often one came in before another"),
                self.tr("Behind", "how often one came in after another"),
            ],
            numbers=(1, 2, 3),
            close=True,
        )
        self.table.setAccessibleName(self.tr("Rivals"))
        self.table.itemActivated.connect(lambda _: self.show_player())
        self.about = Paragraph(rivals_about_text(), "muted")
        whole = column(self.table, self.about, space=6)
        whole.setStretch(0, 1)
        self.setLayout(whole)

    def clear(self) -> None:
        """Show nothing, until it is known whose rivals these are."""
        self.table.fill([])
        self.table.tell_late(asking_text())

    def show_profile(self, profile: Profile, own: int) -> None:
        """Show whom this player has met; `own` is the reader's id, whose row is marked."""
        rows: list[tuple[object, list[str]]] = []
        for rival in profile.rivals:
            met, ahead, behind = map(str, (rival.races, rival.ahead, rival.behind))
            rows.append((rival.player, [one_line(rival.name), met, ahead, behind]))
        self.table.fill(rows)
        self.table.light(own if own in self.table.keys else None)
        if self.table.chosen is None and self.table.keys:
            self.table.choose(self.table.keys[0])
        self.table.tell_empty(self.tr("No race against people yet."))

    @property
    def player(self) -> int:
        """Whose row is chosen; 0 for none."""
        chosen = self.table.chosen
        return chosen if isinstance(chosen, int) else 0

    def show_player(self) -> None:
        """Ask for the page of the player who is chosen."""
        if self.player:
            self.wanted.emit(self.player)
