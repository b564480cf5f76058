"""Random games in AisleRiot that get somewhere, for the comparison and the recording."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Final

from engine import catalogue
from engine.cards import ACE, DOWN, JACK, KING, QUEEN, RANK, TURN_UP, Pile, card, rank, suit
from engine.game import Game
from engine.games import kings_audience
from engine.state import Click, Draft, Move, State
from tools.aisleriot import Look, Program, Words, engine_action


def walk(
    program: Program, chance: Random, steps: int, *, late: bool = False
) -> Iterator[tuple[Look, Words | None]]:
    """Yield the positions of a random game and the action chosen in each, None in the last.

    Mostly moves that score come first, and positions that were there before are avoided.  A `late`
    game starts with most cards out of the way, so that the ends are met too.
    """
    program.deal(chance.randrange(10**6))
    game = program.setting.game
    if late and program.setting.name in LATE:
        program.put(LATE[program.setting.name](program.look().now.state, chance))
    elif late and program.setting.name in BUILT_UP:
        rows = program.setting.name in DEALT_BY_ROWS
        program.put(built_up(game, BUILT_UP[program.setting.name], chance, whole_rows=rows))
    seen: set[State] = set()
    for left in range(steps, -1, -1):
        look = program.look()
        seen.add(look.now.state)
        action = None if look.now.won or not left else _choose(game, look, seen, chance)
        yield look, action
        if action is None:
            return
        program.do(action)


def _choose(game: Game, look: Look, seen: set[State], chance: Random) -> Words | None:
    """Choose an action that is legal on both sides: what follows a slip tells nothing."""

    def weight(action: Words) -> float:
        position = look.actions[action]
        if position is None or position.state in seen:
            return 0.01
        after = position.state
        if after.score != look.now.state.score:
            return 8 if after.score > look.now.state.score else 0.2
        return 1 if action[0] == "drag" else 0.5

    actions = [a for a in look.actions if game.is_legal(look.now.state, engine_action(a))]
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
    suits = [suit(face) for pile in state.piles for face in pile if face & RANK == KING]
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
    cards = [face & ~DOWN for pile in state.piles for face in pile]
    cards.sort(key=lambda face: (face & RANK, chance.random()))
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
    piles[0] = bytes(face | DOWN for face in cards)
    return State(tuple(piles), 52 - len(b"".join(piles)))


def _worn_pyramid(state: State, chance: Random) -> State:
    """Thirteen: without some of the lower rows, and with a short stock."""
    piles = list(state.piles)
    first, end = chance.choice(((2, 3), (3, 5), (5, 8), (8, 12), (12, 17), (17, 23)))
    piles[end:] = [b""] * (30 - end)
    piles[first:end] = map(_top_up, piles[first:end])
    piles[0] = piles[0][: chance.randrange(12)]
    return State(tuple(piles), 52 - len(b"".join(piles)))


def _audience_given(state: State, chance: Random) -> State:
    """King's Audience: some couples on their thrones, and jacks in various states of descent."""
    level = [chance.choice((0, 0, 2, 3, 8, 11)) for _ in range(4)]
    royal = [chance.random() < 0.7 for _ in range(4)]
    gone = [
        [KING, QUEEN] * royal[s] + [ACE, *range(JACK, low - 1, -1)] * bool(low)
        for s, low in enumerate(level)
    ]
    piles = [bytes(c for c in p if c & RANK not in gone[suit(c)]) for p in state.piles]
    couples = [bytes([card(KING, s), card(QUEEN, s)]) for s in range(4) if royal[s]]
    lines = [
        bytes(card(value, s) for value in [ACE, *range(JACK, low - 1, -1)])
        for s, low in enumerate(level)
        if low
    ]
    for pile, couple in zip(kings_audience.THRONES, couples, strict=False):
        piles[pile] = couple
    for pile, line in zip(kings_audience.FOUNDATIONS, lines, strict=False):
        piles[pile] = line
    return settled(catalogue.make("kings-audience"), State(tuple(piles)))


def _knights_seated(state: State, chance: Random) -> State:
    """Camelot: most court cards in their seats, and few other cards left."""
    cards = b"".join(state.piles).translate(TURN_UP)
    by_rank = {value: [c for c in cards if c & RANK == value] for value in range(1, 14)}
    pairs = [[a, b] for v in range(1, 5) for a, b in zip(by_rank[v], by_rank[10 - v], strict=True)]
    pairs += [[ten] for ten in by_rank[10]]
    numbers = [c for pair in chance.sample(pairs, chance.choice((1, 2, 5, 12))) for c in pair]
    chance.shuffle(numbers)
    if chance.random() < 0.3:
        numbers.pop()
    piles = [b""] * 18
    for value, cells in {KING: (0, 3, 12, 15), QUEEN: (1, 2, 13, 14), JACK: (4, 7, 8, 11)}.items():
        for cell, seated in zip(cells, by_rank[value], strict=True):
            piles[cell] = bytes([seated])
    for cell in chance.sample(range(16), chance.choice((0, 0, 0, 3, 7))):
        piles[cell] = b""
    seated_now = b"".join(piles)
    numbers += [c for c in cards if c & RANK >= JACK and c not in seated_now]
    chance.shuffle(numbers)
    for cell in chance.sample(range(16), 16):
        if not piles[cell] and numbers and numbers[-1] & RANK < JACK and chance.random() < 0.8:
            piles[cell] = bytes([numbers.pop()])
    piles[16] = bytes(c | DOWN for c in numbers)
    return settled(catalogue.make("camelot"), State(tuple(piles)))


