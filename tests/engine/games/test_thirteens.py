"""Thirteens, sentence by sentence."""

import random
from itertools import product

import pytest

from engine import catalogue
from engine.cards import DOWN, UNKNOWN, deck, rank
from engine.chance import shuffle
from engine.game import Game, IllegalAction
from engine.state import Action, Click, Move, State
from tests.engine.positions import Setting, field, pile, walk

STOCK, DISCARD = 15, 16


@pytest.fixture
def game() -> Game:
    return catalogue.make("thirteens")


def position(*rows: str, stock: str = "", gone: str = "") -> State:
    """Return a position: the lower rows given, the others empty."""
    upper = ["-- -- --"] * (5 - len(rows))
    return State((*field(*upper, *rows), pile(stock), pile(gone)), len(pile(gone)))


def cell(row: int, column: int) -> int:
    return row * 3 + column


def columns_of(state: State) -> list[bytes]:
    """The three columns, each from its lowest card up."""
    return [b"".join(state.piles[i] for i in range(12 + c, -1, -3)) for c in range(3)]


def pairs_with(game: Game, state: State, source: int) -> set[int]:
    return {a.target for a in game.legal_actions(state) if isinstance(a, Move) and a[0] == source}


def test_the_deal(game: Game) -> None:
    state = game.deal("a seed")
    order = shuffle(deck(), "deal", "a seed")
    assert len(state.piles) == 17
    assert [place.at for place in game.places[:15]] == [(x, y) for y in range(5) for x in range(3)]
    assert b"".join(state.piles[:15]) == order[:15]
    assert [len(cards) for cards in state.piles] == [1] * 15 + [37, 0]
    assert all(card >= DOWN for card in state.piles[STOCK])
    assert [place.kind for place in game.places[15:]] == ["stock", "discard"]
    assert state.score == 0


ALL_SIXES = ["6C 6D 6H", "6C 6D 6H", "6C 6D 6H", "6C 6D 6H", "6C 6D 6H"]


@pytest.mark.parametrize("source", range(15))
def test_touching_is_at_the_sides_and_corner_to_corner(game: Game, source: int) -> None:
    state = position(*ALL_SIXES, stock="6s 6s")
    piles = list(state.piles)
    piles[source] = pile("7C")
    row, column = divmod(source, 3)
    neighbours = {
        cell(row + dy, column + dx)
        for dx, dy in product((-1, 0, 1), repeat=2)
        if (dx or dy) and 0 <= row + dy < 5 and 0 <= column + dx < 3
    }
    assert len(neighbours) in (3, 5, 8)
    assert pairs_with(game, state._replace(piles=tuple(piles)), source) == neighbours


@pytest.mark.parametrize(
    ("one", "other", "pair"),
    [
        ("AC", "QD", True),
        ("2C", "JD", True),
        ("3C", "TC", True),
        ("4C", "9S", True),
        ("5C", "8H", True),
        ("6C", "7C", True),
        ("AC", "JD", False),
        ("6C", "6D", False),
        ("KC", "KD", False),
        ("KC", "AD", False),
        ("QC", "2D", False),
    ],
)
def test_two_cards_that_add_up_to_thirteen_leave_together(
    game: Game, one: str, other: str, pair: bool
) -> None:
    state = position(f"{one} {other} --")
    for action in (Move(12, 1, 13), Move(13, 1, 12)):
        assert game.is_legal(state, action) == pair
        if pair:
            after = game.play(state, action)
            assert sorted(after.piles[DISCARD]) == sorted(pile(f"{one} {other}"))
            assert after.piles[:15] == (b"",) * 15
            assert after.score == 2


def test_cards_that_do_not_touch_stay(game: Game) -> None:
    state = position("6C 5S 7C", stock="as")
    assert game.refusal(state, Move(12, 1, 14)) == "that doesn't go there"
    with pytest.raises(IllegalAction):
        game.play(state, Move(12, 1, 14))


def test_a_king_leaves_alone_dragged_or_clicked(game: Game) -> None:
    state = position("2C KC 3D", "5D 5H 5S", stock="2d")
    clicked = game.play(state, Click(cell(3, 1)))
    dragged = game.play(state, Move(cell(3, 1), 1, DISCARD))
    assert clicked == dragged
    assert clicked.piles[DISCARD] == pile("KC")
    assert clicked.score == 1


