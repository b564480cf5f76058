from hypothesis import given
from hypothesis import strategies as st

from client.session.undo_stack import UndoStack
from engine.play import Entry
from engine.state import Action, Click


def test_what_was_taken_back_is_done_again_in_turn() -> None:
    line = UndoStack()

    def redoable() -> Action | None:
        return line.redoable

    for action in (Click(1), Click(2), Click(3)):
        line.enter(action)
    assert redoable() is None
    line.enter("undo")
    line.enter("undo")
    assert redoable() == Click(2)
    line.enter(Click(2))
    assert redoable() == Click(3)
    line.enter(Click(7))
    assert redoable() is None, "another move was made"
    line.enter("undo")
    assert redoable() == Click(7)


def test_what_was_done_before_is_not_known() -> None:
    line = UndoStack()
    line.enter("undo")
    assert line.redoable is None


@given(st.lists(st.one_of(st.just("undo"), st.builds(Click, st.integers(0, 3)))))
def test_undoing_and_redoing_is_as_if_nothing_was(entries: list[Entry]) -> None:
    line = UndoStack()
    for entry in entries:
        line.enter(entry)
    done = list(line._done)
    for _ in done:
        line.enter("undo")
    for action in done:
        assert line.redoable == action
        line.enter(action)
    assert line._done == done


def test_it_knows_what_was_tried_where_the_game_stands() -> None:
    stack = UndoStack()
    for entry in (Click(0), "undo", Click(1)):
        stack.enter(entry)
    assert stack.tried == set()
    stack.enter("undo")
    assert stack.tried == {Click(0), Click(1)}
