import pytest

from client.words.texts import reason_text
from engine import catalogue
from engine.game import IllegalAction
from engine.play import Play
from engine.state import Action, Click, Deal, Move
from server.rooms.audience import BLIND, UNSEEN
from tests.engine.positions import SETTINGS
from tools.texts.reasons import reasons, reasons_in

SOURCE = '''
WRONG_TIME = {"lobby": "not before the race"}

def refusal(state):
    """No reason."""
    if state.won:
        return "the game is solved"
    return None if state.dealt else "nothing is dealt"

def enter(room, code, now):
    text = "all seats are taken"
    log.info("no reason either")
    if code:
        raise Refusal("room full", text)
    if now:
        raise Refusal("wrong time", WRONG_TIME[now])
    room.close(now, room.why or "the host has gone")
    raise Refusal("unknown room", f"there is no room {code}")
'''


def test_what_is_found() -> None:
    assert sorted(reasons_in(SOURCE)) == [
        "all seats are taken",
        "not before the race",
        "nothing is dealt",
        "the game is solved",
        "the host has gone",
    ]


def test_all_that_the_engine_says_is_found() -> None:
    """Every action there could be, in the deals of all games: whatever is refused is known."""
    known, heard = set(reasons()), set[str]()
    for setting in SETTINGS[::4]:
        game = setting.game
        state = game.deal("reasons")
        piles = range(-1, len(game.places), 3)
        asked: list[Action] = [Deal(), *map(Click, piles)]
        asked += [
            Move(source, count, target) for source in piles for count in (1, 9) for target in piles
        ]
        heard |= {reason for action in asked if (reason := game.refusal(state, action))}
    assert len(heard) > 3
    assert heard <= known
    with pytest.raises(IllegalAction) as refused:
        Play(catalogue.make("klondike"), "seed").enter("undo")
    assert str(refused.value) in known


def test_what_players_hear_most_is_found() -> None:
    known = set(reasons())
    assert "there is no room with that code" in known
    assert "the host has sent you away" in known
    assert "that is only possible when the race is over" in known
    assert "the connection was lost for too long" in known
    assert "this server is full; try again later" in known
    assert "you have connected from somewhere else" in known
    assert "the time is {found} ms, not {claimed} ms" in known
    assert BLIND.text in known
    assert UNSEEN.text in known
    assert "replaced" not in known, "that is for the log"
    assert all(reason_text(reason) == reason for reason in known), "none is changed on its way"
