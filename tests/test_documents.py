"""What the documents name is there."""

import argparse
import importlib
import re
from pathlib import Path

import pytest

from samedeal.__main__ import COMMANDS

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
FOLDERS = "bench|client|docs|engine|harness|protocol|samedeal|server|tests|tools"
PATH = re.compile(rf"`((?:{FOLDERS})/[\w./-]*)`")
COMMAND = re.compile(r"python -m ((?:bench|tools|tests)[\w.]*)")
PICTURE = re.compile(r"!\[[^]]*\]\(([^)]*)\)")
ROW = re.compile(r"^\| `samedeal ([a-z-]+)[^|]*\|[^|]*\|([^|]*)\|$", re.MULTILINE)
OPTION = re.compile(r"`(--[a-z-]+)`")
IMAGINED = {"tests/engine/games/test_yukon.py", "samedeal/1/"}
"""A test that a reader is asked to write, and what is no path."""
MADE = re.compile(r"client/translations/|NAME")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_path_is_there(document: Path) -> None:
    named = set(PATH.findall(document.read_text(encoding="utf-8"))) - IMAGINED
    missing = [
        name for name in sorted(named) if not MADE.search(name) and not (ROOT / name).exists()
    ]
    assert missing == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_command_is_there(document: Path) -> None:
    named = set(COMMAND.findall(document.read_text(encoding="utf-8")))
    missing = [
        name
        for name in sorted(named)
        if not any((ROOT / name.replace(".", "/")).with_suffix(end).exists() for end in ("", ".py"))
    ]
    assert missing == []


def test_no_folder_is_a_heap() -> None:
    """A folder lists some fifteen modules, as a table of contents does; games are one a file."""
    packages = FOLDERS.split("|")
    folders = [path.parent for name in packages for path in (ROOT / name).rglob("__init__.py")]
    modules = {
        str(folder.relative_to(ROOT)): len(list(folder.glob("[!_]*.py"))) for folder in folders
    }
    heaps = {name: count for name, count in modules.items() if count > 18}
    assert set(heaps) <= {"engine/games", "tests/engine", "tests/engine/games"}, heaps


def test_every_picture_is_there_and_shown() -> None:
    shown = {
        (document.parent / name).resolve()
        for document in DOCUMENTS
        for name in PICTURE.findall(document.read_text(encoding="utf-8"))
    }
    there = {path for path in (ROOT / "docs" / "images").rglob("*.*") if path.is_file()}
    assert shown == there


def test_every_command_is_told_with_all_its_options() -> None:
    text = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    told = {name: set(OPTION.findall(row)) for name, row in ROW.findall(text)}
    assert set(told) == set(COMMANDS)
    for name, options in told.items():
        parser = argparse.ArgumentParser(add_help=False)
        module = importlib.import_module(f"samedeal.commands.{name.replace('-', '_')}")
        module.add_arguments(parser)
        there = {each for action in parser._actions for each in action.option_strings}
        wanted = {each for each in there if each.startswith("--")}
        if name == "serve":  # the rest are settings: docs/samedeal.example.toml has them
            wanted = {"--config", "--check"}
        assert options == wanted, name
