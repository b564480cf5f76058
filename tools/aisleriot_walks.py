"""Random games in AisleRiot that get somewhere, for the comparison and the recording."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Final

from engine import catalogue
from engine.cards import DOWN, KING, RANK, TURN_UP, Pile, rank, suit
from engine.games import block_ten, gay_gordons
from engine.relations import Relation, same, total
from engine.state import State
from tools.aisleriot import Look, Program, Words


def walk(
    program: Program, chance: Random, steps: int, *, late: bool = False
) -> Iterator[tuple[Look, Words | None]]:
    """Yield the positions of a random game and the action chosen in each, None in the last.

    Mostly moves that score come first, and positions that were there before are avoided.  A `late`
    game starts with most cards out of the way, so that the ends are met too.
    """
    program.deal(chance.randrange(10**6))
    if late and program.setting.name in LATE:
        program.put(LATE[program.setting.name](program.look().now.state, chance))
    seen: set[State] = set()
    for left in range(steps, -1, -1):
        look = program.look()
        seen.add(look.now.state)
        name = program.setting.name
        action = None if look.now.won or not left else _choose(name, look, seen, chance)
        yield look, action
        if action is None:
            return
        program.do(action)


def _choose(name: str, look: Look, seen: set[State], chance: Random) -> Words | None:
    def weight(action: Words) -> float:
        position = look.actions[action]
        if position is None or position.state in seen:
            return 0.01
        if position.won:
            return 100
        after = position.state
        if after.score != look.now.state.score:
            return 8 if after.score > look.now.state.score else 0.2
        return 1 if action[0] == "drag" else 0.5

    actions = [action for action in look.actions if not (name in SLIPS and SLIPS[name](action))]
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
    done = chance.choice((0, 5, 6, 7, 7))
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


def _pairs_left(pairs: Relation, state: State, chance: Random) -> list[int]:
    """Keep some cards that all go together in pairs, and those that are in no pair."""
    cards = [card & ~DOWN for pile in state.piles for card in pile]
    chance.shuffle(cards)
    single = [card for card in cards if not any(pairs[card])]
    kept: list[int] = []
    most = chance.choice((1, 2, 4, 8, 16))
    while cards and len(kept) < 2 * most:
        card = cards.pop()
        mate = next((other for other in cards if pairs[card][other]), None)
        if mate is not None:
            cards.remove(mate)
            kept += [card, mate]
    kept += single
    chance.shuffle(kept)
    return kept


def _small_stock(pairs: Relation) -> Callable[[State, Random], State]:
    """Return fields that a stock fills: few cards, or a full field and few cards in the stock."""

    def late(state: State, chance: Random) -> State:
        cards = _pairs_left(pairs, state, chance)
        field = len(state.piles) - 1
        shown, stock = cards[:field], bytes(card | DOWN for card in cards[field:])
        piles = [bytes([card]) for card in shown] + [b""] * (field - len(shown))
        return State((stock, *piles), 52 - len(cards))

    return late


def _open_piles(pairs: Relation) -> Callable[[State, Random], State]:
    """Return few cards on open piles that are no higher than they were dealt."""

    def late(state: State, chance: Random) -> State:
        cards = _pairs_left(pairs, state, chance)
        places = [i for i, pile in enumerate(state.piles) for _ in pile]
        piles = [b""] * len(state.piles)
        for card, place in zip(cards, chance.sample(places, len(cards)), strict=True):
            piles[place] += bytes([card])
        return State(tuple(piles), 52 - len(cards))

    return late


def _worn(*rows: int, pays: bool = False) -> Callable[[State, Random], State]:
    """Return pyramids without their lower rows; `rows` are the first piles, and the end.

    The stock is short, and a card lies on the waste behind it.  Where it `pays` that cards leave
    the game, they have paid, and all may be gone but two that go together.
    """

    def late(state: State, chance: Random) -> State:
        piles = list(state.piles)
        row = chance.randrange(len(rows) - 1)
        piles[rows[row + 1] :] = [b""] * (len(piles) - rows[row + 1])
        piles[rows[row] : rows[row + 1]] = map(_top_up, piles[rows[row] : rows[row + 1]])
        short = chance.randrange(12)
        piles[0], piles[1] = piles[0][:short], piles[0][short : short + 1].translate(TURN_UP)
        if pays and row == 0:  # nearly won
            last = chance.randrange(1, KING + 1)
            piles[:] = [bytes([KING - last | DOWN]) if last < KING else b""] + [b""] * 30
            piles[rows[0]] = bytes([last])
        return State(tuple(piles), 52 - len(b"".join(piles)) if pays else 0)

    return late


def _worn_peaks(state: State, chance: Random) -> State:
    """Triple Peaks: without some of the lower rows, whose cards lie under the run."""
    piles = list(state.piles)
    first, end = chance.choice(((3, 6), (3, 6), (6, 12), (12, 21)))
    short = chance.randrange(20)
    gone = b"".join([piles[0][short:], *piles[end:]])
    piles[0], piles[1] = piles[0][:short], bytes(card | DOWN for card in gone)
    piles[end:] = [b""] * (31 - end)
    piles[first:end] = map(_top_up, piles[first:end])
    return State(tuple(piles), chance.randrange(40))


def _short_piles(tableau: range, stock: int) -> Callable[[State, Random], State]:
    """Golf, Thieves: few cards left on each pile, and a short stock."""

    def late(state: State, chance: Random) -> State:
        piles = list(state.piles)
        kept = chance.sample(tableau, chance.choice((1, 2, 4, 7)))
        for pile in tableau:
            piles[pile] = piles[pile][: chance.randrange(1, 3)] if pile in kept else b""
        piles[stock] = piles[stock][: chance.randrange(12)]
        return State(tuple(piles))

    return late


def _stepped(state: State, chance: Random) -> State:
    """Hopscotch: foundations that have come far, and the loose cards in the stock and reserve."""
    deck = bytes(card & ~DOWN for pile in state.piles for card in pile)
    piles = [b""] * 10
    for step in range(1, 5):
        following = [step * i % 13 or KING for i in range(1, 14)]
        for value in following[: chance.choice((1, 10, 12, 12, 13))]:
            card = next(c for c in sorted(deck) if c & RANK == value)
            piles[1 + step] += bytes([card])
            deck = deck.replace(bytes([card]), b"")
    loose = list(deck)
    chance.shuffle(loose)
    short = chance.randrange(6)
    piles[0] = bytes(card | DOWN for card in loose[:short])
    for card in loose[short:]:
        piles[chance.randrange(6, 10)] += bytes([card])
    return State(tuple(piles), sum(map(len, piles[2:6])) - 4)


def _doubled(state: State, chance: Random) -> State:
    """Doublets: a long foundation, and the other cards anywhere."""
    deck = bytes(card & ~DOWN for pile in state.piles for card in pile)
    foundation, value = b"", 2**12 % 13
    for _ in range(chance.randrange(20, 46)):
        card = next(c for c in sorted(deck) if c & RANK == value)
        foundation += bytes([card])
        deck = deck.replace(bytes([card]), b"")
        value = 2 * value % 13
    loose = list(deck)
    chance.shuffle(loose)
    reserve = [bytes([card]) for card in loose[:7]]
    reserve += [b""] * (7 - len(reserve))
    cut = chance.randrange(len(loose[7:]) + 1) if len(loose) > 7 else 0
    stock = bytes(card | DOWN for card in loose[7 : 7 + cut])
    piles = (stock, bytes(loose[7 + cut :]), *reserve[:6], foundation, reserve[6])
    return State(piles, len(foundation), chance.randrange(3))


def _worn_pyramid(state: State, chance: Random) -> State:
    """Thirteen: without some of the lower rows, and with a short stock; or three pairs alone."""
    if chance.random() < 0.3:
        ranks = chance.sample(range(1, 7), 3)
        cards = [value | chance.randrange(4) << 4 for r in ranks for value in (r, KING - r)]
        chance.shuffle(cards)
        stock = bytes(card | DOWN for card in cards[1:])
        return State((stock, b"", bytes(cards[:1]), *[b""] * 27), 52 - len(cards))
    piles = list(state.piles)
    first, end = chance.choice(((2, 3), (3, 5), (5, 8), (8, 12), (12, 17), (17, 23)))
    piles[end:] = [b""] * (30 - end)
    piles[first:end] = map(_top_up, piles[first:end])
    piles[0] = piles[0][: chance.randrange(12)]
    return State(tuple(piles), 52 - len(b"".join(piles)))


def _beyond_the_aces(first: int) -> Callable[[State, Random], State]:
    """Bring each suit's low cards to its foundation, where the aces lie from the start."""

    def late(state: State, chance: Random) -> State:
        piles = list(_on_foundations(first)(state, chance).piles)
        for i in range(4):
            piles[first + i] = piles[first + i] or bytes([1 | i << 4])
        while len(piles[0]) % 4:  # a stock is dealt in fours
            piles[first + 4] += piles[0][-1:].translate(TURN_UP)
            piles[0] = piles[0][:-1]
        return State(tuple(piles), sum(len(pile) - 1 for pile in piles[first : first + 4]))

    return late


