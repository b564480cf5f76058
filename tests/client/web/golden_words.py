"""What the window says, for the page to say the same: texts, numbers, boards."""

import asyncio
import random
import string
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, get_args

import msgspec

from client.board.cursor import rows
from client.board.layout import Spot
from client.board.spoken import Speaker
from client.session.attendance import Attendance, News, add_news
from client.session.recording import Recording, moment_after, moment_before
from client.window.widgets.move_list import _Moves as Moves
from client.words import commentary, texts, translation
from client.words.keys import slug
from client.words.refusals import refusal_text
from client.words.translation import available, best_of, load, read, translate
from engine import catalogue, handling
from engine.cards import RANK, deck
from engine.game import Game
from engine.reasons import AT_ONCE, FACE_DOWN, ONLY, Reason
from engine.relations import accept
from engine.state import State
from harness.fakes import room
from harness.replays import rambled
from protocol.messages import FIRST_GHOST, Member, Replay, Standing, Status
from protocol.wire import pack_action
from server.reception.playback import play_back
from tests.client.web.golden import (
    GAMES,
    Json,
    base64_piles,
    choices_message,
    layout_message,
    views,
)
from tools.texts.client_texts import Text
from tools.texts.translations import all_texts, keyed

NAMES: Final = ("", "Ada", "Bob", "Zoë", "O'Neil", "Cleo 2")
REPLAYED: Final = ("klondike", "spider", "montana", "thirteens", "canfield", "clock", "accordion")
COUNTS: Final = (0, 1, 2, 5, 11, 21, 100)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language, and English again."""
    translation.use(None if language == "en" else load(language))
    try:
        yield
    finally:
        translation.use(None)


# Texts --------------------------------------------------------------------------------------------


def words() -> Json:
    """Return every text in each language, with what goes into it and all counts."""
    known = keyed(all_texts(), read("en"))
    wanted = [["de-AT"], ["pt-PT", "de"], ["xx", "fr"], ["ja"], ["xx"], [], ["en-GB", "de"]]
    return {
        "languages": {each: dict(read(each)) for each in available()},
        "texts": {each: _spoken_texts(each, known) for each in available()},
        "slugs": [[text.text, slug(text.text)] for text in known.values()],
        "best": [[each, best_of(each)] for each in wanted],
    }


def _spoken_texts(language: str, known: dict[str, Text]) -> Json:
    with speaking(language):
        return [case for key, text in known.items() for case in _text(key, text)]


def _text(key: str, text: Text) -> Iterator[Json]:
    try:
        names = {name for _, name, _, _ in string.Formatter().parse(text.text) if name}
    except ValueError:  # a brace alone
        names = set()
    values = {name: f"<{name} %n {{{name}}}>" for name in sorted(names)}
    for n in COUNTS if text.plural else (-1,):
        said = translate(text.context, text.text, text.comment, n)
        filled = said.format(**values) if names else said
        yield [key, text.context, text.text, text.comment, n, values, said, filled]


def numbers() -> Json:
    """Return times, places, points and cards in words, in each language."""
    chance = random.Random("web numbers")
    seconds = [0, 1, 2, 59, 60, 61, 119, 120, 121, 3599, 3600, 3661, 86400, 90]
    seconds += [chance.randrange(20000) for _ in range(30)]
    told = {}
    for language in available():
        with speaking(language):
            told[language] = {
                "seconds": [
                    [
                        n,
                        texts.clock(n),
                        texts.duration(n),
                        commentary.time_text(n + 0.5),
                        texts.stopping_text(n),
                    ]
                    for n in seconds
                ],
                "stopwatch": [[97 * n, texts.stopwatch(97 * n)] for n in seconds],
                "reached": [[n, texts.reached_at(n)] for n in (0, 97, 60_000)],
                "dates": [[date, texts.date_text(*date)] for date in ((2026, 1, 9), (999, 12, 31))],
                "ordinals": [[n, texts.ordinal(n)] for n in range(125)],
                "titles": [[name, texts.game_title(name)] for name in (*GAMES, "unheard-of")],
                "points": [[n, texts.points_text(n)] for n in (-3, -1, *COUNTS)],
                "cards": [
                    [card, texts.card_words(card), texts.card_sign(card)]
                    for card in (*deck(2), 0x80, 0, 14, 0x1E)
                ],
                "phases": {
                    "lobby": texts.phase_text("lobby"),
                    "countdown": texts.phase_text("countdown"),
                    "running": texts.phase_text("running"),
                    "finished": texts.phase_text("finished"),
                },
                "statuses": {
                    "racing": [texts.status_text("racing"), texts.status_words("racing")],
                    "won": [texts.status_text("won"), texts.status_words("won")],
                    "stuck": [texts.status_text("stuck"), texts.status_words("stuck")],
                    "gave up": [texts.status_text("gave up"), texts.status_words("gave up")],
                },
                "refusals": [
                    [
                        reason.text,
                        list(filter(reason.cards.__getitem__, deck())),
                        reason.number,
                        refusal_text(reason),
                    ]
                    for reason in _refusals()
                ],
                "reasons": [
                    [reason, texts.reason_text(reason)]
                    for reason in ("these cards can't be taken", "that doesn't go there", "so what")
                ],
            }
    return told


def commented() -> Json:
    """Return what is said of rooms and races, in each language."""
    chance, told = random.Random("web commentary"), {}
    for language in available():
        with speaking(language):
            told[language] = [_comment(chance) for _ in range(30)]
    return told


def _comment(chance: random.Random) -> Json:
    rooms = [[_member(chance, p) for p in range(1, 6) if chance.random() < 0.7] for _ in range(2)]
    ids = range(1, chance.randrange(2, 6))
    races = [[_standing(chance, p) for p in ids] for _ in range(2)]
    own = chance.choice((0, 1, 2))
    stand = (races[1], own, chance.uniform(0, 7000), chance.uniform(0, 400), chance.randrange(99))
    return {
        "rooms": msgspec.to_builtins(rooms),
        "races": msgspec.to_builtins(races),
        "own": own,
        "stand": msgspec.to_builtins(stand),
        "came": commentary.room_news(rooms[0], rooms[1], own),
        "rivals": commentary.rival_news(races[0], races[1], own),
        "stands": commentary.standing_text(*stand),
        "results": commentary.results_text(races[1], own),
    }


def attended() -> Json:
    """Return for each language what the chats of some rooms say of who came and left."""
    chance, told = random.Random("web attendance"), {}
    for language in available():
        with speaking(language):
            told[language] = [_attended(chance, own=chance.choice((0, 1, 2))) for _ in range(20)]
    return told


def _attended(chance: random.Random, own: int) -> Json:
    """Return who is in a room at some moments, and what the chat says of who came and left."""
    attendance, lines, now = Attendance(), list[str | News](), 0
    steps = list[Json]()
    for _ in range(8):
        members = [_member(chance, player) for player in range(1, 16) if chance.random() < 0.5]
        now += chance.choice((1, 20, 59, 60, 100))
        add_news(lines, attendance.note(room(*members), own, now))
        if said := chance.random() < 0.4:
            lines.append("–")
        steps.append([msgspec.to_builtins(members), said, now])
    told = [line if isinstance(line, str) else line.text for line in lines]
    return {"own": own, "steps": steps, "told": told}


def _member(chance: random.Random, player: int) -> Member:
    seated, ready, connected = (chance.random() < 0.6 for _ in range(3))
    name = NAMES[player % len(NAMES)]
    return Member(player, name, seated=seated, ready=ready, connected=connected)


def _standing(chance: random.Random, player: int) -> Standing:
    status = chance.choice(("racing", "racing", *get_args(Status)))
    milliseconds, place = chance.randrange(9_000_000), chance.randrange(5)
    score, bot = chance.randrange(-2, 60), chance.random() < 0.4
    who = FIRST_GHOST + player if player and chance.random() < 0.2 else player
    return Standing(
        who, NAMES[player], status, score, place, milliseconds=milliseconds, moves=3, bot=bot
    )


def _refusals() -> list[Reason]:
    """Return reasons with all that may be put into them."""
    chance = random.Random("web refusals")
    ranks = [[], [13], [1, 13], [9], [2, 3, 4, 5], [2, 3, 4, 5, 6], [*range(1, 14)]]
    suits = [[], [0], [1, 2], [0, 3], [0, 2, 3], [0, 1], [0, 1, 2, 3]]
    kinds = [{suit << 4 | rank for suit in s for rank in r} for s in suits for r in ranks]
    kinds += [set(chance.sample(deck(), 3)) for _ in range(10)]
    kinds.append({card for card in deck() if card & RANK == 13 or card >> 4 & 3 == 2})
    welcome = [accept(lambda card, some=kind: card & 0x3F in some) for kind in kinds]  # type: ignore[misc]
    said = [Reason(ONLY, cards) for cards in welcome]
    return [
        *said,
        *(Reason(AT_ONCE, number=n) for n in COUNTS),
        Reason(FACE_DOWN),
        Reason("so what"),
    ]


# Replays ------------------------------------------------------------------------------------------


def replays() -> Json:
    """Return races of several games as the server tells them, and what the window makes of them."""
    return [_replay(rambled(name, 300)) for name in REPLAYED]


def _replay(replay: Replay) -> Json:
    chance, recording, moves = (
        random.Random(f"web replay {replay.game}"),
        Recording(replay),
        Moves(),
    )
    moments = [
        *recording.times[:3],
        *(chance.randrange(-5, recording.length + 9) for _ in range(9)),
    ]
    moves.show_recording(recording)
    return {
        "replay": msgspec.to_builtins(replay),
        "parts": asyncio.run(_parts(replay)),
        "positions": [
            {
                "piles": base64_piles(view.piles),
                "score": view.score,
                "redeals": view.redeals,
                "marks": view.marks,
            }
            for view in recording.views
        ],
        "times": recording.times,
        "length": recording.length,
        "curve": recording.curve,
        "moments": [
            [
                at,
                recording.number_at(at),
                moment_before([recording], at),
                moment_after([recording], at),
            ]
            for at in moments
        ],
        "moves": [moves.data(moves.index(number)) for number in range(1, moves.rowCount())],
    }


async def _parts(replay: Replay) -> Json:
    return [msgspec.to_builtins(part, str_keys=True) async for part in play_back(replay)]


# Boards -------------------------------------------------------------------------------------------


def in_rows() -> Json:
    """Return the piles of all games in rows."""
    return [[layout_message(name), rows(catalogue.make(name).places)] for name in GAMES]


def spoken() -> Json:
    """Return boards of all games in words, in English, and of every third in German."""
    told = {}
    for language, names in (("en", GAMES), ("de", GAMES[::3])):
        with speaking(language):
            told[language] = [_game(name) for name in names]
    return told


def _game(name: str) -> Json:
    game, chance = catalogue.make(name), random.Random(f"web words {name}")
    speaker = Speaker(game)
    met = views(name)
    positions = []
    for before, action, _ in met[:: max(1, len(met) // 8)]:
        piles = range(len(game.places))
        spots = [
            Spot(pile, chance.randrange(-1, len(before.piles[pile])))
            for pile in chance.choices(piles, k=3)
        ]
        choices = choices_message(name, before)
        held = next(((m[0], m[1], m[2:]) for m in choices["moves"] if len(m) > 2), None)
        over = chance.choice(piles)
        positions.append(
            {
                "piles": base64_piles(before.piles),
                "choices": choices,
                "said": [speaker.pile(before, pile) for pile in piles],
                "spots": [[spot.pile, spot.card, speaker.spot(before, spot)] for spot in spots],
                "whole": [speaker.whole_pile(before, pile) for pile in piles],
                "row": speaker.row(before, over),
                "column": speaker.column(before, over),
                "over": over,
                "places": [[speaker.named(p), speaker.place(before, p)] for p in piles],
                "held": None if held is None else _held(speaker, before, *held, over),
                "action": pack_action(action),
                "advice": speaker.action(before, action),
                "refusal": speaker.refusal(before, action, "so"),
            }
        )
    return {
        "layout": layout_message(name),
        "names": speaker.names,
        "positions": positions,
        "changes": list(_changes(speaker, game, name, chance)),
    }


def _held(
    speaker: Speaker, state: State, pile: int, count: int, targets: list[int], over: int
) -> Json:
    spot = Spot.lowest(state, pile, count)
    return {
        "spot": spot._asdict(),
        "targets": targets,
        "taken": speaker.taken(state, spot, targets),
        "over": speaker.over(state, Spot.top(state, over), spot),
        "back": speaker.over(state, spot, spot),
    }


def _changes(speaker: Speaker, game: Game, name: str, chance: random.Random) -> Iterator[Json]:
    met = views(name)
    pairs = [(before, after) for before, _, after in met]
    pairs += [(after, before) for before, after in pairs[:3]]  # taken back
    pairs += [(chance.choice(pairs)[0], chance.choice(pairs)[1]) for _ in range(3)]
    if (button := handling.button_action(game)) and game.is_legal(met[0][0], button):
        pairs.append((met[0][0], game.view(game.play(met[0][0], button))))
    for before, after in pairs:
        said = speaker.change(before, after)
        yield [base64_piles(before.piles), base64_piles(after.piles), said]
