"""Leaderboards, firsts, profiles, wins in a row, rivals and the overview, from the results."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from tests.reckoning.evenings import filed, may_see
from tests.reckoning.ratings import Ratings, Strength
from tests.reckoning.results import Result
from tests.reckoning.rows import Race, Rows

DAY: Final = 86_400
PERIODS: Final = {"day": DAY, "week": 7 * DAY, "month": 30 * DAY, "year": 365 * DAY}
ROWS: Final = 50
GAMES: Final = 100
RECENT: Final = 20
RIVALS: Final = 10
NEWS: Final = 10


class Board(NamedTuple):
    """Which leaderboard: a game with its options and the kind of deals, as it is filed."""

    game: str
    options: str


class Done(NamedTuple):
    """A result with its race, which is over for everybody."""

    race: Race
    result: Result

    @property
    def ended(self) -> int:
        """When it was over."""
        return self.race.ended or 0

    @property
    def quickness(self) -> tuple[int, int, int]:
        """What orders wins."""
        return self.result.milliseconds, self.ended, self.race.id

    @property
    def height(self) -> tuple[int, int, int, int]:
        """What orders scores."""
        return -self.result.score, *self.quickness

    @property
    def is_gained(self) -> bool:
        """Whether the score is more than nothing, and more than the deal gave."""
        return self.result.score > 0 and self.result.milliseconds > 0


Order: TypeAlias = Callable[[Done], tuple[int, ...]]
"""What orders results: the better the less."""


class Boards:
    """All that is told of results."""

    def __init__(self, rows: Rows, results: Mapping[int, list[Result]], ratings: Ratings) -> None:
        """Gather what counts: races that everybody may know the end of."""
        self.rows, self.results, self.ratings = rows, results, ratings
        counted = sorted(
            (race for race in rows.races.values() if race.ended is not None),
            key=lambda race: (race.ended or 0, race.id),
        )
        self.done = [Done(race, each) for race in counted for each in results.get(race.id, [])]
        self.races = counted

    def _listed(self, done: Done) -> bool:
        return self.rows.players[done.result.player].listed

    # A leaderboard --------------------------------------------------------------------------------

    def leaderboard(self, board: Board, period: str, at: int, asker: int) -> dict[str, Any]:
        """Return a leaderboard as it is told."""
        since = at - PERIODS[period] if period != "all" else 0
        some = [
            each
            for each in self.done
            if (each.race.game, each.race.options) == board
            and each.ended >= since
            and self._listed(each)
        ]
        fastest = _firsts([each for each in some if each.result.status == "won"], _quickness)
        best = _firsts([each for each in some if each.is_gained], _height)
        players: list[dict[str, Any]] = []
        for player in {each.result.player for each in some}:
            own = [each.result for each in some if each.result.player == player]
            wins = sum(each.win for each in own)
            name = self.rows.players[player].name
            players.append({"player": player, "name": name, "races": len(own), "wins": wins})
        players.sort(key=lambda each: (-each["wins"], each["races"], each["name"]))
        quickest, highest = ([self._best(each, asker) for each in of] for of in (fastest, best))
        return {
            "period": period,
            "fastest": quickest[:ROWS],
            "best": highest[:ROWS],
            "players": players[:ROWS],
            "listed": {"fastest": len(fastest), "best": len(best), "players": len(players)},
            "own": {
                "fastest": _own(quickest, asker, "result"),
                "best": _own(highest, asker, "result"),
                "players": _own(players, asker, "tally"),
            },
        }

    def _best(self, done: Done, asker: int) -> dict[str, Any]:
        told = ("player", "name", "status", "score", "milliseconds", "moves")
        row = {what: getattr(done.result, what) for what in told}
        seen = done.race.id if may_see(self.rows, done.race, asker) else 0
        return row | {"at": done.ended, "race": seen}

    # Firsts ---------------------------------------------------------------------------------------

    def feats(self, race: Race) -> list[dict[str, Any]]:
        """Return what a race has changed for its people on the leaderboards, as it is told."""
        board = (race.game, race.options)
        now = (race.ended or 0, race.id)
        until = [each for each in self.done if (each.ended, each.race.id) <= now]
        until = [each for each in until if each.race.game == race.game and self._listed(each)]
        before = [each for each in until if each.race.id != race.id]
        feats = []
        for done in (each for each in until if each.race.id == race.id):
            player, won = done.result.player, done.result.status == "won"
            old = [each.result for each in before if each.result.player == player]
            first_win = done.result.win and not any(each.win for each in old)
            first_solved = won and all(each.status != "won" for each in old)
            feat = {"player": player, "first_win": first_win, "first_solved": first_solved}
            here = [each for each in until if (each.race.game, each.race.options) == board]
            ranked = self._ranked(done, here)
            if first_win or first_solved or ranked["ranked"]:
                feats.append(feat | ranked)
        return sorted(feats, key=lambda each: each["player"])

    def _ranked(self, done: Done, after: Sequence[Done]) -> dict[str, Any]:
        """Return in which list a result is a new best, and what that has changed."""
        player, race = done.result.player, done.race.id
        before = [each for each in after if each.race.id != race]
        own = [each for each in before if each.result.player == player]
        told: dict[str, Any] = {"ranked": None}
        if done.result.status == "won":
            wins = [each for each in own if each.result.status == "won"]
            old = min(wins, key=_quickness, default=None)
            if old is None or done.result.milliseconds < old.result.milliseconds:
                lists = [
                    _firsts([each for each in of if each.result.status == "won"], _quickness)
                    for of in (after, before)
                ]
                return told | {
                    "ranked": "fastest",
                    "milliseconds": done.result.milliseconds,
                    "milliseconds_before": old.result.milliseconds if old else 0,
                    "place": _place(lists[0], player, _quickness),
                    "place_before": _place(lists[1], player, _quickness),
                }
        gains = [each for each in own if each.is_gained]
        best = min(gains, key=_height, default=None)
        if done.is_gained and (best is None or done.height[:2] < best.height[:2]):
            lists = [
                _firsts([each for each in of if each.is_gained], _height) for of in (after, before)
            ]
            places = [_place(of, player, _height) for of in lists]
            score = max((each.result.score for each in gains), default=None)
            if score != done.result.score or places[0] != places[1]:
                return told | {
                    "ranked": "best",
                    "score": done.result.score,
                    "score_before": score,
                    "place": places[0],
                    "place_before": places[1],
                }
        return told

    # A player -------------------------------------------------------------------------------------

    def profile(self, player: int, asker: int) -> dict[str, Any]:
        """Return what is told of a player."""
        own = [each for each in self.done if each.result.player == player]
        streak, best_streak = self._streaks(own)
        return {
            "name": self.rows.players[player].name,
            "since": self.rows.players[player].made,
            "races": len(own),
            "wins": sum(each.result.win for each in own),
            "games": self._games(own, asker),
            "recent": self._recent(own, asker),
            "ratings": self.ratings.of_player(player),
            "streak": streak,
            "best_streak": best_streak,
            "rivals": self._rivals(own, asker),
        }

    def _games(self, own: Sequence[Done], asker: int) -> list[dict[str, Any]]:
        found = []
        for game, options in {(each.race.game, each.race.options) for each in own}:
            some = [each for each in own if (each.race.game, each.race.options) == (game, options)]
            fastest = min(
                (each for each in some if each.result.status == "won"),
                key=_quickness,
                default=None,
            )
            best = min(some, key=lambda each: (not each.is_gained, *_height(each)))
            row = {
                "game": game,
                **filed(options),
                "races": len(some),
                "wins": sum(each.result.win for each in some),
                "solved": sum(each.result.status == "won" for each in some),
                "fastest": fastest.result.milliseconds if fastest else 0,
                "best": best.result.score,
                "fastest_race": self._seen(fastest, asker),
                "best_race": self._seen(best, asker),
            }
            found.append(((-len(some), game, options), row))
        return [row for _, row in sorted(found, key=lambda each: each[0])][:GAMES]

    def _seen(self, done: Done | None, asker: int) -> int:
        return done.race.id if done and may_see(self.rows, done.race, asker) else 0

    def _recent(self, own: Sequence[Done], asker: int) -> list[dict[str, Any]]:
        seen = [each for each in own if may_see(self.rows, each.race, asker)]
        return [
            {
                "race": race.id,
                "game": race.game,
                **filed(race.options),
                "racers": len(self.rows.racers[race.id]),
                "at": race.ended,
                "won": result.win,
                **{
                    what: getattr(result, what)
                    for what in ("place", "status", "score", "milliseconds")
                },
            }
            for race, result in sorted(seen, key=_begun, reverse=True)[:RECENT]
        ]

    def _streaks(self, own: Sequence[Done]) -> tuple[int, int]:
        """Return how many races were won in a row up to the last one, and the most ever."""
        row = best = 0
        for done in sorted(own, key=_begun):
            decided = any(each.win for each in self.results[done.race.id])
            if done.result.win:
                row += 1
            elif done.result.status != "stopped" or decided:
                row = 0
            best = max(best, row)
        return row, best

    def _rivals(self, own: Sequence[Done], asker: int) -> list[dict[str, Any]]:
        met: Counter[int] = Counter()
        ahead: Counter[int] = Counter()
        behind: Counter[int] = Counter()
        for race, mine in own:
            if not may_see(self.rows, race, asker):
                continue
            for other in self.results[race.id]:
                if other.player == mine.player or not self.rows.players[other.player].listed:
                    continue
                met[other.player] += 1
                stopped = "stopped" in (mine.status, other.status)
                if mine.place < other.place and (mine.status == "won" or not stopped):
                    ahead[other.player] += 1
                if other.place < mine.place and (other.status == "won" or not stopped):
                    behind[other.player] += 1
        told: list[dict[str, Any]] = [
            {
                "player": player,
                "name": self.rows.players[player].name,
                "races": count,
                "ahead": ahead[player],
                "behind": behind[player],
            }
            for player, count in met.items()
        ]
        return sorted(told, key=lambda each: (-each["races"], each["player"]))[:RIVALS]

    # The overview ---------------------------------------------------------------------------------

    def overview(self, at: int, asker: int) -> dict[str, Any]:
        """Return what is told of all leaderboards together."""
        listed = [each for each in self.done if self._listed(each)]
        new = [each for each in listed if each.ended >= at - DAY]
        return {
            "races": len({each.race.id for each in new}),
            "people": len({each.result.player for each in new}),
            "latest": self._latest(new),
            "games": _raced(listed),
            "records": self._records(listed, asker),
            "risers": self._risers(at - PERIODS["week"]),
        }

    def _latest(self, new: Sequence[Done]) -> list[dict[str, Any]]:
        firsts: dict[int, Done] = {}
        for each in new:
            if not each.race.locked:
                firsts.setdefault(each.race.id, each)  # Results come by place and player.
        told = sorted(firsts.values(), key=lambda each: (-each.ended, -each.race.id))[:NEWS]
        return [
            {
                "race": race.id,
                "game": race.game,
                **filed(race.options),
                "racers": len(self.rows.racers[race.id]),
                "at": race.ended,
                "won": result.win,
                **{
                    what: getattr(result, what)
                    for what in ("player", "name", "place", "status", "score", "milliseconds")
                },
            }
            for race, result in told
        ]

    def _records(self, listed: Sequence[Done], asker: int) -> list[dict[str, Any]]:
        wins = [each for each in listed if each.result.status == "won"]
        found = []
        for board in {(each.race.game, each.race.options) for each in wins}:
            some = [each for each in wins if (each.race.game, each.race.options) == board]
            record = min(some, key=_quickness)
            now = (record.ended, record.race.id)
            beaten = [each.result for each in some if (each.ended, each.race.id) < now]
            row = {
                "race": self._seen(record, asker),
                "game": board[0],
                **filed(board[1]),
                "player": record.result.player,
                "name": record.result.name,
                "milliseconds": record.result.milliseconds,
                "at": record.ended,
                "before": min((each.milliseconds for each in beaten), default=0),
            }
            found.append((now, row))
        found.sort(key=lambda each: each[0], reverse=True)
        return [row for _, row in found[:NEWS]]

    def _risers(self, since: int) -> list[dict[str, Any]]:
        races = self.rows.races
        old = [race.rated or 0 for race in races.values() if race.rated and race.ended]
        old = [number for number in old if self._ended_of(number) < since]
        last = max(old, default=0)
        found: list[dict[str, Any]] = []
        for (family, player), steps in self.ratings.steps.items():
            known = self.rows.players[player]
            if family or not known.listed or known.unrated or steps[-1].rated <= last:
                continue
            before = [step.strength for step in steps if step.rated <= last]
            start = before[-1].value if before else Strength().value
            now = steps[-1].strength
            gained = max(0, now.value - start)
            row = {"player": player, "name": known.name, "rating": now.told("")}
            if gained:
                found.append(row | {"gained": gained})
        return sorted(found, key=lambda each: (-each["gained"], each["player"]))[:NEWS]

    def _ended_of(self, rated: int) -> int:
        return next(race.ended or 0 for race in self.rows.races.values() if race.rated == rated)


def _quickness(done: Done) -> tuple[int, ...]:
    return done.quickness


def _height(done: Done) -> tuple[int, ...]:
    return done.height


def _begun(done: Done) -> tuple[int, int]:
    return done.race.started or 0, done.race.id


def _firsts(some: Sequence[Done], order: Order) -> list[Done]:
    """Return the best of each player, the best first."""
    first: dict[int, Done] = {}
    for each in sorted(some, key=order):
        first.setdefault(each.result.player, each)
    return [*first.values()]


def _place(ranked: Sequence[Done], player: int, order: Order) -> int:
    """Return how many are better than a player, and one more; 0 for who is not among them."""
    own = next((order(each) for each in ranked if each.result.player == player), None)
    return 0 if own is None else 1 + sum(order(each) < own for each in ranked)


def _own(rows: Sequence[dict[str, Any]], asker: int, what: str) -> dict[str, Any] | None:
    return next(
        ({"place": at, what: row} for at, row in enumerate(rows, 1) if row["player"] == asker),
        None,
    )


def _raced(listed: Sequence[Done]) -> list[dict[str, Any]]:
    found = []
    for game in {each.race.game for each in listed}:
        options = Counter(each.race.options for each in listed if each.race.game == game)
        most = min(options, key=lambda text: (-options[text], text))
        found.append({"game": game, **filed(most), "results": options.total()})
    return sorted(found, key=lambda each: (-each["results"], each["game"]))[:GAMES]
