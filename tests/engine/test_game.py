"""The kernel, on a small game made for it."""

from dataclasses import replace

import pytest

from engine import catalogue
from engine.cards import DOWN, HIDDEN, UNKNOWN, deck
from engine.chance import shuffle
from engine.game import Button, Game, IllegalAction
from engine.places import Fits, Place
from engine.relations import ACES, ANY, same, up
from engine.rules import all_on, both_away, on, only, top, turn, turn_up
from engine.state import Action, Click, Deal, Move, State
from tests.engine.positions import pile

STOCK, WASTE, FOUNDATION, CELL, OTHER = range(5)
SPADES = deck(suits=(3,), ranks=range(1, 6))


def small_game() -> Game:
    """Five spades: two in the stock, one on each cell over a hidden one, up onto a foundation."""
    stock = turn(1, WASTE, redeals=1)
    cell = Place(
        "reserve",
        at=(0, 1),
        up=1,
        take=top,
        on_empty=only(ANY),
        reach=frozenset({FOUNDATION, OTHER}),
    )
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True, click=stock),
            WASTE: Place("waste", at=(1, 0), take=top),
            FOUNDATION: Place(
                "foundation",
                at=(2, 0),
                on_empty=only(ACES),
                on_top=on(up("suit")),
                most=1,
                points=3,
                fits=Fits(lambda position, source, *_: source != OTHER, "not from there"),
            ),
            CELL: replace(cell, down=1),
            OTHER: replace(cell, at=(1, 1)),
        },
        deck=SPADES,
        after=[turn_up([CELL, OTHER])],
        button=Button("Turn", stock, pile=STOCK),
        won=all_on([FOUNDATION], 5),
    )


@pytest.fixture
def game() -> Game:
    return small_game()


def lying(*texts: str, score: int = 0) -> State:
    return State(tuple(map(pile, texts)), score)


def test_the_deal_goes_through_the_piles_in_their_order(game: Game) -> None:
    order = shuffle(SPADES, "deal", "s")
    state = game.deal("s")
    assert state.piles[CELL] == bytes([order[0] | DOWN, order[1]])
    assert state.piles[OTHER] == order[2:3]
    assert state.piles[STOCK] == bytes([order[3] | DOWN, order[4] | DOWN])
    assert (state.score, state.redeals, state.marks) == (0, 0, ())


def test_a_deal_with_nothing_to_do_is_dealt_again(game: Game) -> None:
    for seed in map(str, range(30)):
        moved = replace(game, stuck=lambda position: position.piles[CELL][-1] & 15 != 1)
        labels = ["deal", *(f"deal/{number}" for number in range(2, 21))]
        orders = [shuffle(SPADES, label, seed) for label in labels]
        wanted = next((order for order in orders if order[1] & 15 == 1), orders[-1])
        assert moved.deal(seed).piles[OTHER] == wanted[2:3]


@pytest.mark.parametrize("seed", ["", "\n", "x" * 65])
def test_what_is_no_seed_deals_nothing(game: Game, seed: str) -> None:
    with pytest.raises(ValueError, match="a seed"):
        game.deal(seed)


def test_a_view_hides(game: Game) -> None:
    state = lying("2s 4s", "--", "AS", "5s 3S", "--")
    view = game.view(state)
    assert view.piles == (
        bytes([HIDDEN, HIDDEN]),
        b"",
        pile("AS"),
        bytes([HIDDEN]) + pile("3S"),
        b"",
    )


def test_legal_actions(game: Game) -> None:
    state = lying("4s", "2S", "AS", "5s 3S", "--")
    assert set(game.legal_actions(state)) == {
        Click(STOCK),
        Move(WASTE, 1, FOUNDATION),
        Move(WASTE, 1, OTHER),
        Move(CELL, 1, OTHER),
    }
    assert game.is_legal(state, Deal()), "the button is another way to click the stock"


def test_lifts_and_clicks(game: Game) -> None:
    state = lying("4s", "2S", "AS", "5s 3S", "--")
    lifts = {(source, count): targets for source, count, *targets in game.lifts(state)}
    assert lifts == {(WASTE, 1): [FOUNDATION, OTHER], (CELL, 1): [OTHER]}
    assert list(game.clicks(state)) == [Click(STOCK)]


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Move(WASTE, 1, 5), "there is no such pile"),
        (Move(-1, 1, FOUNDATION), "there is no such pile"),
        (Move(WASTE, 1, -1), "there is no such pile"),
        (Move(2**70, 1, 0), "there is no such pile"),
        (Move(WASTE, 0, FOUNDATION), "these cards can't be taken"),
        (Move(WASTE, -1, FOUNDATION), "these cards can't be taken"),
        (Move(WASTE, 2, FOUNDATION), "these cards can't be taken"),
        (Move(STOCK, 1, FOUNDATION), "these cards can't be taken"),
        (Move(FOUNDATION, 1, OTHER), "these cards can't be taken"),
        (Move(CELL, 2, OTHER), "these cards can't be taken"),
        (Move(CELL, 1, FOUNDATION), "that doesn't go there"),
        (Move(WASTE, 1, WASTE), "that doesn't go there"),
        (Move(WASTE, 1, STOCK), "that doesn't go there"),
        (Move(CELL, 1, WASTE), "that doesn't go there"),
        (Click(WASTE), "nothing there can be clicked"),
        (Click(5), "nothing there can be clicked"),
        (Click(-1), "nothing there can be clicked"),
    ],
)
def test_refusals(game: Game, action: Action, reason: str) -> None:
    state = lying("4s", "2S", "AS", "5s 3S", "--")
    assert game.refusal(state, action) == reason
    assert not game.is_legal(state, action)
    with pytest.raises(IllegalAction, match=reason):
        game.play(state, action)


