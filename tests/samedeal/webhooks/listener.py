"""An HTTP server on 127.0.0.1 that takes POSTs, and answers as it is told to."""

import json
import queue
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

PATIENCE = 60
"""Seconds that a test waits for a POST."""


class WebhookListener:
    """Takes what is posted, for as long as the `with` lasts."""

    def __init__(self) -> None:
        self.answers: list[tuple[int, dict[str, str]]] = []
        """The status and the headers of the next answers; after these, 204."""
        self.posts: queue.Queue[tuple[str, dict[str, str], Any]] = queue.Queue()
        """The path, the headers and the body of each."""
        self.hold = threading.Event()
        """Nothing is answered before it is set."""
        self.hold.set()
        self.at_once = 0
        self.most_at_once = 0
        listener = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                listener.at_once += 1
                listener.most_at_once = max(listener.most_at_once, listener.at_once)
                length = int(self.headers["Content-Length"])
                posted = json.loads(self.rfile.read(length))
                listener.posts.put((self.path, dict(self.headers), posted))
                listener.hold.wait(PATIENCE)
                status, headers = listener.answers.pop(0) if listener.answers else (204, {})
                listener.at_once -= 1
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self._server.server_address[1])

    def url(self, path: str = "/hook/secret") -> str:
        """Return its address."""
        return f"http://127.0.0.1:{self.port}{path}"

    def next(self) -> Any:
        """Wait for the next POST, and return its body."""
        return self.posts.get(timeout=PATIENCE)[2]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.hold.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
