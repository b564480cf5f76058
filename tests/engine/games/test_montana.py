"""Montana, sentence by sentence."""

import pytest

from engine import catalogue
from engine.cards import ACE, UNKNOWN, Pile, card, deck, rank
from engine.chance import shuffle
from engine.game import Game, IllegalAction
from engine.hints import hints
from engine.state import Click, Deal, Move, State
from tests.engine.positions import field, pile

CARDS = deck(ranks=range(2, 14))
# What fills a field up: kings first, twos last, so that it puts no cards in order.
FILL = bytes(card(value, suit) for value in range(13, 1, -1) for suit in range(4))

IN_ORDER = [
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC --",
    "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD --",
    "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH --",
    "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS --",
]
DEAD = [
    "2C 3C 4C .. .. .. .. .. .. .. .. KC --",
    "2D .. .. .. .. .. .. .. .. .. .. KD --",
    "3H .. .. .. .. .. .. .. .. .. .. KH --",
    ".. .. .. .. .. .. .. .. .. .. KS -- 2S",
]


@pytest.fixture
def game() -> Game:
    return catalogue.make("montana")


def position(*rows: str, fill: Pile = FILL, redeals: int = 0, score: int = 0) -> State:
    return State(field(*rows, fill=fill), score, redeals)


def cell(row: int, column: int) -> int:
    return row * 13 + column


def takes(game: Game, state: State, gap: int) -> set[int]:
    """The cards that may be brought to a gap."""
    return {
        state.piles[action.source][0]
        for action in game.legal_actions(state)
        if isinstance(action, Move) and action.target == gap
    }


def test_the_deal(game: Game) -> None:
    state = game.deal("a seed")
    assert [place.at for place in game.places] == [(x, y) for y in range(4) for x in range(13)]
    assert sorted(b"".join(state.piles)) == sorted(CARDS)
    assert sum(not cards for cards in state.piles) == 4
    # All 52 cards are dealt, then the aces leave: the gaps are where they lay.
    order = shuffle(deck(), "deal", "a seed")
    for dealt, cards in zip(order, state.piles, strict=True):
        assert cards == (b"" if rank(dealt) == ACE else bytes([dealt]))
    assert state.redeals == 0


def test_what_the_deal_has_in_order_counts(game: Game) -> None:
    scores = {game.deal(str(seed)).score for seed in range(100)}
    assert min(scores) == 0
    assert max(scores) >= 1


def test_a_gap_in_the_left_column_takes_any_two(game: Game) -> None:
    state = position(
        "-- .. .. .. .. .. .. .. .. .. .. .. 2C",
        "2D -- .. .. .. .. .. .. .. .. .. .. ..",
        ".. .. .. 2H .. .. .. .. .. .. .. .. ..",
        "-- .. .. .. .. .. .. .. .. .. 2S KS --",
    )
    twos = set(pile("2C 2D 2H 2S"))
    assert takes(game, state, cell(0, 0)) == twos
    assert takes(game, state, cell(3, 0)) == twos
    assert takes(game, state, cell(1, 1)) == set(pile("3D"))
    assert takes(game, state, cell(3, 12)) == set()


def test_a_gap_takes_its_one_card_and_behind_a_king_or_a_gap_nothing(game: Game) -> None:
    state = position(
        "9C -- -- .. .. .. .. .. .. .. .. .. TC",
        "KD -- .. .. .. .. .. .. .. .. .. .. ..",
        ".. .. .. .. .. .. .. .. .. .. .. .. ..",
        ".. .. .. .. .. .. .. .. .. .. .. QS --",
    )
    assert takes(game, state, cell(0, 1)) == set(pile("TC"))
    assert takes(game, state, cell(0, 2)) == set()
    assert takes(game, state, cell(1, 1)) == set()
    assert takes(game, state, cell(3, 12)) == set(pile("KS"))
    after = game.play(state, Move(cell(0, 12), 1, cell(0, 1)))
    assert after.piles[cell(0, 1)] == pile("TC")
    assert takes(game, after, cell(0, 2)) == set(pile("JC"))
    with pytest.raises(IllegalAction, match="doesn't go there"):
        game.play(state, Move(cell(0, 12), 1, cell(0, 2)))


def test_three_reshuffles_whenever_one_likes(game: Game) -> None:
    state = game.deal("a seed")
    assert any(isinstance(action, Move) for action in game.legal_actions(state)), "not stuck"
    for used in range(3):
        assert state.redeals == used
        assert Deal() in game.legal_actions(state)
        state = game.play(state, Deal(), "a seed")
        assert sorted(b"".join(state.piles)) == sorted(CARDS)
    assert state.redeals == 3
    assert Deal() not in game.legal_actions(state)
    assert game.refusal(state, Deal()) == "there is nothing to do there now"
    assert game.refusal(state, Click(0)) == "nothing there can be clicked"


def test_never_by_itself(game: Game) -> None:
    state = position(*DEAD)
    assert game.legal_actions(state) == [Deal()]
    assert game.outcome(state) is None
    assert state.redeals == 0


def test_the_button_has_a_name(game: Game) -> None:
    assert game.button is not None
    assert game.button.label == "Reshuffle"