def _last_fours(_deal: State, chance: Random) -> State:
    """First Law: some ranks alone, on the piles and in the stock."""
    chosen = chance.sample(range(1, KING + 1), chance.choice((1, 1, 2, 3, 6)))
    cards = [value | s << 4 for value in chosen for s in range(4)]
    chance.shuffle(cards)
    stock = 4 * chance.randrange(len(chosen) + 1)
    piles = [bytes(card | DOWN for card in cards[:stock]), *_cut(cards[stock:], 4, chance)]
    return State(tuple(piles), KING - len(chosen))


def _cut(cards: Sequence[int], parts: int, chance: Random) -> list[Pile]:
    """Cut cards anywhere into so many piles."""
    cuts = sorted(chance.randrange(len(cards) + 1) for _ in range(parts - 1))
    return [bytes(cards[a:b]) for a, b in zip([0, *cuts], [*cuts, len(cards)], strict=True)]


def _high_cards(_deal: State, chance: Random) -> State:
    """Fortunes: the aces and some high cards, on the piles and in the stock."""
    least = chance.choice((7, 11, 13, 14))
    cards = [value | s << 4 for value in (1, *range(least, KING + 1)) for s in range(4)]
    chance.shuffle(cards)
    stock = chance.choice((0, 0, 4 * (KING + 1 - least)))
    piles = [bytes(card | DOWN for card in cards[:stock]), *_cut(cards[stock:], 4, chance)]
    return State(tuple(piles), 52 - len(cards))


