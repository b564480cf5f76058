"""What is wrong with a configuration."""

from typing import NamedTuple


class Fault(NamedTuple):
    """Something that is wrong with a configuration."""

    source: str
    """Where it was found: a file and its line, or the environment with the name of a variable."""
    key: str
    """The setting, as `limits.rate`; empty where it is about no single one."""
    text: str
    """What is wrong, and what would be right."""

    def __str__(self) -> str:
        return ": ".join(filter(None, self))


class BadConfiguration(Exception):
    """A configuration cannot be used.  Its text has a line for each fault."""

    def __init__(self, faults: list[Fault]) -> None:
        """Take all that is wrong, at least one fault."""
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults
