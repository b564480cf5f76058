import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import trustme

from samedeal.webhooks import posting
from samedeal.webhooks.address import parse_webhook
from samedeal.webhooks.posting import LONGEST_WAIT, post
from tests.samedeal.webhooks.listener import WebhookListener


@contextmanager
def talker(*said: bytes, tls: ssl.SSLContext | None = None) -> Iterator[int]:
    """Somebody who says something to each who connects, reads nothing, and waits for the end."""
    listening = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def talk() -> None:
        while True:
            try:
                line, _ = listening.accept()
                if tls:
                    line = tls.wrap_socket(line, server_side=True)
            except ssl.SSLError:
                continue
            except OSError:
                return
            with line:
                for each in said:
                    line.sendall(each)
                while not over.is_set() and said and line.recv(65_536):
                    pass

    thread = threading.Thread(target=talk)
    thread.start()
    try:
        yield listening.getsockname()[1]
    finally:
        over.set()
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        thread.join()


def test_a_post_has_a_body_and_what_it_is() -> None:
    with WebhookListener() as there:
        answer = post(parse_webhook(there.url("/x?y=z")), b'{"a": 1}')
        path, headers, body = there.posts.get(timeout=5)
    assert (answer.ok, path, body) == (True, "/x?y=z", {"a": 1})
    assert headers["Content-Type"] == "application/json"


@pytest.mark.parametrize(
    ("status", "headers", "again", "wait"),
    [
        (404, {}, False, 0),
        (400, {}, False, 0),
        (429, {"Retry-After": "7"}, True, 7),
        (429, {"Retry-After": "9" * 8}, True, LONGEST_WAIT),
        (429, {"Retry-After": "9" * 5000}, True, 0),
        (503, {"Retry-After": "Fri, 31 Dec 1999 23:59:59 GMT"}, True, 0),
        (500, {}, True, 0),
    ],
)
def test_what_is_refused_for_now_and_for_good(
    status: int, headers: dict[str, str], again: bool, wait: float
) -> None:
    with WebhookListener() as there:
        there.answers = [(status, headers)]
        answer = post(parse_webhook(there.url()), b"{}")
    assert (answer.ok, answer.again, answer.wait) == (False, again, wait)
    assert "secret" not in answer.what


def test_nothing_is_followed_elsewhere() -> None:
    with WebhookListener() as there, WebhookListener() as elsewhere:
        there.answers = [(307, {"Location": elsewhere.url()})]
        answer = post(parse_webhook(there.url()), b"{}")
        assert (answer.ok, answer.again) == (False, False)
        assert elsewhere.posts.empty()


def test_nobody_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    answer = post(parse_webhook(f"http://127.0.0.1:{port}/secret"), b"{}")
    assert (answer.ok, answer.again) == (False, True)
    assert "secret" not in answer.what


@pytest.mark.parametrize(
    "said", [b"SSH-2.0-x\r\n", b"HTTP/1.1 \xff\r\n\r\n", b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 200]
)
def test_what_is_no_answer(said: bytes) -> None:
    with talker(said) as port:
        answer = post(parse_webhook(f"http://127.0.0.1:{port}/"), b"{}")
    assert (answer.ok, answer.again) == (False, True)


def test_who_never_ends_a_word_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "DEADLINE", 0.05)
    with talker(b"HTTP/1.1 200 OK\r\na: ") as port:
        answer = post(parse_webhook(f"http://127.0.0.1:{port}/"), b"{}")
    assert not answer.ok or answer.what == "status 200"  # What was said is all that there is.


def test_who_says_nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "TIMEOUT", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        answer = post(parse_webhook(f"http://127.0.0.1:{silent.getsockname()[1]}/"), b"{}")
    assert (answer.ok, answer.again, answer.what) == (False, True, "it does not answer")


def test_a_certificate_has_to_be_good() -> None:
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)
    with talker(b"HTTP/1.1 204 Fine\r\n\r\n", tls=context) as port:
        webhook = parse_webhook(f"https://127.0.0.1:{port}/")
        assert post(webhook, b"{}", trusting).ok
        refused = post(webhook, b"{}", ssl.create_default_context())
    assert (refused.ok, refused.what) == (False, "its certificate cannot be trusted")
