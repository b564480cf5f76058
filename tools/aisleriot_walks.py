"""Random games in AisleRiot that get somewhere, for the comparison and the recording."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Final

from engine import catalogue
from engine.cards import DOWN, KING, RANK, SUIT, TURN_UP, Pile, rank, suit
from engine.game import Game
from engine.rules import base_rank
from engine.state import Draft, State
from tools.aisleriot import Look, Program, Words, engine_action


def walk(
    program: Program, chance: Random, steps: int, *, late: bool = False
) -> Iterator[tuple[Look, Words | None]]:
    """Yield the positions of a random game and the action chosen in each, None in the last.

    Mostly moves that score come first, positions that were there before are avoided, and actions
    that this engine refuses are not chosen.  A `late` game starts with most cards out of the way,
    so that the ends are met too.
    """
    program.deal(chance.randrange(10**6))
    if late and program.setting.name in LATE:
        program.put(LATE[program.setting.name](program.look().now.state, chance))
    seen: set[State] = set()
    for left in range(steps, -1, -1):
        look = program.look()
        seen.add(look.now.state)
        action = (
            None if look.now.won or not left else _choose(program.setting.game, look, seen, chance)
        )
        yield look, action
        if action is None:
            return
        program.do(action)


def _choose(game: Game, look: Look, seen: set[State], chance: Random) -> Words | None:
    def weight(action: Words) -> float:
        position = look.actions[action]
        if position is None or position.state in seen:
            return 0.01
        after = position.state
        if after.score != look.now.state.score:
            return 8 if after.score > look.now.state.score else 0.2
        return 1 if action[0] == "drag" else 0.5

    state = look.now.state
    actions = [action for action in look.actions if game.is_legal(state, engine_action(action))]
    weights = [weight(action) for action in actions]
    return chance.choices(actions, weights)[0] if actions else None


# Late positions, made out of a deal ---------------------------------------------------------------


def _on_foundations(first: int) -> Callable[[State, Random], State]:
    """Bring each suit's low cards to its foundation, `first` and the three behind it."""

    def late(state: State, chance: Random) -> State:
        level = [chance.choice(chance.choice(((0, 5, 9), (10, 11), (12, 13)))) for _ in range(4)]
        piles = [bytes(c for c in pile if c & RANK > level[suit(c)]) for pile in state.piles]
        for i in range(4):
            piles[first + i] = bytes(value | i << 4 for value in range(1, level[i] + 1))
        for pile in range(first + 4, len(piles)):
            piles[pile] = _top_up(piles[pile])
        return State(tuple(piles), sum(level))

    return late


def _top_up(pile: Pile) -> Pile:
    return pile[:-1] + pile[-1:].translate(TURN_UP)


def _sequences_done(state: State, chance: Random) -> State:
    """Spider: bring most sequences to the foundations, and lay the others in pieces."""
    suits = [suit(card) for pile in state.piles for card in pile if card & RANK == KING]
    sequences = [bytes(value | s << 4 for value in range(KING, 0, -1)) for s in suits]
    chance.shuffle(sequences)
    done = chance.choice((0, 5, 6, 7))
    rest = b"".join(sequences[done:])
    cuts = sorted(chance.sample(range(1, len(rest)), 9 if done < 5 else chance.randrange(2, 9)))
    if done < 5:  # nearly all in the piles
        cuts = [*range(13, len(rest), 13), chance.randrange(1, len(rest))][:9]
        cuts.sort()
    pieces = [rest[a:b] for a, b in zip([0, *cuts], [*cuts, len(rest)], strict=True)]
    chance.shuffle(pieces)
    gone = sequences[:done] + [b""] * (8 - done)
    made = State((b"", *gone, *pieces, *[b""] * (10 - len(pieces))))
    score = catalogue.make("spider").score
    return made._replace(score=score(made)) if score else made


def _rows_begun(state: State, chance: Random) -> State:
    """Gaps: each row well under way, the loose cards and gaps anywhere behind."""
    level = [chance.choice((1, 5, 10, 11, 12, 13)) for _ in range(4)]
    loose = [pile for pile in state.piles if not pile or rank(pile[0]) > level[suit(pile[0])]]
    chance.shuffle(loose)
    piles: list[Pile] = []
    for row, top in enumerate(level):
        piles += [bytes([value | row << 4]) for value in range(2, top + 1)]
        piles += [loose.pop() for _ in range(14 - top)]
    made = State(tuple(piles), redeals=chance.randrange(3))
    score = catalogue.make("gaps").score
    return made._replace(score=score(made)) if score else made


