"""One racer's board, told steps and refusals without a session; `test_session.py` has the rest."""

import pytest

from client.session.track import Track
from engine import catalogue
from engine.play import Entry, Play
from engine.state import Click
from protocol import wire
from protocol.forms import BadMessage
from protocol.messages import Refused, Step

GAME = catalogue.make("klondike")
TURN = Click(0)
ME = 1


class Far:
    """The same race at the server."""

    def __init__(self) -> None:
        self.play = Play(GAME, "a seed")
        self.track = Track.of(GAME, wire.board(ME, 0, GAME.view(self.play.state), "racing"))

    def enter(self, entry: Entry) -> Step:
        before = GAME.view(self.play.state)
        after = GAME.view(self.play.enter(entry))
        return wire.step(ME, self.play.length, before, after, "racing")


def test_what_is_pending_shows_and_a_step_confirms_it() -> None:
    far = Far()
    track = far.track
    track.pending += [TURN, TURN]
    assert len(track.view.piles[1]) == 2
    assert track.confirm(far.enter(TURN))
    assert (track.number, track.pending) == (1, [TURN])
    assert len(track.view.piles[1]) == 2, "one that is confirmed, and one that is pending"
    assert track.confirm(far.enter(TURN))
    assert track.pending == []
    assert track.view == track.confirmed == GAME.view(far.play.state)


def test_an_undo_goes_back_as_far_as_is_known() -> None:
    far = Far()
    track = far.track
    assert track.refusal("undo") is not None
    assert track.confirm(far.enter(TURN))
    assert not track.whole, "an entry that was not ours: what undo brings back is not known"
    assert track.can_undo
    track.pending.append("undo")
    assert track.view == track.confirmed, "only the server knows what comes back"
    assert track.confirm(far.enter("undo"))
    assert track.confirmed == track.deal


def test_a_known_step_is_passed_over_and_a_missing_one_noticed() -> None:
    far = Far()
    first, second = far.enter(TURN), far.enter(TURN)
    assert not far.track.confirm(second)
    assert far.track.confirm(first)
    assert far.track.confirm(first)
    assert far.track.number == 1
    with pytest.raises(BadMessage):
        far.track.confirm(Step(ME, 2, {99: b""}, 0))


def test_entries_go_out_once_by_their_numbers() -> None:
    far = Far()
    track = far.track
    track.pending += [TURN, TURN]
    assert track.take() == [(0, TURN), (1, TURN)]
    assert track.take() == []
    track.pending.append("undo")
    assert track.take() == [(2, "undo")]
    assert track.confirm(far.enter(TURN))
    track.recall()
    assert track.take() == [(1, TURN), (2, "undo")]


def test_a_refusal_drops_the_entry_and_those_after_it() -> None:
    track = Far().track
    track.pending += [TURN, TURN, TURN]
    track.take()
    assert track.drop(Refused(1, 1, "no")) == "dropped"
    assert track.pending == [TURN]
    assert track.drop(Refused(2, 1, "no")) == "settled"


def test_nothing_goes_out_until_what_was_behind_a_refused_one_is_answered() -> None:
    track = Far().track
    track.pending += [TURN, TURN, TURN]
    track.take()
    assert track.drop(Refused(0, 0, "no")) == "dropped"
    track.pending.append(TURN)
    assert track.waits
    assert track.take() == []
    assert track.drop(Refused(1, 0, "no")) == "settled"
    assert track.take() == []
    assert track.drop(Refused(2, 0, "no")) == "settled"
    assert track.pending == [TURN], "it was another one that was refused"
    assert track.take() == [(0, TURN)]


def test_a_server_with_another_journal_is_noticed() -> None:
    far = Far()
    track = far.track
    track.pending.append(TURN)
    track.take()
    assert track.drop(Refused(0, 2, "no")) == "astray"
    assert track.pending == []
    assert track.confirm(far.enter(TURN))
    assert track.drop(Refused(0, 1, "it was sent twice")) == "settled"
    assert track.drop(Refused(0, 0, "it was set back")) == "astray"


def test_a_server_that_was_set_back_gets_nothing_of_what_was_on_its_way() -> None:
    far = Far()
    track = far.track
    assert track.confirm(far.enter(TURN))
    track.pending += [TURN, TURN]
    track.take()
    track.reset(wire.board(ME, 0, GAME.view(GAME.deal("seed")), "racing"))
    assert (track.pending, track.take()) == ([], [])
    assert [track.drop(Refused(number, 0, "no")) for number in (1, 2)] == ["settled"] * 2
    assert not track.waits


def test_a_whole_board_keeps_what_the_server_may_not_have_seen() -> None:
    far = Far()
    track = far.track
    track.pending += [TURN, "undo"]
    far.enter(TURN)
    view = GAME.view(far.play.state)
    track.reset(wire.board(ME, 1, view, "racing"))
    assert (track.confirmed, track.pending, track.whole) == (view, ["undo"], False)
    track.reset(wire.board(ME, 1, view, "gave up"))
    assert track.pending == []
    assert track.refusal(TURN) is not None
