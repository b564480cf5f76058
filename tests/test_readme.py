"""The README names what there is."""

from pathlib import Path

from engine import catalogue

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def test_every_game_stands_in_its_family() -> None:
    rows = [line for line in README.splitlines() if line.startswith("| ")]
    for entry in catalogue.entries():
        [row] = [row for row in rows if row.startswith(f"| {entry.family} |")]
        assert entry.title in row.split(" | ")[1].removesuffix(" |").split(", ")


def test_it_counts_them() -> None:
    assert f"{len(catalogue.entries())} of them" in README


def test_its_pictures_are_there() -> None:
    for line in README.splitlines():
        if line.startswith("!["):
            assert (Path(__file__).parents[1] / line[line.index("(") + 1 : -1]).is_file()
