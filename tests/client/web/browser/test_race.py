"""Races in a real browser, to the end, against a bot."""

from typing import Any

import pytest

from client.bots.company import race_settings
from harness.bot_thread import BotThread
from harness.browsing import DESKTOP, PHONE
from harness.server_thread import ServerThread
from tests.client.web.browser.conftest import Visit
from tests.client.web.browser.visitor import Hands, Racer


@pytest.mark.parametrize(("hands", "profile"), [("mouse", DESKTOP), ("touch", PHONE)])
def test_a_race_by_hand(
    server: ServerThread, visit: Visit, hands: Hands, profile: dict[str, Any]
) -> None:
    server.deal_from("race 7")
    with BotThread(server.address, race_settings("thirteens"), rounds=1) as bots:
        ada = visit(f"/r/{bots.code}", **profile)
        ada.take_a_seat("Ada")
        moves = Racer(ada, "thirteens", "race 7", hands).race()
        assert moves > 5
        ada.hears("results")
