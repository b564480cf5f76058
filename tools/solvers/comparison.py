"""What two solvers say of the same deals, and what of that cannot be true."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from engine.solver.answer import Verdict
from samedeal.tables import table_lines
from tools.solvers.setting import Setting, Terms

VERDICTS: Final[tuple[Verdict, ...]] = ("won", "impossible", "unknown")
LEFT: Final = ("game", "rules there")
HEADS: Final = (
    "game",
    "deals",
    *VERDICTS,
    *(f"{verdict} there" for verdict in VERDICTS),
    "only here",
    "only there",
    "contradictions",
    "rules there",
)
RULES: Final = {"the same": "the same", "more": "allow more", "less": "allow less"}


class Compared(NamedTuple):
    """A deal, and what two solvers say of it."""

    setting: Setting
    seed: str
    terms: Terms
    """How the other's rules compare with ours."""
    ours: Verdict
    theirs: Verdict

    @property
    def contradicts(self) -> bool:
        """Whether one says won and the other impossible, where that cannot both be true.

        Who allows more may win what is impossible by the other's rules.
        """
        if self.ours == "won" and self.theirs == "impossible":
            return self.terms.allows != "less"
        if self.ours == "impossible" and self.theirs == "won":
            return self.terms.allows != "more"
        return False

    @property
    def only_ours(self) -> bool:
        """Whether we know, and the other does not."""
        return self.ours != "unknown" == self.theirs

    @property
    def only_theirs(self) -> bool:
        """Whether the other knows, and we do not."""
        return self.theirs != "unknown" == self.ours


def report(name: str, found: Iterable[Compared]) -> list[str]:
    """Return what comes of a comparison with a program called `name`, as lines.

    A table of the settings, and under it in what rules differ, which deals only one knew, and
    what contradicts. The deals of a setting come one after the other.
    """
    groups = [list(deals) for _, deals in groupby(found, key=lambda deal: deal.setting)]
    lines = table_lines(HEADS, map(_row, groups), set(HEADS) - set(LEFT))
    lines[0:0] = [f"Samedeal here, {name} there:"]
    differing = [deals[0] for deals in groups if deals[0].terms.why]
    lines += _section("Rules", [f"{deal.setting}: {deal.terms.why}" for deal in differing])
    lines += _section("Only here", _known(groups, ours=True))
    lines += _section("Only there", _known(groups, ours=False))
    return lines + _section("Contradictions", [told(name, deal) for deal in contradictions(groups)])


def contradictions(groups: Iterable[Sequence[Compared]]) -> list[Compared]:
    """Return the deals of which one solver must be wrong."""
    return [deal for deals in groups for deal in deals if deal.contradicts]


def told(name: str, deal: Compared) -> str:
    """Return a deal with what both say of it."""
    return f"{deal.setting.code(deal.seed)}: Samedeal says {deal.ours}, {name} {deal.theirs}"


def _row(deals: Sequence[Compared]) -> list[str]:
    ours, theirs = [deal.ours for deal in deals], [deal.theirs for deal in deals]
    numbers = [
        len(deals),
        *map(ours.count, VERDICTS),
        *map(theirs.count, VERDICTS),
        sum(deal.only_ours for deal in deals),
        sum(deal.only_theirs for deal in deals),
        len(contradictions([deals])),
    ]
    return [str(deals[0].setting), *map(str, numbers), RULES[deals[0].terms.allows]]


def _known(groups: Iterable[Sequence[Compared]], *, ours: bool) -> list[str]:
    """Return by setting the seeds of the deals that one of the two knew alone."""
    lines: list[str] = []
    for deals in groups:
        for verdict in ("won", "impossible"):
            seeds = [
                deal.seed
                for deal in deals
                if (deal.only_ours if ours else deal.only_theirs)
                and verdict == (deal.ours if ours else deal.theirs)
            ]
            if seeds:
                lines.append(f"{deals[0].setting}, {verdict}: {' '.join(seeds)}")
    return lines


def _section(head: str, lines: Sequence[str]) -> list[str]:
    return ["", f"{head}:", *(f"  {line}" for line in lines)] if lines else []
