"""What the process beside a window does in which a bot plays."""

from itertools import chain
from random import Random

import msgspec
import pytest

from client.bots.levels.level import LEVELS
from client.bots.levels.rival import Rival
from client.session.ghosts.challenges import Challenge, Played, challenges, moves
from protocol.messages import Replay
from samedeal.solving import rival


def challenge(level: int = 3, number: int = 7) -> Challenge:
    return Challenge(number, "thirteens", {}, "5", level, "luck")


def at_once(wanted: Challenge) -> Replay:
    bot = Rival(wanted.game, {}, wanted.seed, wanted.level, name="bot", chance=Random(wanted.luck))
    while bot.go_on():
        pass
    return bot.replay


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_plays_to_its_end_bit_by_bit(level: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rival, "OFTEN", 0.0)
    told = list(rival.play(challenge(level), lambda: False))
    replay = at_once(challenge(level))
    assert list(chain.from_iterable(each.entries for each in told)) == replay.entries
    assert list(chain.from_iterable(each.times for each in told)) == replay.times
    assert [each.status for each in told[:-1]] == ["racing"] * (len(told) - 1)
    assert told[-1].status == replay.status
    assert len(told) > 3
    for each in told:
        assert moves.decode(msgspec.json.encode(each)) == each
        assert isinstance(each, Played)
        assert each.number == 7


def test_another_challenge_takes_the_place_of_one() -> None:
    answers = iter([False, False, False])
    assert list(rival.play(challenge(), lambda: next(answers, True)))[-1:] != []
    assert list(rival.play(challenge(), lambda: True)) == []


def test_moves_are_told_in_heaps_where_they_come_fast() -> None:
    told = list(rival.play(challenge(1), lambda: False))
    assert len(told) < len(at_once(challenge(1)).entries)


def test_an_order_is_read_as_it_was_written() -> None:
    assert challenges.decode(msgspec.json.encode(challenge())) == challenge()
    with pytest.raises(msgspec.ValidationError):
        challenges.decode(msgspec.json.encode(challenge(6)))
