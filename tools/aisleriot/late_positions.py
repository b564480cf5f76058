"""Late positions of AisleRiot's games, made out of a deal, so that the ends are met too."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Final

from engine import catalogue
from engine.base_card import base_on
from engine.cards import (
    ACE,
    DIAMONDS,
    DOWN,
    JACK,
    KING,
    QUEEN,
    RANK,
    SUIT,
    TURN_UP,
    Pile,
    rank,
    suit,
)
from engine.game import Game
from engine.games import block_ten, gay_gordons, kings_audience
from engine.relations import Relation, same, total
from engine.state import Click, Draft, Move, State
from tools.aisleriot.program import Setting


def late_position(setting: Setting, dealt: State, chance: Random) -> State | None:
    """Return a late position of the game; None where the ends come up by themselves."""
    name = setting.name
    if name in LATE:
        return LATE[name](dealt, chance)
    if name in BUILT_UP:
        return built_up(setting.game, BUILT_UP[name], chance, whole_rows=name in DEALT_BY_ROWS)
    return None


def _on_foundations(
    foundations: Sequence[int], least: int = 0, *, any_base: bool = False
) -> Callable[[State, Random], State]:
    """Bring each suit's low cards to its foundation, at least so many of them.

    With `any_base` the foundations begin with any rank, the same for all (that of a card that
    was dealt there).
    """

    def late(state: State, chance: Random) -> State:
        dealt = [rank(card) for pile in foundations for card in state.piles[pile]]
        base = (dealt[0] - 1 if dealt else chance.randrange(KING)) if any_base else 0
        homes: list[Pile] = []
        for i in range(len(foundations)):
            level = max(least, chance.choice(chance.choice(((0, 5, 9), (10, 11), (12, 13)))))
            values = [(base + step) % KING + 1 for step in range(level)]
            homes.append(bytes(value | i % 4 << 4 for value in values))
        gone = Counter(b"".join(homes))
        piles: list[Pile] = []
        for pile in state.piles:
            kept: list[int] = []
            for card in pile:
                if gone[card & (SUIT | RANK)]:
                    gone[card & (SUIT | RANK)] -= 1
                else:
                    kept.append(card)
            open_pile = pile and pile[-1] < DOWN
            piles.append(_top_up(bytes(kept)) if open_pile else bytes(kept))
        for pile_number, home in zip(foundations, homes, strict=True):
            piles[pile_number] = home
        return State(tuple(piles), sum(map(len, homes)))

    return late


def _rows_left(state: State, chance: Random) -> State:
    """Giant: late, with whole rows left in the stock."""
    made = _on_foundations(range(1, 9))(state, chance)
    piles = list(made.piles)
    for column in range(9, 9 + len(piles[0]) % 8):
        piles[column] += piles[0][-1:].translate(TURN_UP)
        piles[0] = piles[0][:-1]
    return made._replace(piles=tuple(piles))


def _top_up(pile: Pile) -> Pile:
    return pile[:-1] + pile[-1:].translate(TURN_UP)


def _sequences_done(name: str, foundations: range, columns: range) -> Callable[..., State]:
    """Bring most sequences to the foundations of this Spider, and lay the others in pieces."""

    def late(state: State, chance: Random) -> State:
        sequences = _sequences(state, chance)
        most = len(sequences)
        done = chance.choice((0, *range(most - 3, most)))
        pieces = _in_pieces(b"".join(sequences[done:]), chance, len(columns), sound=done < most - 3)
        piles = [b""] * len(state.piles)
        for pile, cards in zip(foundations, sequences[:done], strict=False):
            piles[pile] = cards
        for pile, cards in zip(columns, pieces, strict=False):
            piles[pile] = cards
        return _scored(name, State(tuple(piles)))

    return late


def _sequences(state: State, chance: Random) -> list[Pile]:
    """Return all sequences from king to ace that the cards make up, in any order."""
    suits = [suit(card) for pile in state.piles for card in pile if card & RANK == KING]
    sequences = [bytes(value | s << 4 for value in range(KING, 0, -1)) for s in suits]
    chance.shuffle(sequences)
    return sequences


def _in_pieces(cards: Pile, chance: Random, most: int, *, sound: bool) -> list[Pile]:
    """Cut sequences into so many pieces at most, in any order; `sound` ones once or twice only."""
    if sound:
        extra = max(0, most - len(cards) // KING)
        breaks = chance.sample(range(1, len(cards)), min(extra, chance.randrange(3)))
        cuts = sorted({*range(KING, len(cards), KING), *breaks})
    else:
        cuts = sorted(chance.sample(range(1, len(cards)), chance.randrange(2, most)))
    pieces = [cards[a:b] for a, b in zip([0, *cuts], [*cuts, len(cards)], strict=True)]
    chance.shuffle(pieces)
    return pieces


def _scored(name: str, state: State) -> State:
    """Give a position the score that it has in this engine."""
    score = catalogue.make(name).score
    return state._replace(score=score(state)) if score else state


def _columns_in_order(name: str, columns: range) -> Callable[..., State]:
    """Scorpion and Ten Across: nearly all in order, or in some pieces."""

    def late(state: State, chance: Random) -> State:
        cards = b"".join(_sequences(state, chance))
        pieces = _in_pieces(cards, chance, len(columns), sound=chance.random() < 0.7)
        piles = [b""] * len(state.piles)
        piles[columns.start : columns.start + len(pieces)] = pieces
        return _scored(name, State(tuple(piles)))

    return late


def _mine_dug(state: State, chance: Random) -> State:
    """Diamond Mine: most diamonds are out, and the other suits lie in pieces."""
    out, base = chance.choice((3, 8, 11, 12, 13)), chance.randrange(KING)
    diamonds = [(base + step) % KING + 1 | DIAMONDS << 4 for step in range(KING)]
    left = [bytes([diamond]) for diamond in diamonds[out:]]
    others = b"".join(s for s in _sequences(state, chance) if suit(s[0]) != DIAMONDS)
    breaks = chance.sample(range(1, len(others)), chance.randrange(11 - len(left)))
    cuts = sorted({KING, 2 * KING, *breaks})  # a suit is never built on another one's ace
    pieces = left + [others[a:b] for a, b in zip([0, *cuts], [*cuts, len(others)], strict=True)]
    chance.shuffle(pieces)
    piles = [bytes(diamonds[:out]), *pieces, *[b""] * (13 - len(pieces))]
    return _scored("diamond-mine", State(tuple(piles)))


def _pairs_gone(state: State, chance: Random) -> State:
    """Isabel: without most of the pairs."""
    gone = {value: chance.choice((0, 2, 4, 4, 4)) for value in range(1, KING + 1)}
    piles: list[Pile] = []
    for pile in state.piles:
        kept: list[int] = []
        for card in pile:
            if gone[rank(card)]:
                gone[rank(card)] -= 1
            else:
                kept.append(card)
        piles.append(_top_up(bytes(kept)))
    return _scored("isabel", State(tuple(piles)))


def _rows_begun(state: State, chance: Random) -> State:
    """Gaps: each row well under way, the loose cards and gaps anywhere behind."""
    level = [chance.choice((1, 5, 10, 11, 12, 13)) for _ in range(4)]
    loose = [pile for pile in state.piles if not pile or rank(pile[0]) > level[suit(pile[0])]]
    chance.shuffle(loose)
    piles: list[Pile] = []
    for row, top in enumerate(level):
        piles += [bytes([value | row << 4]) for value in range(2, top + 1)]
        piles += [loose.pop() for _ in range(14 - top)]
    return _scored("gaps", State(tuple(piles), redeals=chance.randrange(3)))


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
        piles = list(_on_foundations(range(first, first + 4))(state, chance).piles)
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


def _audience_given(state: State, chance: Random) -> State:
    """King's Audience: some couples on their thrones, and jacks in various states of descent."""
    level = [chance.choice((0, 0, 2, 3, 8, 11)) for _ in range(4)]
    royal = [chance.random() < 0.7 for _ in range(4)]
    gone = [
        [KING, QUEEN] * royal[s] + [ACE, *range(JACK, low - 1, -1)] * bool(low)
        for s, low in enumerate(level)
    ]
    piles = [bytes(c for c in p if c & RANK not in gone[suit(c)]) for p in state.piles]
    couples = [bytes([KING | s << 4, QUEEN | s << 4]) for s in range(4) if royal[s]]
    lines = [
        bytes(value | s << 4 for value in [ACE, *range(JACK, low - 1, -1)])
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
                if place.fits is None or place.fits.allows(lifted, source, 1, target):
                    yield source, at, target


def settled(game: Game, state: State) -> State:
    """Return the position after what happens there by itself, with its score."""
    draft = Draft(state, "late")
    while any(rule(draft) for rule in game.after):
        pass
    if game.score:
        draft.score = game.score(draft.freeze())
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


def _suits_from_kings(_deal: State, chance: Random) -> State:
    """Valentine: each suit from the king down for a while, and the rest in the stock."""
    ends = [chance.choice((2, 2, 3, 6)) for _ in range(4)]
    runs = [bytes(v | s << 4 for v in range(KING, end - 1, -1)) for s, end in enumerate(ends)]
    rest = [DOWN | v | s << 4 for s, end in enumerate(ends) for v in range(1, end)]
    chance.shuffle(rest)
    return State((bytes(rest), b"", *runs))


def _suits_begun(name: str) -> Callable[[State, Random], State]:
    """Bring each suit's first cards to its foundation, from the base card on, if there is one."""

    def late(state: State, chance: Random) -> State:
        game = catalogue.make(name)
        piles = list(state.piles)
        foundations = [i for i, place in enumerate(game.places) if place.kind == "foundation"]
        first = base_on(foundations, remembered=True)(state) or (
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
            draft.score = game.score(draft.freeze())
        else:
            draft.score = sum(
                len(cards) * place.points
                for cards, place in zip(draft.piles, game.places, strict=True)
            )
        return draft.freeze()

    return late


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
    "accordion": _short_row,
    "auld-lang-syne": _beyond_the_aces(1),
    "bakers-dozen": _on_foundations(range(4)),
    "bakers-game": _on_foundations(range(4, 8)),
    "bear-river": _on_foundations(range(4), 1, any_base=True),
    "beleaguered-castle": _on_foundations(range(1, 12, 3), 1),
    "block-ten": _small_stock(block_ten.PAIRS),
    "camelot": _knights_seated,
    "chessboard": _on_foundations(range(3, 13, 3), any_base=True),
    "cover": _small_stock(same("suit")),
    "cruel": _beyond_the_aces(1),
    "diamond-mine": _mine_dug,
    "doublets": _doubled,
    "eight-off": _on_foundations(range(4)),
    "elevator": _worn(2, 3, 5, 8, 12, 17, 23, 30),
    "eliminator": _columns_low,
    "escalator": _worn(2, 3, 5, 8, 12, 17, 23, 30),
    "first-law": _last_fours,
    "fortress": _on_foundations(range(3, 13, 3)),
    "fortunes": _high_cards,
    "fourteen": _open_piles(total(14)),
    "freecell": _on_foundations(range(4, 8)),
    "gaps": _rows_begun,
    "gay-gordons": _open_piles(gay_gordons.PAIRS),
    "giant": _rows_left,
    "golf": _short_piles(range(2, 9), 0),
    "helsinki": _small_stock(total(13)),
    "hopscotch": _stepped,
    "isabel": _pairs_gone,
    "jamestown": _small_stock(same("rank")),
    "king-albert": _on_foundations(range(4)),
    "kings-audience": _audience_given,
    "klondike": _on_foundations(range(2, 6)),
    "maze": _nearly_in_line,
    "monte-carlo": _thin_field,
    "neighbor": _small_stock(total(13)),
    "odessa": _on_foundations((0, 8, 9, 10), 1),
    "pileon": _fours_closed,
    "poker": _nearly_full,
    "quatorze": _small_stock(total(14)),
    "scorpion": _columns_in_order("scorpion", range(1, 8)),
    "scuffle": _beyond_the_aces(1),
    "seahaven": _on_foundations((0, 1, 6, 7)),
    "spider": _sequences_done("spider", range(1, 9), range(9, 19)),
    "spider-three-decks": _sequences_done("spider-three-decks", range(1, 13), range(13, 25)),
    "spiderette": _sequences_done("spiderette", range(1, 5), range(5, 12)),
    "streets-and-alleys": _on_foundations(range(1, 12, 3)),
    "ten-across": _columns_in_order("ten-across", range(2, 12)),
    "thieves": _short_piles(range(7), 7),
    "thirteen": _worn_pyramid,
    "treize": _worn(3, 4, 6, 9, 13, 18, 24, 31, pays=True),
    "triple-peaks": _worn_peaks,
    "valentine": _suits_from_kings,
    "wall": _castle_stormed,
    "will-o-the-wisp": _sequences_done("will-o-the-wisp", range(1, 5), range(5, 12)),
    "yield": _worn(3, 10, 16, 21, 25, 28, 30, 31, pays=True),
    "yukon": _on_foundations((0, 8, 9, 10)),
    **{name: _suits_begun(name) for name in BEGUN},
}
"""How a late position is made out of a deal, by game."""
