"""Gaps, sentence by sentence."""

from engine import catalogue
from engine.cards import UNKNOWN, card
from engine.game import Game
from engine.state import Deal, Move, State
from tests.engine.positions import field, row_texts

FILL = bytes(card(value, suit) for value in range(13, 1, -1) for suit in range(4))
DEAD = [
    "2C 3C 4C KD -- .. .. .. .. .. .. .. ..",
    ".. .. .. .. .. KC -- .. .. .. .. .. ..",
    ".. .. .. .. .. .. .. KH -- -- .. .. ..",
    "2S KS .. .. .. .. .. .. .. .. .. .. ..",
]


def make(random_gaps: bool = False) -> Game:
    return catalogue.make("gaps", {"randomly_placed_gaps_on_redeal": random_gaps})


def at(*rows: str, redeals: int = 0) -> State:
    piles = field(*rows, fill=FILL)
    game_score = make().score
    assert game_score
    state = State(piles, redeals=redeals)
    return state._replace(score=game_score(state))


def moves(state: State) -> set[Move]:
    return {action for action in make().legal_actions(state) if isinstance(action, Move)}


def test_the_deal_leaves_gaps_for_the_aces() -> None:
    piles = make().deal("any").piles
    assert sorted(len(cards) for cards in piles) == [0] * 4 + [1] * 48
    assert not any(cards[0] & 15 == 1 for cards in piles if cards)


def test_a_gap_takes_the_card_that_follows_in_suit() -> None:
    state = at(
        "KD 3C -- .. .. .. .. .. .. .. .. .. ..",
        ".. .. .. .. .. KC -- .. .. .. .. .. ..",
        ".. .. .. .. .. .. .. KH -- -- .. .. ..",
        ".. .. .. .. .. .. .. .. .. .. .. .. 4C",
    )
    assert moves(state) == {Move(51, 1, 2)}


def test_the_left_end_takes_twos_which_stay_there() -> None:
    state = at(
        "-- KC -- .. .. .. .. .. .. .. .. .. ..",
        "2C .. .. .. .. KS -- .. .. .. .. .. ..",
        ".. 2D .. .. .. .. .. KH -- .. .. .. ..",
        ".. .. .. .. .. .. .. .. .. .. .. 2H 2S",
    )
    assert moves(state) == {Move(27, 1, 0), Move(50, 1, 0), Move(51, 1, 0)}
    assert make().refusal(state, Move(13, 1, 0)) == "these cards can't be taken"


def test_the_deal_only_when_no_gap_takes_a_card() -> None:
    assert make().legal_actions(at(*DEAD)) == [Deal()]
    alive = [row.replace("KD --", "-- KD") for row in DEAD[:1]] + DEAD[1:]
    assert not make().is_legal(at(*alive), Deal())


def test_two_deals() -> None:
    assert make().is_legal(at(*DEAD, redeals=1), Deal())
    assert make().outcome(at(*DEAD, redeals=2)) == "stuck"


def test_finished_cards_stay_and_gaps_follow_them() -> None:
    before = at(*DEAD)
    after = make().play(before, Deal(), "a seed")
    assert after.redeals == 1
    assert after.piles[:3] == before.piles[:3]
    assert after.piles[39] == before.piles[39]
    assert [i for i, cards in enumerate(after.piles) if not cards] == [3, 13, 26, 40]
    assert sorted(b"".join(after.piles)) == sorted(b"".join(before.piles))


def test_with_the_option_gaps_lie_anywhere_among_the_loose_cards() -> None:
    before = at(*DEAD)
    seen = set()
    for seed in ("a", "b", "c"):
        after = make(random_gaps=True).play(before, Deal(), seed)
        assert after.piles[:3] == before.piles[:3]
        assert after.piles[39] == before.piles[39]
        assert sorted(b"".join(after.piles)) == sorted(b"".join(before.piles))
        gaps = tuple(i for i, cards in enumerate(after.piles) if not cards)
        assert len(gaps) == 4
        seen.add(gaps)
    assert len(seen) == 3


def test_a_client_does_not_know_where_things_will_lie() -> None:
    after = make(random_gaps=True).play(at(*DEAD), Deal())
    assert set(b"".join(after.piles[3:39])) == {UNKNOWN}


def test_a_point_for_each_finished_card() -> None:
    assert at(*DEAD).score == 4
    suits = [" ".join(rank + suit for rank in "23456789TJQK") + " --" for suit in "CDHS"]
    assert make().outcome(at(*suits)) == "won"
    assert at(*suits).score == 48
    assert len(row_texts(at(*suits), 13)[0]) == 12
