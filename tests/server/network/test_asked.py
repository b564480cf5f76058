import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request

from server.network.asked import Asked, asked


def at(host: str | None, *, secure: bool = False, by_proxy: bool = False, **more: str) -> Asked:
    named = {name.replace("_", "-"): value for name, value in more.items()}
    headers = Headers(named if host is None else {"Host": host, **named})
    return asked(Request("/", headers), secure=secure, by_proxy=by_proxy)


@pytest.mark.parametrize(
    ("host", "secure", "origin"),
    [
        ("example.org", True, "https://example.org"),
        ("example.org:443", True, "https://example.org"),
        ("Example.ORG:7713", True, "https://example.org:7713"),
        ("192.168.1.7:7713", False, "http://192.168.1.7:7713"),
        ("[2001:db8::1]:7713", False, "http://[2001:db8::1]:7713"),
        ("localhost:80", False, "http://localhost"),
        ("localhost:443", False, "http://localhost:443"),
    ],
)
def test_an_origin_is_as_browsers_write_it(host: str, secure: bool, origin: str) -> None:
    assert at(host, secure=secure).origin == origin


@pytest.mark.parametrize(
    "host",
    [
        "",
        "a b",
        "a/b",
        "a@b",
        'x"',
        "<x>",
        "a:b",
        "a:123456",
        "[::1",
        "ä",
        "x;y",
        "x, y",
        "a" * 300,
    ],
)
def test_a_host_that_makes_no_sense_is_none(host: str) -> None:
    found = at(host)
    assert (found.host, found.origin, found.own_origins) == ("", "", ())


def test_no_host_at_all_is_none() -> None:
    assert at(None).own_origins == ()


def test_where_tls_may_have_been_taken_off_https_is_as_good() -> None:
    assert at("a:1").own_origins == ("http://a:1", "https://a:1")
    assert at("a", secure=True).own_origins == ("https://a",)
    assert at("a:443").own_origins == ("http://a:443", "https://a")


def test_a_proxy_that_is_believed_tells_what_it_was_asked() -> None:
    def told(proto: str, *, by_proxy: bool) -> tuple[str, ...]:
        found = at(
            "inner:7713",
            by_proxy=by_proxy,
            X_Forwarded_Host="a.example, b",
            X_Forwarded_Proto=proto,
        )
        return found.own_origins

    assert told("https", by_proxy=True) == ("https://a.example",)
    assert told("http, https", by_proxy=True) == ("http://a.example",)
    assert told("https", by_proxy=False) == ("http://inner:7713", "https://inner:7713")
    assert at("inner", by_proxy=True).own_origins == ("http://inner", "https://inner")
