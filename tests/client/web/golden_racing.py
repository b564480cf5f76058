"""What the window says of the end of a race, for the page's core to be held against it."""

import random
from collections.abc import Sequence
from typing import Any, Final, get_args

import msgspec

from client.window.desktop import theme
from client.words import analysis, texts
from client.words.outcome import (
    ending_text,
    is_contested,
    is_placed,
    outcome_of,
    past_place_text,
    rank_text,
    reached,
    result_of,
    upon_steps,
)
from client.words.translation import available
from engine import catalogue
from engine.solver.analysis import Finding
from engine.state import Deal
from protocol import deal_code
from protocol.messages import PastRace, Settings, Standing, Status
from tests.client.web.golden_words import speaking

SEEDS: Final = ("0390f01e", "race 16", "ä/ö?=%", "it's (so) *odd*!", "-._~", "七")


def ends() -> dict[str, Any]:
    """Return codes of deals, and what racers made of theirs in each language."""
    chance = random.Random("web results")
    results = {}
    for language in available():
        with speaking(language):
            results[language] = [_ended(chance) for _ in range(40)]
    codes = [_code(chance, entry) for entry in catalogue.entries() for _ in range(3)]
    return {"codes": codes, "results": results}


def colours() -> dict[str, Any]:
    """Return which colours players have, of so many as there are."""
    chance = random.Random("web colours")
    known = len(theme.colours.racers.split())
    rooms = [chance.sample(range(1, 60), chance.randint(1, 20)) for _ in range(40)]
    return {
        "rooms": [
            [players, list(theme.colour_numbers(players, known).items())] for players in rooms
        ]
    }


def analyses() -> dict[str, Any]:
    """Return what is said of games that were analysed, in each language."""
    cases = [
        Finding(until, lost, (Deal(),) * wins)
        for until in (None, 0, 3, 9)
        for lost in (None, 0, 4, 7, 9)
        for wins in (0, 1, 2, 5)
        if lost is None or until is None or until < lost
    ]
    told = {}
    for language in available():
        with speaking(language):
            told[language] = [
                [
                    {
                        "won_until": case.won_until,
                        "lost_from": case.lost_from,
                        "solution": [[] for _ in case.actions],
                    },
                    9,
                    "7♣ onto 8♦",
                    analysis.analysis_text(case, 9, "7♣ onto 8♦"),
                    analysis.looking_text(case),
                    analysis.brief_text(case, 9),
                    analysis.looking_at_text(2, 9),
                ]
                for case in cases
            ]
    return told


def _ended(chance: random.Random) -> list[Any]:
    statuses = chance.choice((get_args(Status), ("won", "out of time"), ("gave up", "out of time")))
    racers = [_standing(chance, player, statuses) for player in range(1, chance.randint(2, 5))]
    winners = [racer.player for racer in racers if chance.random() < 0.4]
    told = [
        [
            result_of(each),
            texts.status_text(each.status),
            reached(each),
            _came(each, racers, winners),
        ]
        for each in racers
    ]
    stands = [racer.player for racer in upon_steps(racers, winners)]
    past = _past(chance, statuses)
    seen = [past_place_text(past), is_contested(past)]
    return [msgspec.to_builtins(racers), winners, told, stands, msgspec.to_builtins(past), seen]


def _came(racer: Standing, racers: Sequence[Standing], winners: Sequence[int]) -> list[Any]:
    won, among = racer.player in winners, len(racers)
    headline, facts = outcome_of(racer, among, won=won)
    rank, placed = rank_text(racer, among), is_placed(racer, among, won=won)
    return [headline, facts, rank, placed, ending_text(racer.status, first=won)]


def _past(chance: random.Random, statuses: Sequence[Status]) -> PastRace:
    place, racers, status = chance.randint(1, 3), chance.randint(1, 4), chance.choice(statuses)
    score, milliseconds = chance.randrange(2), 1000 * chance.randrange(2)
    won = chance.random() < 0.5
    return PastRace(1, "golf", {}, place, racers, status, score, milliseconds, 0, won)


def _standing(chance: random.Random, player: int, statuses: Sequence[Status]) -> Standing:
    return Standing(
        player,
        "Ada",
        chance.choice(statuses),
        place=chance.randint(1, 3),
        score=chance.randrange(-3, 60),
        milliseconds=chance.randrange(8_000_000),
        bot=chance.random() < 0.5,
        level=chance.randrange(6),
    )


def _code(chance: random.Random, entry: catalogue.CatalogueEntry) -> dict[str, Any]:
    options = {option.name: chance.choice(option.choices) for option in entry.options}
    seed = chance.choice(SEEDS)
    code = deal_code.write(entry.name, options, seed)
    words: dict[str | bool, str] = {True: "yes", False: "no"}
    told = [f"{name}={words.get(choice, str(choice))}" for name, choice in options.items()]
    whole = "/".join([entry.name, *told, code.rsplit("/", 1)[1]])
    assert deal_code.read(whole) == deal_code.read(code), "what is as usual may be said, too"
    return {
        "settings": msgspec.to_builtins(Settings(entry.name, options)),
        "seed": seed,
        "usual": {option.name: option.default for option in entry.options},
        "code": code,
        "shown": deal_code.readable(code),
        "whole": whole,
    }
