import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.session.practice_game import PracticeGame, SavedGame
from client.words.texts import points_text
from engine import catalogue
from engine.game import IllegalAction
from engine.hints import hints
from engine.state import Click, Move
from protocol.racing import play_again
from tests.server.stock.fake_foundry import QUICK, certified


def test_the_clock_starts_with_the_first_action() -> None:
    practice = PracticeGame("klondike", {}, "a seed")
    assert practice.elapsed(100) == 0
    practice.act(Click(0), 200)
    assert practice.elapsed(230) == 30
    practice.undo(240)
    assert practice.elapsed(250) == 50


def test_undo_brings_the_position_back() -> None:
    practice = PracticeGame("klondike", {}, "a seed")
    dealt = practice.view
    practice.act(Click(0), 0)
    assert practice.view != dealt
    practice.undo(1)
    assert practice.view == dealt


def test_undo_is_refused_before_the_first_action() -> None:
    practice = PracticeGame("klondike", {}, "a seed")
    assert not practice.can_undo
    with pytest.raises(IllegalAction):
        practice.undo(0)


def test_the_view_hides_what_lies_face_down() -> None:
    practice = PracticeGame("klondike", {}, "a seed")
    assert set(practice.view.piles[0]) == {0x80}


def test_a_refused_action_changes_nothing() -> None:
    practice = PracticeGame("klondike", {}, "a seed")
    with pytest.raises(IllegalAction):
        practice.act(Move(0, 1, 1), 5)
    assert practice.elapsed(100) == 0
    assert not practice.can_undo


def test_the_clock_stands_still_at_the_end_and_goes_on_after_an_undo() -> None:
    seed, practice = finished_accordion()
    now = 1000.0
    assert ended(practice) == "stuck"
    total = practice.elapsed(now)
    assert practice.elapsed(now + 500) == total
    practice.undo(now + 500)
    assert ended(practice) is None
    assert practice.elapsed(now + 510) == total + 10
    again = PracticeGame("accordion", {}, seed)
    assert again.game is practice.game


def ended(practice: PracticeGame) -> str | None:
    return practice.outcome


def finished_accordion() -> tuple[str, PracticeGame]:
    """Accordion soon has no moves left."""
    game = catalogue.make("accordion")
    practice = PracticeGame("accordion", {}, "a seed")
    for now in range(60):
        actions = hints(game, practice.view)
        if not actions:
            break
        practice.act(actions[0], float(now))
    return "a seed", practice


@pytest.mark.parametrize("seed", ["", "x" * 65, "two\nlines"])
def test_what_is_no_seed_is_refused(seed: str) -> None:
    with pytest.raises(ValueError, match="a seed"):
        PracticeGame("klondike", {}, seed)


def test_points_in_words() -> None:
    assert [points_text(n) for n in (0, 1, 52)] == ["0 points", "1 point", "52 points"]


def played(moves: int = 5, pace: float = 2.0) -> PracticeGame:
    """A game of Klondike with a move every `pace` seconds, the last one taken back."""
    practice = PracticeGame("klondike", {"deal": "three-card-deals"}, "a seed")
    for number in range(moves):
        practice.act(hints(practice.game, practice.view)[0], 100 + pace * number)
    practice.undo(100 + pace * moves)
    return practice


def test_a_game_under_way_is_a_replay_that_checks_out() -> None:
    practice = played()
    replay = practice.replay("Ada")
    views, fault = play_again(replay)
    assert fault is None
    assert views[-1] == practice.view
    assert len(views) == 7
    assert (replay.race, replay.player, replay.name) == (0, 0, "Ada")
    assert replay.status == "racing"
    assert replay.times == [1, 2000, 4000, 6000, 8000, 10_000]
    assert PracticeGame("klondike", {}, "a seed").replay("Ada").entries == []


