"""What is said while something is being said, where the next announcement would cut it off."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QWidget

from client.window.desktop import announce
from client.window.desktop.announce import MOST_JOINED, Voice


@pytest.fixture
def voice(heard: list[str], monkeypatch: pytest.MonkeyPatch) -> Voice:
    made = Voice()
    made.cuts_off = True
    monkeypatch.setattr(announce, "voice", made)
    return made


@pytest.fixture
def source(qt_app: object) -> Iterator[QWidget]:
    made = QWidget()
    yield made
    made.deleteLater()


def test_what_follows_at_once_is_said_with_what_it_would_cut_off(
    voice: Voice, source: QWidget, heard: list[str]
) -> None:
    announce.announce(source, "seven of hearts onto eight of spades")
    announce.announce(source, "uncovered the jack of clubs", urgent=False)
    both = "seven of hearts onto eight of spades; uncovered the jack of clubs"
    assert heard == ["seven of hearts onto eight of spades", both]


def test_an_answer_to_a_key_cuts_off_what_is_being_said(
    voice: Voice, source: QWidget, heard: list[str]
) -> None:
    announce.announce(source, "tableau 3")
    announce.announce(source, "tableau 4")
    assert heard == ["tableau 3", "tableau 4"]


def test_what_has_been_said_is_not_said_again(
    voice: Voice, source: QWidget, heard: list[str]
) -> None:
    announce.announce(source, "tableau 3")
    voice.until = 0.0
    announce.announce(source, "Bob won", urgent=False)
    assert heard[-1] == "Bob won"


def test_what_is_joined_does_not_grow_for_ever(
    voice: Voice, source: QWidget, heard: list[str]
) -> None:
    for _ in range(40):
        announce.announce(source, "Bob: Good luck to everybody!", urgent=False)
    assert max(map(len, heard)) <= MOST_JOINED + 2
    assert heard[-1].endswith("Bob: Good luck to everybody!")


def test_where_readers_wait_for_their_turn_nothing_is_said_twice(
    voice: Voice, source: QWidget, heard: list[str]
) -> None:
    voice.cuts_off = False
    announce.announce(source, "tableau 3")
    announce.announce(source, "Bob won", urgent=False)
    assert heard == ["tableau 3", "Bob won"]
