import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.storage.names import MAX_NAME, BadName, clean_name, name_key, name_look


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


@pytest.mark.parametrize(
    "text",
    ["a\u00adb", "\u3164", "a\u115fb", "\u2800\u2800", "a\ufe0f", "a\U000e0101"],
)
def test_what_cannot_be_seen_is_in_no_name(text: str) -> None:
    with pytest.raises(BadName, match="can be seen"):
        clean_name(text)


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
    assert 1 <= len(name) <= MAX_NAME
    assert name.isprintable()
    assert clean_name(name) == name


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
