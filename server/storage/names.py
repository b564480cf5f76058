"""Names: what one may be, and when two are too alike to tell apart.  Pure.

A name is made of what is listed here and nothing else: letters that people write with today, of
one alphabet, their accents, digits, spaces, and a few signs within.  Whatever else there is in
Unicode, now or later, cannot be seen, looks like something else, or does something to the text
around it.  There are no emoji: they look different on every machine, and alike on a terminal.

Two keys are made of a name, and no two players share either.  `name_key` is the same for names that
differ only in case or width; `name_look` for names that look the same on a screen, whatever letters
they are made of: the skeleton of Unicode's technical standard 39, from its table of confusables.

Only new names are held against all this: whoever has a name keeps it.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from itertools import pairwise
from typing import Final

from server.rooms.printable import MAX_MARKS, is_mark, limit_marks
from server.storage.letters import is_letter

MAX_NAME: Final = 24
"""The longest name, in characters."""
SIGNS: Final = frozenset("'’-_.·・")
"""What may stand between letters and digits, beside spaces: O'Neill, Jean-Luc, J. R., Gal·la."""
LEADING: Final = frozenset("'’_")
"""The signs with which a name may begin: 't Hooft, _x_.  Others begin ids and options."""
SHARED: Final = frozenset("\u02bb\u02bcー\u3006")
"""The letters among those that belong to no script: the okina, the Japanese lengthening sign."""
TOGETHER: Final = (
    frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "HAN", "BOPOMOFO"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
)
"""The scripts that are written together: the standard's level "highly restrictive"."""
ACCENTED: Final = (
    ("\u0300", "\u036f", frozenset({"LATIN", "GREEK", "CYRILLIC"})),
    ("\u064b", "\u0670", frozenset({"ARABIC"})),
    ("\u3099", "\u309a", frozenset({"HIRAGANA", "KATAKANA"})),
)
"""The accents that belong to no script, from first to last, and the scripts that they stand in."""
OVERLAY: Final = 1
"""The combining class of accents that lie over a letter, and cross it out."""
DOT: Final = "\u0307"
"""The dot above: on a letter with a dot of its own, nobody sees it."""
MISSED: Final = frozenset({*range(10, 37), 202, 220, 240})
"""The combining classes of accents that are easily missed: the points of Hebrew and Arabic, and
all that is below a letter."""
ANYWHERE: Final = """
    admin administrator administratorin moderator moderatorin operator samedeal server
"""
"""Words that no name has in it: whoever bears them speaks for the server."""
ALONE: Final = """
    all anonymous bot computer deleted everybody everyone host me mod nobody none null official
    owner root somebody someone staff support system theserver unknown you
    alle anonym besitzer betreiber betreiberin dich dir du gastgeber gastgeberin gelöscht ich ihr
    jeder jemand leitung niemand offiziell rennleiter rennleitung rennserver sie spielleiter
    spielleitung unbekannt verwalter verwalterin wirt
"""
"""Words that are no name by themselves, nor with a number: programs say them of somebody."""
SAID: Final[Mapping[str, tuple[str, ...]]] = {
    "racing": ("im Rennen", "spielt", "spielt noch"),
    "won": ("gewonnen",),
    "solved": ("gelöst",),
    "stuck": ("steckt fest", "festgefahren", "kein Zug mehr"),
    "gave up": ("aufgegeben", "gab auf", "gibt auf"),
    "out of time": ("keine Zeit mehr", "Zeit abgelaufen", "Zeit um", "Zeit ist um"),
    "ran out of time": ("Zeit überschritten",),
    "stopped": ("abgebrochen", "angehalten", "gestoppt"),
    "disconnected": ("getrennt", "nicht verbunden"),
    "no connection": ("keine Verbindung", "ohne Verbindung", "Verbindung verloren"),
    "finished": ("fertig",),
    "winner": ("Gewinner", "Gewinnerin", "Sieger", "Siegerin"),
    "leader": ("führt", "in Führung"),
    "ready": ("bereit",),
    "not ready": ("nicht bereit",),
    "not ready any more": ("nicht mehr bereit",),
    "away": ("weg", "abwesend", "nicht da"),
    "is back": ("ist zurück", "wieder da"),
    "muted": ("stumm", "stummgeschaltet"),
    "watching": ("schaut zu", "sieht zu"),
    "only watches now": ("schaut nur noch zu", "sieht nur noch zu"),
    "took a seat": ("nahm Platz", "hat Platz genommen"),
    "came in": ("kam herein", "hereingekommen"),
    "came in to watch": ("kam zum Zuschauen",),
    "left": ("gegangen", "ging"),
    "your page": ("deine Seite", "dein Profil"),
}
"""What clients say of somebody in a room or a race, in English and in German: as little a name."""
BARE: Final = "racer spectator zuschauer zuschauerin"
"""Words that are a name only with a number: so programs call somebody who has given none."""
BEFORE: Final = """
    a an the our this race room game is has was not
    der die das ein eine unser unsere dieser diese rennen raum spiel ist hat war nicht
"""
"""Little words that make no name of those above by standing before them."""
UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
"""How German is written where there are no umlauts."""
LEFT_TO_RIGHT: Final = "\u200e"
"""The table of confusables puts this around letters that are written from right to left."""


class BadName(ValueError):
    """No name: the text says what is wrong with it."""


