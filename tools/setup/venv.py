"""Make the virtual environment and install Samedeal: `python3 -m tools.setup.venv .venv`."""

import importlib.util
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tools.setup import apt

PACKAGES: Final = ("engine", "protocol", "server", "client", "samedeal")
"""What the program is made of."""


def venv_package(version: tuple[int, int]) -> str:
    """Return the Debian package in which this Python's venv and ensurepip come."""
    return f"python{version[0]}.{version[1]}-venv"


def provide_venv_module() -> None:
    """See to it that this Python can make environments: Debian splits that off.

    Raises:
        apt.CannotInstallError: when it cannot and that cannot be mended here.
    """
    if all(importlib.util.find_spec(module) for module in ("venv", "ensurepip")):
        return
    lacking = f"This Python ({sys.executable}) comes without its venv and ensurepip modules."
    if not apt.available():
        raise apt.CannotInstallError(f"{lacking} Please install them by your system's packages.")
    try:
        apt.install([venv_package(sys.version_info[:2])])
    except apt.CannotInstallError as error:
        raise apt.CannotInstallError(f"{lacking}\n{error}") from None


def works(python: Path) -> bool:
    """True when there is an environment at this interpreter, and it has a pip."""
    if not python.exists():
        return False
    command = [str(python), "-c", "import pip"]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def main(arguments: Sequence[str]) -> int:
    """Make the environment in the directory named, or bring it up to date."""
    directory = Path(arguments[0])
    python = directory / "bin" / "python"
    if not works(python):
        try:
            provide_venv_module()
        except apt.CannotInstallError as error:
            print(error, file=sys.stderr)
            return 1
        print(f"Making a virtual environment in {directory}", flush=True)
        # A process of its own: this one may have looked for the module before it was there.
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(directory)], check=True)
    print("Installing the Python packages (a minute or two the first time)", flush=True)
    install = ["install", "-qq", "--disable-pip-version-check", "--editable", ".[client,dev]"]
    if subprocess.run([str(python), "-m", "pip", *install], check=False).returncode != 0:
        print("pip could not install the packages; its reason stands above.", file=sys.stderr)
        return 1
    # Where Python may not keep what it compiles (PYTHONDONTWRITEBYTECODE), each start would do it
    # again, for longer than all else. It fails for nobody who may write nothing here.
    compiled = [str(python), "-m", "compileall", "-q", *PACKAGES]
    subprocess.run(compiled, check=False, stdout=subprocess.DEVNULL)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
