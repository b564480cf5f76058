"""A board in a real browser: what it says, and what it keeps."""

from typing import Any, Final

import pytest
from playwright.sync_api import expect

from client.board.layout import Box, Spot
from client.words.refusals import refusal_text
from client.words.texts import sentence
from engine.hints import leading_on
from engine.reasons import why_not
from engine.state import Click, Move
from harness.bot_thread import BotThread
from harness.browsing import DESKTOP, PHONE
from harness.server_thread import ServerThread
from tests.client.web.browser.conftest import Visit
from tests.client.web.browser.visitor import DEAF, SLOW, Racer, Visitor, at_once

SEED = "race 7"
SIDES: Final = ("x", "y", "width", "height")
UPRIGHT = PHONE | {"viewport": {"width": 360, "height": 640}}
LYING = PHONE | {"viewport": {"width": 640, "height": 360}}


def sit_down(server: ServerThread, visit: Visit, bots: BotThread, **profile: Any) -> Racer:
    ada = visit(f"/r/{bots.code}", **profile)
    ada.take_a_seat("Ada")
    return Racer(ada, "klondike", SEED)


def notice(visitor: Visitor, text: str) -> None:
    """Wait until this is told on the board."""
    visitor.page.locator(".notice.seen", has_text=text).wait_for()


def covers_cards(visitor: Visitor) -> bool:
    """Return whether what is told of the line lies over the board."""
    boxes = [visitor.page.locator(each).bounding_box() for each in ("#news", ".board")]
    news, board = (Box(*(round(box[side]) for side in SIDES)) for box in boxes if box)
    return news.common(board) > 0


def shown(visitor: Visitor) -> list[str]:
    """Return where all cards are."""
    return sorted(
        visitor.page.eval_on_selector_all(
            ".card:not(.hidden)", "cards => cards.map(card => card.style.translate)"
        )
    )


def illegal(racer: Racer) -> Move:
    """Return a drop of an open card on another column that does not take it."""
    game, view = racer.play.game, racer.view
    columns = [i for i, place in enumerate(game.places) if place.kind == "tableau"]
    moves = (Move(a, 1, b) for a in columns for b in columns if a != b)
    return next(move for move in moves if not game.is_legal(view, move))


def test_a_refusal_says_why_and_the_card_goes_back(server: ServerThread, visit: Visit) -> None:
    server.deal_from(SEED)
    with BotThread(server.address, at_once("klondike")) as bots:
        racer = sit_down(server, visit, bots)
        ada, before = racer.visitor, shown(racer.visitor)
        move = illegal(racer)
        racer.refused(move)
        reason = why_not(racer.play.game, racer.view, move)
        assert reason is not None
        notice(ada, sentence(refusal_text(reason)))
        assert shown(ada) == before
        assert not [each for each in ada.heard if each["type"] == "refused"]
        ada.press("Hint")
        ada.page.locator(".light.hint").first.wait_for()
        racer.refused(move)
        notice(ada, sentence(refusal_text(reason)))
        ada.give_up()
        over = ada.page.locator(".race.over")
        expect(over).to_be_visible()
        expect(over.locator(".notice.seen")).to_have_count(0, timeout=1000)  # it stays for three


HALF_TURNED: Final = """
    const { animate } = Element.prototype
    Element.prototype.animate = function (frames, how) {
        const made = animate.call(this, frames, how)
        if (frames[1].scale !== "0 1") return made
        made.pause()
        made.currentTime = how.delay + 0.99 * how.duration
        this.classList.add("narrow")
        return made
    }
"""
"""Lets a card that turns over stay as it is seen from its edge."""
ASIDE: Final = """() => [...document.querySelectorAll(".narrow")].map((card) => {
    for (const each of card.getAnimations()) if (each.playState === "running") each.finish()
    const middle = () => {
        const { left, right } = card.getBoundingClientRect()
        return (left + right) / 2
    }
    const narrow = middle()
    for (const each of card.getAnimations()) each.cancel()
    return Math.round(narrow - middle())
})"""
"""How far each of these is from where it belongs."""


def test_a_card_turns_over_where_it_lies(server: ServerThread, visit: Visit) -> None:
    server.deal_from(SEED)
    with BotThread(server.address, at_once("klondike"), pace=SLOW) as bots:
        ada = visit(f"/r/{bots.code}", script=HALF_TURNED)
        ada.take_a_seat("Ada")
        Racer(ada, "klondike", SEED).do(Click(0))
        ada.page.locator(".narrow").first.wait_for(state="attached")
        assert set(ada.page.evaluate(ASIDE)) == {0}


