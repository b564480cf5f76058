import re
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.words import texts
from client.words.translation import available, load, use
from engine import catalogue
from engine.cards import DOWN, HEARTS, HIDDEN, JOKER, RANK_LABELS, UNKNOWN, card, deck
from protocol.messages import Phase, Settings, Status
from tests.client.web.golden_words import speaking


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00"), (7.9, "0:07"), (61, "1:01"), (750, "12:30"), (754, "12:34"), (3723, "1:02:03")],
)
def test_clock(seconds: float, text: str) -> None:
    assert texts.clock(seconds) == text


def test_stopwatch() -> None:
    assert texts.stopwatch(83_456) == "1:23.4"
    assert texts.stopwatch(83_056, fine=True) == "1:23.056"
    assert texts.reached_at(83_456, fine=True) == "1:23.456"
    assert texts.reached_at(0, fine=True) == "–"


def test_decimals_are_written_as_in_the_language() -> None:
    assert texts.decimal(0.204, 2) == "0.20"
    assert texts.decimal(17.4, 0) == "17"
    use(load("de"))
    try:
        assert texts.decimal(0.204, 2) == "0,20"
        assert texts.stopwatch(83_456) == "1:23,4"
    finally:
        use(None)


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (0, "–"),
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (13, "13th"),
        (22, "22nd"),
    ],
)
def test_ordinal(place: int, text: str) -> None:
    assert texts.ordinal(place) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(1, "1 second"), (90, "90 seconds"), (120, "2 minutes"), (150, "2:30")],
)
def test_duration(seconds: int, text: str) -> None:
    assert texts.duration(seconds) == text


@pytest.mark.parametrize(("points", "text"), [(1, "1 point"), (0, "0 points"), (-3, "−3 points")])
def test_points(points: int, text: str) -> None:
    assert texts.points_text(points) == text


def test_settings_in_words() -> None:
    settings = Settings("klondike", {}, 900, 8, 1, show_boards=True, undo=False, listed=False)
    assert texts.settings_lines(settings) == [
        "Deal: Single card deals",
        "Rated: races count for ratings",
        "Time limit: 15 minutes",
        "Countdown: 1 second",
        "No undo",
        "Hints are allowed",
        "Rivals see each other’s boards",
        "Hidden: only by its link or code",
    ]
    assert texts.settings_lines(Settings("triple-peaks"))[:2] == [
        "Progressive rounds: No",
        "Multiplier scoring: No",
    ]
    assert "Spectators see it 20 seconds later" in texts.settings_lines(
        Settings("klondike", delay=20)
    )


def test_that_somebody_may_watch_beside_a_racer_is_told_where_boards_are_hidden() -> None:
    allowed = "People in the same home as a racer may watch"
    assert allowed in texts.settings_lines(Settings("klondike", same_address=True))
    assert allowed not in texts.settings_lines(Settings("klondike"))


def test_every_state_of_a_race_and_a_room_has_a_word() -> None:
    assert all(map(texts.status_text, get_args(Status)))
    assert all(map(texts.status_words, get_args(Status)))
    assert all(map(texts.phase_text, get_args(Phase)))


@pytest.mark.parametrize(
    ("seconds", "when"), [(0, "now"), (1, "in 1 second"), (300, "in 5 minutes")]
)
def test_a_stop_of_the_server(seconds: int, when: str) -> None:
    assert f"going to stop {when}" in texts.stopping_text(seconds)


def test_a_game_this_version_does_not_have() -> None:
    assert texts.game_title("calculation") == "calculation"
    assert texts.options_text("calculation", {"x": True}) == ""
    assert texts.options_text("klondike", {"x": True}) == ""


@pytest.mark.parametrize(
    ("reason", "text"),
    [("that doesn't go there", "That doesn't go there."), ("Why?", "Why?"), ("", ".")],
)
def test_a_reason_becomes_a_sentence(reason: str, text: str) -> None:
    assert texts.sentence(reason) == text


@given(st.text())
def test_foreign_text_stays_on_its_line(text: str) -> None:
    line = texts.one_line(text)
    inner = line.removeprefix(texts.ISOLATE).removesuffix(texts.POP)
    assert inner.isprintable()
    assert inner == inner.strip()
    assert texts.one_line(line) == line


