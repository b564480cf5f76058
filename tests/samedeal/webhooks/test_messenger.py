import logging
import queue
import threading

import pytest

from samedeal.webhooks.address import Webhook, parse_webhook
from samedeal.webhooks.messenger import MOST_WAITING, OLD, Messenger, Pace, messengers
from samedeal.webhooks.posting import Answer
from samedeal.webhooks.words import MOST
from server.outside.news import RoomOpened
from tests.samedeal.webhooks.listener import WebhookListener

PATIENCE = 60
AT_ONCE = Pace(gather=0.0, first=0.001, longest=0.001)
FINE, LATER = Answer(True, False, "status 204"), Answer(False, True, "status 503")


def opened(number: int = 0) -> RoomOpened:
    return RoomOpened(f"ROOM{number}", "klondike", "Ann")


class Post:
    """Takes what is sent, and answers as it is told to."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.sent: queue.Queue[bytes] = queue.Queue()
        self.let_go = threading.Event()
        self.let_go.set()

    def __call__(self, webhook: Webhook, body: bytes) -> Answer:
        self.sent.put(body)
        assert self.let_go.wait(PATIENCE)
        return self.answers.pop(0) if self.answers else FINE

    def next(self) -> bytes:
        return self.sent.get(timeout=PATIENCE)


def messenger(post: Post, *, now: float = 1000.0, pace: Pace = AT_ONCE) -> Messenger:
    found = Messenger(
        parse_webhook("https://example.org/secret"), "", pace=pace, send=post, clock=lambda: now
    )
    found.start()
    return found


def test_what_happens_meanwhile_is_told_together() -> None:
    post = Post()
    post.let_go.clear()
    ours = messenger(post)
    ours.tell(opened(0))
    assert b"ROOM0" in post.next()
    for number in range(1, MOST + 3):
        ours.tell(opened(number))
    assert post.sent.empty()  # one at a time
    post.let_go.set()
    first, second = post.next(), post.next()
    assert [first.count(b'"room opened"'), second.count(b'"room opened"')] == [MOST, 2]
    ours.stop()
    ours.join(PATIENCE)


def test_what_fails_is_tried_again() -> None:
    post = Post(LATER, LATER, FINE)
    ours = messenger(post)
    ours.tell(opened())
    assert post.next() == post.next() == post.next()
    ours.tell(opened(1))
    assert b"ROOM1" in post.next()
    ours.stop()
    ours.join(PATIENCE)


def test_what_is_refused_for_good_is_dropped(caplog: pytest.LogCaptureFixture) -> None:
    post = Post(Answer(False, False, "status 404"))
    ours = messenger(post)
    ours.tell(opened())
    post.next()
    ours.tell(opened(1))
    assert b"ROOM1" in post.next()
    ours.stop()
    ours.join(PATIENCE)
    [record] = [each for each in caplog.records if each.levelno == logging.WARNING]
    assert record.__dict__["why"] == "status 404"
    assert "secret" not in str(record.__dict__)


def test_what_is_old_is_no_news_any_more() -> None:
    now = [0.0]
    post = Post(LATER)
    ours = Messenger(
        parse_webhook("https://example.org/"),
        "",
        pace=Pace(gather=0.0, first=60.0, longest=60.0),
        send=post,
        clock=lambda: now[0],
    )
    post.let_go.clear()
    ours.start()
    ours.tell(opened(0))
    post.next()
    now[0] = OLD - 1.0  # The next try would be too late: it is given up, and nobody waits for it.
    ours.stop()
    post.let_go.set()
    ours.join(PATIENCE)
    assert post.sent.empty()


def test_a_queue_has_an_end(caplog: pytest.LogCaptureFixture) -> None:
    post = Post()
    post.let_go.clear()
    ours = messenger(post)
    ours.tell(opened(0))
    post.next()
    for number in range(1, MOST_WAITING + 6):
        ours.tell(opened(number))
    post.let_go.set()
    assert b'"ROOM6"' in post.next()  # the first five are gone
    ours.stop()
    ours.join(PATIENCE)
    assert [each.__dict__["count"] for each in caplog.records] == [5]


def test_pauses_grow_and_are_no_rhythm() -> None:
    pace = Pace(first=5, longest=120)
    assert [pace.pause(failures, 1.0) for failures in (1, 2, 3, 5, 6, 999)] == [
        5, 10, 20, 80, 120, 120,
    ]  # fmt: skip
    assert pace.pause(2, 0.0) == 5


def test_a_mistake_of_ours_ends_nothing() -> None:
    posted: queue.Queue[bytes] = queue.Queue()

    def fail(webhook: Webhook, body: bytes) -> Answer:
        posted.put(body)
        if posted.qsize() == 1:
            raise RuntimeError("https://example.org/secret")
        return FINE

    ours = Messenger(parse_webhook("https://example.org/secret"), "", pace=AT_ONCE, send=fail)
    ours.start()
    ours.tell(opened(0))
    ours.tell(opened(1))
    while b"ROOM1" not in posted.get(timeout=PATIENCE):
        pass
    ours.stop()
    ours.join(PATIENCE)


def test_each_address_is_told_in_its_form_and_a_slow_one_holds_nobody_up() -> None:
    with WebhookListener() as slow, WebhookListener() as other:
        slow.hold.clear()
        hooks = [parse_webhook(slow.url()), parse_webhook(f"discord+{other.url()}")]
        with messengers(hooks, "https://example.org/", AT_ONCE) as ours:
            ours.tell(opened(1))
            assert slow.next()["news"][0]["link"] == "https://example.org/r/ROOM1"
            assert "Ann has opened room ROOM1" in other.next()["content"]
            ours.tell(opened(2))
            assert "ROOM2" in other.next()["content"]
            slow.hold.set()
            assert slow.next()["news"][0]["room"] == "ROOM2"
    assert slow.most_at_once == 1