@pytest.mark.parametrize("profile", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_reload_and_a_cut_line_lead_back_to_the_same_board(
    server: ServerThread, visit: Visit, profile: dict[str, Any]
) -> None:
    server.deal_from(SEED)
    with BotThread(server.address, at_once("klondike")) as bots:
        racer = sit_down(server, visit, bots, **profile)
        ada = racer.visitor
        racer.do(Click(0))
        with ada.page.expect_event("websocket"):
            server.cut(ada.player)
        racer.do(Click(0))
        ada.page.wait_for_function("() => !document.getAnimations().length")
        before = shown(ada)
        ada.page.reload()
        ada.page.wait_for_function(
            "there => document.querySelectorAll('.card:not(.hidden)').length === there",
            arg=len(before),
        )
        assert shown(ada) == before


def test_a_race_goes_through_cut_lines_to_its_end(server: ServerThread, visit: Visit) -> None:
    server.deal_from("race 4")
    with BotThread(server.address, at_once("thirteens")) as bots:
        ada = visit(f"/r/{bots.code}", reduced_motion="reduce")
        ada.take_a_seat("Ada")
        racer, cuts = Racer(ada, "thirteens", "race 4"), 0
        while racer.race(6) == 6:
            server.cut(ada.player)  # and play on, without waiting for the next
            cuts += 1
        assert cuts > 2
    ada.hears("results")
    [own] = (s for s in ada.last("results")["standings"] if s["player"] == ada.player)
    assert (own["status"], own["moves"]) == ("won", racer.play.length)
    assert len([each for each in ada.heard if each["type"] == "welcome"]) > cuts + 1


def test_what_is_held_stays_in_hand_when_the_window_changes(
    server: ServerThread, visit: Visit
) -> None:
    server.deal_from(SEED)
    with BotThread(server.address, at_once("klondike")) as bots:
        racer = sit_down(server, visit, bots)
        ada = racer.visitor
        [box] = racer.boxes(Spot.top(racer.view, 6))
        mouse = ada.page.mouse
        mouse.move(box.x + 20, box.y + 20)
        mouse.down()
        mouse.move(box.x + 120, box.y + 120, steps=3)
        assert ada.page.locator(".card.held").count() == 1
        ada.page.set_viewport_size({"width": 900, "height": 700})
        ada.page.wait_for_function("innerWidth === 900")
        held = ada.page.locator(".card.held").bounding_box()
        assert held is not None
        assert held["x"] <= box.x + 120 <= held["x"] + held["width"]
        assert held["y"] <= box.y + 120 <= held["y"] + held["height"]
        mouse.up()


@pytest.mark.parametrize("profile", [DESKTOP, UPRIGHT, LYING], ids=["desktop", "upright", "lying"])
def test_a_silent_server_is_told_of_and_moves_are_kept(
    server: ServerThread, visit: Visit, profile: dict[str, Any]
) -> None:
    """The page asks whether it is there; no answer comes through to it."""
    server.deal_from(SEED)
    with BotThread(server.address, at_once("klondike")) as bots:
        ada = visit(f"/r/{bots.code}", script=DEAF, **profile)
        ada.take_a_seat("Ada")
        racer = Racer(ada, "klondike", SEED)
        ada.page.evaluate("window.deaf = true")
        ada.page.get_by_text("has not answered for").wait_for(timeout=10_000)
        ada.page.get_by_role("button", name="Try now").wait_for()
        assert not covers_cards(ada)
        ada.page.evaluate("window.deaf = false")
        ada.page.get_by_text("has not answered for").wait_for(state="hidden")
        racer.do(Click(0))


def test_followed_hints_end_and_say_so(server: ServerThread, visit: Visit) -> None:
    server.deal_from("33")
    with BotThread(server.address, at_once("bakers-game")) as bots:
        ada = visit(f"/r/{bots.code}")
        ada.take_a_seat("Ada")
        racer = Racer(ada, "bakers-game", "33")
        named = ada.page.locator(".notice.seen", has_text="cell")
        while (hinted := leading_on(racer.play.game, racer.view, racer.play.states)) is not None:
            ada.press("Hint")
            ada.page.locator(".light.hint").first.wait_for()
            if isinstance(hinted, Move) and racer.play.game.places[hinted.target].cell:
                named.wait_for()
            racer.do(hinted)
        ada.press("Hint")
        notice(ada, "What is left goes round in circles: take moves back and go another way")
        assert not [each for each in ada.heard if each["type"] == "refused"]
        ada.give_up()


def test_what_was_moved_glows_only_where_it_can_be_moved_again(
    server: ServerThread, visit: Visit
) -> None:
    server.deal_from("1")
    with BotThread(server.address, at_once("gaps"), pace=SLOW) as bots:
        ada = visit(f"/r/{bots.code}", reduced_motion="reduce")
        ada.take_a_seat("Ada")
        racer = Racer(ada, "gaps", "1")
        for _ in range(3):
            action = racer.choose()
            assert action is not None
            racer.do(action)
            actions = racer.play.game.legal_actions(racer.view)
            movable = {action.source for action in actions if isinstance(action, Move)}
            expect(ada.page.locator(".card.glowing")).to_have_count(len(movable))


def test_a_hint_in_words_hides_none_of_its_cards(server: ServerThread, visit: Visit) -> None:
    seed = "race 4"  # Both cards lie at the lower edge, in the middle.
    server.deal_from(seed)
    with BotThread(server.address, at_once("thirteen"), pace=SLOW) as bots:
        ada = visit(f"/r/{bots.code}", reduced_motion="reduce")
        ada.take_a_seat("Ada")
        racer = Racer(ada, "thirteen", seed)
        hinted = leading_on(racer.play.game, racer.view, [])
        assert isinstance(hinted, Move)
        ada.press("Hint")
        ada.page.locator(".notice.seen", has_text="onto").wait_for()
        told = ada.page.locator(".notice.seen").bounding_box()
        assert told is not None
        words = Box(*(round(told[side]) for side in SIDES))
        cards = racer.boxes(*(Spot.top(racer.view, p) for p in (hinted.source, hinted.target)))
        assert [words.common(card) for card in cards] == [0, 0]
