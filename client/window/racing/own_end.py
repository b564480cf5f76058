"""What became of one's own race, below the board until the results come."""

from client.window.desktop import theme
from client.window.widgets.elements import Heading, column, label
from client.window.widgets.fitting import Folding


class OwnEnd(Folding):
    """Says it large, and leaves the board in sight."""

    def __init__(self) -> None:
        self.headline = Heading("title")
        """The keys go here: what was still meant for the game does nothing."""
        self.stands = label("", "figure")
        self.waits = label("", "muted", wrap=True)
        theme.fix(self.waits, least_width=210)
        told = column(self.stands, self.waits, space=0)
        super().__init__(self.headline, told, wide=1)

    def tell(self, headline: str, stands: str, *, won: bool, over: bool, awaits: bool) -> None:
        """Say what became of the race, and how one stands.

        It was `over` though the room lets racers take moves back: there was none left to make. One
        `awaits` the others' ends until the race has results.
        """
        self.headline.setText(headline)
        theme.set_role(self.headline, "victory" if won else "title")
        self.stands.setText(stands)
        self.waits.setText(
            self.tr("That ends your race, even with undo.")
            if over
            else self.tr("The results come when the race is over.")
        )
        self.waits.setVisible(over or awaits)
        self.show()
