"""What is known of the positions of one deal."""

import pytest

from engine import catalogue
from engine.play import Play
from engine.solver.winnable import Winnable
from engine.state import Click
from protocol import wire
from tests.server.stock.fake_foundry import QUICK, certified

DEAL = certified(1)
GAME = catalogue.make(QUICK)
WAY = [wire.parse_action(action) for action in DEAL.solution]
POSITIONS = [GAME.deal(DEAL.seed)]
for _action in WAY:
    POSITIONS.append(GAME.play(POSITIONS[-1], _action, DEAL.seed))


@pytest.fixture
def known() -> Winnable:
    return Winnable(GAME, DEAL.seed)


def test_all_positions_on_a_way_can_be_won(known: Winnable) -> None:
    assert known.verdict(POSITIONS[0]) == "unknown"
    assert known.note_way(POSITIONS[0], WAY)
    play = Play(GAME, DEAL.seed)
    while (action := known.action(play.state)) is not None:
        assert known.verdict(play.state) == "won"
        play.enter(action)
    assert play.outcome() == "won"
    assert known.verdict(play.state) == "won"
    assert [known.way(state) for state in POSITIONS] == [WAY[at:] for at in range(len(POSITIONS))]


def test_the_first_way_that_is_noted_bit_by_bit_holds(known: Winnable) -> None:
    for state, action in zip(POSITIONS, WAY, strict=False):
        known.note(state, action)
        known.note(state, Click(250))
    assert known.way(POSITIONS[0]) == WAY


def test_what_was_known_for_longest_is_forgotten() -> None:
    known = Winnable(GAME, DEAL.seed, most=len(WAY) - 1)
    known.note_way(POSITIONS[0], WAY)
    assert known.verdict(POSITIONS[0]) == "unknown"
    assert known.way(POSITIONS[1]) == WAY[1:]
    known.note_way(POSITIONS[0], WAY)
    assert known.verdict(POSITIONS[1]) == "unknown"
    assert known.verdict(POSITIONS[0]) == "won"
    assert known.way(POSITIONS[0]) == [], "what comes after the first move is not known any more"
    for state in POSITIONS:
        known.note_lost(state)
    assert known.verdict(POSITIONS[0]) == "won"
    assert known.verdict(POSITIONS[1]) == "unknown"


def test_what_it_scored_plays_no_part(known: Winnable) -> None:
    known.note_way(POSITIONS[0], WAY)
    assert known.verdict(POSITIONS[1]._replace(score=999)) == "won"


@pytest.mark.parametrize("way", [WAY[:-1], [*WAY, WAY[-1]], [Click(250)]])
def test_what_does_not_win_is_no_way(known: Winnable, way: list[Click]) -> None:
    assert not known.note_way(POSITIONS[0], way)
    assert known.verdict(POSITIONS[0]) == "unknown"
    assert known.action(POSITIONS[0]) is None


def test_what_follows_a_lost_position_is_lost(known: Winnable) -> None:
    known.note_action(POSITIONS[0], POSITIONS[1])
    assert known.verdict(POSITIONS[1]) == "unknown"
    known.note_lost(POSITIONS[1])
    known.note_action(POSITIONS[1], POSITIONS[2])
    assert [known.verdict(state) for state in POSITIONS[:4]] == [
        "unknown",
        "impossible",
        "impossible",
        "unknown",
    ]
