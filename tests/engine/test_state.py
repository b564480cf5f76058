from engine.cards import UNKNOWN, deck
from engine.chance import shuffle
from engine.state import Draft, State


def test_a_draft_leaves_the_state_alone() -> None:
    state = State((b"\x01\x02", b""), 3, 1, (7,))
    draft = Draft(state)
    draft.piles[1] = draft.lift(0, 1)
    draft.score += 1
    assert draft.freeze() == State((b"\x01", b"\x02"), 4, 1, (7,))
    assert state == State((b"\x01\x02", b""), 3, 1, (7,))


def test_lifting_more_than_there_is_lifts_all() -> None:
    draft = Draft(State((b"\x01\x02",)))
    assert draft.lift(0, 3) == b"\x01\x02"
    assert draft.piles == [b""]


def test_a_reshuffle_counts_and_has_a_stream_of_its_own() -> None:
    draft = Draft(State(()), "s")
    first = draft.reshuffle(deck()[::-1])
    assert draft.redeals == 1
    assert first == shuffle(deck(), "redeal/1", "s")
    assert draft.reshuffle(deck()) == shuffle(deck(), "redeal/2", "s") != first


def test_without_a_seed_shuffled_cards_are_not_known() -> None:
    draft = Draft(State(()))
    assert draft.reshuffle(b"\x05\x06") == bytes([UNKNOWN, UNKNOWN])
    assert draft.redeals == 1


def test_states_with_the_same_content_are_the_same() -> None:
    assert State((b"\x01",)) == State((bytes([1]),))
    assert len({State((b"\x01",)), State((b"\x01",)), State((b"\x02",))}) == 2
