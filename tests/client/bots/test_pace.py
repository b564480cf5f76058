import random
from statistics import fmean

from client.bots.pace import BURST, LONGEST, HumanPace, Pace


def test_an_even_pace_stays_within_its_jitter() -> None:
    pauses = [Pace(2.0, 0.25).pause(random.Random(seed)) for seed in range(200)]
    assert 1.5 <= min(pauses) < 1.7
    assert 2.3 < max(pauses) <= 2.5


def test_people_mostly_play_quickly_and_think_long_now_and_then() -> None:
    chance, pace = random.Random(1), HumanPace(2.0, 0.7)
    pauses = sorted(pace.pause(chance) for _ in range(4000))
    assert 1.9 < fmean(pauses) < 2.1
    assert pauses[2000] < 0.9 * fmean(pauses), "most are shorter than the average"
    assert 6 < pauses[-1] <= LONGEST * 2


def test_who_knows_already_what_to_do_does_it_in_a_burst() -> None:
    chance, pace = random.Random(1), HumanPace(2.0, 0.7)
    pauses = [pace.pause(chance, sure=True) for _ in range(4000)]
    assert 0.9 < fmean(pauses) / (2 * BURST) < 1.1
