import itertools
from itertools import pairwise

import pytest

from client.session.reconnecting import ReconnectPolicy, is_hopeless


def test_pauses_grow_to_a_bound() -> None:
    policy = ReconnectPolicy()
    pauses = [policy.pause(failures, 0.0) for failures in range(20)]
    assert 0.1 < pauses[0] <= 0.25
    assert all(earlier <= later for earlier, later in pairwise(pauses))
    assert pauses[-1] == pauses[-2] <= 5


@pytest.mark.parametrize("chance", [0.0, 0.5, 1.0])
def test_a_server_that_listens_again_after_a_second_is_back_at_once(chance: float) -> None:
    policy, now = ReconnectPolicy(), 0.0
    for failures in itertools.count():
        pause = policy.pause(failures, chance)
        assert pause <= 0.25 if now < 0.7 else pause <= 0.5, f"nobody looks for it after {now} s"
        if (now := now + pause) >= 1.0:
            break


def test_chance_makes_a_pause_shorter_but_never_very_short() -> None:
    policy = ReconnectPolicy(pauses=(10.0,), spread=0.3)
    assert [policy.pause(0, chance) for chance in (0.0, 0.5, 1.0)] == [10.0, 8.5, 7.0]


@pytest.mark.parametrize(
    ("code", "before", "after"),
    [
        ("wrong version", True, False),
        ("bad name", True, False),
        ("name taken", True, False),
        ("password needed", True, False),
        ("wrong password", True, False),
        ("banned", True, True),
        ("replaced", True, True),
        ("server full", False, False),
        ("too fast", False, False),
        ("unknown token", False, False),
    ],
)
def test_which_answers_are_hopeless(code: str, before: bool, after: bool) -> None:
    assert is_hopeless(code, welcomed=False) == before
    assert is_hopeless(code, welcomed=True) == after
