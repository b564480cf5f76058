import pytest

from samedeal.webhooks.address import LONGEST, parse_webhook


@pytest.mark.parametrize(
    ("text", "form", "host", "port", "target", "shown"),
    [
        ("https://example.org", "json", "example.org", 443, "/", "https://example.org/…"),
        ("http://[::1]:8/a?b=c", "json", "::1", 8, "/a?b=c", "http://[::1]:8/…"),
        (
            "https://discord.com/api/webhooks/1/Secret",
            "discord",
            "discord.com",
            443,
            "/api/webhooks/1/Secret",
            "https://discord.com/…",
        ),
        ("https://discord.com.evil.example/x", "json", "discord.com.evil.example", 443, "/x", None),
        ("discord+http://127.0.0.1:99/x", "discord", "127.0.0.1", 99, "/x", None),
    ],
)
def test_what_an_address_says(
    text: str, form: str, host: str, port: int, target: str, shown: str | None
) -> None:
    found = parse_webhook(text)
    assert (found.form, found.host, found.port, found.target) == (form, host, port, target)
    assert shown in (None, str(found))
    assert "Secret" not in str(found)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "example.org/secret",
        "ftp://example.org/secret",
        "file:///etc/secret",
        "https:///secret",
        "https://user:secret@example.org/",
        "https://example.org/secret#part",
        "https://example.org/secret one",
        "https://example.org/secret\r\nHost: x",
        "https://example.org:0/secret",
        "https://example.org:99999/secret",
        "https://ex[ample.org/secret",
        "https://bücher.example/secret",
        "https://example.org/" + "secret" * LONGEST,
    ],
)
def test_what_is_none_is_refused_without_a_word_of_it(text: str) -> None:
    with pytest.raises(ValueError, match="address of a webhook") as refused:
        parse_webhook(text)
    assert "secret" not in str(refused.value)
