from msgspec.structs import replace

from client.player import Player
from client.screens.replay import ReplayScreen, check
from engine import catalogue
from engine.replay import Play
from protocol.messages import Replay
from protocol.wire import pack_action
from tests.client.screens.fakes import Show, press
from tests.client.serving import until


def played(moves: int = 12) -> Replay:
    game = catalogue.make("montana")
    play, player, entries = Play(game, "race 24"), Player(game), []
    for _ in range(moves):
        action = player.choose(play.state)
        assert action is not None
        play.enter(action)
        entries.append(pack_action(action))
    play.enter("undo")
    times = [100 * i for i in range(1, moves + 2)]
    score = play.state.score
    return Replay(
        1,
        2,
        "<i>Bob</i>",
        "montana",
        {},
        "race 24",
        [*entries, "undo"],
        times,
        "gave up",
        score,
        2000,
    )


def test_it_plays_by_itself_to_the_end(show: Show) -> None:
    screen = show(ReplayScreen())
    screen.speed.setCurrentIndex(3)
    screen.show_replay(played())
    views, _ = check(played())
    assert screen.verdict.property("role") == "good"
    until(lambda: screen.slider.value() == 13, "the end")
    assert screen.board.state == views[-1]
    assert screen.play.text() == "Play"
    assert screen.result.text().startswith("<i>Bob</i>: gave up")


def test_steps_and_slider(show: Show) -> None:
    screen = show(ReplayScreen())
    views, _ = check(played())
    screen.show_replay(played())
    press(screen, "Pause")
    screen.slider.setValue(5)
    press(screen, ">")
    assert screen.board.state == views[6]
    press(screen, "<")
    press(screen, "<")
    assert screen.board.state == views[4]
    assert screen.at.text().startswith("4 of 13")


def test_false_claims_are_found_out() -> None:
    true = played()
    assert check(true)[1] == ""
    assert "score" in check(replace(true, score=48))[1]
    assert "win" in check(replace(true, status="won"))[1]
    assert "rules" in check(replace(true, entries=[[0, 1, 0]], times=[1]))[1]
    assert "rules" in check(replace(true, entries=[[1, 2]], times=[1]))[1]
    assert "backwards" in check(replace(true, times=true.times[::-1]))[1]
    assert "game" in check(replace(true, game="calculation"))[1]
