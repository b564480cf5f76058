"""What a ghost has done at any moment: a function of the clock and of what was written down."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine import catalogue
from engine.chance import commitment
from engine.play import Entry, Play
from protocol.messages import FIRST_GHOST, Board, PastRacer, Replay, Settings, Status, Step
from protocol.racing import Racer, is_ghost, play_again, winners
from protocol.wire import pack_entry
from server.rooms.opening import Opening
from server.rooms.races.ghost import GhostGame, UntrueGame
from server.rooms.races.race import Race
from server.rooms.records import PastGame
from tests.server.play import ANN, BOB, THIRTEENS, thirteens_to

DAY = 1_700_000_000
SETTINGS = Settings("thirteens", time_limit=60)


def past_game(
    line: list[Entry], seed: str, every: int = 1000, status: Status = "gave up", ended: int = 0
) -> PastGame:
    """Return the game of ann, who did that, an entry each so many milliseconds."""
    racer = Racer(Play(THIRTEENS, seed))
    times = [every * number for number in range(1, len(line) + 1)]
    for entry, at in zip(line, times, strict=True):
        racer.enter(entry, at)
    racer.end(status)
    score, took = racer.view.score, racer.milliseconds
    past = PastRacer(ANN.id, "ann", racer.status, score, 1, took, ended=ended)
    entries = [pack_entry(entry) for entry in line]
    fixed = commitment(seed)
    replay = Replay(
        7, ANN.id, "ann", "thirteens", {}, seed, entries, times, racer.status, score, took, fixed,
        [past],
    )  # fmt: skip
    assert play_again(replay).fault is None
    return PastGame(replay, SETTINGS, DAY)


def begun(*games: PastGame, moves: int = 0) -> Race:
    """Return a race of bob against ghosts of these games, which began at the time 500."""
    ghosts = [GhostGame.of(game) for game in games]
    seed = games[0].replay.seed
    race = Race(9, THIRTEENS, seed, [BOB], start=500, time_limit=60_000, ghosts=ghosts)
    _, line = thirteens_to("won")
    for number, action in enumerate(line[:moves]):
        assert isinstance(race.act(BOB.id, number, action, 600), Step)
    return race


def stands(race: Race) -> list[tuple[int, int, str, int]]:
    return [(s.player, s.moves, s.status, s.score) for s in race.standings()]


def test_a_ghost_does_what_was_done_at_the_same_times() -> None:
    seed, line = thirteens_to("won")
    race = begun(past_game([*line], seed))
    assert list(race.move_ghosts(500 + 999)) == []
    [(ghost, step)] = race.move_ghosts(500 + 1000)
    assert ghost == FIRST_GHOST
    assert is_ghost(ghost)
    assert isinstance(step, Step)
    assert (step.player, step.number) == (FIRST_GHOST, 1)
    assert list(race.move_ghosts(500 + 1000)) == [], "nothing is done twice"
    told = [seen for _, seen in race.move_ghosts(500 + 60_000)]
    assert [each.number for each in told] == [*range(2, len(line) + 1)]
    assert told[-1].status == "won"
    assert race.racing == [BOB.id], "nobody waits for a ghost, and it ends nobody's race"
    assert race.standings()[0].player == FIRST_GHOST
    assert race.standings()[0].milliseconds == 1000 * len(line)


@given(st.lists(st.integers(0, 70_000), max_size=8), st.integers(0, 70_000))
def test_it_does_not_matter_when_somebody_looked_before(looks: list[int], at: int) -> None:
    seed, line = thirteens_to("won")
    game = past_game([*line[:3], "undo", *line[2:6]], seed, every=900)
    looked, fresh = begun(game), begun(game)
    for look in sorted(look for look in looks if look <= at):
        list(looked.move_ghosts(500 + look))
    for race in (looked, fresh):
        list(race.move_ghosts(500 + at))
    assert stands(looked) == stands(fresh)
    assert looked.curves() == fresh.curves()
    done = sum(900 * number <= at for number in range(1, 9))
    assert looked.ghosts[FIRST_GHOST].play.length == done


def test_a_ghost_gives_up_when_its_game_was_given_up() -> None:
    seed, line = thirteens_to("won")
    race = begun(past_game([*line[:2]], seed, ended=5000))
    list(race.move_ghosts(500 + 4999))
    assert race.ghosts[FIRST_GHOST].status == "racing"
    [(_, board)] = race.move_ghosts(500 + 5000)
    assert isinstance(board, Board)
    assert (board.status, board.number) == ("gave up", 2)


def test_when_the_race_is_over_a_ghost_stands_as_it_ended() -> None:
    seed, line = thirteens_to("won")
    race = begun(past_game([*line], seed))
    list(race.move_ghosts(500 + 2000))
    race.take_out(BOB.id, "give up")
    assert race.over
    [(_, board)] = race.end_ghosts()
    assert (board.number, board.status) == (len(line), "won")
    assert list(race.end_ghosts()) == []
    ghost, bob = race.standings()
    assert (ghost.status, ghost.milliseconds, ghost.place) == ("won", 1000 * len(line), 1)
    assert (bob.player, bob.place) == (BOB.id, 2)
    assert race.curves().curves[FIRST_GHOST][-1][0] == 1000 * len(line)


def test_a_ghost_wins_nothing_and_can_be_beaten() -> None:
    seed, line = thirteens_to("won")
    lost = begun(past_game([*line], seed))
    lost.take_out(BOB.id, "give up")
    list(lost.end_ghosts())
    assert winners(lost.standings()) == frozenset()
    ahead = begun(past_game([*line[:1]], seed, every=9000, ended=9000), moves=3)
    ahead.take_out(BOB.id, "give up")
    list(ahead.end_ghosts())
    assert winners(ahead.standings()) == {BOB.id}


@pytest.mark.parametrize(
    "changed",
    [
        {"score": 9999},
        {"status": "won"},
        {"seed": "another"},
        {"entries": [[0, 1, 99]], "times": [1]},
        {"times": [3000, 2000, 1000]},
        {"commitment": "0" * 64},
    ],
)
def test_a_game_that_is_not_true_becomes_no_ghost(changed: dict[str, object]) -> None:
    seed, line = thirteens_to("won")
    game = past_game([*line[:3]], seed)
    with pytest.raises(UntrueGame):
        GhostGame.of(game._replace(replay=replace(game.replay, **changed)))


def test_what_is_done_after_the_end_is_not_true() -> None:
    seed, line = thirteens_to("won")
    game = past_game([*line], seed)
    entries = [*game.replay.entries, "undo"]
    times = [*game.replay.times, 99_000]
    longer = replace(game.replay, entries=entries, times=times, racers=[])
    with pytest.raises(UntrueGame, match=str(play_again(longer).fault)):
        GhostGame.of(game._replace(replay=longer))


def test_games_of_several_deals_are_no_race() -> None:
    seed, line = thirteens_to("won")
    other, moves = thirteens_to("stuck")
    games = [GhostGame.of(past_game([*line[:2]], seed)), GhostGame.of(past_game([], other))]
    assert moves
    with pytest.raises(ValueError, match="same deal"):
        Opening.against(games)


def test_a_room_against_ghosts_is_for_some_and_shows_boards() -> None:
    seed, line = thirteens_to("won")
    opening = Opening.against([GhostGame.of(past_game([*line[:2]], seed))])
    settings = opening.settings
    assert (settings.seats, settings.listed, settings.show_boards) == (8, False, True)
    assert (settings.time_limit, settings.rated) == (60, False)
    [told] = opening.practice.ghosts
    assert (told.race, told.player, told.name, told.at) == (7, ANN.id, "ann", DAY)
    assert opening.renamed(ANN.id, "anna").practice.ghosts[0].name == "anna"
    assert opening.renamed(BOB.id, "bert").practice.ghosts[0].name == "ann"
    assert opening.players == {ANN.id}


def test_restored_without_what_cannot_be_played_any_more() -> None:
    seed, line = thirteens_to("won")
    good = past_game([*line[:2]], seed)
    bad = good._replace(replay=replace(good.replay, score=9999))
    opening = Opening.against([GhostGame.of(good)])
    again = Opening.restored(opening.practice, (), [bad, good])
    assert again.practice == opening.practice
    assert Opening.restored(opening.practice, (), [bad]).practice.ghosts == []
    assert catalogue.make("thirteens") == again.play.game
