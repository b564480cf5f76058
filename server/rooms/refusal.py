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


def no_room_for_guests() -> Refusal:
    """Return why one guest more cannot look on."""
    return Refusal("room full", "there is no room for another guest")


def watching_another() -> Refusal:
    """Return why a guest who sees a room cannot look on in another."""
    return Refusal("already in a room", "you are watching another room; leave that one first")


def beside_a_racer() -> Refusal:
    """Return why somebody cannot watch who is where one of those races who would be watched."""
    text = "somebody at your address is racing there; come in when that race is over"
    return Refusal("not allowed", text)


def only_theirs() -> Refusal:
    """Return why nobody comes into a room where somebody plays a daily deal."""
    return Refusal("not allowed", "that room is for one player's daily deal; play your own")


def unknown_day() -> Refusal:
    """Return why there is nothing to tell of a day, or to play."""
    text = "there is no daily deal of that day here: it is yet to come, or the server had none"
    return Refusal("unknown day", text)


def day_is_over() -> Refusal:
    """Return why an attempt cannot be begun."""
    return Refusal("wrong time", "that day is over; leave, and play the deal of today")


def in_a_room() -> Refusal:
    """Return why somebody who is in a room cannot make another."""
    return Refusal("already in a room", "you are in a room already; leave it first")


def not_racing() -> Refusal:
    """Return why somebody who races nowhere cannot do what racers do."""
    return Refusal("not racing", "you are not in a race here")
