from client.words.records.career import by_family, family_title, streaks_text
from protocol.messages import GameRecord, Profile


def test_wins_in_a_row() -> None:
    assert streaks_text(Profile(1, "a")) == ""
    told = streaks_text(Profile(1, "a", streak=3, best_streak=7))
    assert told == "Races won in a row: 3 · at most: 7"


def test_games_come_in_families_those_raced_most_first() -> None:
    records = [
        GameRecord("tomorrow", {}, 99, 0, 0),
        GameRecord("golf", {}, 5, 0, 0),
        GameRecord("klondike", {"deal": "no-redeals"}, 4, 0, 0),
        GameRecord("gypsy", {}, 2, 0, 0),
        GameRecord("klondike", {}, 1, 0, 0),
    ]
    found = by_family(records)
    assert [(family, [each.races for each in group]) for family, group in found] == [
        ("Klondike", [4, 2, 1]),
        ("Golf", [5]),
        ("", [99]),
    ]
    assert family_title("") == "Other games"
