import random
from collections import Counter

import msgpack

from protocol.forms import BadMessage
from protocol.wire import decode_client
from tools.faults.attacks import ATTACKS, Attacker
from tools.faults.fuzz_server import GROWTH, Report, high, run


async def test_a_server_among_bad_clients() -> None:
    """A few seconds of it: no crash, nothing in the log, nobody disturbed, nothing left open."""
    report = await run(2, seed=1, clients=3, racers=2, cutoffs=20, attacks=50, judge_delays=False)
    assert report.faults == []
    assert report.attacks.total() >= 20
    assert report.loud
    assert "cut off" in "\n".join(report.lines())


def test_every_attack_is_told_about() -> None:
    assert all(attack.__doc__ for attack in ATTACKS.values())


def test_an_attackers_frames_come_from_its_seed_and_are_good_and_bad() -> None:
    def frames(seed: int) -> list[bytes]:
        attacker = Attacker(0, random.Random(seed), "somebody")
        return [attacker.random_frame() for _ in range(300)]

    assert frames(1) == frames(1) != frames(2)
    kinds: Counter[str] = Counter()
    for frame in frames(1):
        msgpack.unpackb(frame, strict_map_key=False)
        try:
            decode_client(frame)
        except BadMessage:
            kinds["bad"] += 1
        else:
            kinds["good"] += 1
    assert min(kinds["bad"], kinds["good"]) > 30


def test_what_is_a_fault() -> None:
    def faults(report: Report) -> list[str]:
        report.judge(delays=True)
        return report.faults

    quiet = [1.0] * 98 + [10.0] * 2
    assert high(quiet) == 10.0
    assert faults(Report(1, quiet=quiet, loud=[19.0] * 100)) == []
    assert "21.0 ms instead of 10.0 ms" in faults(Report(1, quiet=quiet, loud=[21.0] * 100))[0]
    assert "2 file descriptors" in faults(Report(1, descriptors=(10, 12)))[0]
    assert faults(Report(1, memory=[30.0, 99.0, 31.0])) == []
    assert "memory" in faults(Report(1, memory=[30.0, 31.0 + GROWTH]))[0]
