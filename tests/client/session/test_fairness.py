import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.session.fairness import FairnessCheck, Verdict
from client.session.fairness_replay import Budget, follow
from client.session.session import Session
from engine import catalogue
from engine.chance import commitment
from engine.play import Play
from engine.state import Click, Move
from protocol.messages import (
    Announcement,
    Board,
    Countdown,
    LeftRoom,
    RaceStarted,
    Results,
    Settings,
    Standing,
    Step,
    Welcome,
)
from protocol.wire import BadMessage, board, encode, step

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
    made.note(results("seed"))
    made.note(Countdown(2, 3000, commitment("next")))
    made.note(board(2, 0, GAME.view(GAME.deal("next")), "racing"))
    assert made.verdict(results("next", race=2)).fair
    assert not made.verdict(results("seed", race=2)).fair


def test_a_board_after_some_moves_is_no_deal() -> None:
    made = checked("seed", "seed")
    made.note(board(3, 40, GAME.view(GAME.deal("later")), "racing"))
    assert made.verdict(results("seed")).fair


# What comes after the first board ------------------------------------------------------


def played(
    made: FairnessCheck,
    entries: int,
    *,
    name: str = "klondike",
    choice: int = 1,
    seed: str = "seed",
) -> Play:
    """Play on as Ann (2), told to the check step by step; the play is where it ended."""
    settings = SETTINGS if name == "klondike" else Settings(name)
    game = catalogue.make(settings.game, settings.options)
    dice = random.Random(choice)
    play = Play(game, seed)
    made.note(RaceStarted(1, settings, 0, commitment(seed), []))
    made.note(board(2, 0, game.view(play.state), "racing"))
    while play.length < entries and play.outcome() is None:
        before = game.view(play.state)
        undo = len(play.states) > 1 and dice.random() < 0.2
        play.enter("undo" if undo else dice.choice(game.legal_actions(play.state)))
        status = play.outcome() or "racing"
        made.note(step(2, play.length, before, game.view(play.state), status))
    return play


def ended(play: Play, **more: object) -> Results:
    """Return the results that belong to the play, but for what `more` says of Ann."""
    status = play.outcome() or "gave up"
    fields = {"status": status, "score": play.state.score, "moves": play.length, **more}
    return Results(1, SETTINGS, [Standing(2, "Ann", **fields)], "seed", commitment("seed"))  # type: ignore[arg-type]


@given(
    choice=st.integers(0, 10_000),
    name=st.sampled_from([entry.name for entry in catalogue.entries()]),
)
def test_whatever_is_played_from_the_deal_is_its_cards(choice: int, name: str) -> None:
    made = FairnessCheck()
    play = played(made, 25, name=name, choice=choice)
    settings = SETTINGS if name == "klondike" else Settings(name)
    standing = Standing(2, "Ann", play.outcome() or "gave up", play.state.score, 1, play.length)
    fair, text = made.verdict(Results(1, settings, [standing], "seed", commitment("seed")))
    assert fair
    assert text == "Checked: the promised seed, and the cards dealt are its cards."


CELLS = (0, 1)
FIRST_COLUMN = 8


def test_moving_to_and_fro_leaves_one_way_to_follow() -> None:
    # Every move back looks like an undo: were all pasts kept apart, they would be 2 to the 100th.
    game = catalogue.make("freecell")
    play = Play(game, "seed")
    play.enter(Move(FIRST_COLUMN, 1, CELLS[0]))
    views = {0: game.view(play.states[0]), 1: game.view(play.state)}
    for number in range(2, 202):
        here, there = CELLS if number % 2 == 0 else reversed(CELLS)
        play.enter(Move(here, 1, there))
        views[number] = game.view(play.state)
    followed = follow(game, "seed", views, Budget(), undo=True)
    assert followed == (True, True, (play.state,))


def test_what_costs_too_much_is_not_followed_to_its_end() -> None:
    made = FairnessCheck()
    play = played(made, 10)
    views = {0: GAME.view(GAME.deal("seed")), 10: GAME.view(play.state)}
    assert follow(GAME, "seed", views, Budget(50), undo=True) == (True, False, ())


def lied(change: Step | Board) -> Verdict:
    made = checked("seed", "seed")
    made.note(change)
    standing = Standing(2, "Ann", "gave up", change.score, 1, change.number)
    return made.verdict(Results(1, SETTINGS, [standing], "seed", commitment("seed")))


def test_another_card_under_the_first_one() -> None:
    view = GAME.view(GAME.deal("seed"))
    after = GAME.view(GAME.play(GAME.deal("seed"), Click(0), "seed"))
    true = step(2, 1, view, after, "racing")
    assert lied(true).fair
    shown = set(b"".join(view.piles)) | set(after.piles[1])
    other = bytes([next(card for card in GAME.deck if card not in shown)])
    fair, text = lied(Step(2, 1, {**true.piles, 1: other}, true.score))
    assert not fair
    assert "shown during the race" in text


@pytest.mark.parametrize("number", [0, 1, 3])
def test_another_deal_after_the_first_board(number: int) -> None:
    other = GAME.view(GAME.deal("other"))
    assert not lied(board(2, number, other, "racing")).fair


