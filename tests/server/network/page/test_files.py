import gzip
from pathlib import Path

import pytest

from server.network.page import files as page_files
from server.network.page.files import BadPage, read_page, without_comments
from tests.server.network.page.small_page import FILES, write_page


def test_all_files_of_known_kinds_are_there_by_their_paths(tmp_path: Path) -> None:
    page = read_page(write_page(tmp_path))
    gone = {"notes.txt", "core/a.mjs", "b.mjs", "c.mjs", "no.mjs", "more.css"}
    assert set(page.files) == {*FILES, "languages/de.json", "languages/later/de.json"} - gone
    main = page.files["main.mjs"]
    assert main.kind == "text/javascript; charset=utf-8"
    assert gzip.decompress(main.packed) == main.plain
    assert page.files["games.json"].packed == b""  # It would be longer.
    assert page.files["og/klondike.png"].packed == b""


def test_what_is_long_is_compressed_before_anybody_asks(tmp_path: Path) -> None:
    page = read_page(write_page(tmp_path, **{"long.css": "p { color: red }\n" * 5000}))
    assert [path for path, file in page.files.items() if "packed" in vars(file)] == ["long.css"]


def test_the_digest_is_that_of_names_and_contents(tmp_path: Path) -> None:
    first, again = (read_page(write_page(tmp_path / name)).base for name in "ab")
    assert first == again
    others = [{"c.mjs": "export const c = 2\n"}, {"late.mjs": ""}]
    found = {read_page(write_page(tmp_path / f"{n}", **each)).base for n, each in enumerate(others)}
    assert len(found | {first}) == 3


def test_the_styles_that_it_begins_with_are_one(tmp_path: Path) -> None:
    page = read_page(write_page(tmp_path))
    assert page.files["style.css"].plain.decode().split() == (
        (FILES["style.css"] + FILES["more.css"]).split()
    )
    assert page.index.count("stylesheet") == 1
    assert '<link rel="stylesheet" href="{{files}}style.css" />' in page.index


def test_a_module_that_cannot_be_packed_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(BadPage, match=r"main\.mjs needs missing\.mjs, which is not there"):
        read_page(write_page(tmp_path, **{"main.mjs": 'import { x } from "./missing.mjs"\n'}))


def test_a_page_without_an_index_is_none(tmp_path: Path) -> None:
    folders = write_page(tmp_path)
    (tmp_path / "web" / "index.html").unlink()
    with pytest.raises(BadPage, match=r"has no index\.html"):
        read_page(folders)
    with pytest.raises(BadPage, match=r"has no index\.html"):
        read_page({"": tmp_path / "nowhere"})


def test_an_index_that_is_no_text_is_none(tmp_path: Path) -> None:
    folders = write_page(tmp_path)
    (tmp_path / "web" / "index.html").write_bytes(b"\xff\xfe")
    with pytest.raises(BadPage, match="cannot be read"):
        read_page(folders)


@pytest.mark.parametrize("bound", ["MOST_FILES", "MOST_BYTES", "LONGEST"])
def test_what_is_held_is_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bound: str
) -> None:
    monkeypatch.setattr(page_files, bound, 5)
    with pytest.raises(BadPage, match="too large at"):
        read_page(write_page(tmp_path))


def test_comments_and_types_are_not_sent() -> None:
    module = b"""// What it is for.
/**
 * @param {string} path
 */
const address = (path) => `http://${path}` // not a line of its own
  /* here */
const found = new Map([
  /** @type {[string, number]} */ (["a", 1]),
])
/* there */
const pattern = /^[ \\t]*\\//
"""
    lines = without_comments(module).decode().split("\n")
    kept = module.decode().splitlines()
    assert [line for line in lines if line] == [
        *(kept[4], kept[6], '  (["a", 1]),', kept[8], kept[10])
    ]
