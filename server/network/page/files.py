"""The files of a page: read and named after what is in them, once, at the start.

Their path carries a digest of all of them.  So a browser may keep them for ever, and never has
files of two versions: another version has other paths.
"""

import gzip
import hashlib
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from server.network.page.packs import BadModule, first_modules, pack
from server.network.page.texts import with_named_texts

MOST_FILES: Final = 500
MOST_BYTES: Final = 16 * 2**20
"""Of all files together: they are held in memory."""
LONGEST: Final = 2**20
"""Bytes of one file."""
LONG: Final = 64 * 1024
"""Bytes from which on it takes more than a few milliseconds to compress a file."""
KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml; charset=utf-8",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""What is served, by the ending of its name, and its type; other files are left where they are."""
TIGHT: Final = (".mp3", ".ogg", ".png", ".woff2")
"""Files that are compressed already."""
INDEX: Final = "index.html"
_SCRIPT: Final = re.compile(r'<script type="module" src="\{\{files\}\}([^"]+)"></script>')
_STYLE: Final = re.compile(r'<link rel="stylesheet" href="\{\{files\}\}([^"]+)" />')
COMMENTED: Final = (".css", ".mjs")
_COMMENT: Final = re.compile(
    rb"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/[ \t]*)$", re.MULTILINE | re.DOTALL
)
"""A comment that has its lines for itself, in such a file."""
_TYPE: Final = re.compile(rb"/\*\* @(?:(?!\*/).)*\*/ ?", re.DOTALL)


class BadPage(Exception):
    """The files cannot be served as a page; the text says why, and what to do."""


@dataclass(frozen=True)
class PageFile:
    """A file as it is sent."""

    kind: str
    """Its type, as HTTP has it."""
    plain: bytes
    tight: bool = False
    """Whether its kind of file is compressed already."""

    @cached_property
    def packed(self) -> bytes:
        """The same compressed by gzip; empty if that is no shorter.

        It is when it is first asked for, which takes a millisecond or two: most files never are,
        and all of them would be more than half of what the page adds to a server's start.  What is
        `LONG` is compressed when it is read, or it would hold up everybody's moves.
        """
        packed = b"" if self.tight else gzip.compress(self.plain, mtime=0)
        return packed if len(packed) < len(self.plain) else b""


@dataclass(frozen=True)
class PageFiles:
    """All files of a page, by their paths below `base`."""

    files: Mapping[str, PageFile]
    digest: str
    """Names the version: it follows from all files."""

    @property
    def base(self) -> str:
        """The path of the folder that holds them, from the server's root: `p/DIGEST/`."""
        return f"p/{self.digest}/"

    @property
    def index(self) -> str:
        """The page itself, in which some places are to be filled."""
        return self.files[INDEX].plain.decode()


def read_page(folders: Mapping[str, Path]) -> PageFiles:
    """Return the files in some folders, by the paths under which the page is to have them.

    `folders` says which folder lies where: `{"": Path("web"), "languages": Path("languages")}`.

    Raises:
        BadPage: there is no index.html, too much to hold, or something that cannot be read.
    """
    files: dict[str, bytes] = {}
    size = 0
    try:
        for path, file in _found(folders):
            length = file.stat().st_size
            size += length
            if length > LONGEST or size > MOST_BYTES or len(files) >= MOST_FILES:
                raise BadPage(
                    f"the page is too large at {file}: it has at most {MOST_FILES} files of "
                    f"{LONGEST} bytes each, and {MOST_BYTES} of all"
                )
            plain = file.read_bytes()
            files[path] = without_comments(plain) if file.suffix in COMMENTED else plain
        if INDEX not in files:
            raise BadPage(f"there is no page: {folders.get('')} has no {INDEX}; or use --no-page")
        files = packed(with_named_texts(files, first_modules(*_modules(files))))
    except (OSError, ValueError, BadModule) as error:
        raise BadPage(f"the page cannot be read: {error}; --no-page serves none") from None
    digest = hashlib.sha256()
    for path, plain in sorted(files.items()):
        digest.update(f"{path}\0{len(plain)}\0".encode() + plain)
    return PageFiles(
        {path: _as_sent(path, plain) for path, plain in files.items()}, digest.hexdigest()[:16]
    )


def packed(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return a page's files with its modules in packs, and the styles that it begins with in one.

    Raises:
        BadModule: some cannot be packed.
        UnicodeDecodeError: one of them is no text.
    """
    index = files[INDEX].decode()
    modules, entries = _modules(files)
    styles = [path for path in _STYLE.findall(index) if path in files]
    rest = {path: plain for path, plain in files.items() if path not in modules}
    packs = {path: text.encode() for path, text in pack(modules, entries).items()}
    if len(styles) > 1:
        first, *others = styles
        rest[first] = b"\n".join(rest.pop(path) for path in styles)
        index = _STYLE.sub(lambda link: "" if link[1] in others else link[0], index)
    return {**rest, **packs, INDEX: index.encode()}


def _modules(files: Mapping[str, bytes]) -> tuple[dict[str, str], list[str]]:
    """Return a page's modules by their paths, and the paths of those that it begins with."""
    modules = {path: text.decode() for path, text in files.items() if path.endswith(".mjs")}
    return modules, [path for path in _SCRIPT.findall(files[INDEX].decode()) if path in modules]


def without_comments(plain: bytes) -> bytes:
    """Return a module or a style without types and the comments that have lines for themselves.

    They are a third of what would be sent.
    """
    return _TYPE.sub(b"", _COMMENT.sub(b"", plain))


def _found(folders: Mapping[str, Path]) -> Iterator[tuple[str, Path]]:
    for under, folder in folders.items():
        for file in sorted(folder.rglob("*")):
            if file.suffix in KINDS and file.is_file():
                yield posixpath.join(under, file.relative_to(folder).as_posix()), file


def _as_sent(path: str, plain: bytes) -> PageFile:
    ending = posixpath.splitext(path)[1]
    file = PageFile(KINDS[ending], plain, tight=ending in TIGHT)
    if len(plain) > LONG:
        _ = file.packed
    return file
