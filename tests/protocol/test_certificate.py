import hashlib

import pytest

from engine import catalogue
from protocol.certificate import certificate, wins
from tests.server.stock.fake_foundry import QUICK, certified

GAME = catalogue.make(QUICK)
DEAL = certified()


def test_it_is_the_hash_of_the_seed_a_line_feed_and_the_solution_as_json() -> None:
    text = "0390f01e\n[[6,1,2],[0],[]]"
    expected = hashlib.sha256(text.encode()).hexdigest()
    assert certificate("0390f01e", [[6, 1, 2], [0], []]) == expected


def test_no_two_deals_share_one() -> None:
    assert certificate("a", []) != certificate("b", [])
    assert certificate("a", [[1]]) != certificate("a", [[1], []])


def test_a_solution_wins_its_deal_and_no_other() -> None:
    assert wins(GAME, DEAL.seed, DEAL.solution)
    assert not wins(GAME, certified(2).seed, DEAL.solution)


@pytest.mark.parametrize(
    "solution",
    [(), DEAL.solution[:-1], (*DEAL.solution, []), ([1, 2], *DEAL.solution), ([0, 1, 200],)],
    ids=["none", "too short", "goes on after the win", "no action", "no pile"],
)
def test_what_does_not_win(solution: tuple[list[int], ...]) -> None:
    assert not wins(GAME, DEAL.seed, solution)


def test_a_seed_that_is_none() -> None:
    assert not wins(GAME, "", DEAL.solution)


def test_a_deal_shows_nothing_of_itself_in_a_log() -> None:
    assert DEAL.seed not in repr(DEAL)
    assert DEAL.seed not in f"{DEAL}"
