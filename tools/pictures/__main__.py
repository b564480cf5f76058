"""Take every picture of README.md and docs/player-guide.md anew: `python -m tools.pictures`.

Each kind can be had by itself, and there are more: see `tools.pictures.screenshots` for the window
and `tools.pictures.page_screens` for the page, with `--help`.
"""

import argparse
import subprocess
import sys
from typing import Final

COMMANDS: Final = (
    ("tools.pictures.screenshots", "--readme"),
    ("tools.pictures.screenshots", "--guide"),
    ("tools.pictures.page_screens", "--readme"),
    ("tools.pictures.guide.web",),
)


def main() -> int:
    """Take them, one kind after the other; return how the first ended that went wrong."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    for module, *options in COMMANDS:
        print(f"python -m {' '.join((module, *options))}", flush=True)
        if code := subprocess.run([sys.executable, "-m", module, *options], check=False).returncode:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
