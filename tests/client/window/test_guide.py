"""What docs/player-guide.md shows is so: pictures, command lines, keys, settings."""

import argparse
import hashlib
import importlib
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QCheckBox, QFormLayout, QLabel

from client.window.desktop.memory import Memory
from client.window.scene.help_sheet import board_keys
from client.window.screens.room_form import RoomForm
from engine import catalogue
from samedeal.__main__ import main

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs"
GUIDE = (DOCS / "player-guide.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"(?:^    |`)(samedeal [^`\n]+)", GUIDE, re.MULTILINE)


def rows(section: str) -> list[list[str]]:
    """The rows of the table under a heading, without its head."""
    _, _, after = GUIDE.partition(f"\n## {section}\n")
    lines = [line for line in after.partition("\n## ")[0].splitlines() if line.startswith("| ")]
    return [line.strip("| ").split(" | ") for line in lines[2:]]


def test_every_picture_is_there_and_in_the_guide() -> None:
    named = re.findall(r"!\[[^]]+\]\((images/guide/[^)]+)\)", GUIDE)
    there = [path.relative_to(DOCS).as_posix() for path in (DOCS / "images/guide").iterdir()]
    assert sorted(named) == sorted(there)


def test_the_pictures_together_are_small() -> None:
    assert sum(path.stat().st_size for path in (DOCS / "images/guide").iterdir()) < 3_000_000


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_line_is_one(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    [_, command, *arguments] = shlex.split(line, comments=True)
    ran: list[argparse.Namespace] = []

    def run(args: argparse.Namespace) -> int:
        ran.append(args)
        return 0

    module = f"samedeal.commands.{command.replace('-', '_')}"
    monkeypatch.setattr(importlib.import_module(module), "run", run)
    assert main([command, *arguments]) == 0
    assert ran


def test_there_are_command_lines() -> None:
    shown = {shlex.split(line)[1] for line in COMMANDS}
    assert shown >= {"play", "watch", "bot", "replay", "serve"}
    assert re.search(r"^play:", (ROOT / "Makefile").read_text(), re.MULTILINE)


def test_the_keys_are_the_boards() -> None:
    assert rows("By keyboard") == [list(key) for key in board_keys()]


def test_every_setting_of_a_room_is_explained(memory: Memory) -> None:
    form = RoomForm(memory)
    fields = [
        box.text() for box in form.findChildren(QCheckBox) if not form.games.isAncestorOf(box)
    ]
    for layout in form.findChildren(QFormLayout):
        for row in range(layout.rowCount()):
            label = layout.itemAt(row, QFormLayout.ItemRole.LabelRole)
            widget = label.widget() if label else None
            if isinstance(widget, QLabel) and not form.games.isAncestorOf(widget):
                fields.append(widget.text())
    assert sorted(row[0] for row in rows("Making a room")) == sorted(fields)


def test_the_proof_is_one() -> None:
    [(command, seed, told)] = re.findall(
        r"    python3 (-c \".+\")\n\n.*type or paste `([^`]+)`[^`]*prints `(\w+)`", GUIDE
    )
    for asked in (seed, "x'; $(false) `false` \"", "é – 🂡"):
        done = subprocess.run(
            [sys.executable, *shlex.split(command)],
            input=f"{asked}\n".encode(),
            stdout=subprocess.PIPE,
            env={"PYTHONUTF8": "1"},
            check=True,
        )
        assert done.stdout.decode().strip() == hashlib.sha256(asked.encode()).hexdigest()
    assert hashlib.sha256(seed.encode()).hexdigest() == told


def test_no_strangers_seed_is_put_into_a_command() -> None:
    assert re.findall(r"^    .*(?:printf|--seed).*$", GUIDE, re.MULTILINE) == [
        "    samedeal play --practice klondike --seed 'guide 3'"
    ]


def test_it_counts_the_games() -> None:
    assert f"There are {len(catalogue.entries())} games, " in GUIDE


def test_the_places_that_it_leads_to_are_there() -> None:
    headings = {
        re.sub(r"[^\w -]", "", line.lstrip("# ").lower()).replace(" ", "-")
        for line in GUIDE.splitlines()
        if line.startswith("#")
    }
    for link in re.findall(r"(?<!!)\[[^]]+\]\(([^)]+)\)", GUIDE):
        file, _, heading = link.partition("#")
        assert (DOCS / file).exists() if file else heading in headings, link
