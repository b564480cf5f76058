"""Where the demo keeps its data."""

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Return where the demo keeps its data: the platform's place for a user's data."""
    home = Path.home()
    match sys.platform:
        case "win32":
            place = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
        case "darwin":
            place = home / "Library" / "Application Support"
        case _:
            place = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return place / "samedeal" / "demo"
