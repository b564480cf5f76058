"""What goes on in a room of an evening, and how it is brought to its end whatever happens."""

import asyncio
import random
import time
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from client.bots.bot import Bot, CannotRace
from client.bots.pace import Pace
from client.connection import CannotConnect
from client.session.address import Address
from client.session.tokens import Tokens
from protocol.messages import RoomState, Settings
from tools.ten_evenings.person import Person

LOOK: Final = 0.03
"""Seconds between two looks at who has to do what."""
LONGEST: Final = 600.0
"""Seconds after which a room has to be done."""
AFTERWARDS: Final = 0.5
"""Seconds for what is told after the results: ratings, and what they changed on leaderboards."""
FOR_BOTS: Final = 6.0
"""Seconds that are waited for bots."""
QUICK: Final = Pace(0.04)


@dataclass(frozen=True)
class Plan:
    """A room, and who does what in it."""

    what: str
    settings: Settings
    races: int = 1
    """How many that count."""
    password: str = ""
    bots: Sequence[int] = ()
    """The levels of those that come."""
    own_bot: bool = False
    """Whether one of the server's own bots is called, which plays as slowly as people do."""
    ghosts: Sequence[tuple[int, int]] = ()
    """The games against which is raced; then nothing counts."""
    same_deal: bool = False
    """Whether the first deal is raced once more, which does not count."""
    comes_late: bool = False
    """Whether the last of the people comes during the first race."""
    goes_early: bool = False
    """Whether the last but one leaves during the last race."""
    gives_up: bool = False
    host_ends: bool = False
    """Whether the host ends each race before it is over."""
    sends_away: bool = False
    """Whether the host sends somebody away during the last race."""
    vetoes: bool = False
    begins_anew: bool = False
    """Whether the evening begins anew after the first race."""
    looks_on: bool = False
    """Whether the last of the people only watches."""

    @property
    def practice(self) -> int:
        """How many races there are that count nowhere."""
        return 1 if self.ghosts or self.same_deal else 0