def built_up(
    game: Game, foundations: Sequence[int], chance: Random, *, whole_rows: bool = False
) -> State:
    """Deal, and bring cards to the foundations from wherever they lie, as long as they fit.

    With `whole_rows` the stock is dealt from, but else keeps its cards.
    """
    seed = str(chance.random())
    state = game.deal(seed)
    for _ in range(4):  # where the foundations begin by the player's choice
        begun = any(state.piles[pile] for pile in foundations)
        moves = [a for a in game.legal_actions(state) if isinstance(a, Move)]
        if begun:
            break
        state = game.play(state, chance.choice(moves) if moves else Click(0), seed)
    if whole_rows:
        for _ in range(chance.choice((0, 1, 3, 10))):
            if game.is_legal(state, Click(0)):
                state = game.play(state, Click(0), seed)
    wanted = chance.choice((10, 25, 40, 48, 51, 52, 104, 104)) * len(game.deck) // 52
    piles = list(state.piles)
    for _ in range(wanted):
        now = state._replace(piles=tuple(piles))
        apart = [0, *foundations] if whole_rows else foundations
        found = next(_fitting(game, now, foundations, apart, chance), None)
        if found is None:
            break
        source, at, target = found
        lying = piles[source]
        piles[target] += lying[at : at + 1].translate(TURN_UP)
        piles[source] = lying[:at] + lying[at + 1 :]
    made = state._replace(piles=tuple(piles))
    points = sum(place.points * len(p) for place, p in zip(game.places, piles, strict=True))
    return settled(game, made._replace(score=points))


def _fitting(
    game: Game, state: State, foundations: Sequence[int], apart: Sequence[int], chance: Random
) -> Iterator[tuple[int, int, int]]:
    """Yield cards not of the piles `apart`, by pile and height, that would fit a foundation."""
    others = [pile for pile in range(len(state.piles)) if pile not in apart]
    chance.shuffle(others)
    for target in chance.sample(list(foundations), len(foundations)):
        for source in others:
            for at, lying in enumerate(state.piles[source]):
                up = lying & ~DOWN
                place, piles = game.places[target], list(state.piles)
                piles[source] = bytes([up])
                lifted = state._replace(piles=tuple(piles))
                put = place.on_top if state.piles[target] else place.on_empty
                if put is None or not put(lifted, target)[up]:
                    continue
                if place.fits is None or place.fits(lifted, source, 1, target):
                    yield source, at, target


def settled(game: Game, state: State) -> State:
    """Return the position after what happens there by itself, with its score."""
    draft = Draft(state, "late")
    while any(rule(draft) for rule in game.after):
        pass
    if game.score:
        draft.score = game.score(draft)
    return draft.freeze()


BUILT_UP: Final[Mapping[str, Sequence[int]]] = {
    "backbone": (2, 3, 4, 5, 8, 9, 10, 11),
    "bristol": range(4, 8),
    "carpet": range(2, 6),
    "forty-thieves": range(1, 9),
    "hamilton": range(2, 6),
    "labyrinth": range(1, 5),
    "napoleons-tomb": (2, 4, 6, 8, 10),
    "osmosis": (1, 3, 5, 7),
    "peek": (1, 3, 5, 7),
    "plait": (3, 4, 11, 12, 17, 18, 21, 22),
    "royal-east": (2, 4, 8, 10),
    "sir-tommy": range(2, 6),
    "terrace": range(3, 11),
    "union-square": (6, 11, 16, 21),
    "zebra": range(2, 10),
}
"""Games whose late positions are `built_up`, with their foundations."""
DEALT_BY_ROWS: Final = ("bristol", "hamilton")
"""Those of them in which the program takes for granted how many cards the stock may hold."""
LATE: Final[Mapping[str, Callable[[State, Random], State]]] = {
    "accordion": _short_row,
    "camelot": _knights_seated,
    "kings-audience": _audience_given,
    "freecell": _on_foundations(4),
    "gaps": _rows_begun,
    "klondike": _on_foundations(2),
    "monte-carlo": _thin_field,
    "spider": _sequences_done,
    "thirteen": _worn_pyramid,
}
"""Clock's ends come up by themselves."""
