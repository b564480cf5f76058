import pytest

from engine import catalogue
from engine.game import Game
from engine.hints import PATIENCE, best_move, hints, in_words, leading_on
from engine.play import Play
from engine.state import Action, Click, Deal, Move, State
from tests.engine.positions import field, pile, table

klondike = catalogue.make("klondike")


def lying(**texts: str) -> State:
    """A Klondike: s and w are stock and waste, f0-f3 the foundations, t0-t6 the tableau."""
    names = ["s", "w", *(f"f{i}" for i in range(4)), *(f"t{i}" for i in range(7))]
    return State(tuple(pile(texts.get(name, "--")) for name in names))


F0, F1, T0, T1, T2 = 2, 3, 6, 7, 8


def test_a_foundation_comes_first() -> None:
    state = lying(f0="AC", t0="2C", t1="3D", s="5s")
    assert hints(klondike, state)[0] == Move(T0, 1, F0)
    assert best_move(klondike, state, T0, 1) == Move(T0, 1, F0)


def test_what_turns_a_card_up_comes_before_what_does_not() -> None:
    state = lying(t0="9h 5C", t1="9C 5S", t2="6D", s="5s")
    assert hints(klondike, state)[0] == Move(T0, 1, T2)


def test_a_king_between_empty_piles_leads_nowhere() -> None:
    state = lying(t0="KC", s="5s")
    ranked = hints(klondike, state)
    assert ranked[0] == Click(0)
    assert set(ranked[1:]) == {Move(T0, 1, t) for t in range(7, 13)}


def test_taking_a_card_back_from_a_foundation_comes_last() -> None:
    state = lying(f0="AC 2C", t0="3D", t1="9C", s="5s")
    assert hints(klondike, state)[-1] == Move(F0, 1, T0)


def test_a_group_goes_to_another_pile() -> None:
    state = lying(t0="9h 6D 5C", t1="7S", s="5s")
    assert best_move(klondike, state, T0, 2) == Move(T0, 2, T1)
    assert best_move(klondike, state, T0, 1) is None


def test_a_click_is_what_is_left() -> None:
    assert best_move(klondike, lying(s="5s", t0="9C"), 0, 1) == Click(0)
    assert best_move(klondike, lying(t0="9C"), 0, 1) is None
    assert best_move(klondike, lying(t0="9C"), 99, 1) is None


def test_no_advice_for_a_game_that_is_over() -> None:
    whole = {f"f{i}": " ".join(f"{r}{s}" for r in "A23456789TJQK") for i, s in enumerate("CDHS")}
    state = lying(**whole)
    assert hints(klondike, state) == []
    assert hints(klondike, lying()) == []
    assert best_move(klondike, state, F1, 1) is None


@pytest.mark.parametrize("name", ["klondike", "thirteens", "4x13", "montana"])
def test_hidden_cards_play_no_part(name: str) -> None:
    game = catalogue.make(name)
    for seed in "abcdef":
        state = game.deal(seed)
        view = game.view(state)
        assert hints(game, state) == hints(game, view)
        assert leading_on(game, state, []) == leading_on(game, view, [])


def test_a_king_is_clicked_away_in_thirteens() -> None:
    game = catalogue.make("thirteens")
    state = State((*field(*["-- -- --"] * 4, "KC AC QD"), b"", b""))
    best = best_move(game, state, 12, 1)
    assert best in (Move(12, 1, 16), Click(12))
    assert best_move(game, state, 13, 1) == Move(13, 1, 14)


def test_a_reshuffle_is_never_the_first_advice_while_a_card_can_be_moved() -> None:
    game = catalogue.make("montana")
    movable = 0
    for seed in map(str, range(20)):
        ranked = hints(game, game.deal(seed))
        assert ranked.index(Deal()) == len(ranked) - 1
        movable += len(ranked) > 1
    assert movable > 10


