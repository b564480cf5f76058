"""Baker's Game: FreeCell in suits."""

from engine.catalogue import game
from engine.game import Game
from engine.games.freecell import all_cards, four_cells
from engine.relations import down


@game(
    "bakers-game",
    title="Baker's Game",
    family="FreeCell",
    tip="Builds are long to make and hard to break: look where a suit's next card lies first.",
)
def bakers_game() -> Game:
    """Bring all cards to the four foundations, each in suit from the ace up to the king.

    It is FreeCell with one rule made harder: the eight open columns are built down in suit. Each
    of the four cells holds one card, an empty column takes any card, and a sequence moves
    together when the empty cells and columns would let its cards be moved one by one. After a
    move, every card that fits on a foundation goes there by itself, and stays. Each is worth a
    point.
    """
    return four_cells(down("suit"), all_cards)