def test_nothing_else_is_clicked_or_dragged_away(game: Game) -> None:
    state = position("2C KC 3D", "5D 5H 5S", stock="2d kd", gone="KS")
    assert not game.is_legal(state, Click(cell(3, 0)))
    assert not game.is_legal(state, Click(STOCK))
    assert not game.is_legal(state, Click(DISCARD))
    assert not game.is_legal(state, Move(cell(3, 0), 1, DISCARD))
    assert not game.is_legal(state, Move(STOCK, 1, DISCARD))
    assert not game.is_legal(state, Move(DISCARD, 1, cell(0, 0)))
    assert not game.is_legal(state, Move(cell(3, 1), 1, cell(3, 0)))


def test_cards_above_fall_within_their_column(game: Game) -> None:
    state = position("2C 2D 2H", "3C 3D 3H", "5C 5D 4H", "6C 8C 4S", "7D 4C 4D")
    after = game.play(state, Move(cell(3, 0), 1, cell(4, 0)))
    assert columns_of(after) == [pile("5C 3C 2C"), pile("4C 8C 5D 3D 2D"), pile("4D 4S 4H 3H 2H")]
    assert after.piles[:6] == (b"", *field("2D 2H"), b"", *field("3D 3H"))


def test_columns_fill_left_to_right_the_lower_cell_first(game: Game) -> None:
    """The stock's top card is its last."""
    state = position(
        "2C 2D 2H", "3C 3D 3H", "5C 5D 4H", "6C 8C 4S", "7D 4C 4D", stock="jc jd js js th 9s"
    )
    both = game.play(state, Move(cell(3, 0), 1, cell(4, 0)))
    assert columns_of(both)[0] == pile("5C 3C 2C 9S TH")
    assert both.piles[STOCK] == pile("jc jd js js")
    across = game.play(both, Move(cell(3, 1), 1, cell(4, 0)))  # 8C and 5C
    assert columns_of(across) == [
        pile("3C 2C 9S TH JS"),
        pile("4C 5D 3D 2D JS"),
        pile("4D 4S 4H 3H 2H"),
    ]
    assert across.piles[STOCK] == pile("jc jd")


def test_the_last_cards_of_the_stock_go_where_they_come_first(game: Game) -> None:
    state = position("2C 2D 2H", "3C 3D 3H", "5C 5D 4H", "6C 8C 4S", "5H 4C 4D", stock="jc")
    after = game.play(state, Move(cell(4, 0), 1, cell(3, 1)))
    assert columns_of(after) == [
        pile("6C 5C 3C 2C JC"),
        pile("4C 5D 3D 2D"),
        pile("4D 4S 4H 3H 2H"),
    ]
    assert after.piles[STOCK] == b""


def test_then_columns_grow_shorter_and_touching_is_where_cards_now_lie(game: Game) -> None:
    state = position("AC -- --", "KC -- --", "2C QD 3D")
    assert not game.is_legal(state, Move(cell(2, 0), 1, cell(4, 1)))
    fallen = game.play(state, Click(cell(3, 0)))
    assert columns_of(fallen) == [pile("2C AC"), pile("QD"), pile("3D")]
    assert game.is_legal(fallen, Move(cell(3, 0), 1, cell(4, 1)))


def test_an_empty_column_takes_the_top_card_of_another(game: Game) -> None:
    state = position("AC -- --", "3C -- 5D", "4C -- 6D")
    wanted = {Move(cell(2, 0), 1, cell(4, 1)), Move(cell(3, 2), 1, cell(4, 1))}
    assert set(game.legal_actions(state)) == wanted
    after = game.play(state, Move(cell(2, 0), 1, cell(4, 1)))
    assert columns_of(after) == [pile("4C 3C"), pile("AC"), pile("6D 5D")]
    assert after.score == 0


def test_only_the_lowest_cell_of_an_empty_column_takes_it(game: Game) -> None:
    state = position("AC -- --", "3C -- 5D", "4C -- 6D")
    for row in range(4):
        assert not game.is_legal(state, Move(cell(2, 0), 1, cell(row, 1)))
    # And no column that still holds cards.
    assert not game.is_legal(state, Move(cell(2, 0), 1, cell(2, 2)))


def test_a_columns_only_card_may_be_brought_too(game: Game) -> None:
    state = position("6C -- 7D")
    assert not game.is_legal(state, Move(cell(4, 0), 1, cell(4, 2)))
    after = game.play(state, Move(cell(4, 0), 1, cell(4, 1)))
    assert columns_of(after) == [b"", pile("6C"), pile("7D")]
    assert game.is_legal(after, Move(cell(4, 1), 1, cell(4, 2)))


