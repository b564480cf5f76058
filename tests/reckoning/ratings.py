"""Ratings, reckoned from the results by the formulas of Weng and Lin (JMLR 12, 2011), algorithm 4.

docs/ratings.md says which races count and how they rank; the constants are there, too.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from tests.reckoning.evenings import may_see
from tests.reckoning.results import Result
from tests.reckoning.rows import Rows

MU: Final = 1500.0
SIGMA: Final = 500.0
BETA: Final = SIGMA / 2
TAU: Final = SIGMA / 100
KAPPA: Final = 0.0001
SURE: Final = 300.0
SURE_RACES: Final = 15
FIRST: Final = 1000
CLOSE: Final = 1e-6
"""What is as good as equal."""
ROWS: Final = 50
COURSE: Final = 400


class Strength(NamedTuple):
    """What is believed of somebody."""

    mu: float = MU
    sigma: float = SIGMA
    races: int = 0

    @property
    def value(self) -> int:
        """What is shown of it."""
        return max(0, FIRST + round(self.mu - 3 * self.sigma))

    @property
    def sure(self) -> bool:
        """Whether it is told without a question mark."""
        return self.sigma <= SURE and self.races >= SURE_RACES

    def told(self, family: str) -> dict[str, Any]:
        """Return it as it is told."""
        known = {"value": self.value, "spread": round(self.sigma), "races": self.races}
        return known | {"sure": self.sure, "family": family}


class Step(NamedTuple):
    """What a race made of a strength."""

    rated: int
    race: int
    strength: Strength


def update(before: Sequence[Strength], ranks: Sequence[int]) -> list[Strength]:
    """Return what a race makes of its racers who came in in these ranks."""
    mu = [each.mu for each in before]
    square = [each.sigma**2 + TAU**2 for each in before]
    c = math.sqrt(sum(each + BETA**2 for each in square))
    weight = [math.exp(each / c) for each in mu]
    some = range(len(before))
    behind = [sum(weight[s] for s in some if ranks[s] >= ranks[q]) for q in some]
    equals = [sum(ranks[s] == ranks[q] for s in some) for q in some]
    after = []
    for i in some:
        omega = delta = 0.0
        for q in some:
            if ranks[q] > ranks[i]:
                continue
            chance = weight[i] / behind[q]
            omega += ((q == i) - chance) / equals[q]
            delta += chance * (1 - chance) / equals[q]
        gamma = math.sqrt(square[i]) / c
        shrunk = max(1 - gamma * delta * square[i] / c**2, KAPPA)
        after.append(
            Strength(
                mu[i] + omega * square[i] / c,
                math.sqrt(square[i]) * math.sqrt(shrunk),
                before[i].races + 1,
            )
        )
    return after


class Ratings:
    """The ratings of the first season."""

    def __init__(
        self, rows: Rows, results: Mapping[int, list[Result]], families: Mapping[str, str]
    ) -> None:
        """Reckon them; `families` says of which family each game is."""
        self.rows, self.results = rows, results
        self.strengths: dict[tuple[str, int], Strength] = {}
        self.steps: dict[tuple[str, int], list[Step]] = {}
        self.of_race: dict[int, list[dict[str, Any]]] = {}
        self.wrong: list[str] = []
        numbered = {race.rated: race for race in rows.races.values() if race.rated}
        if sorted(numbered) != [*range(1, len(numbered) + 1)]:
            self.wrong.append(f"rated races are numbered {sorted(numbered)}")
        self._check_which()
        last = 0
        for number in sorted(numbered):
            race = numbered[number]
            if not race.setting.get("delay"):  # One that is told later is rated later.
                if (race.ended or 0) < last:
                    self.wrong.append(f"race {race.id}: it was rated after others that ended later")
                last = max(last, race.ended or 0)
            self._rate(number, race.id, families.get(race.game))

    def _check_which(self) -> None:
        for race in self.rows.races.values():
            raced = self.results.get(race.id, [])
            people = sum(not each.bot for each in raced)
            due = race.ended is not None and people >= 2 and race.setting.get("rated", True)
            if race.ended is None:
                if race.rated is not None:
                    self.wrong.append(f"race {race.id}: it was rated and has no end")
            elif race.rated is None:
                self.wrong.append(
                    f"race {race.id}: it has ended, and was not looked at for ratings"
                )
            elif bool(race.rated) != bool(due):
                self.wrong.append(f"race {race.id}: rated is {race.rated}, with {people} people")

    def _rate(self, number: int, race: int, family: str | None) -> None:
        ranked = ranks(self.results.get(race, []))
        told: dict[int, dict[str, Any]] = {player: {"player": player} for player in ranked}
        for of in ("", family) if ranked and family else ():
            keys = [(of or "", player) for player in ranked]
            before = [self.strengths.get(key, Strength()) for key in keys]
            for key, old, new in zip(keys, before, update(before, [*ranked.values()]), strict=True):
                self.strengths[key] = new
                self.steps.setdefault(key, []).append(Step(number, race, new))
                what = "family" if of else "overall"
                told[key[1]] |= {what: new.told(key[0]), f"{what}_before": old.value}
        self.of_race[race] = [told[player] for player in sorted(told)]

    def faults(self) -> list[str]:
        """Return what is stored otherwise."""
        wrong = [*self.wrong]
        stored = {(each.family, each.player): each for each in self.rows.ratings}
        for key in sorted({*stored, *self.strengths}):
            known, own = stored.get(key), self.strengths.get(key)
            said = f"the rating of player {key[1]} in {key[0] or 'all games'}"
            if known is None or own is None:
                wrong.append(f"{said} is {known and known.mu}, and should be {own and own.mu}")
            elif not _alike(known, own):
                wrong.append(f"{said} is {tuple(known[2:])}, and should be {tuple(own)}")
        steps = {(each.family, each.player, each.rated): each for each in self.rows.steps}
        due = {(*key, step.rated): step for key, taken in self.steps.items() for step in taken}
        for at in sorted({*steps, *due}):
            stored_step, step = steps.get(at), due.get(at)
            said = f"step {at[2]} of the rating of player {at[1]} in {at[0] or 'all games'}"
            if stored_step is None or step is None:
                wrong.append(f"{said} is {stored_step}, and should be {step}")
            elif not _alike(stored_step, step.strength):
                wrong.append(f"{said} is {tuple(stored_step[3:])}, should be {step.strength}")
        return wrong

    def of_player(self, player: int) -> list[dict[str, Any]]:
        """Return a player's ratings as a profile has them."""
        own = [(family, each) for (family, of), each in self.strengths.items() if of == player]
        own.sort(key=lambda each: (each[0] != "", -each[1].races, each[0]))
        return [each.told(family) for family, each in own]

    def list_of(self, family: str, asker: int) -> dict[str, Any]:
        """Return the list of the highest ratings in a family."""
        some = [
            (not each.sure, -(each.mu - 3 * each.sigma), player)
            for (of, player), each in self.strengths.items()
            if of == family and self.rows.players[player].listed
        ]
        told = [
            {
                "player": player,
                "name": self.rows.players[player].name,
                "place": 1 + sum(other[:2] < (unsure, worth) for other in some),
                "rating": self.strengths[family, player].told(family),
            }
            for unsure, worth, player in sorted(some)
        ]
        own = next((each for each in told if each["player"] == asker), None)
        return {"listed": len(told), "players": told[:ROWS], "own": own}

    def course(self, player: int, family: str, asker: int) -> list[dict[str, Any]]:
        """Return how a rating went, as an asker may see it."""
        points = []
        for step in self.steps.get((family, player), []):
            race = self.rows.races[step.race]
            seen = race.id if may_see(self.rows, race, asker) else 0
            point = {"at": race.ended, "value": step.strength.value, "race": seen}
            points.append(point | {"spread": round(step.strength.sigma)})
        return points[-COURSE:]


def ranks(raced: Sequence[Result]) -> dict[int, int]:
    """Return who is rated in a race, with their ranks: see docs/ratings.md."""
    people = [each for each in raced if not each.bot]
    if not any(each.status == "won" for each in people):
        people = [each for each in people if each.status != "stopped"]
    places = {each.player: each.place for each in sorted(people, key=lambda each: each.player)}
    if len(places) < 2 or len({*places.values()}) < 2:
        return {}
    return {
        player: 1 + sum(other < place for other in places.values())
        for player, place in places.items()
    }


def _alike(stored: Any, own: Strength) -> bool:
    return bool(
        abs(stored.mu - own.mu) < CLOSE
        and abs(stored.sigma - own.sigma) < CLOSE
        and stored.races == own.races
    )
