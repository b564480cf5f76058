from pathlib import Path

import pytest

from client.session.practice_game import PracticeGame
from client.session.practice_store import GAME_FILE, RECORDS_FILE, PracticeRecord, PracticeStore
from engine.hints import hints

OPTIONS: dict[str, str | bool] = {"deal": "three-cards"}


@pytest.fixture
def store(tmp_path: Path) -> PracticeStore:
    return PracticeStore(tmp_path / "not" / "there yet")


def test_a_game_put_away_comes_back_as_it_was(store: PracticeStore) -> None:
    practice = PracticeGame("klondike", {}, "a seed")
    for now in range(5):
        practice.act(hints(practice.game, practice.view)[0], float(now))
    practice.undo(7.5)
    store.keep_game(practice.saved(10.0))

    saved = store.game()
    assert saved is not None
    again = PracticeGame.restore(saved)
    assert again.view == practice.view
    assert again.elapsed(99.0) == 10.0, "the clock stands until the next action"
    assert again.can_undo
    assert again.touched
    again.undo(100.0)
    assert again.elapsed(101.0) == 11.0


def test_nothing_kept_is_nothing_found(store: PracticeStore) -> None:
    assert store.game() is None
    assert store.records() == []
    assert store.record("klondike", OPTIONS) == PracticeRecord("klondike", OPTIONS)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"game": 5}', b"\xff\x00", b"[1]"])
def test_damaged_files_count_as_nothing(tmp_path: Path, content: bytes) -> None:
    for name in (GAME_FILE, RECORDS_FILE):
        (tmp_path / name).write_bytes(content)
    store = PracticeStore(tmp_path)
    assert store.game() is None
    assert store.records() == []


def test_deals_that_were_played_are_known(
    store: PracticeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.session.practice_store.MOST_DEALS", 3)
    for seed in ("a", "b", "a", "c", "d"):
        store.remember(f"klondike/{seed}")
    assert not store.knows("klondike/b"), "it was so long ago"
    assert all(store.knows(f"klondike/{seed}") for seed in "acd")
    assert not store.knows("golf/a")


def test_records_add_up_for_each_game_and_its_options(store: PracticeStore) -> None:
    store.add("klondike", OPTIONS, won=True, seconds=300.0, score=52)
    store.add("klondike", OPTIONS, won=True, seconds=200.0, score=52)
    store.add("klondike", {}, won=False, seconds=9.0, score=-3)
    store.add("klondike", OPTIONS, won=False, seconds=10.0, score=4)
    first, second = store.records()
    assert first == PracticeRecord(
        "klondike",
        OPTIONS,
        played=3,
        won=2,
        row=0,
        longest_row=2,
        fastest=200.0,
        best=52,
    )
    assert second == PracticeRecord("klondike", {}, played=1, best=-3)
