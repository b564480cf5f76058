"""A bare board in the page, which shows any position: for pictures, and to see where cards lie."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from playwright.sync_api import Browser, Page

from engine.empty_places import dealt_signs
from engine.game import Game
from engine.state import State
from harness.browsing import PAGE
from harness.server_thread import ServerThread
from protocol import wire
from protocol.forms import JSON
from protocol.messages import FromServer
from server.rooms.races.prompter import layout

_MAKE: Final = """async () => {
    const files = new URL(".", document.querySelector("script[src]").src)
    const load = (path) => import(new URL(path, files))
    const modules = { ...(await load("early.mjs")), ...(await load("main.mjs")) } // as packed
    const { BoardView } = modules.$board_board_view
    const { Chosen } = modules.$preferences
    const { layoutOf } = modules.$core_layout
    const { positionOf } = modules.$core_messages
    const chosen = new Chosen()
    chosen.set({ motion: "none" })
    const view = new BoardView(chosen)
    view.element.style.position = "fixed"
    document.body.replaceChildren(view.element)
    window.showBoard = (layout, board) => {
        window.drawn = new Promise((done) => {
            const seen = (list) => list.getEntriesByName("cards").length && done()
            new PerformanceObserver(seen).observe({ type: "mark" })
        })
        view.show(layoutOf(layout), positionOf(board))
    }
}"""
_SHOW: Final = "([layout, board]) => showBoard(JSON.parse(layout), JSON.parse(board))"
_DRAWN: Final = """async () => {
    await window.drawn
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
}"""
_CORNERS: Final = """() => [...document.querySelectorAll(".card")].map((card) => {
    const { x, y } = card.getBoundingClientRect()
    return [x, y]
})"""


class PageBoard:
    """A board that fills the page's window."""

    def __init__(self, page: Page) -> None:
        self._page = page
        page.evaluate(_MAKE)

    def show(self, game: Game, state: State, seed: str) -> None:
        """Show a position of the deal from a seed, as it is seen by who watches it."""
        told = layout(1, game, dealt_signs(game, game.deal(seed)))
        board = wire.board(1, 0, game.view(state), "racing")
        self._page.evaluate(_SHOW, [_json(told), _json(board)])

    def picture(self) -> bytes:
        """Return what is seen as soon as all of it is drawn, as PNG."""
        self._page.evaluate(_DRAWN)
        return self._page.screenshot()

    def corners(self) -> list[tuple[int, int]]:
        """Return where the upper left corners of the cards are, in points."""
        return [(round(x), round(y)) for x, y in self._page.evaluate(_CORNERS)]


def _json(message: FromServer) -> str:
    return bytes(JSON.encode(message)).decode()


@contextmanager
def page_board(
    browser: Browser, size: tuple[int, int], *, painted: bool = True
) -> Iterator[PageBoard]:
    """Open the page in a window of this size; unless `painted`, its cards stay without faces."""
    with (
        TemporaryDirectory() as data,
        ServerThread(Path(data), page=PAGE) as server,
        browser.new_context(viewport={"width": size[0], "height": size[1]}) as context,
    ):
        page = context.new_page()
        if not painted:
            page.route("**/cards/*.svg", lambda route: route.abort())
        page.goto(f"http://127.0.0.1:{server.port}/")
        yield PageBoard(page)
