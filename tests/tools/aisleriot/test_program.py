"""The bridge to AisleRiot, where it is installed; what needs no bridge, everywhere."""

import random
import shutil
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from engine.state import Click, Deal, Move
from tools.aisleriot.compare import main, run
from tools.aisleriot.late_positions import LATE
from tools.aisleriot.program import GAMES, Program, Setting, engine_action, settings
from tools.aisleriot.record import record
from tools.aisleriot.walks import walk

installed = shutil.which("guile") and any(Path("/usr/lib").glob("*/aisleriot/guile/3.0"))
live = pytest.mark.skipif(not installed, reason="needs the packages aisleriot and guile-3.0")


def test_every_choice_of_options_is_a_setting() -> None:
    named = Counter(setting.name for setting in settings())
    assert set(named) == set(GAMES)
    assert [named[name] for name in ("clock", "klondike", "spider", "gaps")] == [1, 4, 3, 2]
    assert [s.flags for s in settings(("spider",))] == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    assert [s.flags for s in settings(("gaps",))] == [[0], [1]]
    assert [str(s) for s in settings(("clock", "gaps"))][:2] == [
        "clock",
        "gaps randomly_placed_gaps_on_redeal=False",
    ]


def test_actions_in_the_programs_words() -> None:
    assert engine_action(("drag", 8, 2, 1)) == Move(8, 2, 1)
    assert engine_action(("click", 0)) == Click(0)
    assert engine_action(("deal",)) == Deal()


def test_late_positions_have_the_decks_cards_or_fewer() -> None:
    whole = {
        "auld-lang-syne",
        "cruel",
        "doublets",
        "eliminator",
        "freecell",
        "hopscotch",
        "klondike",
        "pileon",
        "poker",
        "scuffle",
        "spider",
        "triple-peaks",
        "valentine",
    }
    for setting in settings():
        if setting.name not in LATE:
            continue
        game = setting.game
        deck = sorted(card & 0x3F for card in game.deck)
        for seed in range(20):
            chance = random.Random(seed)
            state = LATE[setting.name](game.deal(str(seed)), chance)
            cards = sorted(card & 0x3F for pile in state.piles for card in pile)
            assert len(state.piles) == len(game.places)
            assert Counter(cards) <= Counter(deck)
            if game.score is not None:
                assert state.score == game.score(state)
            if setting.name == "gaps":
                assert len(cards) == 48
            elif setting.name in whole:
                assert cards == deck


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["bridge"])
    assert "bridge" in capsys.readouterr().err


@live
@pytest.mark.parametrize("name", list(GAMES)[::3])
def test_a_few_positions_live(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A third of the games: what was recorded of all of them is held elsewhere."""
    _, alike = run(settings((name,))[-1], positions=15, seed=3)
    assert alike, capsys.readouterr().out


@live
def test_the_same_seed_records_the_same_game() -> None:
    setting = Setting("klondike", {"deal": "three-card-deals"})
    first, second = (list(record(setting, 2, 10, seed=1)) for _ in range(2))
    assert first == second
    assert [len(game["steps"]) for game in first] == [11, 11]


@live
def test_a_walk_goes_where_it_says() -> None:
    with Program(settings(("freecell",))[0]) as program:
        walked = list(walk(program, random.Random(1), 12))
    for (look, chosen), (after, _) in pairwise(walked):
        assert chosen
        assert look.actions[chosen] == after.now


@live
def test_to_time_a_move_changes_nothing() -> None:
    timed = 0
    with Program(settings(("freecell",))[0]) as program:
        for look, action in walk(program, random.Random(1), 8):
            if action is not None and program.is_drag(action):
                assert all(each > 0 for each in program.time(action, 3))
                assert program.look().now == look.now
                timed += 1
    assert timed
