import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.session.address import Address, BadAddress, parse_address, room_in


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("localhost", Address("localhost")),
        (" localhost ", Address("localhost")),
        ("localhost:8000", Address("localhost", 8000)),
        ("127.0.0.1", Address("127.0.0.1")),
        ("::1", Address("::1")),
        ("[::1]", Address("::1")),
        ("[::1]:8000", Address("::1", 8000)),
        ("ws://play.example", Address("play.example")),
        ("ws://play.example:80/race", Address("play.example", 80, path="/race")),
        ("wss://play.example:443", Address("play.example", 443, secure=True)),
        ("samedeal://play.example", Address("play.example")),
        ("samedeal://play.example/ABCD", Address("play.example", code="ABCD")),
        ("samedeal://play.example:8000/abcd", Address("play.example", 8000, code="ABCD")),
        ("samedeal://[::1]:8000/abcd", Address("::1", 8000, code="ABCD")),
        ("play.example/abcd", Address("play.example", code="ABCD")),
        ("samedeals://play.example/abcd", Address("play.example", secure=True, code="ABCD")),
        ("samedeal://play.example/a/abcd", Address("play.example", path="/a", code="ABCD")),
        ("samedeal play samedeal://play.example/ABCD", Address("play.example", code="ABCD")),
    ],
)
def test_forms(text: str, address: Address) -> None:
    assert parse_address(text) == address


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("ws://play.example:7713/", "play.example"),
        ("play.example:8000/ABCDEF", "play.example:8000"),
        ("ws://[::1]/", "[::1]"),
        ("wss://play.example:7713/", "wss://play.example"),
        ("wss://play.example:443", "wss://play.example:443"),
        ("ws://play.example:7713/race", "ws://play.example/race"),
        ("wss://play.example/race/", "wss://play.example/race/"),
    ],
)
def test_it_is_shown_no_longer_than_it_has_to_be(text: str, short: str) -> None:
    assert str(parse_address(text)) == short
    assert parse_address(short).url == parse_address(text).url


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        ":7713",
        "host:port",
        "host:0",
        "host:70000",
        "ftp://host",
        "a b",
        "ws://",
        "[::1",
        "ws://host?x",
        "user@host",
        "host\n:1",
        "[x]:1",
    ],
)
def test_what_is_no_address_is_told_the_forms(text: str) -> None:
    with pytest.raises(BadAddress, match="an address is host, host:port"):
        parse_address(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", ""),
        (" abcdef ", "ABCDEF"),
        ("samedeal play samedeal://play.example:80/ABCDEF\n", "ABCDEF"),
        ("play.example/abcdef", "ABCDEF"),
        ("samedeal://play.example", ""),
        ("https://play.example/r/abcdef", "ABCDEF"),
        ("http://play.example:7713/race/r/ABCDEF/", "ABCDEF"),
        ("http://play.example:7713/", ""),
    ],
)
def test_the_code_in_what_was_pasted(text: str, code: str) -> None:
    assert room_in(text, Address("here.example")).code == code


def test_url_and_texts() -> None:
    plain = Address("::1", 8000, code="ABCD")
    assert plain.url == "ws://[::1]:8000/"
    assert plain.invitation == "samedeal://[::1]:8000/ABCD"
    assert str(plain) == "[::1]:8000"
    secure = Address("play.example", 443, secure=True, path="/race")
    assert secure.url == str(secure) == "wss://play.example:443/race"


@given(st.text())
def test_any_text_is_an_address_or_refused(text: str) -> None:
    try:
        address = parse_address(text)
    except BadAddress:
        return
    assert address.host
    assert 0 < address.port < 65536


@given(
    st.builds(
        Address,
        st.sampled_from(["localhost", "127.0.0.1", "::1", "a.example"]),
        st.integers(1, 65535),
        st.booleans(),
        st.sampled_from(["/", "/race", "/a/b"]),
        st.text("ABC123", min_size=1, max_size=6),
    )
)
def test_an_invitation_leads_back(address: Address) -> None:
    assert parse_address(address.invitation) == address
    assert parse_address(address.link) == address


@pytest.mark.parametrize(
    ("address", "link"),
    [
        (Address("192.0.2.7", code="ABC"), "http://192.0.2.7:7713/r/ABC"),
        (Address("a.example", 443, secure=True, code="ABC"), "https://a.example/r/ABC"),
        (Address("::1", 80, path="/race", code="ABC"), "http://[::1]/race/r/ABC"),
        (Address("a.example", 80, secure=True, code="ABC"), "https://a.example:80/r/ABC"),
    ],
)
def test_a_link_names_no_port_that_browsers_know(address: Address, link: str) -> None:
    assert address.link == link


def test_which_addresses_lead_nowhere_else() -> None:
    assert all(Address(host).here for host in ("localhost", "127.0.0.1", "127.3.2.1", "::1"))
    assert not any(Address(host).here for host in ("play.example", "192.168.1.4", "fe80::1"))


@pytest.mark.parametrize(
    "host", ["a..b", ".a", "x" * 64, "x." * 150 + "x", "-a.b", "a-.b", "ü" * 64]
)
@pytest.mark.parametrize("form", ["{}", "{}:80", "ws://{}/", "samedeal://{}/ABCDEF"])
def test_what_can_be_no_host_is_told_before_anybody_looks_for_it(host: str, form: str) -> None:
    with pytest.raises(BadAddress, match="is no name of a host") as caught:
        parse_address(form.format(host))
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "host", ["müller.example", "例え.jp", "a_b.example", "example.org.", "x" * 63]
)
def test_hosts_may_have_any_letters(host: str) -> None:
    assert parse_address(host).host == host


def test_nothing_that_controls_is_in_a_host() -> None:
    with pytest.raises(BadAddress, match="names no server"):
        parse_address("a\x00b" + "c" * 300)
