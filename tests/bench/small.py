"""`python -m bench` with another programme: `python -m tests.bench.small PIPE [ARGUMENT ...]`."""

import sys

from bench import __main__ as everything
from bench.together import programme
from bench.together.programme import Benchmark

TRIAL = "tests.bench.together.trial"


def main(pipe: str, *arguments: str) -> int:
    programme.PROGRAMME = (  # type: ignore[assignment, misc]
        Benchmark("well", TRIAL, "goes well", 1, options=("note",)),
        Benchmark("ill", TRIAL, "goes wrong", 1, options=("fail",)),
        Benchmark("lost", TRIAL, "is not here", 1, lacks=lambda: "wants a moon: install one"),
        Benchmark("long", TRIAL, "does not end", 1, options=("hang", pipe)),
        Benchmark("last", TRIAL, "is never reached", 1, options=("note",)),
    )
    return everything.main(arguments)


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
