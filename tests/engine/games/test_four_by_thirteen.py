"""4x13, sentence by sentence."""

import pytest

from engine import catalogue
from engine.cards import UNKNOWN, Pile, card, deck
from engine.chance import shuffle
from engine.game import Game, IllegalAction
from engine.places import by_number
from engine.state import Move, State
from tests.engine.positions import Setting as GameSetting
from tests.engine.positions import field, pile, row_texts, walk

DECK = deck()
# What fills a field up: kings first, aces last, so that it puts no cards in order.
FILL = bytes(card(value, suit) for value in range(13, 0, -1) for suit in range(4))

IN_ORDER = [
    "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC --",
    "AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD --",
    "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH --",
    "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS --",
]

# One space is alive: the one behind the 4S, which takes the 5S. It leaves a space behind a king.
LAST_MOVE = [
    "AC 2C 3C .. .. .. .. .. .. .. .. .. KC --",
    "AD .. .. .. .. .. .. .. .. .. .. .. KD --",
    "2H 3H 4H .. .. .. .. .. .. .. .. .. KH --",
    ".. .. .. 4S -- .. .. .. .. .. .. .. KS 5S",
]
THE_LAST_MOVE = Move(3 * 14 + 13, 1, 3 * 14 + 4)


@pytest.fixture
def game() -> Game:
    return catalogue.make("4x13")


def position(*rows: str, fill: Pile = FILL, redeals: int = 0) -> State:
    return State(field(*rows, fill=fill), redeals=redeals)


def cell(row: int, column: int) -> int:
    return row * 14 + column


def takes(game: Game, state: State, space: int) -> set[int]:
    """The cards that may be brought to a space."""
    return {
        state.piles[action.source][0]
        for action in game.legal_actions(state)
        if isinstance(action, Move) and action.target == space
    }


def test_the_deal(game: Game) -> None:
    state = game.deal("a seed")
    assert len(state.piles) == 56
    assert [place.at for place in game.places] == [(x, y) for y in range(4) for x in range(14)]
    assert [not cards for cards in state.piles] == ([True] + [False] * 13) * 4
    assert sorted(b"".join(state.piles)) == sorted(DECK)
    assert state.score == state.redeals == 0


def test_the_deck_is_laid_row_by_row(game: Game) -> None:
    assert game.deal_out is not None
    piles = by_number(game.deal_out(DECK), bytes)
    assert b"".join(piles.values()) == DECK
    assert piles[cell(1, 0)] == b""
    assert piles[cell(1, 1)] == DECK[13:14]


def test_the_left_end_takes_any_ace_one_at_another_left_end_too(game: Game) -> None:
    state = position(
        "-- 9C .. .. .. .. .. .. .. .. .. .. .. ..",
        "-- AC .. .. .. .. .. .. .. .. .. .. .. ..",
        "AD -- .. .. .. .. .. .. .. .. .. .. .. AS",
        "5C -- .. .. .. .. .. AH .. .. .. .. .. ..",
    )
    assert takes(game, state, cell(0, 0)) == set(pile("AC AD AH AS"))
    assert takes(game, state, cell(1, 0)) == set(pile("AC AD AH AS"))
    assert game.is_legal(state, Move(cell(2, 0), 1, cell(1, 0)))
    after = game.play(state, Move(cell(2, 0), 1, cell(0, 0)), "s")
    assert after.piles[cell(0, 0)] == pile("AD")
    assert after.piles[cell(2, 0)] == b""


def test_aces_go_nowhere_else_and_other_cards_not_to_the_left_end(game: Game) -> None:
    state = game.deal("a seed")
    for action in game.legal_actions(state):
        assert isinstance(action, Move)
        assert state.piles[action.source][0] in pile("AC AD AH AS")
        assert action.target % 14 == 0
    assert len(game.legal_actions(state)) == 16


def test_a_space_takes_the_one_card_that_follows_in_suit(game: Game) -> None:
    state = position(
        "2C 5H -- .. .. .. .. .. .. .. .. .. .. 6C",
        "2D .. .. .. .. .. 6H .. .. .. .. .. .. QS",
        "2H .. -- -- .. .. .. .. .. .. .. .. .. 6D",
        "2S .. .. .. .. .. .. .. .. .. .. QC -- 6S",
    )
    assert takes(game, state, cell(0, 2)) == set(pile("6H"))
    assert takes(game, state, cell(3, 12)) == set(pile("KC"))
    assert game.refusal(state, Move(cell(0, 13), 1, cell(0, 2))) == "that doesn't go there"
    with pytest.raises(IllegalAction, match="doesn't go there"):
        game.play(state, Move(cell(2, 13), 1, cell(0, 2)))
    after = game.play(state, Move(cell(1, 6), 1, cell(0, 2)))
    assert after.piles[cell(0, 2)] == pile("6H")
    assert after.piles[cell(1, 6)] == b""


