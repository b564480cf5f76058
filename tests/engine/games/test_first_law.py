"""First Law: what a click does."""

from engine import catalogue
from engine.state import Click
from tests.engine.positions import table

GAME = catalogue.make("first-law")


def test_a_card_goes_to_the_leftmost_of_its_rank() -> None:
    state = table({0: "2c 3c 4c 5c", 1: "KS", 2: "7C", 3: "9D 7H", 4: "7S"}, count=5)
    assert GAME.legal_actions(state) == [Click(0), Click(3), Click(4)]
    assert (
        GAME.play(state, Click(4)).piles[1:]
        == table({0: "KS", 1: "7C 7S", 2: "9D 7H"}, count=4).piles
    )


def test_four_of_a_rank_leave_with_a_click_on_any() -> None:
    state = table({1: "KS 7D", 2: "7C", 3: "9D 7H", 4: "7S"}, count=5)
    for pile in range(1, 5):
        after = GAME.play(state, Click(pile))
        assert after.piles == table({1: "KS", 3: "9D"}, count=5).piles
    assert (
        GAME.outcome(
            GAME.play(
                table({i: f"7{s}" for i, s in zip((1, 2, 3, 4), "CDHS", strict=True)}, 5), Click(1)
            )
        )
        == "won"
    )


def test_the_first_card_is_dealt_first_again() -> None:
    state = table({1: "KS QS", 2: "7C", 3: "9D 7H", 4: "AS"}, count=5)
    after = GAME.play(state, Click(0))
    assert after.piles == table({0: "as 7h 9d 7c qs ks"}, count=5).piles
    again = GAME.play(after, Click(0))
    assert again.piles[1:] == table({0: "KS", 1: "QS", 2: "7C", 3: "9D"}, count=4).piles
