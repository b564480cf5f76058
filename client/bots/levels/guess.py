"""Guesses at what the hidden cards are: those that are nowhere to be seen, in any order."""

from collections import Counter
from random import Random

from client.bots.levels.memory import filled, hidden
from engine.cards import DOWN, UNKNOWN
from engine.game import Game
from engine.state import State


def unseen(game: Game, known: State) -> bytes:
    """Return the cards of the game's deck that are not known to lie anywhere, sorted."""
    faces = [card & ~DOWN for pile in known.piles for card in pile]
    left = Counter(game.deck)
    left.subtract(face for face in faces if face != UNKNOWN)
    return bytes(sorted(left.elements()))


def guess(game: Game, known: State, chance: Random) -> State | None:
    """Return the position with its unknown cards dealt at random out of those that are not seen.

    None where that cannot be: it holds other cards than the deck.
    """
    if not hidden(known):
        return known
    cards = list(unseen(game, known))
    if len(cards) != hidden(known):
        return None
    chance.shuffle(cards)
    return filled(known, bytes(cards))
