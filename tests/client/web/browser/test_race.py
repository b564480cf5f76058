"""Races in a real browser, to the end, against a bot."""

from typing import Any, Final

import pytest
from msgspec.structs import replace

from client.board.layout import Spot
from client.words.texts import status_text
from engine.play import Play
from engine.state import Click
from harness.bot_thread import BotThread
from harness.browsing import DESKTOP, PHONE
from harness.server_thread import ServerThread
from tests.client.web.browser.conftest import Visit
from tests.client.web.browser.typist import LISTENING, Ears, Typist, play_to_the_end
from tests.client.web.browser.visitor import SLOW, Hands, Racer, Visitor, at_once
from tests.client.web.golden_keys import choosing_as_told

CALM: Final = {"reduced_motion": "reduce"}
"""Cards lie at once where they belong: each frame of their way takes time from the hands."""
STOCK: Final = 0
PROFILES: Final[dict[Hands, dict[str, Any]]] = {"mouse": DESKTOP, "touch": PHONE}


@pytest.mark.parametrize(
    ("game", "seed", "care", "hands"),
    [
        # Short races: who plays carelessly is stuck sooner.
        ("4x13", "race 392", 1, "mouse"),
        ("montana", "race 232", 0, "touch"),
        ("thirteens", "race 4", 1, "touch"),  # won
        ("klondike", "race 331", 0, "touch"),  # given up
        ("freecell", "race 58", 1, "mouse"),
        ("spider", "race 7", 1, "touch"),
        ("thirteen", "race 253", 0, "mouse"),
        ("clock", "race 48", 1, "touch"),
        ("golf", "race 103", 0, "mouse"),
        ("gaps", "race 366", 0, "mouse"),
    ],
)
def test_a_race_by_hand(
    server: ServerThread, visit: Visit, game: str, seed: str, care: float, hands: Hands
) -> None:
    server.deal_from(seed)
    with BotThread(server.address, at_once(game)) as bots:
        ada = visit(f"/r/{bots.code}", **CALM, **PROFILES[hands])
        ada.take_a_seat("Ada")
        racer = Racer(ada, game, seed, hands, care)
        assert racer.race() > 5
        if racer.play.game.outcome(racer.play.state) is None:
            ada.give_up()  # there is nothing new to try
    ends(ada, racer.play)


def test_on_a_phone_nobody_is_covered_by_oneself(server: ServerThread, visit: Visit) -> None:
    server.deal_from("race 103")
    upright = PHONE | {"viewport": {"width": 360, "height": 640}}
    with BotThread(server.address, at_once("golf"), bots=4, racers=5, pace=SLOW) as bots:
        ada = visit(f"/r/{bots.code}", **CALM, **upright)
        ada.take_a_seat("Ada")
        chips = ada.page.locator(".race-strip .racer")
        chips.nth(4).wait_for(state="attached")
        own = ada.page.locator(".race-strip .racer.own").bounding_box()
        listed = ada.page.locator(".race-strip .list").bounding_box()
        others = ada.page.locator(".race-strip .racer:not(.own):visible")
        boxes = [chip.bounding_box() for chip in others.all()]
        assert own
        assert listed
        assert own["x"] + own["width"] <= listed["x"] + listed["width"] + 1
        assert 1 <= len(boxes) <= 4
        for box in boxes:
            assert box
            apart = box["x"] + box["width"] <= own["x"] or own["x"] + own["width"] <= box["x"]
            assert apart, "it has the place beside it"


def test_a_race_by_keyboard(server: ServerThread, visit: Visit) -> None:
    server.deal_from("race 58")
    with BotThread(server.address, at_once("freecell"), pace=SLOW) as bots:
        ada = visit(f"/r/{bots.code}", script=LISTENING, **CALM)
        ears = Ears(ada)
        ada.take_a_seat("Ada")
        ears.until("Go!")
        ears.forget()
        ada.page.get_by_role("application").wait_for()  # which it is as soon as it takes keys
        me = Typist(ada, ears, "freecell", "race 58")
        with choosing_as_told():
            play_to_the_end(me)
    ends(ada, me.play)


@pytest.mark.parametrize("by", ["click", "key", "button"])
def test_a_redeal_that_cannot_be_taken_back_needs_a_second_press(
    server: ServerThread, visit: Visit, by: str
) -> None:
    server.deal_from("race 331")
    room = replace(at_once("klondike"), undo=False)
    with BotThread(server.address, room, pace=SLOW) as bots:
        ada = visit(f"/r/{bots.code}", **CALM)
        ada.take_a_seat("Ada")
        racer = Racer(ada, "klondike", "race 331")
        while racer.view.piles[STOCK]:
            racer.do(Click(STOCK))

        def press() -> None:
            if by == "click":
                racer.click(Spot(STOCK, -1))
            elif by == "key":
                ada.page.get_by_role("application").press("d")
            else:
                ada.page.get_by_role("button", name="Deal", exact=True).click()

        asked = ada.page.locator(".notice.seen").filter(has_text="bring the cards round")
        press()
        press()  # too soon: a hand that went on
        asked.wait_for()
        before = len(ada.heard)
        ada.page.evaluate("window.asked = performance.now()")
        ada.page.wait_for_function("() => performance.now() - window.asked > 600")
        assert not [each for each in ada.heard[before:] if each["type"] == "step"]
        press()
        racer.enter(Click(STOCK))
        ada.hears("step", lambda step: step["number"] == racer.play.length)
        assert racer.view.piles[STOCK]


def ends(visitor: Visitor, play: Play) -> None:
    """Wait for the results, as the bots have left; they have to say how the race went."""
    status = play.game.outcome(play.state) or "gave up"
    visitor.hears("results")
    own = visitor.player
    [standing] = (s for s in visitor.last("results")["standings"] if s["player"] == own)
    told = [standing.get("status"), standing.get("score", 0), standing.get("moves")]
    assert told == [status, play.state.score, play.length]
    line = visitor.page.get_by_role("row").filter(has_text="Ada")
    line.filter(has_text=status_text(status)).wait_for()
    if standing.get("milliseconds", 0) and play.state.score > 0:
        feat = visitor.page.locator(".feat")
        feat.filter(has_text="place on the leaderboard").wait_for()