class Gathering:
    """A room that is under way."""

    def __init__(
        self,
        plan: Plan,
        people: Sequence[Person],
        address: Address,
        tokens: Tokens,
        chance: random.Random,
    ) -> None:
        """Have these people in it; the first is its host."""
        self.plan, self.people = plan, people
        self._address, self._tokens, self._chance = address, tokens, chance
        self._code = ""
        self._gone: set[str] = set()
        self._since = time.monotonic()
        self._done_before: set[str] = set()
        """What is done once only."""
        self._bots: list[asyncio.Task[None]] = []

    async def run(self) -> None:
        """Bring it to its end.

        Raises:
            RuntimeError: it does not come to one.
        """
        try:
            while not self._done:
                if time.monotonic() - self._since > LONGEST:
                    raise RuntimeError(f"{self.plan.what} does not come to an end: {self._state()}")
                for person in self.people:
                    if person.session.welcomed and person.name not in self._gone:
                        self._attend(person)
                if self._code and not self._bots:
                    self._call_bots()
                await asyncio.sleep(LOOK)
            await asyncio.sleep(AFTERWARDS)
        finally:
            for bot in self._bots:
                bot.cancel()
            await asyncio.gather(*self._bots, return_exceptions=True)
        await everybody_out(self.people)

    def _state(self) -> str:
        seen = []
        for session in (each.session for each in self.people):
            room, track = session.room, session.track
            seen.append((session.name, room and room.phase, session.me, track and track.status))
        return f"{self._counted} races, {self._practised} of practice; {seen}"

    @property
    def _counted(self) -> int:
        return len(self.people[0].heard.over(self._code)) if self._code else 0

    @property
    def _practised(self) -> int:
        return len(self.people[0].heard.practised(self._code)) if self._code else 0

    @property
    def _done(self) -> bool:
        races = 0 if self.plan.ghosts else self.plan.races
        return self._counted >= races and self._practised >= self.plan.practice

    def _once(self, what: str) -> bool:
        if what in self._done_before:
            return False
        self._done_before.add(what)
        return True

    def _call_bots(self) -> None:
        for number, level in enumerate(self.plan.bots):
            bot = Bot(
                self._address,
                f"Robo {number + 1}",
                self._code,
                tokens=self._tokens,
                room_password=self.plan.password,
                level=level,
                pace=QUICK,
                linger=30.0,
                chance=random.Random(self._chance.random()),  # noqa: S311
            )
            self._bots.append(asyncio.create_task(_let_race(bot)))

    # Who does what --------------------------------------------------------------------------------

    def _attend(self, person: Person) -> None:
        session, plan = person.session, self.plan
        room, host = session.room, person is self.people[0]
        last = person is self.people[-1]
        if room is None:
            if host and not self._code:
                self._open(person)
            elif self._code and not (last and plan.comes_late and not self._under_way()):
                self._come_in(person)
            return
        if host and not self._code:
            self._code = room.code
        if room.code != self._code:
            if self._code and person.may("leave"):
                session.leave_room()
            return
        if room.phase in ("lobby", "finished"):
            self._rest(person, room)
        elif room.phase == "running":
            self._race(person)

    def _under_way(self) -> bool:
        room = self.people[0].session.room
        return bool(self._counted or (room and room.phase == "running"))

    def _open(self, person: Person) -> None:
        if not person.may("create", 2.0):
            return
        if self.plan.ghosts:
            person.session.race_ghosts(self.plan.ghosts)
        else:
            person.session.create_room(self.plan.settings, self.plan.password)

    def _come_in(self, person: Person) -> None:
        if not person.may("join"):
            return
        if self.plan.looks_on and person is self.people[-1]:
            person.session.watch_room(self._code, self.plan.password)
        else:
            person.session.join_room(self._code, self.plan.password)

    def _rest(self, person: Person, room: RoomState) -> None:
        session, plan, me = person.session, self.plan, person.session.me
        watches = plan.looks_on and person is self.people[-1]
        if me is None:
            return
        if room.phase == "lobby" and not me.seated and not watches:
            self._come_in(person)
            return
        if plan.vetoes and session.vetoes and self._counted and self._once(f"veto {person.name}"):
            session.veto()
        if me.seated and not me.ready and person.may("ready"):
            session.set_ready(True)
        if not session.is_host or not person.may("host", 0.2):
            return
        if room.phase == "lobby":
            self._host(person, room)
        elif not self._done:
            practised = self._practised >= self.plan.practice
            if self.plan.same_deal and not practised:
                session.same_deal_again()
            else:
                session.rematch(start=False)

    def _host(self, person: Person, room: RoomState) -> None:
        session, plan = person.session, self.plan
        if plan.begins_anew and self._counted == 1 and self._once("begin anew"):
            session.begin_anew()
            return
        bots = sum(member.bot for member in room.members)
        if plan.own_bot and not bots and person.may("bot", 3.0):
            session.call_bot(1)
        wanted = len(plan.bots) + plan.own_bot
        patient = time.monotonic() - self._since < FOR_BOTS
        waiting = any(
            member.seated and not (member.ready and member.connected) for member in room.members
        )
        here = {member.player for member in room.members}
        absent = [
            each
            for each in self._expected()
            if each.player not in here and each.name not in self._gone
        ]
        if room.search != "none" or waiting or absent or (bots < wanted and patient):
            return
        self._prepare()
        session.start_race()

    def _expected(self) -> Collection[Person]:
        """Return who has to be there before a race begins."""
        late = self.plan.comes_late and not self._counted
        return self.people[:-1] if late else self.people

    def _prepare(self) -> None:
        racers = [each for each in self.people if each.name not in self._gone]
        if self.plan.gives_up and racers:
            self._chance.choice(racers).gives_up_after = self._chance.randint(0, 6)

    def _race(self, person: Person) -> None:
        session, plan = person.session, self.plan
        moves = session.track.number if session.track else 0
        final = self._counted == plan.races - 1
        if session.is_asked and person.may("answer", 0.2):
            session.answer_end(go_on=False)
        if plan.host_ends and session.is_host and moves >= 3 and person.may("end", 0.5):
            session.end_race()
        if plan.sends_away and session.is_host and final and moves >= 3:
            sent = self.people[1]
            if sent.is_racing and self._once("kick"):
                session.kick(sent.player)
                self._gone.add(sent.name)
        if plan.goes_early and final and person is self.people[-2] and moves >= 3:
            self._gone.add(person.name)
            session.leave_room()


async def _let_race(bot: Bot) -> None:
    with suppress(CannotConnect, CannotRace):
        await bot.run()


async def everybody_out(people: Collection[Person]) -> None:
    """Have all of them leave their rooms."""
    async with asyncio.timeout(LONGEST):
        while any(each.session.room or not each.session.welcomed for each in people):
            for each in people:
                if each.session.welcomed and each.session.room and each.may("leave"):
                    each.session.leave_room()
            await asyncio.sleep(LOOK)


async def attempt(person: Person, chance: random.Random) -> None:
    """Play the deal of the day; it is practised sometimes after that, which counts nowhere.

    Raises:
        TimeoutError: it does not come to an end.
    """
    session = person.session
    again = chance.random()
    if chance.random() < 0.3:
        person.gives_up_after = chance.randint(0, 8)
    practised = False
    async with asyncio.timeout(LONGEST):
        while True:
            await asyncio.sleep(LOOK)
            room = session.room
            if not session.welcomed:
                continue
            if room is None:
                if person.may("daily", 1.0):
                    session.play_daily()
            elif room.phase == "lobby":
                practised = practised or bool(room.practice)
                if person.may("start"):
                    session.set_ready(True)
                    session.start_race()
            elif room.phase == "finished" and session.results is not None:
                if room.practice or again > 0.5:
                    break
                if again < 0.25 and person.may("leave"):
                    session.leave_room()  # and comes into a room for practice then
                elif again >= 0.25 and person.may("rematch"):
                    session.rematch(start=False)
    await everybody_out([person])
