"""What results, and a replay, can be held against without any board.  Pure.

Whatever an honest server may say passes: a player may be called otherwise at any time.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from client.words.texts import joined, one_line
from client.words.translation import translate
from engine import catalogue
from engine.catalogue import Options
from protocol.certificate import certificate, wins
from protocol.messages import (
    Leaderboard,
    Profile,
    Replay,
    Results,
    RoomPast,
    Settings,
    Standing,
    Status,
)
from protocol.racing import rank, winners


def raced(settings: Settings) -> tuple[object, ...]:
    """Return those settings that stay as they are for as long as a race has to do with them."""
    return (
        settings.game,
        settings.options,
        settings.time_limit,
        settings.show_boards,
        settings.undo,
        settings.hints,
        settings.delay,
        settings.deals,
        settings.rated,
    )


def standings_fault(results: Results, names: Mapping[int, Collection[str]]) -> str:
    """Return what is wrong with the standings of a race, as a sentence; an empty text if nothing.

    `names` says who raced, and what each of them was called so far.
    """
    standings = results.standings
    if sorted(standing.player for standing in standings) != sorted(names):
        return translate("fairness", "The results are not of those who raced.")
    for standing in standings:
        others = (names[player] for player in names if player != standing.player)
        if standing.name not in names[standing.player] and any(
            standing.name in called for called in others
        ):
            return translate(
                "fairness", "The results give {name} to somebody else than the race did."
            ).format(name=one_line(standing.name))
        if not _possible(standing, results.settings):
            return translate(
                "fairness",
                "What the results say about {name} cannot be true: no race ends like that.",
            ).format(name=one_line(standing.name))
    if not _in_order(standings):
        return translate("fairness", "The places in the results are not those of the race.")
    if not _may_have_won(results):
        return translate("fairness", "The results name winners who have not won.")
    return ""


def _possible(standing: Standing, settings: Settings) -> bool:
    """Return whether anybody's race can end so, whatever the cards were."""
    undos = standing.moves // 2 if settings.undo else 0  # each takes back one move
    in_time = standing.milliseconds <= settings.time_limit * 1000
    return standing.status != "racing" and in_time and standing.undos <= undos


def _in_order(standings: list[Standing]) -> bool:
    """Return whether the places are those of the scores and times, and the best come first."""
    ranks = [rank(each.status, each.score, each.milliseconds) for each in standings]
    places = [1 + sum(other < own for other in ranks) for own in ranks]
    told = [standing.place for standing in standings]
    return told == places == sorted(places)


def _may_have_won(results: Results) -> bool:
    """Return whether the winners may be those whose win counts.

    A server that does not say who has won says nothing wrong.
    """
    told, standings = frozenset(results.winners), results.standings
    return not told or told == winners(standings)


# Replays --------------------------------------------------------------------------------------


def certificate_fault(promised: str, results: Results) -> str:
    """Return what is wrong with a deal that can be won, as a sentence; an empty text if nothing.

    `promised` is the certificate that was told first; empty if there was none.
    """
    wanted = results.settings.deals != "any"
    if not (wanted or promised or results.certificate or results.solution):
        return ""
    if wanted and not promised:
        return translate("fairness", "The server never promised a solution of this deal.")
    held = certificate(results.seed, results.solution)
    if not promised == results.certificate == held:
        return not_promised()
    game = catalogue.make(results.settings.game, results.settings.options)
    if not wins(game, results.seed, results.solution):
        return translate("fairness", "The promised solution does not win this deal.")
    return ""


def not_promised() -> str:
    """Return that another solution was promised than there is now."""
    return translate(
        "fairness",
        "Not the promised solution: that this deal can be won may have been made up afterwards.",
    )


def proven() -> str:
    """Return that a deal can be won, as promised."""
    return translate("fairness", "It can be won: the promised solution wins it.")


class Claim(NamedTuple):
    """What a leaderboard, a player's page or an evening says of how somebody's race ended."""

    game: str
    options: Options
    status: Status
    score: int
    milliseconds: int
    moves: int | None = None
    """None where it does not say."""


def claims(message: Leaderboard | Profile | RoomPast) -> Iterator[tuple[tuple[int, int], Claim]]:
    """Yield what a list says of the races that can be looked at, by race and player."""
    match message:
        case Leaderboard(game, options):
            for row in (*message.fastest, *message.best):
                claim = Claim(game, options, row.status, row.score, row.milliseconds, row.moves)
                yield (row.race, row.player), claim
        case Profile(player):
            for race in message.recent:
                ended = (race.status, race.score, race.milliseconds)
                yield (race.race, player), Claim(race.game, race.options, *ended)
        case RoomPast():
            for deal in message.races:
                for each in deal.racers:
                    ended = (each.status, each.score, each.milliseconds)
                    yield (deal.race, each.player), Claim(deal.game, deal.options, *ended)


def replay_doubt(
    replay: Replay, results: Results | None, claim: Claim | None = None, *, asked: bool
) -> str:
    """Return why a replay from a server is not what it should be; an empty text if it is.

    `asked` says whether this replay was asked for; the `results` are the last ones that are known,
    and the `claim` is what the list said in which it was chosen, if it was.  The name may be
    another one by now, but not that of another racer.
    """
    if not asked:
        return translate("fairness", "This is not the race that you asked for.")
    if claim is not None and (told := _differences(replay, claim)):
        return translate("fairness", "The list said otherwise: {what}.").format(what=told)
    if results is None or results.race != replay.race:
        return ""
    own = next((each for each in results.standings if each.player == replay.player), None)
    if own is None:
        return translate("fairness", "The results say that this player was not in the race.")
    others = {each.name for each in results.standings if each is not own and each.name != own.name}
    game, options = results.settings.game, results.settings.options
    ended = Claim(game, options, own.status, own.score, own.milliseconds, own.moves)
    wrong = (
        (replay.seed != results.seed, translate("fairness", "another seed")),
        (replay.name in others, translate("fairness", "another name")),
    )
    told = joined(filter(None, (_named(wrong), _differences(replay, ended))))
    if not told:
        return ""
    return translate("fairness", "The results said otherwise: {what}.").format(what=told)


def _differences(replay: Replay, claim: Claim) -> str:
    """Return in what a replay is not what was claimed: "another end, another score"."""
    game = (replay.game, {**replay.options, **claim.options}) != (claim.game, replay.options)
    moves = claim.moves not in (None, len(replay.entries))
    return _named(
        (
            (game, translate("fairness", "another game")),
            (replay.status != claim.status, translate("fairness", "another end")),
            (replay.score != claim.score, translate("fairness", "another score")),
            (moves, translate("fairness", "another number of moves")),
            (replay.milliseconds != claim.milliseconds, translate("fairness", "another time")),
        )
    )


def _named(wrong: Iterable[tuple[bool, str]]) -> str:
    return joined(text for is_wrong, text in wrong if is_wrong)
