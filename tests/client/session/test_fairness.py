from client.session.fairness import FairnessCheck
from engine import catalogue
from engine.chance import commitment
from protocol.messages import Countdown, RaceStarted, Results, Settings
from protocol.wire import board

SETTINGS = Settings("klondike", {"deal": "no-redeals"})
GAME = catalogue.make("klondike", SETTINGS.options)


def results(seed: str, race: int = 1) -> Results:
    return Results(race, SETTINGS, [], seed, commitment(seed))


def checked(promised: str, dealt: str = "", started: str = "") -> FairnessCheck:
    made = FairnessCheck()
    made.note(Countdown(1, 3000, commitment(promised)))
    made.note(RaceStarted(1, SETTINGS, 0, commitment(started or promised), []))
    if dealt:
        made.note(board(2, 0, GAME.view(GAME.deal(dealt)), "racing"))
    return made


def test_what_was_promised_was_dealt() -> None:
    fair, text = checked("seed", "seed").verdict(results("seed"))
    assert fair
    assert "cards dealt" in text


def test_another_seed_than_promised() -> None:
    assert not checked("seed", "other").verdict(results("other")).fair


def test_a_promise_changed_at_the_start() -> None:
    assert not checked("seed", "other", started="other").verdict(results("other")).fair


def test_other_cards_than_the_seed_stands_for() -> None:
    assert not checked("seed", "other").verdict(results("seed")).fair


def test_whoever_came_late_can_check_the_seed_only() -> None:
    fair, text = checked("seed").verdict(results("seed"))
    assert fair
    assert "cards dealt" not in text


def test_another_race_has_a_promise_of_its_own() -> None:
    made = checked("seed", "seed")
    made.note(Countdown(2, 3000, commitment("next")))
    made.note(board(2, 0, GAME.view(GAME.deal("next")), "racing"))
    assert made.verdict(results("next", race=2)).fair
    assert not made.verdict(results("seed", race=2)).fair


def test_a_board_after_some_moves_is_no_deal() -> None:
    made = checked("seed", "seed")
    made.note(board(3, 4, GAME.view(GAME.deal("later")), "racing"))
    assert made.verdict(results("seed")).fair
