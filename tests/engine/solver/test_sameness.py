import random

import pytest

from engine import catalogue
from engine.cards import DOWN
from engine.game import Game
from engine.solver.sameness import Key, Sameness, interchangeable
from engine.solver.turning import Line
from engine.state import Action, Move, State
from tests.engine.positions import SETTINGS, Setting, lying, walk

SHOWN = [setting for setting in SETTINGS if setting.game.strategy.shown]


def successors(game: Game, sameness: Sameness, state: State, seed: str) -> set[tuple[Key, bool]]:
    """What can become of a position, and whether that wins."""
    after = [game.follow(state, action, seed) for action in game.legal_actions(state)]
    return {(sameness.key(each), game.won(each)) for each in after}


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_same_becomes_of_positions_that_are_the_same(setting: Setting) -> None:
    game, chance = setting.game, random.Random(str(setting))
    for seed in ("same 1", "same 2"):
        sameness = Sameness(game, game.deal(seed))
        for step in walk(setting, seed)[::6]:
            state = step.after
            for group in interchangeable(game):
                one, other = chance.sample(group, 2)
                piles = list(state.piles)
                piles[one], piles[other] = piles[other], piles[one]
                exchanged = state._replace(piles=tuple(piles), score=state.score)
                if sameness.key(exchanged) == sameness.key(state):
                    assert successors(game, sameness, exchanged, seed) == successors(
                        game, sameness, state, seed
                    ), f"exchange {one} and {other} of {state}"


ESSENTIAL = [setting for setting in SETTINGS if setting.game.strategy.essence]


def exchanged(game: Game, state: State, chance: random.Random) -> State:
    """The position, with cards exchanged for others where the game says that it is all one."""
    essence = game.strategy.essence
    assert essence is not None
    alike: dict[tuple[bytes, ...], list[int]] = {}
    for card in game.deck:
        alike.setdefault(tuple(essence([bytes([card])] * len(game.places))), []).append(card)
    table = bytearray(range(256))
    for cards in alike.values():
        for card, other in zip(cards, chance.sample(cards, len(cards)), strict=True):
            table[card], table[card | DOWN] = other, other | DOWN
    piles = [pile.translate(table) for pile in state.piles]
    for number, pile in enumerate(piles):
        if game.places[number].kind == "foundation":
            mixed = pile[:1] + bytes(chance.sample(pile[1:], len(pile[1:])))
            other_piles = [*piles[:number], mixed, *piles[number + 1 :]]
            if list(essence(other_piles)) == list(essence(piles)):
                piles = other_piles
    return state._replace(piles=tuple(piles))


@pytest.mark.parametrize("setting", ESSENTIAL, ids=str)
def test_what_the_game_says_makes_no_difference_makes_none(setting: Setting) -> None:
    game, chance = setting.game, random.Random(str(setting))
    for seed in ("essence 1", "essence 2"):
        sameness = Sameness(game, game.deal(seed))
        for step in walk(setting, seed)[::6]:
            other = exchanged(game, step.after, chance)
            assert sameness.key(other) == sameness.key(step.after)
            assert successors(game, sameness, other, seed) == successors(
                game, sameness, step.after, seed
            ), f"{other} and {step.after}"


@pytest.mark.parametrize("setting", SHOWN, ids=str)
def test_the_same_becomes_of_other_cards_below_those_that_matter(setting: Setting) -> None:
    game, chance = setting.game, random.Random(str(setting))
    sameness = Sameness(game, game.deal("shown"))
    for step in walk(setting, "shown")[::6]:
        piles = list(step.after.piles)
        for pile, count in game.strategy.shown.items():
            below = piles[pile][: len(piles[pile]) - count]
            piles[pile] = bytes(chance.sample(below, len(below))) + piles[pile][len(below) :]
        other = step.after._replace(piles=tuple(piles))
        assert sameness.key(other) == sameness.key(step.after)
        assert successors(game, sameness, other, "shown") == successors(
            game, sameness, step.after, "shown"
        )


def test_columns_and_cells_are_interchangeable_and_copies_are_the_same() -> None:
    groups = interchangeable(catalogue.make("freecell"))
    assert [len(group) for group in groups] == [4, 4, 8]
    spider = catalogue.make("spider")
    sameness = Sameness(spider, spider.deal("any"))
    one = lying(*[""] * 9, "KC", *[""] * 9)
    copy = one._replace(piles=(*one.piles[:9], bytes([one.piles[9][0] | 0x40]), *one.piles[10:]))
    assert sameness.key(one) == sameness.key(copy)


def test_columns_that_the_stock_deals_to_are_told_apart_until_it_is_empty() -> None:
    spider = catalogue.make("spider")
    sameness = Sameness(spider, spider.deal("any"))
    before = lying("2c", *[""] * 8, "KC", "QC", *[""] * 8)
    exchanged = lying("2c", *[""] * 8, "QC", "KC", *[""] * 8)
    assert sameness.key(before) != sameness.key(exchanged)
    dealt, exchanged = [each._replace(piles=(b"", *each.piles[1:])) for each in (before, exchanged)]
    assert sameness.key(dealt) == sameness.key(exchanged)


def test_redeals_tell_apart_only_where_they_are_counted() -> None:
    for deal, apart in (("single-card-deals", True), ("unlimited-redeals", False)):
        game = catalogue.make("klondike", {"deal": deal})
        state = game.deal("any")
        sameness = Sameness(game, state)
        assert (sameness.key(state) != sameness.key(state._replace(redeals=1))) is apart


def distinct(game: Game, sameness: Sameness, state: State) -> list[Action]:
    """The legal actions without those that come to the same."""
    lines = [Line((), state, action) for action in game.legal_actions(state)]
    return [line.action for line in sameness.distinct(state, lines)]


def test_of_empty_piles_one_is_enough() -> None:
    king_albert = catalogue.make("king-albert")
    sameness = Sameness(king_albert, king_albert.deal("any"))
    state = lying(*[""] * 4, "KC", "KD QC", *[""] * 7, "9H", *[""] * 6)
    moves = distinct(king_albert, sameness, state)
    assert Move(13, 1, 6) in moves, "from the reserve to the first empty column"
    assert {move.target for move in moves if isinstance(move, Move)} == {6}
    assert Move(4, 1, 6) not in moves, "the king lies in a column of its own already"
    assert Move(5, 2, 6) not in moves
    assert Move(5, 1, 6) in moves


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_nothing_is_lost_with_what_comes_to_the_same(setting: Setting) -> None:
    game = setting.game
    sameness = Sameness(game, game.deal("same 1"))
    for step in walk(setting, "same 1")[::5]:
        state = step.after
        every, some = [
            {sameness.key(game.follow(state, action, "same 1")) for action in found}
            for found in (game.legal_actions(state), distinct(game, sameness, state))
        ]
        assert every - some <= {sameness.key(state)}, state
