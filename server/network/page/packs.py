"""The modules of a page, packed: a browser asks for a handful of files instead of for a hundred.

Each file that a browser asks for costs it a way there and back, of which six go on at a time: with
sixty modules, ten of them one after the other before the page begins.

What a page begins with, and what it loads when it is needed, keeps its path and what it exports.
Each of these *entries* becomes a pack: itself, and what it imports that is in no pack before it.
A module is in one pack only, so that it still runs once.  In a pack, each is a function that is
called at once and returns what it exports; those that it imports come before it.

What the first script loads later is *in front*: whoever opens the page comes to one of these, and
waits for it.  So what several of them need is a pack, `FRONT`, what one of them needs is in its
own, where others take it, and only the rest that several need makes up one more, `SHARED`.

Modules are taken apart line by line, so they have to be written as this page's are: imports of
named things at the start of a line, each thing exported where it is declared, no `await` outside
of functions, and nothing that imports in a circle.
"""

import posixpath
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

FRONT: Final = "front.mjs"
"""Where the pack lies of what several entries in front need."""
SHARED: Final = "shared.mjs"
"""The same for several entries that are loaded later, and none in front."""
_IMPORT: Final = re.compile(
    r"""^import\s*\{([^}]*)\}\s*from\s*["'](\.{1,2}/[^"'\n]+)["'];?""", re.MULTILINE
)
_EXPORT: Final = re.compile(
    r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE
)
_LATER: Final = re.compile(r"""\bimport\(["'](\.{1,2}/[^"'\n]+)["']\)""")
_EMPTY: Final = re.compile(r"\n\s*\n")
_HERE: Final = "import.meta.url"
_NOT_TAKEN_APART: Final = re.compile(r"^(?:import|export)\b|^await\b", re.MULTILINE)


class BadModule(Exception):
    """A module cannot be packed; the text says which, and why."""


@dataclass(frozen=True)
class Module:
    """A module, taken apart."""

    path: str
    text: str

    @cached_property
    def imports(self) -> list[tuple[str, str]]:
        """The modules that it needs at once, and what it calls the things that it takes of them."""
        return [
            (self._path_of(found[2]), _as_pattern(found[1]))
            for found in _IMPORT.finditer(self.text)
        ]

    @cached_property
    def exports(self) -> list[str]:
        """The names of what it exports."""
        return _EXPORT.findall(self.text)

    @cached_property
    def later(self) -> list[str]:
        """The modules that it loads when it needs them."""
        return [self._path_of(each) for each in _LATER.findall(self.text)]

    @property
    def name(self) -> str:
        """What it is called in a pack."""
        return "$" + re.sub(r"\W", "_", self.path.removesuffix(".mjs"))

    def body(self, pack: str, needed: Callable[[str], Iterable[str]]) -> str:
        """Return what it does, for a pack at this path: no imports and exports, and its own paths.

        `needed` says which packs a module needs that is loaded later: all are asked for together.
        """
        text = _EXPORT.sub("", _IMPORT.sub("", self.text))
        if _NOT_TAKEN_APART.search(text):
            raise BadModule(f"{self.path} has an import, export or await that cannot be packed")
        folder = posixpath.dirname(pack)

        def load(found: re.Match[str]) -> str:
            path = self._path_of(found[1])
            asked = [f'import("{_from(folder, each)}")' for each in (path, *needed(path))]
            return f"Promise.all([{', '.join(asked)}]).then(([it]) => it)"

        text = _LATER.sub(load, text)
        text = text.replace(_HERE, f'new URL("{_from(folder, self.path)}", {_HERE})')
        return _EMPTY.sub("\n", text).strip()

    def _path_of(self, named: str) -> str:
        return posixpath.normpath(posixpath.join(posixpath.dirname(self.path), named))


def pack(modules: Mapping[str, str], entries: Sequence[str]) -> dict[str, str]:
    """Return the packs, by their paths, of these modules for a page that begins with `entries`.

    Raises:
        BadModule: some cannot be packed.
    """
    return _packing(modules, entries).texts()


def first_modules(modules: Mapping[str, str], entries: Sequence[str]) -> frozenset[str]:
    """Return the modules that a page begins with, and those that are in front.

    Raises:
        BadModule: some cannot be packed.
    """
    return _packing(modules, entries).first


def _packing(modules: Mapping[str, str], entries: Sequence[str]) -> "_Packing":
    return _Packing({path: Module(path, text) for path, text in modules.items()}, entries)


