"""What the window says of games and rooms, for the page to say the same."""

import random
import string
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final, get_args, get_type_hints
from unittest.mock import patch

import msgspec
import segno
from msgspec.structs import replace
from segno import encoder

from client.window.widgets.members import remarks
from client.words import deals, room_kinds, texts
from client.words import evening as words
from client.words.absence import Known, missed_text
from client.words.game_search import Wanted
from client.words.translation import available
from engine import catalogue
from protocol.deals import deals_of
from protocol.messages import (
    Deals,
    Evening,
    Member,
    Phase,
    RoomState,
    Series,
    SeriesGame,
    Settings,
    Standing,
    Status,
)
from tests.client.evenings import RACES, Told
from tests.client.web.golden import Json
from tests.client.web.golden_words import speaking

LENGTHS: Final = (1, 14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106, 122, 123, 152, 180, 181, 213)
"""Bytes: each version's most, and the least of the next one."""
MASKS: Final = range(8)
ENDS: Final[tuple[Status, ...]] = get_args(Status)
KINDS: Final[tuple[Deals, ...]] = get_args(Deals)


def games() -> Json:
    """Return what is told of each game, in each language."""
    told = {}
    for language in available():
        with speaking(language):
            told[language] = {
                "games": [
                    {
                        "name": entry.name,
                        "facts": texts.facts_text(entry),
                        "rules": texts.rules_text(entry),
                        "tip": texts.tip_text(entry),
                        "chosen": [
                            [
                                options,
                                texts.options_text(entry.name, options),
                                texts.brief_options_text(entry.name, options),
                            ]
                            for options in entry.settings()
                        ],
                    }
                    for entry in catalogue.entries()
                ],
                "decks": [texts.decks_text(number) for number in range(1, 6)],
            }
    return told


def searches() -> Json:
    """Return what searches find, in each language."""
    entries = catalogue.entries()
    names = [entry.name for entry in entries]
    wanted: list[dict[str, Any]] = [
        *({"text": text} for text in ("", "three deck", "kings", "freecell", "free  CELL", "x y")),
        *({"text": text} for text in ("golf", "klon", "löwe", "d’a", "13")),
        *({"decks": decks} for decks in (1, 2, 3, 9)),
        {"hidden": True, "family": "Spider"},
        {"hidden": False, "text": "a"},
        {"names": names[30:20:-1]},
        {"names": names[::7], "text": "e"},
        {"names": []},
    ]
    found = {}
    for language in available():
        with speaking(language):
            found[language] = [
                {"wanted": each, "found": [entry.name for entry in Wanted(**each).find(entries)]}
                for each in wanted
            ]
    return found


def rooms() -> Json:
    """Return settings line by line, and what there is to say of members."""
    chance = random.Random("web rooms")
    chosen = [_settings(chance) for _ in range(40)]
    members = [_member(chance) for _ in range(40)]
    watched = [
        RoomState("ABCDEF", chosen[0], 1, "running", members[:seen], guests=guests)
        for seen in (0, 1, 2, 5, 9)
        for guests in (0, 1, 2, 40)
    ]
    told = {}
    for language in available():
        with speaking(language):
            told[language] = {
                "settings": [
                    [msgspec.to_builtins(each), texts.settings_lines(each)] for each in chosen
                ],
                "changes": [
                    [*msgspec.to_builtins(pair), texts.settings_news(*pair)]
                    for pair in pairwise(chosen)
                ],
                "members": [
                    [msgspec.to_builtins(each), host, 2, remarks(each, host, 2)]
                    for each in members
                    for host in (1, 2)
                ],
                "kinds": [
                    [msgspec.to_builtins(each), room_kinds.kind_text(each)] for each in chosen
                ],
                "watching": [
                    [msgspec.to_builtins(each), texts.watching_text(each)] for each in watched
                ],
            }
    return told


def _settings(chance: random.Random) -> Settings:
    entry = chance.choice(catalogue.entries())
    return Settings(
        entry.name,
        chance.choice(entry.settings()),
        time_limit=chance.choice((10, 90, 120, 147, 900, 7200)),
        seats=chance.randint(1, 16),
        countdown=chance.choice((0, 1, 5, 30)),
        show_boards=chance.random() < 0.5,
        undo=chance.random() < 0.5,
        hints=chance.random() < 0.5,
        delay=chance.choice((0, 0, 30, 300)),
        listed=chance.random() < 0.5,
        same_address=chance.choice((None, True, False)),
        deals=chance.choice(KINDS),
        rated=chance.random() < 0.5,
    )


def _member(chance: random.Random) -> Member:
    flags = {
        name: chance.random() < 0.5 for name in ("seated", "ready", "connected", "bot", "muted")
    }
    return Member(chance.randint(1, 3), "Ada", **flags, level=chance.randrange(6))


