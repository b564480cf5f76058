"""A small page in a folder, for tests of how a page is served, and somebody who asks for it."""

import asyncio
import gzip
from pathlib import Path
from typing import NamedTuple

from tests.server.play import PATIENCE

INDEX = """<!doctype html>
<html lang="en" data-root="{{root}}" data-room="{{room}}"><head>
{{invitation}}
<link rel="stylesheet" href="{{files}}style.css" />
<link rel="stylesheet" href="{{files}}more.css" />
<script type="module" src="{{files}}main.mjs"></script>
</head><body></body></html>
"""
MAIN = """// import { never } from "./never.mjs"
import { a } from "./core/a.mjs"
import {
  b as renamed,
} from './b.mjs'
/** @import {X} from "./types.mjs" */
const late = () => import("./late.mjs")
const text = /** @type {string} */ ("./no.mjs")
"""
FILES = {
    "index.html": INDEX,
    "main.mjs": MAIN,
    "core/a.mjs": 'import { c } from "../c.mjs"\nexport const a = c + "../b.mjs"\n',
    "b.mjs": 'import { c } from "./c.mjs"\nexport const b = c\n',
    "c.mjs": "export const c = 1\n" + "const d = 1\n" * 100,
    "late.mjs": "export const late = 1\n",
    "no.mjs": "",
    "style.css": "body { color: red }\n" * 20,
    "more.css": "p { color: red }\n",
    "cards/classic.svg": "<svg/>",
    "games.json": "[]",
    "manifest.webmanifest": "{}",
    "og/samedeal.png": "\x89PNG",
    "og/klondike.png": "\x89PNG of Klondike",
    "notes.txt": "not for others",
}


def write_page(folder: Path, **files: str) -> dict[str, Path]:
    """Write the page into a folder; return what `Server.open` takes."""
    for name, text in {**FILES, **files}.items():
        file = folder / "web" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    (folder / "texts").mkdir(exist_ok=True)
    (folder / "texts" / "de.json").write_text('{"a": "Ä"}', encoding="utf-8")
    return {"": folder / "web", "languages": folder / "texts"}


class Answer(NamedTuple):
    """What comes for a request."""

    status: int
    headers: dict[str, str]
    """By their names in small letters."""
    body: bytes

    @property
    def text(self) -> str:
        """The body as text, unpacked where it is packed."""
        packed = self.headers.get("content-encoding") == "gzip"
        return (gzip.decompress(self.body) if packed else self.body).decode()


class Reader:
    """Somebody who asks for one thing after another on one socket."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def __aenter__(self) -> "Reader":
        self._ends = await asyncio.open_connection("127.0.0.1", self._port)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._ends
        self._ends[1].close()

    def send(self, data: bytes) -> None:
        """Say something."""
        assert self._ends
        self._ends[1].write(data)

    async def get(self, path: str, *headers: str, method: str = "GET") -> Answer:
        """Ask for a path, and return what comes."""
        self.send("\r\n".join((f"{method} {path} HTTP/1.1", "Host: x", *headers, "", "")).encode())
        return await self.read(head=method == "HEAD")

    async def read(self, *, head: bool = False) -> Answer:
        """Return the next answer."""
        assert self._ends
        async with asyncio.timeout(PATIENCE):
            lines = (await self._ends[0].readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = {
                name.lower(): value
                for name, _, value in (line.partition(": ") for line in lines[1:] if line)
            }
            length = 0 if head else int(headers.get("content-length", 0))
            body = await self._ends[0].readexactly(length)
        return Answer(int(lines[0].split()[1]), headers, body)

    async def rest(self) -> bytes:
        """Return all that comes until the server hangs up."""
        assert self._ends
        async with asyncio.timeout(PATIENCE):
            try:
                return await self._ends[0].read()
            except ConnectionError:
                return b""


async def get(port: int, path: str, *headers: str, method: str = "GET") -> Answer:
    """Ask for one thing on a socket of its own."""
    async with Reader(port) as reader:
        return await reader.get(path, *headers, method=method)