def test_a_game_that_went_on_after_its_end_is_one_too() -> None:
    practice = PracticeGame("accordion", {}, "a seed")
    for now in (5.0, 6.0):
        while actions := hints(practice.game, practice.view):
            practice.act(actions[0], now)
        assert practice.outcome == "stuck"
        assert play_again(practice.replay("Ada")).fault is None
        assert practice.replay("Ada").status == "stuck"
        practice.undo(now)
        assert practice.replay("Ada").status == "racing"
    assert play_again(practice.replay("Ada")).fault is None
    race = msgspec.structs.replace(practice.replay("Ada"), race=1)
    assert "comes after the end" in str(play_again(race).fault), "in a race the end is the end"
    early = msgspec.structs.replace(PracticeGame("yukon", {}, "x").replay("Ada"), race=1)
    assert str(play_again(early).fault) == "the race was still going on"


def test_the_times_of_the_moves_are_kept() -> None:
    practice = played()
    again = PracticeGame.restore(practice.saved(111.0))
    assert again.replay("Ada") == practice.replay("Ada")
    again.undo(500.0)
    assert again.replay("Ada").times[-2:] == [10_000, 11_000]


def test_a_game_kept_by_an_older_version_opens_and_has_its_moves_spread_over_its_time() -> None:
    file = msgspec.json.decode(msgspec.json.encode(played().saved(112.0)))
    del file["times"]
    old = msgspec.convert(file, SavedGame)
    again = PracticeGame.restore(old)
    assert again.elapsed(0.0) == 12.0
    assert again.replay("Ada").times == [2000, 4000, 6000, 8000, 10_000, 12_000]
    assert play_again(again.replay("Ada")).fault is None


@pytest.mark.parametrize("times", [[5, 4, 3, 2, 1, 0], [-1, 0, 0, 0, 0, 0], [1], [0] * 7])
@pytest.mark.parametrize("seconds", [0.0, -5.0, 1e300])
def test_damaged_times_do_no_harm(times: list[int], seconds: float) -> None:
    saved = msgspec.structs.replace(played().saved(112.0), times=times, seconds=seconds)
    replay = PracticeGame.restore(saved).replay("Ada")
    assert play_again(replay).fault is None
    assert msgspec.json.decode(msgspec.json.encode(replay), type=type(replay)) == replay


def test_a_clock_beyond_all_bounds_stands_in_the_replay() -> None:
    practice = PracticeGame("klondike", {}, "a seed")
    practice.act(Click(0), 0.0)
    practice.act(Click(0), 2_000_000.0)
    replay = practice.replay("Ada")
    assert replay.times == [1, 1_000_000_000]
    assert msgspec.json.decode(msgspec.json.encode(replay), type=type(replay)) == replay


@given(st.data())
def test_a_replay_is_played_on_from_any_of_its_moves(data: st.DataObject) -> None:
    replay = played().replay("Ada")
    views = play_again(replay).views
    number = data.draw(st.integers(0, len(replay.entries)))
    practice = PracticeGame.play_on(replay, number)
    assert practice.view == views[number]
    touched = practice.touched
    assert not touched
    assert practice.elapsed(0.0) == (replay.times[number - 1] / 1000 if number else 0.0)
    assert practice.known, "cards that were seen are nobody's record"
    practice.act(Click(0), 50.0)
    assert practice.touched
    assert play_again(practice.replay("Bob")).fault is None
    while practice.can_undo:
        practice.undo(51.0)
    assert practice.view == views[0], "back to the deal"


def test_what_is_left_out_of_a_replays_options_is_as_usual() -> None:
    replay = msgspec.structs.replace(PracticeGame("klondike", {}, "x").replay("Ada"), options={})
    assert PracticeGame.play_on(replay, 0).options == {"deal": "single-card-deals"}


@pytest.mark.parametrize("solution", [[[200, 1, 7]], [[1, 2]], [], [[0]] * 50])
def test_a_solution_is_kept_and_one_that_does_not_win_is_none(solution: list[list[int]]) -> None:
    deal = certified()
    practice = PracticeGame(QUICK, {}, deal.seed)
    practice.solution = [*deal.solution]
    saved = msgspec.json.decode(msgspec.json.encode(practice.saved(0)), type=SavedGame)
    assert PracticeGame.restore(saved).solution == practice.solution
    damaged = msgspec.structs.replace(saved, solution=solution)
    assert PracticeGame.restore(damaged).solution == []
