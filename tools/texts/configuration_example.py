"""Writes docs/samedeal.example.toml: `python -m tools.texts.configuration_example`."""

import textwrap
from pathlib import Path
from typing import Final

from samedeal.configuration.model import settings
from samedeal.configuration.setting import Setting

EXAMPLE: Final = Path(__file__).parents[2] / "docs" / "samedeal.example.toml"
HEAD: Final = """\
# The configuration of a Samedeal server: samedeal serve --config FILE
#
# Every setting is here with its default, and commented out. `samedeal serve --config FILE --check`
# tells what is wrong, what holds, and where each value comes from. What stands in the environment
# (SAMEDEAL_PORT, SAMEDEAL_LIMITS_RATE) is stronger than this file, and flags (--port,
# --limits-rate) are stronger than that.
"""


def main() -> None:
    """Write it."""
    EXAMPLE.write_text(example(), encoding="utf-8")


def example() -> str:
    """Return a configuration file with every setting in it, its default, and what it is about."""
    parts = [HEAD]
    section = ""
    for key, setting in settings().items():
        before, _, name = key.rpartition(".")
        if before != section:
            section = before
            parts.append(f"[{section}]\n")
        about = textwrap.fill(setting.about, 98, initial_indent="# ", subsequent_indent="# ")
        parts.append(f"{about}\n#{name} = {_example_value(setting)}\n".lstrip())
    return "\n".join(parts)


def _example_value(setting: Setting) -> str:
    found = setting.example or setting.default
    if isinstance(found, tuple):
        return "[" + ", ".join(f'"{each}"' for each in found) + "]"
    if isinstance(found, str | Path):
        return f'"{found}"'
    return setting.show(found)


if __name__ == "__main__":
    main()
