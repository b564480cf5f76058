"""The file in which is recorded what was measured."""

from pathlib import Path
from typing import Final

import protocol.measured
from protocol.bands import Measured

FILE: Final = Path(protocol.measured.__file__)
WIDTH: Final = 100
"""Characters of a line at most, as pyproject.toml says."""
_START: Final = "] = {"


def read() -> dict[str, Measured]:
    """Return what is recorded, by `protocol.bands.setting_key`."""
    return {key: Measured(*row) for key, row in protocol.measured.MEASURED.items()}


def text(found: dict[str, Measured], template: str) -> str:
    """Return the module with these figures, in the form that the formatter leaves alone.

    `template` is the module as it stands.
    """
    before, start, rest = template.partition(_START)
    after = rest[rest.index("}") + 1 :]
    rows = "".join(_row(key, found[key]) for key in sorted(found))
    return f"{before}{start}\n{rows}}}{after}" if rows else f"{before}{start}}}{after}"


def _row(key: str, found: Measured) -> str:
    row = f'    "{key}": {tuple(found)},\n'
    if len(row) <= WIDTH + 1:
        return row
    figures = "".join(f"        {figure},\n" for figure in found)
    return f'    "{key}": (\n{figures}    ),\n'


def write(found: dict[str, Measured]) -> None:
    """Record what was measured; what was recorded before and is not in it goes."""
    FILE.write_text(text(found, FILE.read_text(encoding="utf-8")), encoding="utf-8")
