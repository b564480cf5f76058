"""Hold this engine against AisleRiot: the same positions, legal actions and what follows them.

    python -m tools.aisleriot.compare --positions 2000
    python -m tools.aisleriot.compare klondike spider

A line for each game and choice of options says how many positions and actions were compared and how
many differences were found: the known ones, explained in docs/aisleriot.md, and the others, which
are printed in full and make the exit status 1.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Collection, Container, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from engine import referee
from engine.cards import DOWN, JACK, KING, RANK, TURN_UP, card_text
from engine.games import odessa, seahaven
from engine.relations import down
from engine.rules import links
from engine.state import State
from tools.aisleriot.program import GAMES, Look, Program, Setting, Words, engine_action, settings
from tools.aisleriot.walks import walk


@dataclass(frozen=True)
class Difference:
    """Something that is not the same: at `action`, or about the position itself."""

    kind: str
    """Whether an action is legal "only here" or "only there", what follows "after" an action,
    whether the position is "won", or its "score"."""
    action: Words | None = None
    detail: str = ""


@dataclass(frozen=True)
class Known:
    """A difference that is known, and where exactly it may be found."""

    game: str
    kind: str
    why: str
    applies: Callable[[State, Words | None], bool]


def _four_kings_up(state: State) -> bool:
    return [card & (RANK | DOWN) for card in state.piles[6]] == [KING] * 4


def _goes(action: Words | None, sources: Container[int], targets: Container[int]) -> bool:
    if action is None or action[0] != "drag":
        return False
    return action[1] in sources and action[3] in targets


def _joins_hidden_sequence(state: State, action: Words | None) -> bool:
    """A sequence is put together that a face-down card below it would make longer."""
    if action is None or action[0] != "drag" or action[3] not in odessa.TABLEAU:
        return False
    cards = state.piles[int(action[3])]
    hidden = sum(card >= DOWN for card in cards)
    faces = cards[hidden - 1 :].translate(TURN_UP)
    return 0 < hidden < len(cards) and links(down("suit"))(State((faces,))) == len(faces) - 1


def _face_down(state: State) -> list[int]:
    return [card for pile in state.piles for card in pile if card >= DOWN]


def _only_aces(state: State) -> bool:
    return len(b"".join(state.piles)) == 4


def _enough_points(state: State) -> bool:
    return state.score >= 120 and all(state.piles[2:])


def _open_four(state: State) -> bool:
    return any(len(pile) == 4 and len({card & 0x8F for card in pile}) == 1 for pile in state.piles)


def _middle_clear(state: State) -> bool:
    return not any(state.piles[pile] for pile in (5, 6, 9, 10, 16, 17))


def _numbers(state: State) -> list[int]:
    return [card for pile in state.piles for card in pile if card & RANK < JACK]


TOP_CARD_ONLY: Final[Mapping[str, Collection[int]]] = {
    "canfield": range(2, 6),
    "eagle-wing": [1],
    "jumbo": range(2, 10),
    "kansas": [1, 6],
    "lady-jane": [*range(2, 6), *range(13, 20)],
    "straight-up": [1, 6],
    "thumb-and-pouch": range(2, 6),
    "westhaven": [1],
    "whitehead": [1],
}
"""Piles of which by the manual the top card is available, while the program lets several go."""


def _takes_several(piles: Collection[int]) -> Callable[[State, Words | None], bool]:
    """Whether an action takes several cards at once off one of these piles."""
    return lambda _, action: (
        action is not None and action[0] == "drag" and action[1] in piles and int(action[2]) > 1
    )


def _between(action: Words | None, sources: Collection[int], targets: Collection[int]) -> bool:
    """Whether an action takes cards of one of these piles to one of those."""
    return (
        action is not None
        and action[:1] == ("drag",)
        and (action[1] in sources and action[3] in targets)
    )


def _gaps(state: State, piles: Collection[int]) -> list[int]:
    return [pile for pile in piles if not state.piles[pile]]


def _on_king(state: State, action: Words) -> bool:
    return action[0] == "drag" and [c & RANK for c in state.piles[int(action[3])][-1:]] == [KING]


_KINGS_DOWN: Final = [bytes([KING | of << 4 | DOWN]) for of in range(4)]
KNOWN: Final = (
    Known(
        "clock",
        "only there",
        "The program lets a click turn the four kings round for ever; the game is over.",
        lambda state, action: action == ("click", 6) and _four_kings_up(state),
    ),
    Known(
        "clock",
        "won",
        "By the manual a card in its right place counts even face down.",
        lambda state, _: _four_kings_up(state) and bool(_face_down(state)),
    ),
    Known(
        "doublets",
        "only there",
        "The program lets several cards of the waste go at once; by the manual its top card may.",
        lambda _, action: action is not None and action[:2] == ("drag", 1) and action[2] != 1,
    ),
    Known(
        "hopscotch",
        "only there",
        "The program builds on past a foundation's king; by the manual a king is its last card.",
        lambda state, action: action is not None and _on_king(state, action),
    ),
    Known(
        "neighbor",
        "only there",
        "The program lets a click on the stock take a king away that lies face down on it.",
        lambda state, action: action == ("click", 0) and state.piles[0][-1:] in _KINGS_DOWN,
    ),
    Known(
        "thirteen",
        "only here",
        "The waste's two top cards: a click here; there the card is dropped on its own pile.",
        lambda _, action: action == ("click", 1),
    ),
    *(
        Known(
            name,
            "only here",
            "The waste's two top cards: a click here; there the card is dropped on its own pile.",
            lambda state, action: action == ("click", 2) and state.piles[2][-1] & RANK != KING,
        )
        for name in ("treize", "yield")
    ),
    Known(
        "thirteen",
        "won",
        "The program calls it won with one card (in play, a king) left; by the manual it must go.",
        lambda state, _: len(b"".join(state.piles)) == 1,
    ),
    Known(
        "odessa",
        "after",
        "The program counts a face-down card into the sequence, which nobody can see.",
        _joins_hidden_sequence,
    ),
    Known(
        "seahaven",
        "after",
        "A card that goes from a foundation to a cell costs no point in the program.",
        lambda _, action: _goes(action, seahaven.FOUNDATIONS, seahaven.CELLS),
    ),
    *(
        Known(
            game,
            "only there",
            "Several cards at once of a pile whose top card alone is available, by the manual.",
            _takes_several(piles),
        )
        for game, piles in TOP_CARD_ONLY.items()
    ),
    Known(
        "easthaven",
        "only there",
        "With fewer than 7 cards in the piles a deal may leave a gap that a king could fill.",
        lambda state, action: (
            action == ("click", 0)
            and bool(_gaps(state, range(5, 12)))
            and sum(map(len, state.piles[5:])) < 7
        ),
    ),
    Known(
        "glenwood",
        "only there",
        "A whole pile to a gap; by the manual gaps are filled from the reserves or the waste.",
        lambda state, action: _between(action, range(7, 11), _gaps(state, range(7, 11))),
    ),
    Known(
        "glenwood",
        "only there",
        "Playing to a pile before the base card is chosen; by the manual that comes first.",
        lambda state, action: (
            not any(state.piles[2:6]) and _between(action, [6, 11, 12, 13], range(7, 11))
        ),
    ),
    Known(
        "saratoga",
        "only there",
        "More than two redeals; by the manual one goes through the deck three times.",
        lambda state, action: (
            action in (("click", 0), ("deal",)) and not state.piles[0] and state.redeals >= 2
        ),
    ),
    Known(
        "camelot",
        "won",
        "The program asks only whether the middle is empty; by the manual only the court is left.",
        lambda state, _: _middle_clear(state) and bool(_numbers(state)),
    ),
    Known(
        "hamilton",
        "only here",
        "The button may show the next card to choose from, as a click on the stock does.",
        lambda state, action: action == ("deal",) and len(state.marks) < 2,
    ),
    Known(
        "terrace",
        "only there",
        "The program lets several cards of the reserve be dragged if the top one fits.",
        lambda _, action: action is not None and action[:2] == ("drag", 2) and action[2] != 1,
    ),
    Known(
        "terrace",
        "after",
        "By the manual a card is turned by itself when the waste is empty: after the redeal too.",
        lambda state, action: action in (("click", 0), ("deal",)) and not state.piles[0],
    ),
    Known(
        "fortunes",
        "won",
        "By the manual the four aces may lie in any piles.",
        lambda state, _: _only_aces(state),
    ),
    Known(
        "fortunes",
        "only there",
        "The program lets the four aces be spread out: by the manual it is won before.",
        lambda state, _: _only_aces(state),
    ),
    *(
        Known(
            "pileon",
            kind,
            "By the manual four of a rank are done with, even when they were dealt so.",
            lambda state, _: _open_four(state),
        )
        for kind in ("won", "score", "only there", "after")
    ),
    Known(
        "poker",
        "won",
        "The program never ends in shuffle mode; by the manual 120 points win.",
        lambda state, _: _enough_points(state),
    ),
    Known(
        "poker",
        "only there",
        "In shuffle mode the program goes on when 120 points are reached; it is won.",
        lambda state, _: _enough_points(state),
    ),
    Known(
        "wall",
        "only there",
        "The program lets an attack without any card turn the low guard up, when all is lost.",
        lambda state, _: not any(state.piles[53:]),
    ),
)


def explanation(setting: Setting, state: State, difference: Difference) -> str | None:
    """Return why this difference is there; None where it is not a known one."""
    for known in KNOWN:
        here = (known.game, known.kind) == (setting.name, difference.kind)
        if here and known.applies(state, difference.action):
            return known.why
    return None


def compare(setting: Setting, look: Look) -> list[Difference]:
    """Return what differs at a position of the program's and after each of its actions."""
    game, state = setting.game, look.now.state
    won = game.outcome(state) == "won"
    found: list[Difference] = []
    if won != look.now.won:
        found.append(Difference("won", detail=f"here {won}"))
    if game.score and game.score(state) != state.score:
        found.append(Difference("score", detail=f"here {game.score(state)}, there {state.score}"))
    if won and look.now.won:
        return found
    ours = {tuple(action) for action in referee.actions(game, state)}
    found += [Difference("only here", action) for action in sorted(ours - look.actions.keys())]
    for action, theirs in look.actions.items():
        if action not in ours:
            found.append(Difference("only there", action))
            continue
        if theirs is None:
            continue
        after = game.play(state, engine_action(action), "comparison")
        same = after == theirs.state
        if setting.name in OUTLINES and after.redeals > state.redeals:  # shuffled, differently
            outline = OUTLINES[setting.name]
            same = outline(setting, state, after) == outline(setting, state, theirs.state)
        if not same:
            found.append(Difference("after", action, f"{shown(after)}\n{shown(theirs.state)}"))
    return found


