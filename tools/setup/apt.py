"""Install packages with apt where that is allowed, and say what to run where it is not."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path


class CannotInstallError(Exception):
    """The packages could not be installed; the text says what to do about it."""


def available() -> bool:
    """True on a system whose packages come by apt."""
    return shutil.which("apt-get") is not None


def command_for(packages: Sequence[str]) -> str:
    """Return the command that somebody with the rights to it would type."""
    return "sudo apt-get install --no-install-recommends " + " ".join(packages)


def install(packages: Sequence[str]) -> None:
    """Install the packages, as root or by a sudo that asks no password.

    Raises:
        CannotInstallError: without those rights, or when apt fails.
    """
    rights = _rights()
    if rights is None:
        raise CannotInstallError(f"Please run: {command_for(packages)}")
    print(f"Installing with apt: {' '.join(packages)}", flush=True)
    apt = [
        *rights,
        "env",
        "DEBIAN_FRONTEND=noninteractive",
        "apt-get",
        "-o",
        "DPkg::Lock::Timeout=120",
    ]
    # A list that cannot be refreshed may still be good enough: the install below decides.
    _run([*apt, "-qq", "update"])
    done = _run([*apt, "-qq", "-y", "--no-install-recommends", "install", *packages])
    if done.returncode != 0:
        raise CannotInstallError(
            f"{done.stdout.strip()}\napt could not install them. "
            f"When that is mended, run: {command_for(packages)}"
        )


def write(path: Path, text: str) -> None:
    """Write a file of the system's, unless it is there, with the rights of `install`.

    Without those rights nothing is written: nothing is installed either, and `install` says so.

    Raises:
        CannotInstallError: it cannot be written.
    """
    rights = _rights()
    if path.exists() or rights is None:
        return
    made = _run([*rights, "mkdir", "-p", str(path.parent)])
    put = [*rights, "sh", "-c", 'printf "%s" "$2" > "$1"', "sh", str(path), text]
    if made.returncode or _run(put).returncode:
        raise CannotInstallError(f"{path} could not be written.")


def _rights() -> list[str] | None:
    """Return what goes before a command to run it as root; None when nothing does."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and _run(["sudo", "-n", "true"]).returncode == 0:
        return ["sudo", "-n"]
    return None


def _run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
