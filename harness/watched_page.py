"""The page with a watcher in it, for browsers in which nobody else tells what went wrong.

The watcher runs before the page's own modules. It keeps what the server said, in `heard`, and what
went wrong, in `sessionStorage.faults`, which outlives a reload: errors, warnings, and what the
page's policy forbade.
"""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from harness.browsing import PAGE
from server.network.page.files import INDEX
from server.network.page.front import PICTURES

FILE: Final = "watcher.mjs"
_FIRST: Final = '<script type="module"'
_WATCHER: Final = """
window.heard = []
function note(what) {
    const faults = JSON.parse(sessionStorage.faults ?? "[]")
    sessionStorage.faults = JSON.stringify([...faults, String(what)])
}
addEventListener("error", ({ message, target }) => note(message ?? target.outerHTML), true)
addEventListener("unhandledrejection", ({ reason }) => note(reason))
addEventListener("securitypolicyviolation", (event) => {
    note([event.violatedDirective, event.blockedURI, event.sourceFile, event.lineNumber].join(" "))
})
for (const kind of ["error", "warn"]) {
    const told = console[kind]
    console[kind] = (...parts) => {
        note(parts.join(" "))
        told.apply(console, parts)
    }
}
window.WebSocket = class extends WebSocket {
    constructor(...parts) {
        super(...parts)
        this.addEventListener("message", ({ data }) => heard.push(...[JSON.parse(data)].flat()))
    }
}
"""


def watched_page(folder: Path) -> Mapping[str, Path]:
    """Write the page with its watcher into a folder; return it as `Server.open` takes it."""
    assert PAGE
    web = folder / "web"
    shutil.copytree(PAGE[""], web, ignore=shutil.ignore_patterns(PICTURES))
    index = web / INDEX
    text = index.read_text(encoding="utf-8")
    watcher = f'{_FIRST} src="{{{{files}}}}{FILE}"></script>\n    '
    index.write_text(text.replace(_FIRST, watcher + _FIRST, 1), encoding="utf-8")
    (web / FILE).write_text(_WATCHER, encoding="utf-8")
    return {**PAGE, "": web}
