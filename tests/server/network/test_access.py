from ipaddress import IPv4Address, ip_network
from pathlib import Path

import pytest
import trustme
from hypothesis import given
from hypothesis import strategies as st

from server.network.access import (
    NOWHERE,
    BadAccess,
    is_in,
    load_certificate,
    parse_ip,
    parse_network,
    sender,
    site,
)

PROXIES = (ip_network("127.0.0.0/8"), ip_network("10.0.0.0/8"), ip_network("::1"))


@pytest.mark.parametrize(
    ("peer", "forwarded", "found"),
    [
        ("203.0.113.7", [], "203.0.113.7"),
        ("203.0.113.7", ["198.51.100.1"], "203.0.113.7"),  # said by nobody whom we trust
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("127.0.0.1", ["1.2.3.4, 198.51.100.1"], "198.51.100.1"),  # 1.2.3.4 is what that one says
        ("127.0.0.1", ["1.2.3.4", "198.51.100.1, 10.0.0.2"], "198.51.100.1"),
        ("127.0.0.1", ["10.0.0.3,10.0.0.2"], "10.0.0.3"),
        ("::1", ["2001:db8::7"], "2001:db8::7"),
        ("::ffff:127.0.0.1", ["198.51.100.1:4711"], "198.51.100.1"),
        ("127.0.0.1", ["[2001:db8::7]:4711"], "2001:db8::7"),
        ("127.0.0.1", ["198.51.100.1, unknown"], str(NOWHERE)),  # not the one that lies beyond
        ("127.0.0.1", [""], str(NOWHERE)),
    ],
)
def test_whose_address_it_is(peer: str, forwarded: list[str], found: str) -> None:
    assert str(sender(parse_ip(peer), forwarded, PROXIES)) == found


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ([], "127.0.0.1"),
        (["198.51.100.1"], "198.51.100.1"),
        (["198.51.100.1", " 198.51.100.1"], "198.51.100.1"),
        (["198.51.100.1", "198.51.100.2"], str(NOWHERE)),  # one of them is not the proxy's
        (["127.0.0.1"], "127.0.0.1"),
        (["nonsense"], str(NOWHERE)),
    ],
)
def test_a_header_of_one_address(told: list[str], found: str) -> None:
    here = parse_ip("127.0.0.1")
    assert str(sender(here, told, PROXIES, "CF-Connecting-IP")) == found


def test_one_household_counts_as_one() -> None:
    assert site(parse_ip("2001:db8::1")) == site(parse_ip("2001:db8::ffff:1"))
    assert site(parse_ip("2001:db8::1")) != site(parse_ip("2001:db8:0:1::1"))
    assert site(parse_ip("203.0.113.7")) != site(parse_ip("203.0.113.8"))
    assert site(parse_ip("::ffff:203.0.113.7")) == site(parse_ip("203.0.113.7"))
    assert parse_ip("fe80::1%eth0") == parse_ip("fe80::1")


def test_networks() -> None:
    assert is_in(parse_ip("203.0.113.7"), [parse_network("203.0.113.99/24")])
    assert not is_in(parse_ip("203.0.113.7"), [parse_network("::/0")])
    assert parse_network(" 203.0.113.7 ").num_addresses == 1
    with pytest.raises(BadAccess, match="is no network"):
        parse_network("example.org")


@given(
    address=st.ip_addresses(v=4),
    bits=st.integers(0, 32),
    other=st.ip_addresses(v=4),
    near=st.booleans(),
)
def test_a_network_of_ipv4_is_one_in_ipv6_clothes_too(
    address: IPv4Address, bits: int, other: IPv4Address, near: bool
) -> None:
    plain = parse_network(f"{address}/{bits}")
    assert parse_network(f"::ffff:{address}/{96 + bits}") == plain
    who = address if near else other
    assert is_in(parse_ip(f"::ffff:{who}"), [plain]) == (who in plain)


def test_a_network_wider_than_all_of_ipv4_in_ipv6_clothes_is_refused() -> None:
    assert str(parse_network("::ffff:203.0.113.7")) == "203.0.113.7/32"
    for text in ("::ffff:0:0/95", "::ffff:203.0.113.7/64", "::/1"):
        with pytest.raises(BadAccess, match="has all of IPv4 in it"):
            parse_network(text)
    assert str(parse_network("::/0")) == "::/0"
    assert str(parse_network("::1")) == "::1/128"


def test_certificates_that_cannot_be_used(tmp_path: Path) -> None:
    one, other = (trustme.CA().issue_cert("localhost") for _ in range(2))
    one.cert_chain_pems[0].write_to_path(tmp_path / "one.pem")
    one.private_key_pem.write_to_path(tmp_path / "one.key")
    other.private_key_pem.write_to_path(tmp_path / "other.key")
    load_certificate(tmp_path / "one.pem", tmp_path / "one.key")
    with pytest.raises(BadAccess, match=r"other\.key for TLS \(key values mismatch\)"):
        load_certificate(tmp_path / "one.pem", tmp_path / "other.key")
    with pytest.raises(BadAccess, match=r"cannot read .*missing\.pem: No such file"):
        load_certificate(tmp_path / "missing.pem")
    (tmp_path / "noise.pem").write_text("noise")
    with pytest.raises(BadAccess, match="cannot use"):
        load_certificate(tmp_path / "noise.pem")
