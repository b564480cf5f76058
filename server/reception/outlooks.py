"""Whether a game that is practised can still be won: who may know, and what is known by now."""

import logging
from functools import partial

from protocol.messages import Outlook
from protocol.wire import pack_action, parse_action
from server.analysis.analyses import Analyses, Moment
from server.analysis.analyst import Situation
from server.network.access import site
from server.network.connection import BoundedConnection
from server.network.delivery import Delivery
from server.rooms.lobby import Lobby
from server.rooms.records import Player
from server.rooms.room import Practised

log = logging.getLogger(__name__)


class Outlooks:
    """Tells those who practise, and lets their rooms know what was found out."""

    def __init__(self, lobby: Lobby, analyses: Analyses, delivery: Delivery) -> None:
        """Have `analyses` looked at what the rooms of the `lobby` do not know."""
        self._lobby, self._analyses, self._delivery = lobby, analyses, delivery

    def ask(self, connection: BoundedConnection, player: Player) -> None:
        """Tell a player what is known of their game, from now on.

        Raises:
            Refusal: it is not for this player, or too many ask.
        """
        practised = self._lobby.practised(player)
        play, known = practised.play, practised.opening.known
        verdict = known.verdict(play.state)
        if verdict == "unknown":
            self._look(connection, player, practised)
            return
        self._analyses.stop(connection)
        way = [*map(pack_action, known.way(play.state))]
        self._delivery.answer(connection, Outlook(play.length, "done", verdict, way))

    def _look(self, connection: BoundedConnection, player: Player, practised: Practised) -> None:
        race, play, settings, opening = practised
        moment = Moment(race, player.id, play.length)
        situation = Situation.of(settings.game, settings.options, opening.seed, play.state)
        tell = partial(self._take, connection, practised, situation)
        self._analyses.look(connection, site(connection.address), moment, situation, tell)

    def _take(
        self,
        connection: BoundedConnection,
        practised: Practised,
        situation: Situation,
        outlook: Outlook,
    ) -> None:
        """Note what was found out, from which hints follow, and tell it."""
        known, state = practised.opening.known, situation.state
        if outlook.state == "done" and outlook.verdict == "impossible":
            known.note_lost(state)
        elif outlook.state == "done" and outlook.solution:
            way = [*map(parse_action, outlook.solution)]
            if not known.note_way(state, way):
                log.error("what the analyst found wins nothing")
                outlook = Outlook(outlook.number, "failed")
        self._delivery.answer(connection, outlook)
