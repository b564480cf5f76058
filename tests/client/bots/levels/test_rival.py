from random import Random

import pytest
from msgspec.structs import replace

from client.bots.levels.level import LEVELS
from client.bots.levels.rival import Rival
from protocol.messages import Replay
from protocol.racing import PRACTICE, play_again


def played(number: int, game: str = "thirteens", seed: str = "7", *, undo: bool = True) -> Replay:
    rival = Rival(game, {}, seed, number, name="Robin", chance=Random(number), undo=undo)
    while rival.go_on():
        pass
    return rival.replay


@pytest.mark.parametrize("number", LEVELS)
def test_its_game_is_a_replay_that_checks_out(number: int) -> None:
    replay = played(number)
    assert (replay.race, replay.name) == (PRACTICE, "Robin")
    assert replay.status in ("won", "stuck", "gave up")
    assert replay.entries
    # A replay of a game played alone has no end but those of the rules.
    assert play_again(replace(replay, race=1)).fault is None
    assert played(number) == replay, "with the same luck"


def test_it_takes_its_time_as_its_level_does() -> None:
    def pace(number: int) -> float:
        replays = [played(number, "klondike", str(seed)) for seed in range(6)]
        return sum(r.times[-1] for r in replays) / sum(len(r.entries) for r in replays)

    assert pace(1) > 1.3 * pace(3)


def test_slips_are_taken_back_where_that_may_be() -> None:
    replays = [played(1, "klondike", str(seed)) for seed in range(30)]
    assert any("undo" in replay.entries for replay in replays)
    replays = [played(1, "klondike", str(seed), undo=False) for seed in range(30)]
    assert not any("undo" in replay.entries for replay in replays)


def test_what_it_has_done_so_far_is_there_at_any_time() -> None:
    rival = Rival("klondike", {}, "1", 3, name="Robin", chance=Random(1))
    for _ in range(5):
        assert rival.go_on()
    assert rival.replay.status == "racing"
    assert len(rival.replay.entries) == 5