def gaps_outline(setting: Setting, before: State, after: State) -> tuple[object, ...]:
    """Return what must be the same after a redeal of gaps, however the cards were shuffled."""
    random_gaps = setting.options["randomly_placed_gaps_on_redeal"]
    gaps = [not pile for pile in after.piles]
    return (
        sorted(after.piles),
        sum(gaps) if random_gaps else gaps,
        after.redeals,
        after.score >= before.score,
    )


def peaks_outline(_setting: Setting, _before: State, after: State) -> tuple[object, ...]:
    """Return what must be the same when the peaks are dealt anew; the program doesn't count it."""
    cards = sorted(card & ~DOWN for pile in after.piles for card in pile)
    return cards, [[card >= DOWN for card in pile] for pile in after.piles], after.score


def scuffle_outline(_setting: Setting, _before: State, after: State) -> tuple[object, ...]:
    """Return what must be the same when the reserve becomes the stock."""
    return [bytes(sorted(pile)) for pile in after.piles], after.redeals, after.score


OUTLINES: Final = {
    "gaps": gaps_outline,
    "scuffle": scuffle_outline,
    "triple-peaks": peaks_outline,
}
"""The games that shuffle in mid-play, and what must be the same there."""


def shown(state: State) -> str:
    """Return a position on one line."""
    piles = ["".join(map(card_text, pile)) or "-" for pile in state.piles]
    return f"{' '.join(piles)} | score {state.score}, redeals {state.redeals}"


