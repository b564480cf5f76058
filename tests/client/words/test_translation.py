from collections.abc import Iterator

import pytest

from client.words import translation
from client.words.translation import translate


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    translation.use(None)


def shout(context: str, text: str, comment: str, n: int) -> str:
    """A language that says which text it was asked for."""
    return f"{context}/{comment}: {text.upper()}{'' if n < 0 else f' {n}'}"


def test_english_is_the_text_itself() -> None:
    assert translate("texts", "Make a room") == "Make a room"
    assert translate("texts", "Firsts", "races won") == "Firsts"


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards"), (21, "21 cards")]
)
def test_english_counts(count: int, text: str) -> None:
    assert translate("texts", "%n card(s)", "", count) == text


def test_what_goes_in_goes_in_after_the_look_up() -> None:
    text = translate("texts", "{name} has %n card(s)", "", 2)
    assert text.format(name="{0} %n(s)") == "{0} %n(s) has 2 cards"


def test_brackets_stay_where_nothing_is_counted() -> None:
    assert translate("texts", "Card(s): %n") == "Card(s): %n"


def test_another_language_until_english_again() -> None:
    translation.use(shout)
    assert translate("texts", "Open", "a room") == "texts/a room: OPEN"
    assert translate("texts", "Open", "a room", 3) == "texts/a room: OPEN 3"
    translation.use(None)
    assert translate("texts", "Open", "a room") == "Open"