def clean_name(text: str) -> str:
    """Return the name in `text`: no spaces around it, single ones within.

    Raises:
        BadName: it is too short or too long, or has something in it that no name has.
    """
    name = unicodedata.normalize("NFC", " ".join(filter(None, text.split(" "))))
    if not 1 <= len(name) <= MAX_NAME:
        raise BadName(f"a name has 1 to {MAX_NAME} characters")
    _check_letters(name)
    _check_accents(name)
    _check_scripts(name)
    if name[0] in SIGNS - LEADING:
        raise BadName("a name begins with a letter or a digit")
    if not any(c.isalpha() and c not in SHARED for c in name):
        raise BadName("a name has at least one letter")
    if _is_reserved(name):
        raise BadName("that name could be taken for the server's own word; please choose another")
    return name


def name_key(name: str) -> str:
    """Return what names have in common that differ in case or width only."""
    return unicodedata.normalize("NFKC", name).casefold()


def name_look(name: str) -> str:
    """Return what names have in common that look alike, in upper or lower case."""
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name))
    seen = "".join(c for c in plain if c != DOT and unicodedata.combining(c) not in MISSED)
    # The table knows the looks of both cases, so it is asked before and after case is taken away.
    return _skeleton(_skeleton(seen).casefold())


# What a name is made of ---------------------------------------------------------------------------


def _check_letters(name: str) -> None:
    if any(not is_letter(c) and c not in SIGNS and c != " " for c in name):
        raise BadName("a name has only letters, digits, spaces and the signs ' - _ .")
    if any(one in SIGNS and one == other for one, other in pairwise(name) if one != "_"):
        raise BadName("a name has no sign twice in a row")
    if len({ord(c) - unicodedata.decimal(c) for c in name if c.isdecimal()}) > 1:
        raise BadName("a name has digits of one kind only")


def _check_accents(name: str) -> None:
    for before, letter in pairwise(" " + name):
        if is_mark(letter) and not (before.isalpha() or is_mark(before)):
            raise BadName("a name has accents only on letters")
        if unicodedata.combining(letter) == OVERLAY or (letter == DOT and before in "ijįɨ"):
            raise BadName("a name has only accents that can be told apart")
    if limit_marks(name) != name:
        raise BadName(f"a name has at most {MAX_MARKS} accents on one letter")


def _check_scripts(name: str) -> None:
    scripts = {}
    last = ""
    for letter in name:
        script = _script(letter)
        if script == "INHERITED":
            if not any(first <= letter <= end and last in of for first, end, of in ACCENTED):
                raise BadName("a name has only accents of its own alphabet")
        elif script != "COMMON":
            scripts[script] = last = script
        elif letter.isalpha() and letter not in SHARED:
            raise BadName("a name has only letters, digits, spaces and the signs ' - _ .")
    if len(scripts) > 1 and not any(together >= scripts.keys() for together in TOGETHER):
        mixed = " and ".join(script.capitalize() for script in list(scripts)[:2])
        raise BadName(f"a name may not mix {mixed} letters")


def _script(letter: str) -> str:
    from confusable_homoglyphs import categories  # as large as the table of confusables

    return str(categories.alias(letter))


# What stands for something else -------------------------------------------------------------------


def _is_reserved(name: str) -> bool:
    """Return whether it is made of words that only programs say, or looks like that."""
    words = [word for word in re.split(r"[\W_]+", name) if word]
    unnumbered = [word for text in words if (word := re.sub(r"^\d+|\d+$", "", text))]
    looks = {name_look(word) for word in (*words, *unnumbered, "".join(words), "".join(unnumbered))}
    return (
        not _anywhere().isdisjoint(looks)
        or _only_kept(words, _bare())
        or _only_kept(unnumbered, _alone())
    )


def _only_kept(words: Sequence[str], kept: AbstractSet[str]) -> bool:
    """Return whether words have one of those looks, or are several such, with little ones before.

    How words are parted says nothing: "gave up" is kept as `gaveup`, and so is "G a v e U p".
    """
    for end in range(1, len(words) + 1):
        rest = words[end:]
        if name_look("".join(words[:end])) in kept and (not rest or _only_kept(rest, kept)):
            return True
    return len(words) > 1 and name_look(words[0]) in _before() and _only_kept(words[1:], kept)


@cache
def _anywhere() -> frozenset[str]:
    return _looks(ANYWHERE.split())


@cache
def _alone() -> frozenset[str]:
    german = (words for translations in SAID.values() for words in translations)
    return _looks([*ALONE.split(), *SAID, *german])


@cache
def _bare() -> frozenset[str]:
    return _alone() | _looks(BARE.split())


@cache
def _before() -> frozenset[str]:
    return _looks(BEFORE.split())


def _looks(kept: Iterable[str]) -> frozenset[str]:
    """Return how words look that are written without spaces, with umlauts and without."""
    joined = ["".join(words.split()) for words in kept]
    return frozenset(map(name_look, (*joined, *(word.translate(UMLAUTS) for word in joined))))


def _skeleton(text: str) -> str:
    return unicodedata.normalize("NFD", text.translate(_prototypes()))


@cache
def _prototypes() -> dict[int, str]:
    """Return what stands for each letter that has look-alikes."""
    from confusable_homoglyphs.confusables import confusables_data  # half a megabyte: when needed

    near: dict[str, set[str]] = {}
    for letter, others in confusables_data.items():
        alike = near.setdefault(letter.strip(LEFT_TO_RIGHT), set())
        alike.update(other["c"].strip(LEFT_TO_RIGHT) for other in others)
    # The standard leads from each letter to a prototype, the package both ways: so the prototype is
    # the one with many look-alikes, or with more than one letter ("rn" for m).
    found = {ord("i"): "l"}  # I is l there, and who does not look at case sees I and i as one
    for letter, alike in near.items():
        if len(letter) != 1 or len(alike) != 1:
            continue
        [other] = alike
        if len(other) > 1 or len(near[other]) > 1 or other < letter:
            found[ord(letter)] = other
    found[ord("п")] = "n"  # the table knows it only as a Greek π, which nobody reads as one
    return found