def test_a_space_behind_a_king_or_a_space_takes_nothing(game: Game) -> None:
    state = position(
        "KC -- -- .. .. .. .. .. .. .. .. .. .. AC",
        "2D .. .. .. .. .. 6H .. .. .. .. .. KD --",
        "2H .. .. .. .. .. .. .. .. .. .. .. 6D --",
        "2S .. .. .. .. .. .. .. .. .. .. QC .. 6S",
    )
    assert takes(game, state, cell(0, 1)) == set()
    assert takes(game, state, cell(0, 2)) == set()
    assert takes(game, state, cell(1, 13)) == set()
    assert takes(game, state, cell(2, 13)) == set(pile("7D"))


def test_every_card_may_be_moved_one_in_a_run_too(game: Game) -> None:
    state = position(
        "AC 2C 3C -- .. .. .. .. .. .. .. .. .. 9S",
        "-- .. .. .. .. .. .. .. .. .. .. .. .. ..",
        "-- .. .. .. .. .. .. .. .. .. .. .. .. ..",
        "2H .. .. .. .. .. .. .. .. .. .. .. KH --",
    )
    assert game.is_legal(state, Move(cell(0, 0), 1, cell(1, 0)))
    assert not game.is_legal(state, Move(cell(0, 3), 1, cell(1, 0)))
    assert not game.is_legal(state, Move(cell(0, 0), 2, cell(1, 0)))


def test_cards_in_runs_score(game: Game) -> None:
    state = position(
        "AC 2C 3C -- 4C .. .. .. .. .. .. .. .. ..",
        "2D 3D -- .. .. .. .. .. .. .. .. .. .. ..",
        "-- AS 2S 3S .. .. .. .. .. .. .. .. .. AH",
        "AD .. .. .. .. .. .. .. .. .. .. .. .. --",
    )
    after = game.play(state, Move(cell(0, 4), 1, cell(0, 3)))
    assert after.score == 5
    # Taking a run apart costs: the score is what stands in runs now.
    back = game.play(after, Move(cell(3, 0), 1, cell(2, 0)))
    assert back.score == 5
    apart = game.play(back, Move(cell(0, 0), 1, cell(3, 0)))
    assert apart.score == 2


def test_four_dead_spaces_are_redealt_by_themselves(game: Game) -> None:
    before = position(*LAST_MOVE)
    assert game.legal_actions(before) == [THE_LAST_MOVE]
    after = game.play(before, THE_LAST_MOVE, "a seed")
    assert after.redeals == 1
    assert after.score == 4
    # The runs stay, and a space follows each directly.
    assert b"".join(after.piles[:4]) == pile("AC 2C 3C")
    assert after.piles[cell(1, 0)] == pile("AD")
    assert [i for i, cards in enumerate(after.piles) if not cards] == [
        cell(0, 3),
        cell(1, 1),
        cell(2, 0),
        cell(3, 0),
    ]
    assert sorted(b"".join(after.piles)) == sorted(DECK)
    # The loose cards were shuffled.
    assert row_texts(after, 14)[2] != row_texts(before, 14)[2]


def test_the_loose_cards_lie_row_by_row_from_left_to_right(game: Game) -> None:
    """However the same loose cards lay before: the outcome is the seed's and the cards' alone."""
    otherwise = position(*LAST_MOVE, fill=FILL[4:-4][::-1] + FILL[:4] + FILL[-4:])
    one = game.play(position(*LAST_MOVE), THE_LAST_MOVE, "s")
    assert otherwise != position(*LAST_MOVE)
    assert game.play(otherwise, THE_LAST_MOVE, "s") == one
    kept = pile("AC 2C 3C AD")
    order = shuffle(bytes(sorted(set(DECK) - set(kept))), "redeal/1", "s")
    assert b"".join(one.piles[4:14]) == order[:10]
    assert b"".join(one.piles[16:28]) == order[10:22]
    assert b"".join(one.piles[29:42]) == order[22:35]
    assert b"".join(one.piles[43:56]) == order[35:]
    assert one != game.play(position(*LAST_MOVE), THE_LAST_MOVE, "another seed")
    second = game.play(position(*LAST_MOVE, redeals=1), THE_LAST_MOVE, "s")
    assert second.redeals == 2
    assert second.piles != one.piles


