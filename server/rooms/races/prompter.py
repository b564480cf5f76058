"""What a client is told beside that knows no rules: how a board is laid out, and what may be done.

All of it is made from what its reader sees: of a position, from the view.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import compress
from typing import Final

from engine import empty_places, handling
from engine.cards import HIDDEN, deck
from engine.finishing import finishing_moves
from engine.game import Game
from engine.hints import REMEMBERED, in_words, leading_on
from engine.play import tried
from engine.reasons import why_not, why_not_lifted
from engine.solver.winnable import Winnable
from engine.state import Click, Move, State
from protocol.messages import (
    Advice,
    Board,
    Choices,
    GetAdvice,
    LaidPlace,
    Layout,
    RaceStarted,
    Step,
    WireAction,
)
from protocol.wire import pack_action, parse_action
from server.rooms.output import Outgoing
from server.rooms.races.contestant import Contestant
from server.rooms.races.race import Race

MOST_TO_FINISH: Final = 40
"""Cards in play with which it is told at most that a game only has to be finished."""
NOTHING_NEW: Final = "Nothing new is in sight: what is left goes round in circles."
"""What is told where a hint would lead back."""
_KINDS: Final = deck()
"""A card of each kind, by which a reason tells what would be welcome."""


def added(
    outgoing: Iterable[Outgoing], race: Race | None, readers: Collection[int]
) -> list[Outgoing]:
    """Return what comes out of a room, with what those `readers` need beside."""
    all_told: list[Outgoing] = []
    for told in outgoing:
        all_told.append(told)
        if race is not None and (beside := _beside(told, race, readers)) is not None:
            all_told.append(beside)
    return all_told


def _beside(told: Outgoing, race: Race, readers: Collection[int]) -> Outgoing | None:
    match told.message:
        case Step(player, number) | Board(player, number):
            if player in readers and player in told.players:
                racer = race.racers.get(player)
                # One that was missed comes again: what may be done is told of the last alone.
                if racer and racer.status == "racing" and racer.play.length == number:
                    return Outgoing((player,), choices(racer, race.signs, undo=race.undo))
        case RaceStarted(race=number) if number == race.id:
            if players := tuple(player for player in told.players if player in readers):
                return Outgoing(players, layout(race.id, race.game, race.signs))
    return None


def layout(race: int, game: Game, signs: Mapping[int, str]) -> Layout:
    """Return how the boards of a race are laid out, with these `signs` of empty places."""
    places = []
    outlined = empty_places.outlined(game)
    for pile, place in enumerate(game.places):
        places.append(
            LaidPlace(
                place.called,
                round(1000 * place.at[0]),
                round(1000 * place.at[1]),
                place.spread,
                place.fan,
                place.down,
                place.up,
                pile in outlined,
                signs.get(pile, ""),
                place.mark,
                place.click is not None,
                empty_places.filled_from(game, pile),
            )
        )
    button = game.button
    return Layout(
        race,
        places,
        button.label if button else "",
        button.pile if button and button.pile >= 0 else None,
        game.tap,
        game.glow,
        game.redeals,
    )


def advice(racer: Contestant, asked: GetAdvice, known: Winnable | None = None) -> Advice:
    """Return what looks best for a racer, what wins the game, or why something cannot be done.

    What is `known` to lead on to a win, of a deal that is no race's any more, is best.

    Raises:
        BadMessage: what it asks about is no action.
    """
    game, view, number = racer.play.game, racer.view, racer.play.length
    if asked.about == "why":
        return _reason(game, view, number, asked.action)
    if asked.about == "finish":
        moves = [pack_action(each) for each in finishing_moves(game, view)]
        return Advice("finish", number, moves)
    wins = known.action(racer.play.state) if known else None
    if wins is not None:
        return Advice("hint", number, [pack_action(wins)], in_words(game, view, wins), known=True)
    done = [entry for entry, _ in racer.answers]
    best = leading_on(game, view, racer.play.newest(REMEMBERED), tried(done))
    if best is None:
        return Advice("hint", number, text=NOTHING_NEW)
    return Advice("hint", number, [pack_action(best)], in_words(game, view, best))


def _reason(game: Game, view: State, number: int, asked: WireAction) -> Advice:
    action = parse_action(asked)
    if isinstance(action, Move) and action.source == action.target < len(game.places):
        reason = why_not_lifted(game, view, action.source, action.count)
    else:
        reason = why_not(game, view, action)
    if reason is None:
        return Advice("why", number, [asked])
    welcome = bytes(card for card in _KINDS if reason.cards[card])
    return Advice("why", number, [asked], reason.text, welcome, reason.number)


def choices(racer: Contestant, signs: Mapping[int, str], *, undo: bool) -> Choices:
    """Return what a racer may do now; `undo` says whether moves may be taken back in this race.

    The layout has told these `signs` of empty places.
    """
    game, view, play = racer.play.game, racer.view, racer.play
    clicks, button = [], False
    for action in game.clicks(view):
        if isinstance(action, Click):
            clicks.append(action.pile)
        else:
            button = True
    if game.button and game.button.pile >= 0:
        button = game.button.pile in clicks
    lifts = game.lifts(view)
    return Choices(
        play.length,
        lifts,
        clicks,
        button,
        undo and play.can_undo,
        handling.redeals_left(game, view),
        _new_signs(game, view, signs),
        _may_finish(game, view, lifts, clicks) and bool(finishing_moves(game, view)),
    )


def _may_finish(
    game: Game, view: State, lifts: Iterable[Sequence[int]], clicks: Iterable[int]
) -> bool:
    """Return whether it is worth while to look for finishing moves, which takes long.

    All cards are known then, few are left, and one can go home, or come from the stock.
    """
    # (Asked after each move: most of them end here, so this takes no longer than it must.)
    left = b"".join(compress(view.piles, game.in_play))
    if not 0 < len(left) <= MOST_TO_FINISH or HIDDEN in left:
        return False
    for source, _, *targets in filter(_leads_somewhere, lifts):
        if game.in_play[source] and any(game.places[to].kind == "foundation" for to in targets):
            return True
    return any(game.places[pile].kind == "stock" for pile in clicks)


def _leads_somewhere(lift: Sequence[int]) -> bool:
    return len(lift) > 2


def _new_signs(game: Game, view: State, told: Mapping[int, str]) -> dict[int, str]:
    """Return what empty places say that the layout does not.

    In some games a player chooses with what all foundations begin.
    """
    return {
        pile: sign
        for pile, before in told.items()
        if not view.piles[pile]
        and (sign := empty_places.sign(game, view, pile)) is not None
        and sign != before
    }
