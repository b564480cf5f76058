from client.bots.levels.memory import Memory, filled, hidden
from engine import catalogue
from engine.state import Click, Move, State
from tests.engine.positions import pile, table

KLONDIKE = catalogue.make("klondike")
PILES = len(KLONDIKE.places)


def stock_of(cards: str, **others: str) -> State:
    """Return a position of Klondike with these cards in the stock, and a king to play on."""
    return table(
        {0: cards, 6: "KC", **{int(name[1:]): text for name, text in others.items()}}, PILES
    )


def test_a_card_of_the_stock_is_known_once_it_came_round() -> None:
    state, memory = stock_of("5h 9c"), Memory(KLONDIKE)
    assert hidden(memory.see(KLONDIKE.view(state))) == 2
    for left in (1, 0, 0):  # both are turned onto the waste, and go back
        memory.note(Click(0))
        state = KLONDIKE.play(state, Click(0), "seed")
        known = memory.see(KLONDIKE.view(state))
        assert hidden(known) == left
    assert known.piles[0] == state.piles[0] == pile("5h 9c")


def test_what_was_refused_or_taken_back_is_not_believed() -> None:
    state, memory = stock_of("5h 9c", p7="QH"), Memory(KLONDIKE)
    view = KLONDIKE.view(state)
    known = memory.see(view)
    memory.note(Move(7, 1, 6))
    assert memory.see(view) == known, "the next view is the last one again"


def test_another_deal_is_looked_at_afresh() -> None:
    memory = Memory(KLONDIKE)
    memory.see(KLONDIKE.view(stock_of("5h 9c")))
    other = KLONDIKE.view(stock_of("5h 9c 2d", p7="QH"))
    assert memory.see(other) == other
    memory.note(Move(7, 1, 6))
    third = KLONDIKE.view(stock_of("5h 9c 2d", p7="JH"))
    assert memory.see(third) == third


def test_unknown_cards_are_filled_in_and_stay_face_down() -> None:
    view = KLONDIKE.view(stock_of("5h 9c", p7="qh 3D"))
    assert filled(view, pile("AC 2C 4S")).piles[0] == pile("ac 2c")
    assert filled(view, pile("AC 2C 4S")).piles[7] == pile("4s 3D")