def kinds() -> Json:
    """Return what is said of each kind of deals, and of solutions and searches for one."""
    told = {}
    for language in available():
        with speaking(language):
            told[language] = {
                "kinds": [
                    [
                        kind,
                        deals.deals_title(kind),
                        deals.deals_text(kind),
                        deals.deals_line(kind),
                        deals.deals_help(kind),
                    ]
                    for kind in (*KINDS, "of-tomorrow")
                ],
                "none": [deals.no_deals_text(by_options=known) for known in (True, False)],
                "solution": [deals.solution_name()],
                "moves": [[count, deals.solution_text(count)] for count in (1, 2, 5, 84, 101)],
                "looking": deals.looking_text(),
                "tried": [[count, deals.search_text(count)] for count in (None, 0, 1, 2, 5, 50)],
                "found none": deals.none_found_text(),
                "way out": [deals.way_out_text(host=host) for host in (True, False)],
            }
    return told


def absences() -> Json:
    """Return what is told of what happened while the connection was lost."""
    chance = random.Random("web absences")
    known = [_known(chance) for _ in range(60)]
    told = {}
    for language in available():
        with speaking(language):
            told[language] = [
                [
                    *(msgspec.to_builtins(each._asdict()) for each in pair),
                    said,
                    missed_text(*pair, 2, said),
                ]
                for pair in pairwise(known)
                for said in (0, 1, 3)
            ]
    return told


def _known(chance: random.Random) -> Known:
    members = [
        replace(_member(chance), player=player, name=f"Player {player}")
        for player in chance.sample(range(1, 6), chance.randint(1, 5))
    ]
    standings = [
        Standing(
            member.player,
            member.name,
            place=place,
            milliseconds=chance.choice((0, 61_000)),
            status=chance.choice(ENDS),
        )
        for place, member in enumerate(members, 1)
    ]
    code, phase = chance.choice(("ABCDEF", "ABCDEF", "GHJKLM")), chance.choice(get_args(Phase))
    here = RoomState(code, _settings(chance), 1, phase, members)
    number, started = chance.choice((7, 7, 8)), chance.choice((0.0, 100.0, 141.25))
    return Known(chance.choice((here, here, here, None)), number, standings, started)


def offered() -> Json:
    """Return which deals there are of each game with each choice of options."""
    return [
        [entry.name, options, deals_of(entry.name, options)]
        for entry in catalogue.entries()
        for options in entry.settings()
    ]


def bounds() -> Json:
    """Return what a room's settings may be, and what they are at first."""
    fields = get_type_hints(Settings, include_extras=True)
    found = {}
    for name in ("time_limit", "seats", "countdown", "delay"):
        meta = next(each for each in get_args(fields[name]) if isinstance(each, msgspec.Meta))
        found[name] = [meta.ge, meta.le]
    usual = Settings("klondike", show_boards=True)  # as in the window's form
    return {"bounds": found, "usual": msgspec.to_builtins(usual)}


def codes() -> Json:
    """Return texts with their QR codes under each mask, as rows of digits."""
    chance = random.Random("web codes")
    letters = string.ascii_letters + string.digits + "/:."
    told = ["".join(chance.choices(letters, k=length)) for length in LENGTHS]
    told += ["https://example.org/r/ABCDEF", "http://192.168.1.7:7713/r/XKWQPL", "http://h/π/日本"]
    with patch.object(encoder, "write_padding_bits", _pad):
        return [[text, [_code(text, mask) for mask in MASKS]] for text in told]


def _code(text: str, mask: int) -> list[str]:
    made = segno.make(
        text, error="m", mode="byte", mask=mask, micro=False, boost_error=False, encoding="utf-8"
    )
    return ["".join(map(str, row)) for row in made.matrix]


def _pad(bits: Any, _version: Any, length: int) -> None:
    """Fill the last byte.  Segno's own adds a whole one where none is begun, against ISO 18004."""
    zeros: Sequence[int] = [0] * (-length % 8)
    bits.extend(zeros)


def evenings() -> Json:
    """Return what is told of series and of evenings."""
    list_of_all = [SeriesGame(entry.name) for entry in catalogue.entries()[:9]]
    series = [
        None,
        Series(),
        Series(1, points="wins"),
        Series(0, family="Golf", vetoes=3, points="rivals"),
        Series(10, list_of_all, vetoes=1),
        Series(3, list_of_all[:2]),
    ]
    told = [
        (Told(races, each), each, more)
        for races in ([], RACES[:1], RACES[:2], RACES, RACES * 2)
        for each in series[:3]
        for more in ({}, {"over": True}, {"next": SeriesGame("golf")})
    ]
    answers = {}
    for language in available():
        with speaking(language):
            answers[language] = {
                "series": [[msgspec.to_builtins(s), words.series_lines(s)] for s in series],
                "evenings": [_evening(each.evening(**more), s) for each, s, more in told],
            }
    return answers


def _evening(evening: Evening, series: Series | None) -> Json:
    return [
        msgspec.to_builtins(evening, str_keys=True),
        msgspec.to_builtins(series),
        words.evening_title(evening, series),
        words.summary_text(evening, series, 1),
        words.winners_text(evening.rows),
        [
            [
                words.row_text(row, evening.deals),
                words.change_text(row, evening.deals),
                words.points_number(row.points),
                words.gained_text(row.last),
            ]
            for row in evening.rows
        ],
    ]