@pytest.mark.parametrize(
    ("name", "piles", "action", "words"),
    [
        (
            "klondike",
            "6 2H, 7 3S",
            Move(6, 1, 7),
            "Move the two of hearts onto the three of spades.",
        ),
        ("klondike", "6 AH", Move(6, 1, 2), "Move the ace of hearts to an empty foundation."),
        ("klondike", "2 AH, 6 2H", Move(6, 1, 2), "Move the two of hearts to the foundation."),
        ("klondike", "0 kc", Click(0), "Click the stock."),
        ("klondike", "0 kc", Deal(), "Deal."),
        ("montana", "0 KC", Deal(), "Reshuffle."),
        ("thirteen", "23 KH", Click(23), "Click the king of hearts."),
        ("thirteen", "1 KH", Click(1), "Click the waste."),
    ],
)
def test_advice_in_words(name: str, piles: str, action: Action, words: str) -> None:
    game = catalogue.make(name)
    lying = {int(number): card for number, card in map(str.split, piles.split(","))}
    assert in_words(game, table(lying, len(game.places)), action) == words


MANY = 1000
"""More moves than any game has in which hints are followed."""


def followed(game: Game, seed: str) -> list[State]:
    """Return the views of a game in which only hints are followed, until there is none."""
    play = Play(game, seed)
    way = [game.view(play.state)]
    while (action := leading_on(game, way[-1], way)) is not None:
        way.append(game.view(play.enter(action)))
        assert len(way) < MANY, "the hints lead on and on"
    return way


@pytest.mark.parametrize("name", [entry.name for entry in catalogue.entries()])
def test_who_follows_hints_comes_to_an_end_and_never_back(name: str) -> None:
    way = [(view.piles, view.marks) for view in followed(catalogue.make(name), "1")]
    assert len(set(way)) == len(way)


def test_who_follows_hints_wins_deals_that_are_lost_at_first_glance() -> None:
    game = catalogue.make("freecell")
    deals = ("1", "2", "8", "9")
    assert sum(game.won(followed(game, seed)[-1]) for seed in deals) >= 3
    for seed in deals:
        play = Play(game, seed)
        while play.outcome() is None and play.length < MANY:
            play.enter(hints(game, play.state)[0])
            if len(set(play.states)) < len(play.states):
                break  # It goes round in circles.
        assert play.outcome() != "won"


def test_no_hint_takes_the_last_move_back() -> None:
    play = Play(klondike, None, lying(t0="6D 5C", t1="6H"))
    play.enter(Move(T0, 1, T1))
    assert hints(klondike, play.state) == [Move(T1, 1, T0)]
    assert leading_on(klondike, play.state, play.states) is None


def test_a_king_from_one_empty_pile_to_another_does_not_lead_on() -> None:
    state = lying(t0="KC", s="--")
    assert hints(klondike, state)
    assert leading_on(klondike, state, [state]) is None
    assert leading_on(klondike, state, []) is None


def test_a_stock_that_came_round_with_nothing_changed_does_not_lead_on() -> None:
    play = Play(klondike, None, lying(s="5s 9h", t0="KC"))
    for _ in range(2):
        play.enter(Click(0))
    assert leading_on(klondike, play.state, play.states) is None
    assert leading_on(klondike, play.state, [play.state]) == Click(0)


def test_what_was_tried_comes_last() -> None:
    state = lying(f0="AC", t0="2C", t1="3D", s="5s")
    best, second = Move(T0, 1, F0), Move(T0, 1, T1)
    assert leading_on(klondike, state, []) == best
    assert leading_on(klondike, state, [], {best}) == second
    everything = set(klondike.legal_actions(state))
    assert leading_on(klondike, state, [], everything) == best


def test_after_many_moves_without_progress_only_progress_leads_on() -> None:
    idle = lying(t0="6D 5C", t1="6H", f0="AC")
    been = [idle._replace(marks=(number,)) for number in range(PATIENCE + 1)]
    assert leading_on(klondike, idle, been[2:]) == Move(T0, 1, T1)
    assert leading_on(klondike, idle, been) is None
    homeward = lying(t0="6D 5C", t1="6H", t2="2C", f0="AC")
    been = [homeward._replace(marks=(number,)) for number in range(PATIENCE + 1)]
    assert leading_on(klondike, homeward, been) == Move(T2, 1, F0)
    drawing = lying(t0="6D 5C", t1="6H", s="9h")
    been = [drawing._replace(marks=(number,)) for number in range(PATIENCE + 1)]
    assert leading_on(klondike, drawing, been) == Click(0)