def test_a_game_that_wins_itself() -> None:
    piles = {2 + suit: bytes(range(16 * suit + 1, 16 * suit + 14)) for suit in range(4)}
    empty = dict.fromkeys((0, 1, *range(6, 13)), b"")
    assert not lied(Step(2, 1, {**empty, **piles}, 52, status="won")).fair


def test_what_was_missed_is_not_claimed() -> None:
    made = checked("seed", "seed")
    play = Play(GAME, "seed")
    dice = random.Random(3)
    while play.length < 40:
        play.enter(dice.choice(GAME.legal_actions(play.state)))
    made.note(board(2, play.length, GAME.view(play.state), "racing"))
    standing = Standing(2, "Ann", "gave up", play.state.score, 1, play.length)
    fair, text = made.verdict(Results(1, SETTINGS, [standing], "seed", commitment("seed")))
    assert fair
    assert "not all that came later could be checked" in text


# Promises ------------------------------------------------------------------------------


def test_results_of_a_race_that_nobody_promised() -> None:
    fair, text = checked("seed", "seed").verdict(results("other", race=2))
    assert not fair
    assert "promised another race" in text


def test_who_heard_the_results_alone_was_promised_nothing() -> None:
    fair, text = FairnessCheck().verdict(results("seed"))
    assert not fair
    assert "no seed was promised to you" in text


def test_the_first_promise_stays() -> None:
    made = checked("seed", "other")
    made.note(RaceStarted(1, SETTINGS, 0, commitment("other"), []))
    fair, text = made.verdict(results("other"))
    assert not fair
    assert "later another" in text


@pytest.mark.parametrize("back", [False, True])
def test_another_race_before_the_results(back: bool) -> None:
    made = checked("seed", "other")
    made.note(Countdown(2, 0, commitment("other")))
    if back:
        made.note(RaceStarted(1, SETTINGS, 0, commitment("other"), []))
    fair, text = made.verdict(results("other", race=1 if back else 2))
    assert not fair
    assert "another race before this one had its results" in text


def test_the_next_race_after_the_results() -> None:
    made = checked("seed", "seed")
    made.note(results("seed"))
    made.note(RaceStarted(2, SETTINGS, 0, commitment("next"), []))
    assert made.verdict(results("next", race=2)).fair


@pytest.mark.parametrize("away", [Welcome(1, 1, "Me", room="ABC"), Welcome(1, 1, "Me"), LeftRoom()])
def test_who_was_away_may_find_the_next_race(away: Welcome | LeftRoom) -> None:
    made = checked("seed", "seed")
    made.note(away)
    made.note(Countdown(2, 0, commitment("next")))
    assert made.verdict(results("next", race=2)).fair


def test_the_same_race_after_a_lost_connection_has_its_promise() -> None:
    made = checked("seed", "seed")
    made.note(Welcome(1, 1, "Me", room="ABC"))
    made.note(RaceStarted(1, SETTINGS, 0, commitment("other"), []))
    assert not made.verdict(results("other")).fair


def test_results_of_another_game() -> None:
    other = Settings("klondike", {"deal": "three-card-deals"})
    told = Results(1, other, [], "seed", commitment("seed"))
    assert "another game" in checked("seed").verdict(told).text


# Boards that cannot be, and results that are not so --------------------------------------


def test_a_board_that_no_game_has_is_remembered() -> None:
    session = Session("Me")
    session.receive(encode(RaceStarted(1, SETTINGS, 0, commitment("seed"), [])), 0.0)
    piles = list(GAME.view(GAME.deal("seed")).piles)
    piles[2] = piles[6][-1:]
    with pytest.raises(BadMessage, match="no more cards than the game"):
        session.receive(encode(Board(2, 0, piles)), 0.0)
    assert list(session.misfits) == [1]
    fair, text = checked("seed").verdict(results("seed"), misfits=True)
    assert not fair
    assert "cannot have" in text


def test_a_board_that_cannot_be_read_is_remembered() -> None:
    session = Session("Me")
    session.receive(encode(RaceStarted(1, SETTINGS, 0, commitment("seed"), [])), 0.0)
    with pytest.raises(BadMessage):
        session.receive(encode(Board(2, 0, [bytes(1001)])), 0.0)
    assert list(session.misfits) == [1]


@pytest.mark.parametrize(
    "lie", [{"moves": 3}, {"moves": 11}, {"score": 51}, {"status": "won"}, {"status": "stuck"}]
)
def test_results_that_are_not_what_was_seen(lie: dict[str, object]) -> None:
    made = FairnessCheck()
    play = played(made, 10)
    assert made.verdict(ended(play)).fair
    fair, text = made.verdict(ended(play, **lie))
    assert not fair
    assert text == "What the results say of Ann is not what was seen."


def test_a_step_that_says_won_wins_nothing() -> None:
    made = FairnessCheck()
    play = played(made, 10)
    made.note(board(2, 10, GAME.view(play.state), "won"))
    assert not made.verdict(ended(play, status="won")).fair


def test_who_may_have_missed_steps_accuses_nobody() -> None:
    made = FairnessCheck()
    play = played(made, 10)
    made.note(Announcement("you see no boards now"))
    fair, text = made.verdict(ended(play, moves=11, status="won"))
    assert fair
    assert "not all that came later" in text
