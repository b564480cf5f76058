import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import catalogue
from engine.game import Game, IllegalAction
from engine.hints import hints
from engine.play import Entry, Play, replay
from engine.solver.analysis import Analysis, Finding, Way, luck_decides, way_of
from engine.solver.search import solve
from engine.state import Action, Move, State
from tests.engine.positions import SETTINGS, Setting

FREECELL = catalogue.make("freecell")
ENDS = ("bristol", "carpet", "doublets", "fourteen", "gay-gordons", "glenwood")
"""Games of which the last moves can be searched for all that is possible."""
SMALL = [setting for setting in SETTINGS if setting.name in ENDS]
MOST = 3000
"""Positions of the exhaustive search, after which a position is no small one."""


class TooLarge(Exception):
    """There are more positions than an exhaustive search looks at."""


def can_be_won(game: Game, seed: str, start: State) -> bool:
    """Whether a position can be won: by all that the rules allow, and nothing else."""
    seen, waiting = {start}, [start]
    while waiting:
        state = waiting.pop()
        if game.won(state):
            return True
        for action in game.legal_actions(state):
            after = game.follow(state, action, seed)
            if after not in seen:
                if len(seen) > MOST:
                    raise TooLarge
                seen.add(after)
                waiting.append(after)
    return False


@cache
def played(setting: Setting, seed: str) -> tuple[Entry, ...]:
    """What somebody did who plays well mostly, and takes something back at times."""
    game, chance = setting.game, random.Random(f"analysis {seed}")
    play, entries = Play(game, seed), list[Entry]()
    while play.outcome() is None and len(entries) < 200:
        entry: Entry
        if play.can_undo and chance.random() < 0.1:
            entry = "undo"
        elif chance.random() < 0.8:
            entry = hints(game, play.state)[0]
        else:
            entry = chance.choice(game.legal_actions(play.state))
        play.enter(entry)
        entries.append(entry)
    return tuple(entries)


def finished(analysis: Analysis, each: int = 100_000) -> Finding:
    """What is known in the end; on the way, nothing that was known is lost."""
    before, share = analysis.finding, analysis.share
    while not analysis.over:
        now = analysis.go_on(each)
        assert (now.won_until or 0) >= (before.won_until or 0)
        assert before.lost_from is None or now.lost_from is not None
        assert analysis.share >= share
        before, share = now, analysis.share
    assert share == 1.0
    return before


@pytest.mark.parametrize("setting", SMALL, ids=str)
def test_what_is_said_is_what_an_exhaustive_search_finds(setting: Setting) -> None:
    game, told = setting.game, Counter[str]()
    for seed in map(str, range(6)):
        entries = played(setting, seed)
        whole = way_of(game, seed, entries)
        late = Way(whole.states[-14:], whole.numbers[-14:])
        finding = finished(Analysis(game, seed, late, 2000))
        for state, number in zip(*late, strict=True):
            try:
                wins = can_be_won(game, seed, state)
            except TooLarge:
                continue
            told[finding.at(number)] += 1
            assert finding.at(number) in (("won" if wins else "impossible"), "unknown")
    assert told["won"], told
    assert told["impossible"], told


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_what_is_won_is_shown_to_be_and_undos_come_to_nothing(setting: Setting) -> None:
    game, entries = setting.game, played(setting, "any")
    finding = finished(Analysis(game, "any", way_of(game, "any", entries), 60))
    verdicts = [finding.at(number) for number in range(len(entries) + 1)]
    order = ("won", "unknown", "impossible")
    assert verdicts == sorted(verdicts, key=order.index), "nobody wins what was lost"
    if finding.won_until is not None:
        play = replay(game, "any", entries[: finding.won_until])
        for action in finding.actions:
            play.enter(action)
        assert play.outcome() == "won"


@st.composite
def journals(draw: st.DrawFn) -> list[Entry]:
    """What anybody may do in FreeCell, with much taken back."""
    play = Play(FREECELL, "journal")
    entries: list[Entry] = []
    for _ in range(draw(st.integers(0, 25))):
        entry: Entry = "undo"
        if not (play.can_undo and draw(st.booleans())):
            legal = FREECELL.legal_actions(play.state)
            if not legal:
                break
            entry = legal[draw(st.integers(0, len(legal) - 1))]
        play.enter(entry)
        entries.append(entry)
    return entries


