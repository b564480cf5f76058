from dataclasses import replace

import pytest

from engine import catalogue
from engine.cards import deck
from engine.game import Game
from engine.games.streets_and_alleys import STRATEGY
from engine.places import Place, nothing
from engine.relations import ACES, ANY, Suits, down, up
from engine.rules import all_on, on, only, top
from engine.solver.exploring import Exploring
from engine.solver.hasty import hasty
from engine.solver.narrowing import Narrowing
from engine.solver.sameness import Sameness
from engine.solver.search import Solver
from engine.state import Action, Move, State
from engine.strategies.strategy import PLAIN
from tests.engine.positions import SETTINGS, Setting, lying, walk

HASTY = [setting for setting in SETTINGS if setting.game.strategy.hasty]
ROWS = range(4, 8)


def castle(built: Suits, rows: int = 4, *, refills: bool = True) -> Game:
    """A castle with fewer cards and rows: small enough to be searched to its end."""
    foundation = Place("foundation", (0, 0), take=top, on_empty=only(ACES), on_top=on(up("suit")))
    row = Place(
        "tableau",
        (0, 0),
        take=top,
        on_empty=only(ANY) if refills else None,
        on_top=on(down(built)),
        up=16 // rows,
    )
    return Game(
        layout={range(4): foundation.times(4), range(4, 4 + rows): row.times(rows)},
        deck=deck(ranks=range(1, 5)),
        won=all_on(range(4), 16),
        strategy=replace(STRATEGY, order=down(built)),
    )


def position(*rows: str, homes: tuple[str, ...] = ()) -> State:
    """A position of `castle` with these foundations and rows."""
    return lying(*homes, *[""] * (4 - len(homes)), *rows, *[""] * (4 - len(rows)))


def looked_at(game: Game, state: State) -> list[Action]:
    return [line.action for line in Narrowing(game, None).lines(state)]


def test_a_card_goes_home_as_soon_as_it_can() -> None:
    game = castle("any")
    state = position("4S 3C", "4H", "2D", homes=("AC 2C",))
    assert len(looked_at(game, state)) > 1, "the two of diamonds could need the three"
    assert [looked_at(each, state) for each in hasty(game)] == [[Move(4, 1, 0)]] * 2


def test_none_comes_back() -> None:
    game, state = castle("any"), position("4S", "3H", "2D", "2H", homes=("AC 2C 3C",))
    assert Move(0, 1, 4) in looked_at(game, state), "a two could lie on the three"
    made = looked_at(hasty(game)[0], state)
    assert all(isinstance(move, Move) and move.source not in range(4) for move in made)
    assert made


@pytest.mark.parametrize(
    ("built", "same"),
    [
        ("any", {"4C", "4D", "4H", "4S"}),
        ("alternate", {"4C", "4S"}),
        ("color", {"4C", "4S"}),
        ("suit", {"4C"}),
    ],
)
def test_cards_are_the_same_that_the_tableau_takes_alike(built: Suits, same: set[str]) -> None:
    game = hasty(castle(built))[0]
    sameness = Sameness(game, game.deal("any"))
    keys = {card: sameness.key(position(f"{card} 2C", "3S")) for card in ("4C", "4D", "4H", "4S")}
    assert {card for card in keys if keys[card] == keys["4C"]} == same
    assert sameness.key(position("4D 2C", "3S")) != sameness.key(position("3D 2C", "3S"))


def test_at_home_they_are_told_apart() -> None:
    game = hasty(castle("any"))[0]
    sameness = Sameness(game, game.deal("any"))
    homes = [("AC 2C", "AD"), ("AC", "AD 2D")]
    one, other = (sameness.key(position("4S", homes=each)) for each in homes)
    assert one != other


def test_each_opinion_looks_by_itself() -> None:
    game = castle("any")
    assert [each.strategy.weights for each in hasty(game)] == [(w,) for w in STRATEGY.weights]


def test_an_order_has_to_be_given() -> None:
    with pytest.raises(ValueError, match="order"):
        hasty(replace(castle("any"), strategy=PLAIN))


@pytest.mark.parametrize("setting", HASTY, ids=str)
def test_what_it_does_is_legal_and_what_it_wins_is_won(setting: Setting) -> None:
    game, quick = setting.game, hasty(setting.game)[0]
    assert game.deal("hasty") == quick.deal("hasty")
    for step in walk(setting, "hasty")[::10]:
        assert set(quick.legal_actions(step.before)) <= set(game.legal_actions(step.before))
        assert game.won(step.before) == quick.won(step.before)


@pytest.mark.parametrize(
    "game",
    [
        castle("any"),
        castle("any", refills=False),
        castle("alternate"),
        castle("alternate", rows=8, refills=False),
        castle("suit"),
    ],
    ids=["any", "not refilled", "alternate", "alternate, not refilled", "suit"],
)
def test_no_win_is_missed_where_a_search_is_hasty_first(game: Game) -> None:
    """Small games are searched to their end with and without haste, and come to the same."""
    thorough = replace(game, strategy=replace(game.strategy, hasty=False, safe=False))
    found = set[str]()
    for number in range(1, 13):
        seed = f"small {number}"
        verdicts = {Solver(each, seed).go_on(10_000).verdict for each in (game, thorough)}
        assert len(verdicts - {"unknown"}) == 1, seed
        found |= verdicts
    assert {"won", "impossible"} <= found


def test_haste_proves_nothing_lost() -> None:
    """There are deals that a hasty search cannot win, and a thorough one can."""
    game = castle("alternate")
    missed = 0
    for number in range(1, 20):
        seed = f"missed {number}"
        deal = game.deal(seed)
        tried = [Exploring(each, seed, deal, deal).go_on(10_000).verdict for each in hasty(game)]
        if tried == ["impossible"] * len(tried):
            missed += Solver(game, seed).go_on(10_000).verdict == "won"
    assert missed


def test_what_lies_there_to_be_taken_is_all_but_home() -> None:
    places = hasty(catalogue.make("streets-and-alleys"))[0].places
    assert {place.kind for place in places if place.take is nothing} == {"foundation"}