def _few_left(state: State, chance: Random) -> list[int]:
    """Keep some cards, or only some of the lowest ranks, in any order."""
    cards = [card & ~DOWN for pile in state.piles for card in pile]
    cards.sort(key=lambda card: (card & RANK, chance.random()))
    cards = cards[: chance.choice((3, 4, 6, 8, 13, 20, 30))]
    chance.shuffle(cards)
    return cards


def _short_row(state: State, chance: Random) -> State:
    """Accordion: a row of few cards."""
    cards = bytes(_few_left(state, chance))
    return State(tuple(cards[i : i + 1] for i in range(52)), 52 - len(cards))


def _thin_field(state: State, chance: Random) -> State:
    """Monte Carlo: few cards, with gaps between them, and the rest in the stock."""
    cards = _few_left(state, chance)
    piles = [b""] * 26
    for place in chance.sample(range(1, 26), min(len(cards), chance.randrange(3, 26))):
        piles[place] = bytes([cards.pop()])
    piles[0] = bytes(card | DOWN for card in cards)
    return State(tuple(piles), 52 - len(b"".join(piles)))


def _worn_pyramid(state: State, chance: Random) -> State:
    """Thirteen: without some of the lower rows, and with a short stock."""
    piles = list(state.piles)
    first, end = chance.choice(((2, 3), (3, 5), (5, 8), (8, 12), (12, 17), (17, 23)))
    piles[end:] = [b""] * (30 - end)
    piles[first:end] = map(_top_up, piles[first:end])
    piles[0] = piles[0][: chance.randrange(12)]
    return State(tuple(piles), 52 - len(b"".join(piles)))


def _suits_begun(name: str) -> Callable[[State, Random], State]:
    """Bring each suit's first cards to its foundation, from the base card on, if there is one."""

    def late(state: State, chance: Random) -> State:
        game = catalogue.make(name)
        piles = list(state.piles)
        foundations = [i for i, place in enumerate(game.places) if place.kind == "foundation"]
        first = base_rank(state, foundations) or (
            chance.randrange(13) + 1 if name == "glenwood" else 1
        )
        for i, pile in enumerate(foundations):
            level = chance.choice(chance.choice(((1, 5, 9), (10, 11), (12, 13))))
            piles[pile] = bytes((first + k - 1) % 13 + 1 | i % 4 << 4 for k in range(level))
        gone = Counter(card for pile in foundations for card in piles[pile])
        for i, cards in enumerate(state.piles):
            if i not in foundations:
                kept = bytearray()
                for card in cards:
                    if gone[card & (SUIT | RANK)] > 0:
                        gone[card & (SUIT | RANK)] -= 1
                    else:
                        kept.append(card)
                piles[i] = bytes(kept)
        if name in DEALT_IN_ROWS:  # what the stock can't hold at the end of a row goes elsewhere
            row = DEALT_IN_ROWS[name]
            extra = (len(piles[0]) - len(state.piles[0])) % row
            column = max(i for i, place in enumerate(game.places) if place.kind == "tableau")
            piles[column] = piles[0][:extra] + piles[column]
            piles[0] = piles[0][extra:]
        draft = Draft(State(tuple(piles), marks=state.marks))
        for rule in 2 * tuple(game.after):
            rule(draft)
        if game.score:
            draft.score = game.score(draft)
        else:
            draft.score = sum(
                len(cards) * place.points
                for cards, place in zip(draft.piles, game.places, strict=True)
            )
        draft.score -= 4 if name == "straight-up" else 0
        return draft.freeze()

    return late


DEALT_IN_ROWS: Final = {"agnes": 7, "easthaven": 7, "gypsy": 8, "lady-jane": 7}
BEGUN: Final = (
    "agnes",
    "athena",
    "aunt-mary",
    "canfield",
    "eagle-wing",
    "easthaven",
    "glenwood",
    "gold-mine",
    "gypsy",
    "jumbo",
    "kansas",
    "lady-jane",
    "saratoga",
    "straight-up",
    "thumb-and-pouch",
    "westhaven",
    "whitehead",
)
LATE: Final[Mapping[str, Callable[[State, Random], State]]] = {
    **{name: _suits_begun(name) for name in BEGUN},
    "accordion": _short_row,
    "freecell": _on_foundations(4),
    "gaps": _rows_begun,
    "klondike": _on_foundations(2),
    "monte-carlo": _thin_field,
    "spider": _sequences_done,
    "thirteen": _worn_pyramid,
}
"""Clock's ends come up by themselves."""
