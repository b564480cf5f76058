"""What some benchmarks need that is not everywhere: each returns what to do, or nothing."""

import resource
import shutil
from pathlib import Path

from bench.small.cgroups import Bounds, NoGroup, group
from harness.browsing import PACKAGE as BROWSER
from harness.browsing import browser_path
from harness.cluster import PACKAGE as POSTGRES
from harness.cluster import programs


def nothing() -> str:
    """It is all there."""
    return ""


def postgres() -> str:
    """PostgreSQL's programs, of which a server of its own is made."""
    return "" if programs() else f"wants PostgreSQL: install the package {POSTGRES}"


def browser() -> str:
    """Chromium."""
    return "" if browser_path() else f"wants a browser: install the package {BROWSER}"


def aisleriot() -> str:
    """AisleRiot's rules, and guile, which runs them."""
    rules = next(Path("/usr/lib").glob("*/aisleriot/guile/3.0"), None)
    if rules and shutil.which("guile"):
        return ""
    return "wants AisleRiot: install the packages aisleriot and guile-3.0"


def quarter() -> str:
    """A control group that holds a server to a part of a core."""
    try:
        with group(Bounds(0.25, 256 << 20, 0.1)):
            return ""
    except NoGroup as why:
        return f"{why}: run it as root"


def files(count: int) -> str:
    """So many open files: each connection is one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most == resource.RLIM_INFINITY or most >= count:
        return ""
    return f"wants {count:,} open files, where {most:,} are allowed: ulimit -Hn {count}"