def _suits_begun(_deal: State, chance: Random) -> State:
    """Valentine: each suit from the king down for a while, and the rest in the stock."""
    ends = [chance.choice((2, 2, 3, 6)) for _ in range(4)]
    runs = [bytes(v | s << 4 for v in range(KING, end - 1, -1)) for s, end in enumerate(ends)]
    rest = [DOWN | v | s << 4 for s, end in enumerate(ends) for v in range(1, end)]
    chance.shuffle(rest)
    return State((bytes(rest), b"", *runs))


def _nearly_in_line(_deal: State, chance: Random) -> State:
    """Maze: all in order, but for the gaps and a few cards."""
    line = [bytes([value | s << 4]) for s in range(4) for value in range(1, KING)]
    for _ in range(6):
        line.insert(chance.randrange(len(line) + 1), b"")
    for _ in range(chance.randrange(1, 6)):
        gap = chance.choice([cell for cell, card in enumerate(line) if not card])
        other = chance.randrange(54)
        line[gap], line[other] = line[other], line[gap]
    return _scored("maze", State(tuple(line)))


def _fours_closed(_deal: State, chance: Random) -> State:
    """Pileon: some ranks done with, the other cards mixed in the other piles."""
    ranks = chance.sample(range(1, KING + 1), KING)
    closed = chance.choice((4, 8, 10, 11, 12))
    fours = [bytes(value | s << 4 for s in range(4)) for value in ranks]
    rest = list(b"".join(fours[closed:]))
    chance.shuffle(rest)
    others: list[Pile] = [b""] * (15 - closed)
    for card in rest:
        place = chance.choice([i for i, pile in enumerate(others) if len(pile) < 4])
        others[place] += bytes([card])
    shut = [four[:3] + bytes([four[3] | DOWN]) for four in fours[:closed]]
    return State((*shut, *others), 4 * closed)


