import unicodedata
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.words.translation import available, read
from protocol.messages import Status
from server.storage.letters import is_letter
from server.storage.names import MAX_NAME, SAID, BadName, clean_name, name_key, name_look
from tools.texts.client_texts import client_texts


@pytest.mark.parametrize(
    ("text", "name"),
    [("  Ann  ", "Ann"), ("Ann   B", "Ann B"), ("Zoe\u0301", "Zo\u00e9"), ("愛", "愛")],
)
def test_names_are_cleaned(text: str, name: str) -> None:
    assert clean_name(text) == name


@pytest.mark.parametrize(
    "text",
    ["", "   ", "x" * 25, "a\nb", "a\tb", "a\x00", "\u202eevil", "a\u200bb", "a\u2066b"],
)
def test_bad_names(text: str) -> None:
    with pytest.raises(BadName):
        clean_name(text)


GOOD = (
    *("José", "Łukasz", "Nguyễn Thị Minh", "Zoë van der Meer", "Þór", "Bjørn", "Adébáyọ̀", "İlker"),
    *("Мария", "Ольга 2", "Їжак", "Ελένη", "ქეთევანი", "Արամ", "\u02bbIolani", "Gal·la"),
    *("أحمد", "محمد٢", "שרה", "สมชาย", "ภูมิ", "किरण", "தமிழ்", "ನಾಗ", "တင်", "សុខ"),
    *("田中さん", "ジョン・スミス", "김민수", "王小明", "DJ 田中", "愛"),
    *(
        "O'Neill",
        "O’Neill",
        "'t Hooft",
        "Jean-Luc",
        "J. R.",
        "x_X_x",
        "_x__",
        "R2-D2",
        "b",
        "007 b",
    ),
    *("Abacus 2", "Spectator 12345", "Admiral", "Hostess", "Robot", "Youssef", "Meyer", "Duncan"),
    *(
        "Player",
        "racer 7",
        "Hans Stuck",
        "Won Bin",
        "Theall",
        "Dessie",
        "Derich",
        "The Abacus",
        "Die",
    ),
    *(
        "Ready Player One",
        "Watching Paint",
        "Anna Sieger",
        "Observer",
        "Isolde",
        "Hasan",
        "Siegfried",
    ),
)
LETTERS_ONLY = "only letters"
NOT_OURS = "server's own word"
BAD = {
    **dict.fromkeys(("@1", "#1", "a@b", "Maxine [bot]", "<img src=x>", "a&b", "50%"), LETTERS_ONLY),
    **dict.fromkeys(("Maxine\u2d7f", "Maxine\ufffc", "Maxine\U0001d159"), LETTERS_ONLY),
    **dict.fromkeys(("Maxine\U00016fe4", "Maxine\U0001107f", "a\u0640b"), LETTERS_ONLY),
    **dict.fromkeys(("a\u00adb", "a\u3164", "a\u115fb", "\u2800a", "a\ufe0f"), LETTERS_ONLY),
    **dict.fromkeys(("a\u200db", "a\u061cb", "a\u2067b", "a\U000e0101"), LETTERS_ONLY),
    **dict.fromkeys(
        ("Ada \U0001f600", "\uff21da", "\U0001d5d4da", "\u1d43", "\u1100"), LETTERS_ONLY
    ),
    "Maxi\u0307ne": "told apart",
    "Max\u0338ine": "told apart",
    "1\u0301a": "accents only on letters",
    "שרה\u0301": "accents of its own alphabet",
    "Maxi\u043fe": "mix Latin and Cyrillic",
    "\u0430\u0440ple": "mix Cyrillic and Latin",
    "\u039d\u03af\u03ba\u03bfs": "mix Greek and Latin",
    "किरण ก": "mix Devanagari and Thai",
    "a\u0940": "mix Latin and Devanagari",
    "2\u0662 אב": "digits of one kind",
    "-x": "begins with",
    ".x": "begins with",
    "a--b": "sign twice",
    "12": "at least one letter",
    "ー": "at least one letter",
    "__": "at least one letter",
    **dict.fromkeys(
        ("admin", "ADMIN 1", "adm1n", "The Admin", "A d m i n", "Sam-e-deal"), NOT_OURS
    ),
    **dict.fromkeys(
        ("Samedeal", "Samedeal Team", "You", "me", "Bot 7", "Host", "root 1"), NOT_OURS
    ),
    **dict.fromkeys(("deleted 12", "Gelöscht 3", "Du", "ICH", "niemand", "Moderatorin"), NOT_OURS),
    **dict.fromkeys(("won", "Stuck 2", "GAVE UP", "gave_up", "GaveUp", "g a v e up"), NOT_OURS),
    **dict.fromkeys(("0ut of time", "w0n", "0wner", "1ch", "not-ready 3"), NOT_OURS),
    **dict.fromkeys(("aufgegeben", "Bereit", "nicht bereit", "Zuschauer", "Sie"), NOT_OURS),
    **dict.fromkeys(("The Server", "race server", "the host", "A Bot", "Der Gastgeber"), NOT_OURS),
    **dict.fromkeys(("you host", "The race host 2", "You Won", "is ready", "Spectator"), NOT_OURS),
    **dict.fromkeys(("Geloescht", "fuehrt", "someone", "Theserver", "Gewonnen", "stumm"), NOT_OURS),
}


@pytest.mark.parametrize("text", GOOD)
def test_names_that_people_have(text: str) -> None:
    assert clean_name(text) == text


