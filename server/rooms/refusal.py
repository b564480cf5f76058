"""Why something that was asked for is not done."""

from protocol.messages import ProblemCode


class Refusal(Exception):
    """What was asked for is not done, and nothing has changed."""

    def __init__(self, code: ProblemCode, text: str) -> None:
        """Take the word for programs and the sentence for people."""
        super().__init__(text)
        self.code: ProblemCode = code


def not_for_guests() -> Refusal:
    """Return why somebody without a name cannot do what players do."""
    return Refusal("not allowed", "guests only watch; choose a name to do that")


def in_a_room() -> Refusal:
    """Return why somebody who is in a room cannot make another."""
    return Refusal("already in a room", "you are in a room already; leave it first")


def not_racing() -> Refusal:
    """Return why somebody who races nowhere cannot do what racers do."""
    return Refusal("not racing", "you are not in a race here")
