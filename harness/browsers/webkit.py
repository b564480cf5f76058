"""WebKit, the engine of Safari, in GTK's small browser, driven by WebDriver on a virtual display.

Its driver knows no fingers: whatever hands are asked for, they have a mouse.
"""

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from struct import unpack
from tempfile import TemporaryDirectory
from typing import Any, Final

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage

from harness.browsers.driven import PATIENCE, BrowserError, Driven, Screen
from harness.server_process import free_port

PACKAGES: Final = ("webkit2gtk-driver", "xvfb")
_DRIVER: Final = "WebKitWebDriver"
_DISPLAY: Final = "Xvfb"
_BROWSERS: Final = "lib/*/webkit2gtk-4.*/MiniBrowser"
_FRAME: Final = "Xvfb_screen0"
"""The file in which the display keeps what it shows."""
_COLOUR: Final = 12
"""Bytes of an entry in the table of colours."""
_PAINTED: Final = """() => new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100)))
})"""
_TOO_EARLY: Final = "Callback was not called before the unload event"
"""What it says now and then after it came to a page, of the page before."""


def webkit_path() -> str | None:
    """Return the browser that there is; None where something is missing."""
    found = sorted(Path("/usr").glob(_BROWSERS))
    there = found and shutil.which(_DRIVER) and shutil.which(_DISPLAY)
    return str(found[-1]) if there else None


@contextmanager
def webkit(screen: Screen) -> Iterator[Driven]:
    """Run the browser on a display of its own, for as long as the `with` lasts."""
    path = webkit_path()
    assert path
    with TemporaryDirectory() as shown, _display(screen, shown) as display:
        environment = {**os.environ, "DISPLAY": display, "GDK_SCALE": str(screen.ratio)}
        environment |= {"GDK_BACKEND": "x11", "LANGUAGE": "en", "LC_ALL": "C.UTF-8"}
        # Without a graphics card, it draws at a third of its pace otherwise.
        environment["WEBKIT_DISABLE_DMABUF_RENDERER"] = "1"
        with _driver(environment) as port:
            made = WebKit(port, path, screen, Path(shown) / _FRAME)
            yield made
            made.close()  # where it has failed, it goes with its display


@contextmanager
def _display(screen: Screen, shown: str) -> Iterator[str]:
    """Run a display as large as a screen, which shows in a folder; its name is returned."""
    size = f"{screen.width * screen.ratio}x{screen.height * screen.ratio}x24"
    own, its = os.pipe()
    with (
        subprocess.Popen(
            [
                _DISPLAY,
                *f"-displayfd {its} -screen 0 {size} -nolisten tcp".split(),
                "-fbdir",
                shown,
            ],
            pass_fds=[its],
            stderr=subprocess.DEVNULL,
        ) as process,
        os.fdopen(own) as told,
    ):
        os.close(its)
        try:
            yield f":{told.readline().strip()}"
        finally:
            process.terminate()


@contextmanager
def _driver(environment: dict[str, str]) -> Iterator[int]:
    """Run the driver; the port where it listens is returned."""
    port = free_port()
    with subprocess.Popen(
        [_DRIVER, f"--port={port}"], env=environment, stderr=subprocess.DEVNULL
    ) as process:
        try:
            _wait_for(port, process)
            yield port
        finally:
            process.terminate()


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until the driver listens, which it does not say."""
    while process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            time.sleep(0.02)
        else:
            return
    raise BrowserError("WebKit's driver has ended before it listened")


class WebKit(Driven):
    """Its only window."""

    def __init__(self, port: int, path: str, screen: Screen, frame: Path) -> None:
        self.screen, self._frame = replace(screen, hands="mouse"), frame
        self._line = HTTPConnection("127.0.0.1", port, timeout=2 * PATIENCE)
        # Without its bar of tools, which would need more width than a phone has.
        arguments = ["--automation", "--full-screen", *(["--dark-mode"] if screen.dark else [])]
        options = {"webkitgtk:browserOptions": {"binary": path, "args": arguments}}
        self._session = ""
        made = self._tell("POST", "/session", capabilities={"alwaysMatch": options})
        self._session = f"/session/{made['sessionId']}"
        place = {"x": 0, "y": 0, "width": screen.width, "height": screen.height}
        self._tell("POST", "/window/rect", **place)
        self._tell("POST", "/timeouts", script=2000 * PATIENCE)

    def close(self) -> None:
        """End the browser."""
        self._tell("DELETE", "")

    def _tell(self, method: str, path: str, **parameters: Any) -> Any:
        """Give a command, and return what comes of it.

        Raises:
            BrowserError: it refused.
        """
        body = json.dumps(parameters) if method == "POST" else None
        self._line.request(method, self._session + path, body)
        answer = self._line.getresponse()
        value = json.loads(answer.read())["value"]
        if answer.status != HTTPStatus.OK:
            raise BrowserError(value["message"])
        return value

    def open(self, url: str) -> None:
        """Go to an address, and wait until the page is loaded."""
        self._tell("POST", "/url", url=url)

    def reload(self) -> None:
        """Load the page again, and wait until it is there."""
        self._tell("POST", "/refresh")

    def call(self, function: str, *arguments: Any) -> Any:
        """Return what a function in JavaScript returns."""
        script = f"""
            const [given, done] = arguments
            const called = (async () => ({function})(...JSON.parse(given)))()
            called.then(
                (it) => done({{ it: JSON.stringify(it) ?? null }}),
                (error) => done({{ error: String(error) }}),
            )
        """
        answer = self._tell("POST", "/execute/async", script=script, args=[json.dumps(arguments)])
        if "error" in answer:
            raise BrowserError(answer["error"])
        return None if answer["it"] is None else json.loads(answer["it"])

    def wait(self, condition: str) -> None:
        """Wait until an expression in JavaScript is true."""
        try:
            super().wait(condition)
        except BrowserError as error:
            if _TOO_EARLY not in str(error):
                raise
            super().wait(condition)

    def act(self, source: dict[str, Any]) -> None:
        """Let an input device act."""
        self._tell("POST", "/actions", actions=[source])

    def picture(self) -> bytes:
        """Return what is seen, as PNG."""
        self.call(_PAINTED)
        return _png(self._frame.read_bytes())


def _png(dump: bytes) -> bytes:
    """Return a display's picture, as X dumps it (XWD), as PNG.

    The driver's own pictures are none of what is seen, and of a replay on a phone none ever comes.
    """
    fields = unpack(">25I", dump[:100])
    start, width, height, row, colours = (fields[each] for each in (0, 4, 5, 12, 19))
    pixels = dump[start + colours * _COLOUR :]
    image = QImage(pixels, width, height, row, QImage.Format.Format_RGB32)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())
