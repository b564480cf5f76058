"""What the window's own modules answer, for the page's to be held against: cards and hands."""

import base64
import random
from collections.abc import Iterable, Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any, Final, TypeAlias, cast

import msgspec

from client.board import bubble
from client.board.card_moves import came_from
from client.board.gesture import (
    Answer,
    Carry,
    DoubleClick,
    Drop,
    Gesture,
    Lift,
    Point,
    PutBack,
    SingleClick,
    Stick,
)
from client.board.layout import (
    ASPECT,
    Arrangement,
    Box,
    Spot,
    arrange,
    least_step,
    plan,
    step_over,
)
from client.session.reconnecting import ReconnectPolicy, is_hopeless
from client.session.undo_stack import UndoStack
from client.window.cards.card_face import (
    _LARGE,
    _SMALL,
    _USUAL,
    SEEN,
    Strip,
    _index_within,
    strip_of,
)
from engine import catalogue, handling
from engine.cards import JOKER, RANK, RANK_LABELS, card, card_name, card_text, is_down
from engine.empty_places import dealt_signs
from engine.game import Game
from engine.play import Entry, Play
from engine.state import Action, Click, State
from protocol.curve import Curve
from protocol.wire import pack_action
from server.rooms.races import prompter
from tests.engine.positions import Setting, walk

Json: TypeAlias = Any
GAMES: Final = [entry.name for entry in catalogue.entries()]
SIZES: Final = [
    *((*size, ASPECT) for size in ((1280, 800, 0), (2560, 1440, 37), (800, 1440, 0))),
    *((390, 640, 12, tallest) for tallest in (ASPECT, 1.9)),
    (240, 160, 0, 1.9),
]
"""Width, height, what stays free above, and how tall cards may be."""
STEPS: Final = 24


@cache
def views(name: str) -> tuple[tuple[State, Action, State], ...]:
    """Return a random game as its player sees it: each time before, what was done, and after."""
    game = catalogue.make(name)
    return tuple(
        (game.view(step.before), step.action, game.view(step.after))
        for step in walk(Setting(name, ()), f"web {name}", STEPS)
    )


def base64_piles(piles: Iterable[Sequence[int]]) -> Json:
    """Return piles as messages have them in JSON."""
    return [base64.b64encode(bytes(pile)).decode() for pile in piles]


def layout_message(name: str) -> Json:
    """Return what the server says of a game's places."""
    game = catalogue.make(name)
    signs = dealt_signs(game, views(name)[0][0])
    return msgspec.to_builtins(prompter.layout(1, game, signs))


def choices_message(name: str, view: State) -> Json:
    """Return what the server says may be done in a position."""
    play = Play(catalogue.make(name), None, view)
    racer = SimpleNamespace(play=play, view=view)
    signs = dealt_signs(play.game, views(name)[0][0])
    told = prompter.choices(cast("Any", racer), signs, undo=False)
    return msgspec.to_builtins(told, str_keys=True)


# Cards --------------------------------------------------------------------------------------------


def cards() -> Json:
    """Return each card in texts, and piles in base64."""
    chance = random.Random("web cards")
    known = [card for card in range(256) if is_down(card) or card & RANK <= JOKER]
    piles = [[chance.choice(known) for _ in range(length)] for length in range(40)]
    return {
        "cards": [[card, card_text(card), card_name(card)] for card in known if card & RANK < 15],
        "piles": list(zip(piles, base64_piles(piles), strict=True)),
        "refused": ["A", "AB", "A===", "A A=", "_-==", "Dw==", "é"],
    }


# Strips -------------------------------------------------------------------------------------------


STRIPS: Final = (
    (card(9, 2), "AJQK"),
    (card(10, 0), "AJQK"),
    (card(12, 3), "AJQK"),
    (card(11, 1), "AWDK"),
    (card(13, 2), "AVDR"),
)
"""Cards, each with the letters of a language."""


def strips() -> Json:
    """Return what is seen of covered cards, and where the window draws their index then."""
    chance = random.Random("web strips")
    steps = [(0, 0), (3, 4), (0, 9), (7, 0), (0, 70), (58, 0)]
    steps += [(chance.choice((0, n)), 0 if n % 2 else n) for n in range(1, 80)]
    seen = [(*step, width, strip_of(*step, width)) for step in steps for width in (23, 64, 125)]
    indices = []
    for deck, sizes in (("classic", _USUAL), ("bold", _SMALL), ("large-index", _LARGE)):
        for side, enough in (("top", sizes.down), ("left", sizes.right)):
            for strip in (Strip(cast("Any", side), n) for n in SEEN):
                for shown, letters in STRIPS:
                    labels = (letters[0], *RANK_LABELS[1:10], *letters[1:])
                    rank, suit = shown & RANK, shown >> 4 & 3
                    box = _index_within(rank, suit, labels, sizes, strip).boundingRect()
                    drawn = (
                        {"right": box.right(), "top": box.top()} if strip.seen < enough else None
                    )
                    indices.append([deck, shown, letters, strip._asdict(), drawn])
    return {
        "strips": [[*step, strip and strip._asdict()] for *step, strip in seen],
        "indices": indices,
    }