def test_reach_and_fits_narrow_what_is_welcome(game: Game) -> None:
    state = lying("--", "--", "AS", "--", "2S")
    assert not game.is_legal(state, Move(OTHER, 1, FOUNDATION)), "by fits"
    assert not game.is_legal(state, Move(OTHER, 1, CELL)), "by reach"


def test_a_move_scores_and_turns_up_what_it_exposes(game: Game) -> None:
    after = game.play(lying("4s", "2S", "AS", "5s 3S", "--"), Move(WASTE, 1, FOUNDATION))
    assert after.score == 3
    beside = game.play(after, Move(CELL, 1, OTHER))
    assert beside == lying("4s", "--", "AS 2S", "5S", "3S", score=3)


def test_points_are_paid_whatever_else_a_move_does(game: Game) -> None:
    away = replace(game.places[FOUNDATION], on_top=only(ANY), does=both_away, points=3)
    cell = replace(game.places[OTHER], reach=None, points=1)
    paying = replace(game, layout={**game.layout, FOUNDATION: away, OTHER: cell})
    state = lying("4s", "2S", "AS", "--", "--")
    assert paying.play(state, Move(WASTE, 1, FOUNDATION)).score == 3
    taken = paying.play(state, Move(WASTE, 1, OTHER))
    assert taken.score == 1
    assert paying.play(taken, Move(OTHER, 1, CELL)).score == 0


def test_points_that_would_never_be_paid_are_refused(game: Game) -> None:
    with pytest.raises(ValueError, match="pays no points"):
        replace(game, score=lambda position: 0)


def test_a_pile_without_a_place_is_refused(game: Game) -> None:
    beyond = {**game.layout, 6: replace(game.places[CELL], at=(2, 1))}
    with pytest.raises(ValueError, match="pile 5 has no place"):
        replace(game, layout=beyond)


def test_on_a_view_a_card_that_turns_up_is_not_known(game: Game) -> None:
    view = game.view(lying("4s", "2S", "AS", "5s 3S", "--"))
    assert game.play(view, Move(CELL, 1, OTHER)).piles[CELL] == bytes([UNKNOWN])
    turned = game.play(view, Click(STOCK))
    assert turned.piles[WASTE] == pile("2S") + bytes([UNKNOWN])
    assert not any(a for a in game.legal_actions(turned) if isinstance(a, Move) and a[0] == WASTE)


def test_the_button_is_the_click(game: Game) -> None:
    state = game.deal("s")
    assert game.play(state, Deal()) == game.play(state, Click(STOCK))


def test_won(game: Game) -> None:
    state = game.play(
        lying("--", "5S", "AS 2S 3S 4S", "--", "--", score=12), Move(WASTE, 1, FOUNDATION)
    )
    assert game.outcome(state) == "won"
    assert state.score == 15
    assert game.legal_actions(state) == []
    assert game.refusal(state, Click(STOCK)) == "the game is solved"


def test_stuck(game: Game) -> None:
    redealt = State(lying("--", "3S", "AS", "4S", "5S").piles, 0, 1)
    assert game.outcome(redealt) == "stuck"
    assert game.legal_actions(redealt) == []
    assert game.outcome(redealt._replace(redeals=0)) is None
    assert game.outcome(State(lying("4s", "3S", "AS", "2S", "5S").piles, 0, 1)) is None


def test_what_is_not_known_is_not_stuck(game: Game) -> None:
    state = State((b"", bytes([UNKNOWN]), pile("AS"), pile("4S"), pile("5S")), 0, 1)
    assert game.legal_actions(state) == []
    assert game.outcome(state) is None


def test_a_game_without_a_button_has_nothing_to_deal() -> None:
    game = catalogue.make("4x13")
    assert game.refusal(game.deal("s"), Deal()) == "nothing there can be clicked"


def test_a_card_does_not_go_onto_itself() -> None:
    place = Place("tableau", at=(0, 0), up=2, take=top, on_top=on(same("suit")))
    game = Game(layout={range(2): place.times(2)}, deck=SPADES, won=lambda position: False)
    state = lying("AS 2S", "3S 4S")
    assert game.legal_actions(state) == [Move(0, 1, 1), Move(1, 1, 0)]
    assert game.refusal(state, Move(0, 1, 0)) == "that doesn't go there"


def test_the_shuffled_deck_may_be_arranged_before_it_is_dealt(game: Game) -> None:
    sorted_out = replace(game, arrange=lambda cards: bytes(sorted(cards)))
    assert sorted_out.deal("any") == sorted_out.deal("another")
    assert sorted_out.deal("any") != game.deal("any")