class _Packing:
    """Which module is in which pack."""

    def __init__(self, modules: Mapping[str, Module], entries: Sequence[str]) -> None:
        self._modules = modules
        self._packs: dict[str, list[Module]] = {}
        """The modules of each pack, in the order in which they run."""
        self._pack_of: dict[str, str] = {}
        for entry in entries:
            self._fill(entry, self._needed([entry]))
        begun = self._needed(entries[:1])
        front = [each for path in begun for each in self._modules[path].later]
        later = self._loaded_later(entries)
        self.first = frozenset([*self._pack_of, *self._needed(front)])
        """What a page begins with, and what is in front."""
        self._pack_of |= {entry: entry for entry in later}
        self._share(FRONT, front)
        self._share(SHARED, [entry for entry in later if entry not in front])

    def _needed(self, paths: Iterable[str]) -> list[str]:
        """Return what these modules need at once, and them, in the order in which they run."""
        needed: dict[str, None] = {}

        def need(path: str, way: tuple[str, ...]) -> None:
            if path in way:
                raise BadModule(f"modules import in a circle: {' -> '.join((*way, path))}")
            if path in needed:
                return
            if path not in self._modules:
                raise BadModule(
                    f"{way[-1] if way else 'the page'} needs {path}, which is not there"
                )
            for each, _ in self._modules[path].imports:
                need(each, (*way, path))
            needed[path] = None

        for path in paths:
            need(path, ())
        return list(needed)

    def _loaded_later(self, entries: Iterable[str]) -> list[str]:
        """Return what is loaded when it is needed, of all that can be come to."""
        found: dict[str, None] = {}
        seen = waiting = self._needed(entries)
        while waiting:
            later = [each for path in waiting for each in self._modules[path].later]
            found |= dict.fromkeys(each for each in later if each not in self._pack_of)
            waiting = [path for path in self._needed(later) if path not in seen]
            seen = [*seen, *waiting]
        return list(found)

    def _share(self, pack: str, entries: Sequence[str]) -> None:
        """Put what several of these entries need into a pack, and the rest into their own."""
        needed = {entry: self._needed([entry]) for entry in entries}
        times = Counter(path for paths in needed.values() for path in paths)
        self._fill(pack, [path for path in self._needed(times) if times[path] > 1])
        for entry in entries:
            self._fill(entry, needed[entry])

    def _fill(self, pack: str, paths: Iterable[str]) -> None:
        """Put what is in no pack yet into this one."""
        added = [path for path in paths if self._pack_of.get(path, pack) == pack]
        self._pack_of |= dict.fromkeys(added, pack)
        self._packs[pack] = [self._modules[path] for path in added]

    def texts(self) -> dict[str, str]:
        for pack in self._packs:
            for other in self._packs_for(pack):
                if pack in self._packs_for(other):
                    raise BadModule(f"{pack} and {other} need each other, as they are packed")
        return {pack: self._text(pack) for pack, modules in self._packs.items() if modules}

    def _packs_for(self, pack: str) -> list[str]:
        """Return the other packs that one needs at once, and those that these need."""
        found: dict[str, None] = {}
        waiting = [pack]
        while waiting:
            modules = self._packs[waiting.pop()]
            needed = {self._pack_of[path] for each in modules for path, _ in each.imports}
            waiting += sorted(needed - found.keys() - {pack})
            found |= dict.fromkeys(waiting)
        return list(found)

    def _text(self, pack: str) -> str:
        modules = self._packs[pack]
        here = {pack, *self._packs_for(pack)}

        def needed(path: str) -> list[str]:
            if self._pack_of[path] != path:
                raise BadModule(f"{path} is loaded later, but it is here from the beginning")
            return [each for each in self._packs_for(path) if each not in here]

        taken: dict[str, dict[str, None]] = {}
        parts = []
        for module in modules:
            lines = [f"const {module.name} = (() => {{"]
            for path, things in module.imports:
                other = self._modules[path].name
                lines.append(f"const {{{things}}} = {other}")
                if self._pack_of[path] != pack:
                    taken.setdefault(self._pack_of[path], {})[other] = None
            lines += [
                module.body(pack, needed),
                f"return {{ {', '.join(module.exports)} }}",
                "})()",
            ]
            parts.append("\n".join(lines))
        folder = posixpath.dirname(pack)
        head = [
            f'import {{ {", ".join(names)} }} from "{_from(folder, other)}"'
            for other, names in taken.items()
        ]
        parts.append(f"export {{ {', '.join(module.name for module in modules)} }}")
        entry = self._modules.get(pack)
        if entry and entry.exports:
            parts.append(f"export const {{ {', '.join(entry.exports)} }} = {entry.name}")
        return "\n".join([*head, *parts, ""])


def _as_pattern(imported: str) -> str:
    """Return the named things of an import as a pattern: "a, b as c" as "a, b: c"."""
    return ", ".join(
        each.strip().replace(" as ", ": ") for each in imported.split(",") if each.strip()
    )


def _from(folder: str, path: str) -> str:
    way = posixpath.relpath(path, folder or ".")
    return way if way.startswith("../") else f"./{way}"
