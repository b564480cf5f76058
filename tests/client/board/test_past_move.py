from client.board.past_move import past_move_text
from client.board.spoken import Speaker
from client.words.texts import card_sign
from engine import catalogue
from harness.replays import rambled
from protocol.racing import play_again
from protocol.wire import parse_entry


def test_a_move_says_what_went_where_and_a_click_what_was_clicked() -> None:
    replay = rambled("klondike", 40)
    views = play_again(replay).views
    speaker = Speaker(catalogue.make("klondike"), card_sign, seen=True)
    for number, entry in enumerate(replay.entries, 1):
        told = past_move_text(replay, views, number)
        if entry == "undo" or len(entry) == 3:
            assert told == speaker.change(views[number - 1], views[number])
        else:
            assert told == speaker.action(views[number - 1], parse_entry(entry))  # type: ignore[arg-type]
