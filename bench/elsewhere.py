"""A room that very many watch at another server: `python -m bench.elsewhere`.

A race of eight is watched by one guest at its own server, by 1,000 there, and by 1,000 at another
server, which asks for the room once and shows it to all of them.  Both share a PostgreSQL beside
them on this machine.  The columns are those of `bench.spectators`; `core` is what the room's own
server uses, `there` what the other one does.  `share` is what the guests cost the room's server
beyond the first, beside what they cost it at its own.
"""

import argparse
from contextlib import ExitStack
from typing import Final

from bench.server import DISK
from bench.shared.load import run, scratch, sharing
from bench.spectators import HEAD, Watched, let_watch, row
from harness.cluster import cluster
from harness.ratios import note


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--guests", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=5.0, help="moves a second of each racer")
    parser.add_argument("--seconds", type=float, default=6.0)
    arguments = parser.parse_args()
    seconds: Final = min(arguments.seconds, 20.0)
    print(f"{HEAD}   there   share")
    costs: list[float] = []
    for count, elsewhere in ((1, False), (arguments.guests, False), (arguments.guests, True)):
        with ExitStack() as stack:
            directory = stack.enter_context(scratch())
            postgres = stack.enter_context(cluster(durable=True, within=DISK))
            own, other = (
                stack.enter_context(sharing(f"{directory}/{name}", postgres.address()))
                for name in ("own", "other")
            )
            work = let_watch(
                own,
                other if elsewhere else own,
                count,
                arguments.rate,
                seconds,
                guests=True,
            )
            watched: Watched = run(work, "best")
            costs.append(watched.processor)
        text = row(count, watched)
        if elsewhere:
            base, here, far = costs
            share = (far - base) / (here - base)
            text += f" {watched.there:>7.0%} {share:>7.1%}"
            what = f"{count:,} guests at another server, to the room's"
            note(what, share, "as many at its own")
        print(text, flush=True)


if __name__ == "__main__":
    main()
