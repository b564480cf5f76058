"""What an analysis found of a game, in sentences.  Pure."""

from client.words.translation import translate
from engine.solver.analysis import Finding


def analysis_text(finding: Finding, moves: int, lost_by: str) -> str:
    """Return until when a game of so many `moves` could be won, what lost it, and what would win.

    `lost_by` is the move after which it is known to be lost, in words.
    """
    said = [could_text(finding, moves)]
    if count := len(finding.actions):
        said.append(translate("analysis", "From there, %n move(s) would have won.", "", count))
    if finding.lost_from:
        if finding.won_until == finding.lost_from - 1:
            text = translate("analysis", "Move {number} lost it: {move}.")
        else:
            text = translate("analysis", "It was lost with move {number} at the latest: {move}.")
        said.append(text.format(number=finding.lost_from, move=lost_by))
    return " ".join(said)


def could_text(finding: Finding, moves: int) -> str:
    """Return until when a game could be won, in a sentence."""
    until = finding.won_until
    if finding.lost_from == 0:
        return translate("analysis", "Nobody could have won this deal.")
    if until is None:
        return translate("analysis", "Whether this deal could be won is not known.")
    if until == moves:
        return translate("analysis", "It could be won to the end.")
    if until == 0:
        return translate("analysis", "The deal could be won.")
    return translate("analysis", "It could be won until move {number}.").format(number=until)


def looking_text(finding: Finding | None) -> str:
    """Return that it is being found out, and what is known of it already."""
    if finding is not None and finding.won_until:
        text = translate("analysis", "Looking on: it could be won until move {number} at least.")
        return text.format(number=finding.won_until)
    return translate("analysis", "Looking until when this could be won…")


def looking_at_text(number: int, of: int) -> str:
    """Return that games are looked at, and at which of how many."""
    text = translate("analysis", "Looking until when the games could be won… {number} of {count}")
    return text.format(number=number, count=of)


def of_whom(name: str, text: str) -> str:
    """Return what is told of a game with whose it is, where two are beside each other."""
    return translate("analysis", "{name}: {text}").format(name=name, text=text)


def brief_text(finding: Finding, moves: int) -> str:
    """Return the same in a column that says that it is about that: "until 24"."""
    until = finding.won_until
    if finding.lost_from == 0:
        return translate("analysis", "never", "was winnable")
    if until is None:
        return translate("analysis", "perhaps", "was winnable")
    if until == moves:
        return translate("analysis", "to the end", "was winnable")
    if until == 0:
        return translate("analysis", "when dealt", "was winnable")
    return translate("analysis", "until {number}", "was winnable").format(number=until)
