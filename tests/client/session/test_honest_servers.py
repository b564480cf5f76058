"""The check of fairness through the histories of the server's tests: an honest server is believed.

Whatever players do, whoever comes and goes, and wherever the server is killed, no verdict on any
results accuses it.  A longer run: `SAMEDEAL_HISTORIES=5000 python -m pytest` and this file.
"""

import pytest
from hypothesis import settings

from client.session.fairness import FairnessCheck
from client.session.own_entries import OwnEntries
from protocol import wire
from protocol.messages import (
    VERSION,
    Act,
    FromClient,
    GiveUp,
    LeaveRoom,
    RaceStarted,
    Results,
    Settings,
    Undo,
    Welcome,
)
from server.rooms.opening import Opening
from server.rooms.output import Outgoing
from server.rooms.records import Player
from tests.server.play import BOB
from tests.server.test_histories import HISTORIES, PLAYERS, Histories


class HonestServer(Histories):
    """A server's life, crashes included, and what each player's client makes of it."""

    def __init__(self) -> None:
        self.own = {player: OwnEntries() for player in PLAYERS}
        for player, own in self.own.items():
            own.player = player
        self.checks = {player: FairnessCheck(own) for player, own in self.own.items()}
        self.believed = 0
        """How many results were checked."""
        super().__init__()

    def say(self, player: Player, message: FromClient, opening: Opening | None = None) -> None:
        if player.id not in self.online:
            self.arrive(player)
        own = self.own[player.id]
        match message:
            case Act(number, action):
                own.send(number, wire.parse_action(action))
            case Undo(number):
                own.send(number, "undo")
            case GiveUp() | LeaveRoom():
                own.gave_up = True
            case _:
                pass
        super().say(player, message, opening)

    def arrive(self, player: Player, *, knows: bool = False) -> None:
        room = self.model.room_of(player.id)
        self.own[player.id].reconnect()
        code = room.code if room else ""
        self.checks[player.id].note(Welcome(VERSION, player.id, player.name, room=code))
        super().arrive(player, knows=knows)

    def deliver(self, sent: Outgoing, rights: set[tuple[int, int]]) -> None:
        super().deliver(sent, rights)
        message = wire.decode_server(wire.encode(sent.message))
        for player in set(sent.players) & self.online:
            check = self.checks[player]
            if isinstance(message, RaceStarted):
                self.own[player].begin(message.race)
            check.note(message)
            if isinstance(message, Results):
                verdict = check.verdict(message)
                assert verdict.fair, verdict.text
                self.believed += 1


TestHonestServer = HonestServer.TestCase


def test_who_takes_back_what_was_there_at_the_start_of_practice_is_believed() -> None:
    state, wish = HonestServer(), Settings("thirteens", seats=1, countdown=0)
    state.begin(wish=wish, others=0, racing=False)
    state.get_ready(pick=0)
    state.all_give_up(pick=0)
    state.practise(player=BOB, wish=wish, seed=0, moves=[0])
    state.get_ready(pick=0)
    state.undo(pick=0, times=1)
    before = state.believed
    state.all_give_up(pick=0)
    assert state.believed == before + 1
    state.teardown()


TestHonestServer.settings = settings(max_examples=HISTORIES, stateful_step_count=40, database=None)
TestHonestServer.pytestmark = [pytest.mark.timeout(0)]  # type: ignore[attr-defined]  # To shrink.