def test_it_is_redealt_at_most_twice(game: Game) -> None:
    after = game.play(position(*LAST_MOVE, redeals=2), THE_LAST_MOVE, "s")
    assert after.redeals == 2
    assert after.piles[THE_LAST_MOVE.target] == pile("5S")
    assert game.outcome(after) == "stuck"
    assert game.legal_actions(after) == []


def test_a_run_of_one_row_may_be_whole_at_a_redeal(game: Game) -> None:
    before = position(
        IN_ORDER[0],
        "2D .. .. .. .. .. .. .. .. .. .. .. KD --",
        "2H 3H 4H .. .. .. .. .. .. .. .. .. KH --",
        ".. .. .. 4S -- .. .. .. .. .. .. .. KS 5S",
    )
    after = game.play(before, THE_LAST_MOVE, "s")
    assert after.redeals == 1
    assert after.score == 13
    assert after.piles[:14] == before.piles[:14]
    assert [i for i, cards in enumerate(after.piles) if not cards] == [13, 14, 28, 42]


def test_a_run_at_the_left_end_that_starts_with_no_ace_is_loose(game: Game) -> None:
    after = game.play(position(*LAST_MOVE), THE_LAST_MOVE, "s")
    assert after.piles[cell(2, 0)] == b""


def test_a_redealt_field_is_never_dead() -> None:
    """A space lies at the left end or behind a run, whose next card is loose: so one is alive."""
    setting = GameSetting("4x13", ())
    redealt = [
        step.after
        for seed in map(str, range(12))
        for step in walk(setting, seed)
        if step.after.redeals > step.before.redeals
    ]
    assert len(redealt) >= 10
    for state in redealt:
        assert setting.game.legal_actions(state)


def test_random_games_end_stuck_after_two_redeals() -> None:
    setting = GameSetting("4x13", ())
    ends = [walk(setting, seed)[-1].after for seed in map(str, range(12))]
    stuck = [state for state in ends if setting.game.outcome(state) == "stuck"]
    assert stuck
    assert all(state.redeals == 2 for state in stuck)


@pytest.mark.parametrize("redeals", [0, 1, 2])
def test_it_is_won_when_all_rows_run_from_ace_to_king(game: Game, redeals: int) -> None:
    before = position("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC -- KC", *IN_ORDER[1:], redeals=redeals)
    assert game.outcome(before) is None
    after = game.play(before, Move(13, 1, 12), "s")
    assert game.outcome(after) == "won"
    assert after.score == 52
    assert after.redeals == redeals, "a field that is won is never redealt"
    assert after.piles == field(*IN_ORDER)
    assert game.legal_actions(after) == []
    assert game.refusal(after, Move(12, 1, 13)) == "the game is solved"


def test_any_suit_may_lie_in_any_row(game: Game) -> None:
    assert game.outcome(position(*reversed(IN_ORDER))) == "won"


def test_on_a_view_the_cards_dealt_again_are_not_known_and_nothing_is_said_of_them(
    game: Game,
) -> None:
    view = game.view(position(*LAST_MOVE))
    ahead = game.play(view, THE_LAST_MOVE)
    real = game.play(position(*LAST_MOVE), THE_LAST_MOVE, "s")
    assert ahead.redeals == real.redeals
    assert ahead.score == real.score
    for guess, cards in zip(ahead.piles, real.piles, strict=True):
        assert guess in (cards, bytes([UNKNOWN]))
    # Cards not known cannot be moved; those that stayed can. It is not called stuck, ever.
    assert game.outcome(ahead) is None
    aces = {ahead.piles[a.source][0] for a in game.legal_actions(ahead) if isinstance(a, Move)}
    assert aces == set(pile("AC AD"))
    dead = State(
        tuple(bytes([UNKNOWN]) if p and i % 14 < 13 else p for i, p in enumerate(ahead.piles))
    )
    assert game.outcome(dead) is None


def test_a_view_does_not_redeal_while_a_space_may_be_alive(game: Game) -> None:
    """The last move leaves a space behind a card that is not known: it need not be a king."""
    piles = list(position(*LAST_MOVE).piles)
    piles[cell(3, 12)] = bytes([UNKNOWN])
    ahead = game.play(State(tuple(piles)), THE_LAST_MOVE)
    assert ahead.redeals == 0
    assert ahead.piles[THE_LAST_MOVE.target] == pile("5S")
    assert game.outcome(ahead) is None
