"""Whether a deal that was said to be winnable is: its certificate against the results.  Pure."""

from client.words.translation import translate
from engine import catalogue
from protocol.certificate import certificate, wins
from protocol.messages import Results


def certificate_fault(promised: str, results: Results) -> str:
    """Return what is wrong with a deal that can be won, as a sentence; an empty text if nothing.

    `promised` is the certificate that was told first; empty if there was none.
    """
    wanted = results.settings.deals == "winnable"
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
