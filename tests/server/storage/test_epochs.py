from server.storage.epochs import Epochs


def test_a_race_is_written_under_the_epoch_of_its_room() -> None:
    epochs = Epochs()
    epochs.note_race("MADE", 1)
    epochs.take([("TAKEN", 3)])
    epochs.note_race("TAKEN", 2)
    assert [epochs.of_race(race) for race in (1, 2, 3)] == [1, 3, 0]
    epochs.note_race("TAKEN", 4)
    assert [epochs.of_race(race) for race in (2, 4)] == [0, 3]
    epochs.let_go("TAKEN")
    assert epochs.of_race(4) == 0


def test_what_was_made_here_or_is_being_closed_is_not_taken_up_again() -> None:
    epochs = Epochs()
    owned = [("MADE", 1), ("TAKEN", 2), ("NEW", 5)]
    epochs.take([("TAKEN", 2)])
    assert epochs.new_among(owned) == [("NEW", 5)]
    epochs.let_go("TAKEN")
    assert epochs.new_among(owned) == [("NEW", 5)], "that is not written yet"
    assert epochs.new_among([]) == []
    assert epochs.new_among([("TAKEN", 4)]) == [("TAKEN", 4)], "it has come back from another one"


def test_a_room_that_is_made_under_an_old_code_begins_anew() -> None:
    epochs = Epochs()
    epochs.take([("CODE", 7)])
    epochs.let_go("CODE")
    epochs.note_race("CODE", 9)
    assert epochs.of_race(9) == 1
