import pytest

from client.session.practice_game import PracticeGame
from client.words.texts import points_text
from engine import catalogue
from engine.game import IllegalAction
from engine.hints import hints
from engine.state import Click, Move


def test_the_clock_starts_with_the_first_action() -> None:
    practice = PracticeGame("klondike", {}, "a seed")
    assert practice.elapsed(100) == 0
    practice.act(Click(0), 200)
    assert practice.elapsed(230) == 30
    practice.undo(240)
    assert practice.elapsed(250) == 50


def test_undo_brings_the_position_back() -> None:
    practice = PracticeGame("klondike", {}, "a seed")
    dealt = practice.view
    practice.act(Click(0), 0)
    assert practice.view != dealt
    practice.undo(1)
    assert practice.view == dealt


def test_undo_is_refused_before_the_first_action() -> None:
    practice = PracticeGame("klondike", {}, "a seed")
    assert not practice.can_undo
    with pytest.raises(IllegalAction):
        practice.undo(0)


def test_the_view_hides_what_lies_face_down() -> None:
    practice = PracticeGame("klondike", {}, "a seed")
    assert set(practice.view.piles[0]) == {0x80}


def test_a_refused_action_changes_nothing() -> None:
    practice = PracticeGame("klondike", {}, "a seed")
    with pytest.raises(IllegalAction):
        practice.act(Move(0, 1, 1), 5)
    assert practice.elapsed(100) == 0
    assert not practice.can_undo


def test_the_clock_stands_still_at_the_end_and_goes_on_after_an_undo() -> None:
    seed, practice = finished_accordion()
    now = 1000.0
    assert ended(practice) == "stuck"
    total = practice.elapsed(now)
    assert practice.elapsed(now + 500) == total
    practice.undo(now + 500)
    assert ended(practice) is None
    assert practice.elapsed(now + 510) == total + 10
    again = PracticeGame("accordion", {}, seed)
    assert again.game is practice.game


def ended(practice: PracticeGame) -> str | None:
    return practice.outcome


def finished_accordion() -> tuple[str, PracticeGame]:
    """Accordion soon has no moves left."""
    game = catalogue.make("accordion")
    practice = PracticeGame("accordion", {}, "a seed")
    for now in range(60):
        actions = hints(game, practice.view)
        if not actions:
            break
        practice.act(actions[0], float(now))
    return "a seed", practice


@pytest.mark.parametrize("seed", ["", "x" * 65, "two\nlines"])
def test_what_is_no_seed_is_refused(seed: str) -> None:
    with pytest.raises(ValueError, match="a seed"):
        PracticeGame("klondike", {}, seed)


def test_points_in_words() -> None:
    assert [points_text(n) for n in (0, 1, 52)] == ["0 points", "1 point", "52 points"]