@given(journals())
def test_the_way_is_what_was_not_taken_back(entries: list[Entry]) -> None:
    way = way_of(FREECELL, "journal", entries)
    assert way.states == tuple(replay(FREECELL, "journal", entries).states)
    assert way.numbers[-1] == len(entries)
    assert all(one < other for one, other in pairwise(way.numbers))
    for state, number in zip(way.states, way.numbers, strict=True):
        assert replay(FREECELL, "journal", entries[:number]).state == state


def lines() -> tuple[Sequence[Entry], Way, tuple[Action, ...]]:
    """A deal of FreeCell that can be won, and one where that was spoilt."""
    solution = solve(FREECELL, "4").actions
    entries = played(Setting("freecell", ()), "4")
    return entries, way_of(FREECELL, "4", entries), solution


def test_the_answer_is_the_same_in_whatever_slices() -> None:
    entries, way, _ = lines()
    at_once = finished(Analysis(FREECELL, "4", way, 3000))
    assert finished(Analysis(FREECELL, "4", way, 3000), 700) == at_once
    assert at_once.won_until is not None
    assert at_once.lost_from == at_once.won_until + 1 <= len(entries)


def test_a_slice_is_no_longer_than_asked_for() -> None:
    _, way, _ = lines()
    analysis = Analysis(FREECELL, "4", way, 3000)
    before = 0
    for _ in range(10):
        now = analysis.go_on(300).positions
        assert 300 <= now - before < 400
        before = now


def test_a_known_solution_spares_the_search_where_the_game_went_along_with_it() -> None:
    solution = solve(FREECELL, "4").actions
    gone_on = solution[:-10]
    way = way_of(FREECELL, "4", gone_on)
    finding = Analysis(FREECELL, "4", way, 10, solution).finding
    assert finding == Finding(len(gone_on), None, solution[-10:], 0)


def test_what_was_done_and_taken_back_belongs_to_where_that_led() -> None:
    solution = solve(FREECELL, "4").actions
    aside = FREECELL.legal_actions(FREECELL.deal("4"))[0]
    entries: list[Entry] = [aside, "undo", *solution]
    way = way_of(FREECELL, "4", entries)
    assert way.numbers[:2] == (2, 3)
    finding = Analysis(FREECELL, "4", way).finding
    assert finding == Finding(len(entries), None, (), 0), "who has won needs no search"


def test_a_wrong_solution_is_not_believed() -> None:
    entries, way, solution = lines()
    wrong_ones: list[tuple[Action, ...]] = [
        solution[:-1],
        (Move(0, 99, 1),),
        (*solution, solution[0]),
    ]
    for wrong in wrong_ones:
        with pytest.raises(ValueError, match="does not win"):
            Analysis(FREECELL, "4", way, 100, wrong)
    with pytest.raises(IllegalAction):
        way_of(FREECELL, "4", [*entries, Move(0, 99, 1)])


def test_who_was_stuck_had_lost_by_then() -> None:
    setting = Setting("golf", ())
    for seed in ("1", "2", "3"):
        entries = played(setting, seed)
        way = way_of(setting.game, seed, entries)
        assert setting.game.outcome(way.states[-1]) == "stuck"
        finding = Analysis(setting.game, seed, way).finding
        assert finding.lost_from == len(entries)


def test_a_search_that_does_not_tell_leaves_it_open() -> None:
    game = catalogue.make("spider")
    entries = played(Setting("spider", tuple(catalogue.entry("spider").complete({}).items())), "2")
    finding = finished(Analysis(game, "2", way_of(game, "2", entries), 40))
    assert finding.won_until is None
    assert finding.at(0) == "unknown"


def test_luck_is_told_from_play() -> None:
    for name, luck in (("cover", True), ("clock", True), ("freecell", False), ("golf", False)):
        setting = Setting(name, tuple(catalogue.entry(name).complete({}).items()))
        way = way_of(setting.game, "1", played(setting, "1"))
        assert luck_decides(setting.game, way) is luck, name
