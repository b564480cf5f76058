"""What is said while something is being said, where the next announcement would cut it off."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QWidget

from client.window.desktop import announce
from client.window.desktop.announce import A_LETTER, MOST_JOINED, Voice


class Clock:
    """A clock that goes on by hand."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def voice(heard: list[str], clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Voice:
    made = Voice(clock, cuts_off=True)
    monkeypatch.setattr(announce, "voice", made)
    return made


@pytest.fixture
def source(voice: Voice) -> Iterator[QWidget]:
    made = QWidget()
    yield made
    made.deleteLater()


def test_what_follows_at_once_is_said_with_what_it_would_cut_off(
    source: QWidget, clock: Clock, heard: list[str]
) -> None:
    announce.announce(source, "seven of hearts onto eight of spades")
    clock.now += 0.01
    announce.announce(source, "uncovered the jack of clubs", urgent=False)
    both = "seven of hearts onto eight of spades; uncovered the jack of clubs"
    assert heard == ["seven of hearts onto eight of spades", both]


def test_an_answer_to_a_key_cuts_off_what_is_being_said(source: QWidget, heard: list[str]) -> None:
    announce.announce(source, "tableau 3")
    announce.announce(source, "tableau 4")
    assert heard == ["tableau 3", "tableau 4"]


def test_what_has_been_said_is_not_said_again(
    source: QWidget, clock: Clock, heard: list[str]
) -> None:
    announce.announce(source, "Ada won")
    announce.announce(source, "Bob gave up", urgent=False)
    clock.now += A_LETTER * len("Ada won") + 0.01
    announce.announce(source, "Cleo is stuck", urgent=False)
    assert heard[1:] == ["Ada won; Bob gave up", "Bob gave up; Cleo is stuck"]
    clock.now += 10
    announce.announce(source, "Eve came in", urgent=False)
    assert heard[-1] == "Eve came in"


def test_what_is_joined_does_not_grow_for_ever(source: QWidget, heard: list[str]) -> None:
    for _ in range(40):
        announce.announce(source, "Bob: Good luck to everybody!", urgent=False)
    assert max(map(len, heard)) < MOST_JOINED + 40
    assert heard[-1].endswith("; Bob: Good luck to everybody!")
    announce.announce(source, "x" * 400, urgent=False)
    assert heard[-1] == "x" * 400


def test_what_has_the_focus_is_said_with_what_follows(source: QWidget, heard: list[str]) -> None:
    source.setAccessibleName("Copy")
    announce.note_focus(source)
    announce.announce(source, "Room K7WQMH", urgent=False)
    assert heard == ["Copy; Room K7WQMH"]


def test_where_readers_wait_for_their_turn_nothing_is_said_twice(
    voice: Voice, source: QWidget, heard: list[str]
) -> None:
    voice.cuts_off = False
    announce.announce(source, "tableau 3")
    announce.announce(source, "Bob won", urgent=False)
    assert heard == ["tableau 3", "Bob won"]