# The run ------------------------------------------------------------------------------------------


def run(setting: Setting, positions: int, seed: int) -> tuple[Counter[str], bool]:
    """Compare so many positions and print what came of it.

    Returns how often each known difference was met, and whether there was no other.
    """
    chance = Random(seed)  # noqa: S311
    seen: set[State] = set()
    known: Counter[str] = Counter()
    games = actions = wins = unexplained = 0
    with Program(setting) as program:
        while len(seen) < positions and games < positions:
            games += 1
            late = games % 2 == 0
            for look, _ in walk(program, chance, steps=80 if late else 200, late=late):
                state = look.now.state
                if state in seen:
                    continue
                seen.add(state)
                actions += len(look.actions)
                wins += look.now.won
                for difference in compare(setting, look):
                    why = explanation(setting, state, difference)
                    if why:
                        known[why] += 1
                    else:
                        unexplained += 1
                        if unexplained <= 3:
                            print(f"{setting}: {difference}\nat {shown(state)}")
                if len(seen) == positions:
                    break
    print(
        f"{setting!s:48} {len(seen):6} positions of {games:4} games, {wins:4} won,"
        f" {actions:7} actions: {sum(known.values()):4} explained, {unexplained:3} unexplained",
        flush=True,
    )
    return known, not unexplained


def main(argv: Sequence[str] | None = None) -> int:
    """Compare the games named on the command line, or all."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", metavar="GAME", nargs="*", help=f"of {', '.join(GAMES)}")
    parser.add_argument("--positions", type=int, default=2000, help="for each game and option")
    parser.add_argument("--seed", type=int, default=1, help="of the random games")
    chosen = parser.parse_args(argv)
    unknown = set(chosen.games) - set(GAMES)
    if unknown:
        parser.error(f"AisleRiot has none of: {', '.join(sorted(unknown))}")
    explained: Counter[str] = Counter()
    alike = True
    try:
        for setting in settings(tuple(chosen.games) or GAMES):
            known, same = run(setting, chosen.positions, chosen.seed)
            explained += known
            alike &= same
    except FileNotFoundError as missing:
        print(missing, file=sys.stderr)
        return 2
    for why, count in explained.most_common():
        print(f"{count:6} x {why}")
    return 0 if alike else 1


if __name__ == "__main__":
    sys.exit(main())
