"""Firefox without a window, driven by WebDriver BiDi, which it brings itself."""

import base64
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from websockets.sync.client import ClientConnection, connect

from harness.browsers.driven import PATIENCE, BrowserError, Driven, Screen

PACKAGE: Final = "firefox-esr"
_NAMES: Final = (PACKAGE, "firefox")
_BIDI: Final = 1
_COARSE, _FINE, _HOVER = 1, 2, 4
"""What its pointers can do."""


def firefox_path() -> str | None:
    """Return the Firefox that there is; None without one."""
    return next(filter(None, map(shutil.which, _NAMES)), None)


@contextmanager
def firefox(screen: Screen) -> Iterator[Driven]:
    """Run Firefox with a profile of its own, for as long as the `with` lasts."""
    path = firefox_path()
    assert path
    with TemporaryDirectory() as profile:
        (Path(profile) / "user.js").write_text(_preferences(screen), encoding="utf-8")
        options = ["--headless", "--no-remote", "--remote-debugging-port", "0"]
        with subprocess.Popen(
            [path, *options, "--profile", profile, "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            try:
                with connect(f"{_address(process)}/session", max_size=None, proxy=None) as socket:
                    made = Firefox(socket, screen)
                    yield made
                    made.tell("browser.close")
            except BaseException:
                process.kill()
                raise


def _preferences(screen: Screen) -> str:
    pointers = _COARSE if screen.hands == "touch" else _FINE | _HOVER
    chosen: dict[str, object] = {
        "remote.active-protocols": _BIDI,
        "ui.primaryPointerCapabilities": pointers,
        "ui.allPointerCapabilities": pointers,
        "ui.systemUsesDarkTheme": int(screen.dark),
        "datareporting.policy.dataSubmissionEnabled": False,
        "app.normandy.enabled": False,
        "network.captive-portal-service.enabled": False,
        "network.connectivity-service.enabled": False,
        "services.settings.server": "",  # It asks nobody for anything.
    }
    lines = (f"user_pref({json.dumps(each)}, {json.dumps(chosen[each])});" for each in chosen)
    return "\n".join(lines)


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stderr
    for line in process.stderr:
        if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", line):
            return found[1]
    raise BrowserError("Firefox has ended before it listened")


class Firefox(Driven):
    """Its only window."""

    def __init__(self, socket: ClientConnection, screen: Screen) -> None:
        self._socket, self.screen = socket, screen
        self._number = 0
        self.tell("session.new", capabilities={})
        self._context = self.tell("browsingContext.getTree")["contexts"][0]["context"]
        size = {"width": screen.width, "height": screen.height}
        self._here("browsingContext.setViewport", viewport=size, devicePixelRatio=screen.ratio)

    def tell(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Give a command, and return what comes of it.

        Raises:
            BrowserError: it refused.
        """
        self._number += 1
        command = {"id": self._number, "method": method, "params": parameters}
        self._socket.send(json.dumps(command))
        while True:
            answer = json.loads(self._socket.recv(timeout=2 * PATIENCE))
            if answer.get("id") == self._number:
                break
        if answer["type"] == "error":
            raise BrowserError(answer["message"])
        return dict(answer["result"])

    def _here(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self.tell(method, context=self._context, **parameters)

    def open(self, url: str) -> None:
        """Go to an address, and wait until the page is loaded."""
        self._here("browsingContext.navigate", url=url, wait="complete")

    def reload(self) -> None:
        """Load the page again, and wait until it is there."""
        self._here("browsingContext.reload", wait="complete")

    def call(self, function: str, *arguments: Any) -> Any:
        """Return what a function in JavaScript returns."""
        done = self.tell(
            "script.callFunction",
            functionDeclaration=(
                f"async (given) => JSON.stringify(await ({function})(...JSON.parse(given))) ?? null"
            ),
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
            awaitPromise=True,
            target={"context": self._context},
        )
        if done["type"] == "exception":
            raise BrowserError(done["exceptionDetails"]["text"])
        text = done["result"].get("value")
        return None if text is None else json.loads(text)

    def act(self, source: dict[str, Any]) -> None:
        """Let an input device act."""
        self._here("input.performActions", actions=[source])

    def picture(self) -> bytes:
        """Return what is seen, as PNG."""
        return base64.b64decode(self._here("browsingContext.captureScreenshot")["data"])
