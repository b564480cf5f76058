"""A real browser on a real server's page. Without a browser these tests are left out."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from harness.browsing import DESKTOP, PAGE, browser_path, chromium
from harness.server_process import ServerProcess
from harness.server_thread import ServerThread
from tests.client.web.browser.visitor import PATIENCE, Visitor


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out what needs a browser, where there is none."""
    if browser_path() is not None:
        return
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skip(reason="make test installs a browser, where it may"))


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for all tests here in a process: each visitor has a profile of its own in it.

    It ends with them: its loop goes on in this thread, where tests elsewhere run their own.
    """
    expect.set_options(timeout=1000 * PATIENCE)
    with chromium() as made:
        yield made


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerThread]:
    with ServerThread(tmp_path / "server", page=PAGE) as running:
        yield running


@pytest.fixture
def visit(browser: Browser, server: ServerThread) -> Iterator["Visit"]:
    """Open the page as somebody with a browser of their own; nothing may go wrong in any."""
    with ExitStack() as stack:
        visits = Visit(browser, server, stack)
        yield visits
        for visitor in visits.made:
            assert visitor.faults == []


class Visit:
    """Opens pages."""

    def __init__(
        self, browser: Browser, server: ServerThread | ServerProcess, stack: ExitStack
    ) -> None:
        self._browser, self._server, self._stack = browser, server, stack
        self.made: list[Visitor] = []

    def __call__(self, path: str = "/", *, script: str = "", **profile: Any) -> Visitor:
        """Open the page at a path; `profile` is what is special about the browser.

        A `script` runs in the page before its own do.
        """
        profile = {**DESKTOP, "locale": "en", "color_scheme": "dark", **profile}
        context = self._stack.enter_context(self._browser.new_context(**profile))
        context.set_default_timeout(1000 * PATIENCE)
        if script:
            context.add_init_script(script)
        visitor = Visitor(context.new_page())
        self.made.append(visitor)
        visitor.page.goto(f"http://127.0.0.1:{self._server.port}{path}")
        return visitor