def test_it_is_won_when_all_are_gone(game: Game) -> None:
    gone = bytes(card for card in deck() if card not in pile("6C 7D"))
    state = State((*field(*["-- -- --"] * 4, "6C -- 7D"), b"", gone), 50)
    assert game.outcome(state) is None
    beside = game.play(state, Move(cell(4, 0), 1, cell(4, 1)))
    won = game.play(beside, Move(cell(4, 1), 1, cell(4, 2)))
    assert won.score == 52
    assert game.outcome(won) == "won"
    assert game.legal_actions(won) == []


def test_a_king_may_be_the_last(game: Game) -> None:
    gone = bytes(card for card in deck() if card not in pile("KD"))
    state = State((*field(*["-- -- --"] * 4, "-- KD --"), b"", gone), 51)
    assert game.outcome(game.play(state, Click(13))) == "won"


@pytest.mark.parametrize(
    ("rows", "outcome"),
    [
        (["6C -- 7D"], None),  # bring one beside the other
        (["6C -- 6D"], "stuck"),
        (["6C 5D --"], "stuck"),
        (["KC -- --"], None),
        (["6C -- --", "3C 7D 2D"], None),  # a pair corner to corner
        (["6C -- --", "3C -- --", "2D 7D 4D"], "stuck"),  # no column is empty
        (["6C -- --", "3C -- --", "2D 7D --"], None),  # the 6C beside the 7D
        (["2C -- --", "7C -- --", "6C -- --"], None),
        (["6C -- --", "2C -- --", "7D -- --"], None),  # the 6C down, and it touches the 7D
        (["2C -- --", "6C -- --", "3D -- --", "7D -- --"], None),  # two fills: 2C, then 6C
        (["4C -- --", "6C -- --", "2C -- --", "7D -- --", "3D -- --"], None),  # into the right ones
        (["6C -- --", "2C -- --", "7D -- --", "4D -- --", "3D -- --"], "stuck"),
    ],
)
def test_stuck_when_no_fills_lead_to_a_discard(
    game: Game, rows: list[str], outcome: str | None
) -> None:
    state = position(*rows)
    assert game.outcome(state) == outcome
    assert (outcome is None) == discard_can_be_reached(game, state)


def discard_can_be_reached(game: Game, state: State) -> bool:
    """The same question, asked of the legal actions alone."""
    seen, waiting = {state}, [state]
    while waiting:
        state = waiting.pop()
        for action in game.legal_actions(state):
            after = game.play(state, action)
            if after.score > state.score:
                return True
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return False


def test_the_search_agrees_with_playing_it_out(game: Game) -> None:
    chance = random.Random(3)
    outcomes = []
    for _ in range(300):
        cards = chance.sample(deck(ranks=range(1, 13)), chance.randint(1, 8))
        columns = [cards[0::2], [], cards[1::2]]
        chance.shuffle(columns)
        piles = [b""] * 17
        for x, column in enumerate(columns):
            for y, card in enumerate(column):
                piles[12 - 3 * y + x] = bytes([card])
        state = State(tuple(piles))
        outcomes.append(game.outcome(state))
        assert (outcomes[-1] is None) == discard_can_be_reached(game, state)
    assert min(outcomes.count("stuck"), outcomes.count(None)) > 20


def test_whole_games_keep_to_the_rules(game: Game) -> None:
    """Over random play: no holes, no place left empty while there is stock, pairs make thirteen."""
    for seed in map(str, range(8)):
        for step in walk(Setting("thirteens", ()), seed):
            state = step.after
            for column in range(3):
                heights = [bool(state.piles[12 + column - 3 * y]) for y in range(5)]
                assert heights == sorted(heights, reverse=True)
                assert all(heights) or not state.piles[STOCK]
            gone = state.piles[DISCARD][len(step.before.piles[DISCARD]) :]
            assert sum(map(rank, gone)) in (0, 13)
            assert state.score == len(state.piles[DISCARD])
            assert set(b"".join(state.piles[:15]) + state.piles[DISCARD]) <= set(deck())


def test_on_a_view_cards_from_the_stock_are_not_known(game: Game) -> None:
    state = position(*ALL_SIXES[1:], "7C 6D 6H", stock="jc jd qs")
    action: Action = Move(cell(4, 0), 1, cell(4, 1))
    ahead = game.play(game.view(state), action)
    real = game.play(state, action)
    assert ahead.piles[cell(0, 0)] == ahead.piles[cell(0, 1)] == bytes([UNKNOWN])
    assert real.piles[cell(0, 0)] == pile("QS")
    assert ahead.piles[3:15] == real.piles[3:15]
    assert game.outcome(ahead) is None