# Words beside cards -------------------------------------------------------------------------------


def words_placed() -> Json:
    """Return where words of many sizes stand beside cards, and beside nothing."""
    chance = random.Random("web bubble")

    def boxes(most: int) -> list[Box]:
        made = (chance.choices(range(400), k=4) for _ in range(chance.randint(0, most)))
        return [Box(*sides) for sides in made]

    told = []
    for _ in range(200):
        size, table = (
            (chance.randint(20, 300), chance.randint(20, 90)),
            (chance.randint(320, 900), 500),
        )
        about, others = boxes(2), boxes(9)
        told.append([size, table, about, others, bubble.place(size, table, about, others)])
    return told


# Layout -------------------------------------------------------------------------------------------


def layout() -> Json:
    """Return where all cards of all games lie, and what is hit there."""
    return [_game_layout(name) for name in GAMES]


def _game_layout(name: str) -> Json:
    chance = random.Random(f"web layout {name}")
    game = catalogue.make(name)
    met = views(name)
    positions = [met[0][0], met[len(met) // 2][2], chance.choice(met)[2]]
    piled = _heaped(game, chance)
    told = [base64_piles(piles) for piles in (*(state.piles for state in positions), piled)]
    tables = []
    for width, height, top, tallest in SIZES:
        table = plan(game.places, width, height, top=top, tallest=tallest)
        laid = [arrange(table, state.piles) for state in positions]
        laid.append(arrange(table, piled))
        arranged = [
            _arranged(each, piles, chance)
            for each, piles in zip(laid, (*(s.piles for s in positions), piled), strict=True)
        ]
        tables.append(
            {
                "size": [width, height, top, tallest],
                "card": table.card,
                "bases": table.bases,
                "rooms": table.rooms,
                "over": table.over,
                "arranged": arranged,
            }
        )
    return {"layout": layout_message(name), "positions": told, "tables": tables}


def _heaped(game: Game, chance: random.Random) -> tuple[bytes, ...]:
    """Return piles that are longer than they get in the game, so that they are squeezed."""
    deal = [0x80, 0x80, 0x80, 0x00, *game.deck]
    return tuple(
        bytes(chance.choices(deal, k=chance.choice((0, 1, 2, 5, 13, 30)))) for _ in game.places
    )


def _arranged(laid: Arrangement, piles: Sequence[bytes], chance: random.Random) -> Json:
    table = laid.table
    points = [(chance.uniform(0, table.width), chance.uniform(0, table.height)) for _ in range(6)]
    drops = []
    for x, y in points[:3]:
        held = Box(int(x) - 3, int(y) - 2, *table.card)
        source = chance.randrange(len(piles))
        legal = chance.sample(range(len(piles)), chance.randrange(min(4, len(piles))))
        drops.append([held, [x, y], source, legal, laid.drop_target(held, x, y, source, legal)])
    return {
        "at": laid.at,
        "hits": [[x, y, _spot(laid.hit(x, y))] for x, y in points],
        "drops": drops,
        "step over": [step_over(table, piles, pile) for pile in range(len(piles))],
        "least step": [least_step(*pair) for pair in zip(piles, laid.at, strict=True)],
    }


def _spot(spot: Spot | None) -> Json:
    return None if spot is None else {"pile": spot.pile, "card": spot.card}


# What may be done -------------------------------------------------------------------------------


def choices() -> Json:
    """Return what a hand may do in some positions of all games, and what a click does there."""
    return [_game_choices(name) for name in GAMES]


def _game_choices(name: str) -> Json:
    game, positions = catalogue.make(name), []
    for _, _, view in views(name)[::6]:
        if game.outcome(view) is not None:
            continue
        lifts = []
        for pile, place in enumerate(game.places):
            for count in place.take(view, pile):
                action = handling.click(game, view, pile, count)
                lifts.append([pile, count, None if action is None else pack_action(action)])
        button = handling.button_action(game) if handling.button_works(game, view) else None
        positions.append(
            {
                "choices": choices_message(name, view),
                "lifts": lifts,
                "legal": [pack_action(action) for action in game.legal_actions(view)],
                "button": None if button is None else pack_action(button),
            }
        )
    return {"layout": layout_message(name), "positions": positions}


# Where cards came from ----------------------------------------------------------------------------


def card_moves() -> Json:
    """Return where cards came from, one move after the other and after several at once."""
    return [case for name in GAMES for case in _moves_of(name)]


def _moves_of(name: str) -> Iterable[Json]:
    met = views(name)
    states = [met[0][0], *(after for _, _, after in met)]
    chance = random.Random(f"web moves {name}")
    pairs = [(before.piles, after.piles) for before, _, after in met[:12]]
    pairs += [(chance.choice(states).piles, chance.choice(states).piles) for _ in range(4)]
    deck = [0x80, 0x00, *catalogue.make(name).deck]
    for _ in range(2):
        before, after = (
            tuple(bytes(chance.choices(deck, k=chance.randrange(6))) for _ in met[0][0].piles)
            for _ in range(2)
        )
        pairs.append((before, after))
    for before, after in pairs:
        origins = came_from(before, after)
        told = [
            [_spot(origins.get(Spot(pile, card))) for card in range(len(cards))]
            for pile, cards in enumerate(after)
        ]
        yield [base64_piles(before), base64_piles(after), told]


# Hands --------------------------------------------------------------------------------------------

EVENTS: Final[dict[type, tuple[str, ...]]] = {
    Lift: ("lift", "source", "at"),
    Stick: ("stick", "source"),
    Carry: ("carry", "source", "at"),
    Drop: ("drop", "source", "target", "at"),
    PutBack: ("put back", "source"),
    SingleClick: ("click", "place"),
    DoubleClick: ("double-click", "place"),
}


def gestures() -> Json:
    """Return what random hands do, near all thresholds, and what it means."""
    chance = random.Random("web hands")
    return [_hand(chance) for _ in range(1500)]


def _hand(chance: random.Random) -> Json:
    gesture = Gesture[int]()
    time, at = chance.choice((0.0, 100.2, 1e6 + 1 / 3)), Point(1.0, 1.0)
    done = []
    for _ in range(chance.randrange(2, 14)):
        time += chance.choice((0.0, 0.1, 0.2, 0.2 + 1e-7, 0.2 + 1e-5, 0.4, 1.0, 1.0001, 0.0078125))
        if chance.random() < 0.5:
            at = Point(at.x + _stray(chance), at.y + _stray(chance))
        place = chance.choice((None, 1, 2, 3))
        what = chance.choice(("press", "press", "release", "release", "release", "move", "cancel"))
        liftable, takes = chance.random() < 0.8, chance.random() < 0.5
        right_on = chance.random() < 0.5
        match what:
            case "press":
                answer = gesture.press(time, at, place, liftable=liftable, takes=takes)
            case "release":
                answer = gesture.release(time, at, place, takes=takes, right_on=right_on)
            case "move":
                answer = gesture.move(at)
            case _:
                answer = gesture.cancel()
        known = [liftable, takes, right_on]
        done.append([what, time, at._asdict(), place, *known, _told(answer)])
    return done


def _stray(chance: random.Random) -> float:
    sixths = (1 / 6, -1 / 6, 1 / 6 - 1e-7, 1 / 6 - 1e-5)
    return chance.choice((0.0, 0.1, -0.1, *sixths, 1.5, 0.15625, 1.0, 1 - 1e-7, 1e-5 - 1))


def _told(answer: Answer[int]) -> Json:
    told = []
    for event in answer:
        kind, *names = EVENTS[type(event)]
        values = [v._asdict() if isinstance(v, Point) else v for v in _values(event)]
        told.append({"type": kind, **dict(zip(names, values, strict=True))})
    return told


def _values(event: Any) -> list[Any]:
    return [getattr(event, name) for name in event.__dataclass_fields__]


def rounding() -> Json:
    """Return numbers that Python has rounded, those that lie between two among them."""
    chance = random.Random("web rounding")
    halves = [n / 2 for n in range(-9, 10)] + [chance.uniform(-99, 99) for _ in range(200)]
    fine = [n / 128 for n in range(-40, 41)] + [chance.uniform(-9, 9) for _ in range(200)]
    return {
        "whole": [[value, round(value)] for value in halves],
        "settled": [[value, round(value, 6)] for value in [*fine, 1e6 + 1 / 128, 100.2 - 100.0]],
    }


# The line -----------------------------------------------------------------------------------------


def reconnecting() -> Json:
    """Return the pauses between tries, and which problems make them pointless."""
    chance = random.Random("web pauses")
    policy = ReconnectPolicy()
    tries = [(failures, chance.random()) for failures in range(9)]
    codes = ["banned", "replaced", "name taken", "wrong password", "too fast", "server full", ""]
    return {
        "pauses": [[failures, share, policy.pause(failures, share)] for failures, share in tries],
        "hopeless": [[c, w, is_hopeless(c, welcomed=w)] for c in codes for w in (True, False)],
    }


def undo_stack() -> Json:
    """Return random actions and undos, and each time what could be done again."""
    told = []
    for seed in range(50):
        chance, line, done = random.Random(f"web undo {seed}"), UndoStack(), []
        for _ in range(40):
            entry: Entry = Click(chance.randrange(3)) if chance.random() < 0.5 else "undo"
            if line.redoable is not None and chance.random() < 0.3:
                entry = line.redoable
            line.enter(entry)
            again = None if line.redoable is None else pack_action(line.redoable)
            done.append([entry if entry == "undo" else pack_action(entry), again])
        told.append(done)
    return told


def curves() -> Json:
    """Return how scores went, in as many points as are kept."""
    told = []
    for seed in range(6):
        chance, at = random.Random(f"web curve {seed}"), 0
        curve, added = Curve([(0, 0)]), []
        for _ in range(60 * 3**seed):
            at += chance.randrange(1, 400)
            added.append((at, chance.randrange(-3, 40)))
            curve.add(*added[-1])
        told.append([added, curve.points])
    return told
