"""Writes docs/samedeal.example.toml: `python -m tools.texts.configuration_example`."""

from pathlib import Path

from samedeal.configuration import example

EXAMPLE = Path(__file__).parents[2] / "docs" / "samedeal.example.toml"


def main() -> None:
    """Write it."""
    EXAMPLE.write_text(example(), encoding="utf-8")


if __name__ == "__main__":
    main()