@pytest.mark.parametrize("name", ["Ann", "Zoë", "田中", "O'Neill 2"])
def test_a_name_from_left_to_right_stays_as_it_is(name: str) -> None:
    assert texts.one_line(name) == name


@pytest.mark.parametrize("name", ["שרה", "أحمد 2", "a ب"])
def test_a_name_from_right_to_left_turns_nothing_around_it(name: str) -> None:
    assert texts.one_line(name) == f"\u2068{name}\u2069"
    assert texts.one_line(f"\u2069\u202e{name}\u2066") == f"\u2068{name}\u2069"


def test_accents_do_not_pile_up() -> None:
    assert texts.one_line("e" + "\u0301" * 20 + "\u20dd" * 9 + "x") == "e\u0301\u0301\u0301x"


def test_the_name_of_an_unknown_game_is_foreign_text() -> None:
    assert texts.game_title("a\nb\u202e") == "a b"


def test_what_a_server_says_is_wrong_is_cut() -> None:
    assert texts.told_text("no\x1b[31m room") == "no [31m room"
    assert texts.told_text("x" * 8000) == "x" * (texts.LONGEST_TOLD - 1) + "…"


def test_cards_are_marked_as_in_their_corners() -> None:
    signs = [texts.card_sign(card) for card in deck()]
    assert len(set(signs)) == 52
    assert {"A♣", "10♦", "Q♥", "K♠"} < set(signs)
    for other in (HIDDEN, UNKNOWN, JOKER, deck()[0] | DOWN):
        assert texts.card_sign(other) == texts.card_words(other)


@pytest.mark.parametrize(
    ("language", "marks"),
    [("en", "AJQK"), ("de", "ABDK"), ("fr", "AVDR"), ("pl", "AWDK"), ("es", "AJQK")],
)
def test_cards_have_the_letters_of_the_language(language: str, marks: str) -> None:
    with speaking(language):
        signs = [texts.card_sign(card(rank, HEARTS)) for rank in (1, 10, 11, 12, 13)]
    assert signs == [f"{mark}♥" for mark in (marks[0], "10", *marks[1:])]


def test_who_says_no_four_letters_gets_the_english_ones() -> None:
    use(lambda _context, text, _comment, _n: f"[{text}]")
    try:
        assert texts.rank_labels() == RANK_LABELS
    finally:
        use(None)


@pytest.mark.parametrize("language", ["en", "de", "fr", "pl"])
def test_a_letter_on_a_card_begins_the_word_that_is_read_aloud(language: str) -> None:
    """In Spain, Brazil and Japan the letters are the English ones, and the words are not."""
    with speaking(language):
        labels = texts.rank_labels()
        words = [texts.card_words(card(rank, HEARTS)) for rank in (1, 11, 12, 13)]
    for label, spoken in zip((labels[0], *labels[10:]), words, strict=True):
        assert re.search(rf"\b{label}", spoken, re.IGNORECASE), (label, spoken)


def test_dates_and_lists_are_written_as_in_the_language() -> None:
    ways = {"en": "9 Jan 2026", "fr": "09/01/2026", "de": "09.01.2026", "ja": "2026/01/09"}
    try:
        for language, date in ways.items():
            use(load(language))
            assert texts.date_text(2026, 1, 9) == date
        assert texts.joined("ab") == "a、b"
        use(load("fr"))
        assert texts.options_text("klondike", {}).startswith("Tirage\u00a0: ")
    finally:
        use(None)


def test_two_decks_are_said_once_in_every_language() -> None:
    entry = catalogue.entry("forty-thieves")
    assert texts.facts_text(entry) == "Two decks · Hidden cards"
    for language in available():
        use(None if language == "en" else load(language))
        try:
            assert texts.facts_text(entry).count(texts.BETWEEN) == 1, language
            assert texts.facts_text(catalogue.entry("gypsy")).count(texts.BETWEEN) == 2
        finally:
            use(None)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("with --host 0.0.0.0.", "with --\u2060host 0.0.0.0."),
        ("、--host", "、--\u2060host"),
        ("a -- b, well-known", "a -- b, well-known"),
    ],
)
def test_no_option_is_broken_at_its_hyphens(text: str, seen: str) -> None:
    assert texts.unbroken(text) == seen