def _columns_low(state: State, chance: Random) -> State:
    """Eliminator: all but a few cards on the first foundation."""
    cards = [card for pile in state.piles for card in pile]
    left = chance.choice((2, 4, 8))
    piles = [bytes(cards[left:]), *[b""] * (len(state.piles) - 5), *_cut(cards[:left], 4, chance)]
    return State(tuple(piles), 51 - left)


def _nearly_full(_deal: State, chance: Random) -> State:
    """Poker: rows of good hands, with some cells empty and some cards exchanged."""
    suits = chance.sample(range(4), 4)
    cards = [value | s << 4 for s in suits for value in range(1, KING + 1)]
    for _ in range(chance.choice((0, 0, 2, 9))):
        a, b = chance.randrange(25), chance.randrange(52)
        cards[a], cards[b] = cards[b], cards[a]
    cells = [bytes([card]) for card in cards[:25]]
    rest = cards[25:]
    for cell in chance.sample(range(25), chance.choice((1, 1, 2, 5))):
        rest.append(cells[cell][0])
        cells[cell] = b""
    stock = bytes(card | DOWN for card in rest[:-1])
    return _scored("poker", State((stock, bytes(rest[-1:]), *cells)))


def _castle_stormed(state: State, chance: Random) -> State:
    """Wall: without its lower rows, and some of the guard up or gone."""
    piles = list(state.piles)
    first = chance.choice((38, 23, 8, 8, 4, 4, 1))
    piles[first:53] = [b""] * (53 - first)
    for pile in range(1, first):
        if chance.random() < 0.2:
            piles[pile] = b"" if chance.random() < 0.5 else piles[pile].translate(TURN_UP)
    piles[53] = piles[53][: 3 * chance.randrange(13)]
    return State(tuple(piles), chance.randrange(300))


def _scored(name: str, state: State) -> State:
    """Give a position the score that it has in this engine."""
    score = catalogue.make(name).score
    return state._replace(score=score(state)) if score else state


SLIPS: Final[Mapping[str, Callable[[Words], bool]]] = {
    "doublets": lambda action: action[0] == "drag" and action[2] != 1,
}
"""Actions of the program's that lead to positions which cannot be by the rules; not chosen."""
LATE: Final[Mapping[str, Callable[[State, Random], State]]] = {
    "accordion": _short_row,
    "auld-lang-syne": _beyond_the_aces(1),
    "block-ten": _small_stock(block_ten.PAIRS),
    "cover": _small_stock(same("suit")),
    "cruel": _beyond_the_aces(1),
    "doublets": _doubled,
    "elevator": _worn(2, 3, 5, 8, 12, 17, 23, 30),
    "eliminator": _columns_low,
    "escalator": _worn(2, 3, 5, 8, 12, 17, 23, 30),
    "first-law": _last_fours,
    "fortunes": _high_cards,
    "fourteen": _open_piles(total(14)),
    "freecell": _on_foundations(4),
    "gaps": _rows_begun,
    "gay-gordons": _open_piles(gay_gordons.PAIRS),
    "golf": _short_piles(range(2, 9), 0),
    "helsinki": _small_stock(total(13)),
    "hopscotch": _stepped,
    "jamestown": _small_stock(same("rank")),
    "klondike": _on_foundations(2),
    "maze": _nearly_in_line,
    "monte-carlo": _thin_field,
    "neighbor": _small_stock(total(13)),
    "pileon": _fours_closed,
    "poker": _nearly_full,
    "quatorze": _small_stock(total(14)),
    "scuffle": _beyond_the_aces(1),
    "spider": _sequences_done,
    "thieves": _short_piles(range(7), 7),
    "thirteen": _worn_pyramid,
    "treize": _worn(3, 4, 6, 9, 13, 18, 24, 31, pays=True),
    "triple-peaks": _worn_peaks,
    "valentine": _suits_begun,
    "wall": _castle_stormed,
    "yield": _worn(3, 10, 16, 21, 25, 28, 30, 31, pays=True),
}
"""Clock's ends come up by themselves."""
