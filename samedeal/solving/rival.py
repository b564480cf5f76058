"""The process beside a window in which a bot plays a deal, for a race without a server.

It is told what to play by lines of JSON on its standard input, and prints what it does, a line each
time (see `client.session.ghosts.challenges`).  It ends when its input does.
"""

import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from client.bots.levels.rival import Rival
from client.session.ghosts.challenges import Challenge, Played, challenges
from samedeal.solving.inbox import Inbox, attend, say

OFTEN: Final = 0.1
"""Seconds between two lines, at least: a move need not be told before it is seen."""


def play(challenge: Challenge, has_another: Callable[[], bool]) -> Iterator[Played]:
    """Yield what the bot does; nothing more once there is another challenge."""
    chance = Random(challenge.luck)  # noqa: S311 (it is to play the same again)
    rival = Rival(
        challenge.game,
        challenge.options,
        challenge.seed,
        challenge.level,
        name="bot",
        chance=chance,
    )
    told, told_at, goes_on = 0, 0.0, True
    while goes_on:
        if has_another():
            return
        goes_on = rival.go_on()
        if goes_on and time.monotonic() - told_at < OFTEN:
            continue
        replay = rival.replay
        if len(replay.entries) > told or not goes_on:
            entries, times = replay.entries[told:], replay.times[told:]
            # As many moves as a replay can have are its end, too.
            status = "gave up" if not goes_on and replay.status == "racing" else replay.status
            yield Played(challenge.number, entries, times, status)
            if status != "racing":
                return
            told, told_at = len(replay.entries), time.monotonic()


def main() -> None:
    """Play until the standard input is at its end."""
    inbox = Inbox[Challenge](challenges)
    attend(inbox)
    while True:
        for played in play(inbox.next(), inbox.pause):
            say(played)


if __name__ == "__main__":
    main()