def test_a_reshuffle_keeps_the_runs_and_a_gap_follows_each(game: Game) -> None:
    after = game.play(position(*DEAD), Deal(), "a seed")
    assert b"".join(after.piles[:3]) == pile("2C 3C 4C")
    assert after.piles[cell(1, 0)] == pile("2D")
    gaps = [cell(0, 3), cell(1, 1), cell(2, 0), cell(3, 0)]
    assert [number for number, cards in enumerate(after.piles) if not cards] == gaps
    assert after.score == 4
    # The loose cards fill the other cells, row by row.
    loose = bytes(set(CARDS) - set(pile("2C 3C 4C 2D")))
    order = shuffle(bytes(sorted(loose)), "redeal/1", "a seed")
    assert b"".join(after.piles[4:13] + after.piles[15:26] + after.piles[27:]) == order


def test_the_outcome_of_a_reshuffle_is_the_seeds_and_the_loose_cards_alone(game: Game) -> None:
    one, two = position(*DEAD), position(*DEAD, fill=FILL[4:-4][::-1] + FILL[:4] + FILL[-4:])
    assert one != two
    assert game.play(one, Deal(), "s") == game.play(two, Deal(), "s")
    assert game.play(one, Deal(), "s") != game.play(one, Deal(), "t")
    second = game.play(position(*DEAD, redeals=1), Deal(), "s")
    assert second.piles != game.play(one, Deal(), "s").piles


def test_a_whole_row_stays_at_a_reshuffle_with_its_gap_at_the_end(game: Game) -> None:
    before = position(
        IN_ORDER[0],
        "2D -- .. .. .. .. .. .. .. .. .. .. ..",
        ".. -- .. .. .. .. .. .. .. .. .. .. ..",
        ".. -- .. .. .. .. .. .. .. .. .. .. ..",
    )
    after = game.play(before, Deal(), "s")
    assert after.piles[:13] == before.piles[:13]
    assert [i for i, cards in enumerate(after.piles) if not cards] == [12, 14, 26, 39]
    assert after.score == 13


def test_a_run_may_lie_in_a_row_behind_no_gap(game: Game) -> None:
    """A row may hold thirteen cards: its run stays, what follows it goes."""
    before = position(
        "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 9D",
        "2D -- -- .. .. .. .. .. .. .. .. .. ..",
        ".. -- .. .. .. .. .. .. .. .. .. .. ..",
        ".. -- .. .. .. .. .. .. .. .. .. .. ..",
    )
    after = game.play(before, Deal(), "s")
    assert after.piles[:12] == before.piles[:12]
    assert after.piles[12] == b""
    assert sum(not cards for cards in after.piles) == 4


def test_the_score_is_the_most_ever_and_never_falls(game: Game) -> None:
    before = position(
        "2C 3C -- 4C .. .. .. .. .. .. .. .. ..",
        "-- .. .. .. .. .. .. .. .. .. .. .. ..",
        "-- .. .. .. .. .. .. .. .. .. .. .. ..",
        "-- .. .. .. .. .. .. .. .. .. .. .. ..",
    )
    three = game.play(before, Move(cell(0, 3), 1, cell(0, 2)))
    assert three.score == 3
    apart = game.play(three, Move(cell(0, 0), 1, cell(1, 0)))
    assert apart.score == 3
    again = game.play(apart, Move(cell(1, 0), 1, cell(0, 0)))
    assert again.score == 3
    assert game.play(again, Deal(), "s").score == 3


def test_it_is_won_with_all_forty_eight_in_order(game: Game) -> None:
    before = position("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC -- KC", *IN_ORDER[1:])
    assert game.outcome(before) is None
    after = game.play(before, Move(cell(0, 12), 1, cell(0, 11)))
    assert game.outcome(after) == "won"
    assert after.score == 48
    assert after.piles == field(*IN_ORDER)
    assert game.legal_actions(after) == []
    assert game.refusal(after, Deal()) == "the game is solved"


def test_it_is_stuck_only_with_no_gap_to_fill_and_no_reshuffle_left(game: Game) -> None:
    for redeals in range(3):
        assert game.outcome(position(*DEAD, redeals=redeals)) is None
    assert game.outcome(position(*DEAD, redeals=3)) == "stuck"
    alive = [*DEAD[:3], ".. .. .. .. .. .. .. .. .. .. QS -- .."]
    assert game.outcome(position(*alive, redeals=3)) is None


def test_a_reshuffle_is_the_last_advice(game: Game) -> None:
    state = game.deal("a seed")
    assert hints(game, state)[-1] == Deal()
    assert hints(game, position(*DEAD)) == [Deal()]


def test_on_a_view_the_reshuffled_cards_are_not_known(game: Game) -> None:
    view, real = position(*DEAD, redeals=2), game.play(position(*DEAD, redeals=2), Deal(), "s")
    ahead = game.play(view, Deal())
    assert (ahead.score, ahead.redeals) == (real.score, real.redeals) == (4, 3)
    for guess, cards in zip(ahead.piles, real.piles, strict=True):
        assert guess in (cards, bytes([UNKNOWN]))
    unknown = State(tuple(bytes([UNKNOWN]) if p else p for p in field(*DEAD, fill=FILL)), 4, 3)
    assert game.legal_actions(unknown) == []
    assert game.outcome(unknown) is None, "not known is not stuck"