@pytest.mark.parametrize(("text", "why"), BAD.items(), ids=ascii)
def test_what_is_no_name_and_why(text: str, why: str) -> None:
    with pytest.raises(BadName, match=why):
        clean_name(text)


def said_by_clients() -> set[str]:
    """Return what the window says of somebody beside their name or after it, in English.

    It is what `commentary` puts after a name, and what lists of members and racers note.
    """
    said = {status.lower() for status in get_args(Status)}
    for text in client_texts():
        name, _, rest = text.text.partition("{name} ")
        if text.context == "commentary" and not name and "{" not in rest:
            said.add(rest)
        elif text.context in ("members", "standings", "profile") and not set(text.text) & set("%{"):
            said.add(text.text)
    return {words for words in said if words and len(words) <= MAX_NAME}


def test_what_clients_say_of_somebody_is_found() -> None:
    found = {"won", "out of time", "not ready", "muted", "away", "is stuck", "left", "a bot", "you"}
    assert found <= said_by_clients()


def test_what_clients_say_of_somebody_is_no_name() -> None:
    for words in sorted(said_by_clients()):
        for text in (words, words.title(), f"{words} 2"[-MAX_NAME:]):
            with pytest.raises(BadName, match=NOT_OURS):
                assert not clean_name(text), f"{text} is taken for a name"


def test_how_a_race_goes_is_no_name_in_german_either() -> None:
    assert set(get_args(Status)) <= SAID.keys()
    for words in (word for german in SAID.values() for word in german):
        with pytest.raises(BadName, match=NOT_OURS):
            clean_name(words)
    assert all(SAID.values())


def test_names_that_people_have_are_as_many_names() -> None:
    both = {"O'Neill", "O’Neill"}
    assert len(set(map(name_look, GOOD))) == len(GOOD) - len(both) + 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Maxine", "Maxin\u1eb9"),  # a dot below
        ("Maxine", "Max\u0323ine"),
        ("Maxine", "\u041c\u0430\u0445\u0456\u043f\u0435"),  # all Cyrillic
        ("ilker", "İlker"),
        ("Sule", "Şule"),
        ("أحمد", "أَحْمَد"),  # with its vowels
    ],
)
def test_what_is_easily_missed_makes_no_other_look(one: str, other: str) -> None:
    assert name_look(one) == name_look(other)


@pytest.mark.parametrize("text", ["\u0301\u0301", "a \u0301b", "e" + "\u0316" * 5])
def test_accents_paint_nothing(text: str) -> None:
    with pytest.raises(BadName):
        clean_name(text)


@given(st.text(max_size=40))
def test_a_clean_name_is_clean_for_good(text: str) -> None:
    try:
        name = clean_name(text)
    except BadName:
        return
    assert_clean(name)


letters = st.sampled_from(sorted({*"".join((*GOOD, *BAD)), *"\u0301\u0323\u200f\u202e12"}))


@given(
    st.text(
        letters | st.sampled_from([c for c in map(chr, range(0x31350)) if is_letter(c)]),
        min_size=1,
        max_size=8,
    )
)
def test_so_is_one_of_letters(text: str) -> None:
    try:
        name = clean_name(text)
    except BadName:
        return
    assert_clean(name)


def assert_clean(name: str) -> None:
    """Check all that is promised of a name."""
    assert 1 <= len(name) <= MAX_NAME
    assert name.isprintable()
    assert clean_name(name) == name == unicodedata.normalize("NFC", name)
    assert name_key(name) == name_key(clean_name(f"  {name} "))
    assert any(unicodedata.category(c)[0] == "L" for c in name)
    directing = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI", "BN", "B", "S"}
    assert directing.isdisjoint(map(unicodedata.bidirectional, name))
    assert not set(name) & set('@#<>&[](){}/\\"|:;,%\x1b\u200e\u200f\u061c')
    assert not name.isdecimal()


def test_case_and_width_make_no_other_name() -> None:
    assert name_key("Straße") == name_key("STRASSE")
    assert name_key("\uff21nn") == name_key("ann")
    assert name_key("νικος") == name_key("ΝΙΚΟΣ")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("paypal", "p\u0430ypal"),  # a Cyrillic a
        ("ANNA", "\u0391\u039d\u039d\u0391"),  # Greek capitals
        ("anna", "\u0391\u039d\u039d\u0391"),
        ("Bill", "BiII"),
        ("Bill", "B1l|"),
        ("Tom", "Torn"),
        ("TOM", "torn"),
        ("Otto", "0tt0"),
        ("ada", "\uff41\uff44\uff41"),  # full width
        ("Henry VIII", "Henry \u2167"),
        ("Ada", "\U0001d5d4\U0001d5f1\U0001d5ee"),  # mathematical sans-serif bold
    ],
)
def test_what_looks_the_same_is_one_name(one: str, other: str) -> None:
    assert name_look(one) == name_look(other)


def test_what_looks_different_stays_so() -> None:
    names = ["Ann", "Anne", "Ada", "Zoé", "Zoe", "Bot 2", "Bot 3", "愛", "日本", "Кирилл", "Müller"]
    assert len(set(map(name_look, names))) == len(names)
    letters = "abcdefghijklmnopqrstuvwxyz23456789"
    assert len(set(map(name_look, letters))) == len(letters) - 1  # i and l are one


@given(st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=24))
def test_case_makes_no_other_look(name: str) -> None:
    assert name_look(name) == name_look(name.upper()) == name_look(name.lower())


@pytest.mark.parametrize("language", available())
def test_who_has_no_name_is_called_by_one_that_may_be_had(language: str) -> None:
    assert clean_name(read(language)["app.newcomer--a-player-without-a-name"])
