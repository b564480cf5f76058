"""What a client holds of a deal that was said to be winnable."""

import pytest
from msgspec.structs import replace

from client.session.fairness import FairnessCheck
from engine import catalogue
from engine.chance import commitment
from protocol.certificate import certificate
from protocol.messages import (
    Countdown,
    Deals,
    FromServer,
    RaceStarted,
    Results,
    RoomState,
    Settings,
    Standing,
    Welcome,
)
from protocol.wire import board
from tests.server.stock.fake_foundry import QUICK, certified

GAME = catalogue.make(QUICK)
DEAL, OTHER = certified(1), certified(2)
SETTINGS = Settings(QUICK, deals="winnable")
SOLUTION = list(DEAL.solution)
ANN = Standing(2, "Ann", status="gave up", place=1)
PROMISE = commitment(DEAL.seed)
ROOM = RoomState("ABCDEF", SETTINGS, 2, "lobby", [], stream="one")
COUNTDOWN = Countdown(1, 3000, PROMISE, DEAL.certificate)
STARTED = RaceStarted(1, SETTINGS, 0, PROMISE, [replace(ANN, status="racing")], DEAL.certificate)
DEALT = board(2, 0, GAME.view(GAME.deal(DEAL.seed)), "racing")
RESULTS = Results(1, SETTINGS, [ANN], DEAL.seed, PROMISE, [], DEAL.certificate, SOLUTION)


def verdict(*told: FromServer, results: Results = RESULTS) -> tuple[bool, str]:
    check = FairnessCheck()
    for message in told:
        check.note(message)
    check.note(results)
    return check.verdict(results)


def test_what_was_promised_wins() -> None:
    fair, text = verdict(ROOM, COUNTDOWN, STARTED, DEALT)
    assert fair
    assert text.endswith("It can be won: the promised solution wins it.")


@pytest.mark.parametrize("deals", ["easy", "medium", "hard"])
def test_a_deal_of_a_band_has_to_be_promised_as_well(deals: Deals) -> None:
    settings = Settings(QUICK, deals=deals)
    started, results = replace(STARTED, settings=settings), replace(RESULTS, settings=settings)
    room = replace(ROOM, settings=settings)
    assert verdict(room, COUNTDOWN, started, DEALT, results=results)[0]
    countdown, started = replace(COUNTDOWN, certificate=""), replace(started, certificate="")
    bare = replace(results, certificate="", solution=[])
    fair, text = verdict(room, countdown, started, DEALT, results=bare)
    assert not fair
    assert "never promised" in text


def test_nothing_is_said_of_any_other_deal() -> None:
    settings = Settings(QUICK)
    fair, text = verdict(
        ROOM,
        replace(COUNTDOWN, certificate=""),
        replace(STARTED, settings=settings, certificate=""),
        DEALT,
        results=replace(RESULTS, settings=settings, certificate="", solution=[]),
    )
    assert fair
    assert "won" not in text


def test_a_server_that_promised_nothing() -> None:
    countdown, started = replace(COUNTDOWN, certificate=""), replace(STARTED, certificate="")
    for results in (RESULTS, replace(RESULTS, certificate="", solution=[])):
        fair, text = verdict(ROOM, countdown, started, DEALT, results=results)
        assert not fair
        assert "never promised" in text


@pytest.mark.parametrize(
    "results",
    [
        replace(RESULTS, solution=[]),
        replace(RESULTS, solution=SOLUTION[:-1]),
        replace(RESULTS, certificate=""),
        replace(RESULTS, solution=SOLUTION[:1], certificate=certificate(DEAL.seed, SOLUTION[:1])),
    ],
    ids=["no solution", "another solution", "no certificate", "another certificate"],
)
def test_another_solution_than_was_promised(results: Results) -> None:
    fair, text = verdict(ROOM, COUNTDOWN, STARTED, DEALT, results=results)
    assert not fair
    assert "Not the promised solution" in text


def test_a_promised_solution_that_does_not_win() -> None:
    moves = SOLUTION[:-1]
    promise = certificate(DEAL.seed, moves)
    fair, text = verdict(
        ROOM,
        replace(COUNTDOWN, certificate=promise),
        replace(STARTED, certificate=promise),
        DEALT,
        results=replace(RESULTS, solution=moves, certificate=promise),
    )
    assert not fair
    assert "does not win" in text


def test_a_certificate_that_changes_with_the_same_seed() -> None:
    started = replace(STARTED, certificate=certificate(DEAL.seed, SOLUTION[:1]))
    fair, text = verdict(ROOM, COUNTDOWN, started, DEALT)
    assert not fair
    assert "Not the promised solution" in text


def test_a_countdown_that_was_called_off_takes_its_certificate_along() -> None:
    """A killed server may use the number once more, for another deal, in another life."""
    called_off = replace(
        COUNTDOWN, commitment=commitment(OTHER.seed), certificate=OTHER.certificate
    )
    fair, text = verdict(
        Welcome(1, 2, "Ann", room="ABCDEF"),
        ROOM,
        called_off,
        Welcome(1, 2, "Ann", room="ABCDEF"),
        replace(ROOM, stream="two"),
        COUNTDOWN,
        STARTED,
        DEALT,
    )
    assert fair
    assert "called off" in text


def test_settings_that_change_with_the_results() -> None:
    results = replace(RESULTS, settings=Settings(QUICK), certificate="", solution=[])
    assert not verdict(ROOM, COUNTDOWN, STARTED, DEALT, results=results)[0]
