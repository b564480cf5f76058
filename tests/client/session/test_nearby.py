from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import MsgspecError

from client.session import nearby
from client.session.address import Address
from client.session.nearby import LONGEST_SHOWN, MOST, Nearby
from protocol.nearby import About

ADA = Nearby("ADA-PC", "192.168.1.5", 8765, False, About())


@given(st.lists(st.builds(Nearby, name=st.text(), port=st.integers(1, 65535)), max_size=MOST))
def test_what_was_written_is_read(found: Sequence[Nearby]) -> None:
    line = nearby.written(found)
    assert "\n" not in line
    assert nearby.read(line) == found


@pytest.mark.parametrize(
    "line",
    [
        "",
        "x",
        "{}",
        nearby.written([ADA] * (MOST + 1)),
        nearby.written([ADA]).replace("8765", "0"),
        nearby.written([ADA]).replace("8765", "65536"),
    ],
)
def test_what_is_no_list_of_servers_is_refused(line: str) -> None:
    with pytest.raises(MsgspecError):
        nearby.read(line)


@given(st.text())
def test_any_name_is_a_short_line(name: str) -> None:
    shown = Nearby(name, "192.168.1.5", 7713, False, About()).shown_name()
    assert shown.strip()
    assert shown.isprintable() or shown[0] == "\N{FIRST STRONG ISOLATE}"
    assert len(shown) <= LONGEST_SHOWN + 2


def test_where_it_is() -> None:
    assert ADA.address == Address("192.168.1.5", 8765)
    assert ADA.is_at(Address("192.168.1.5", 8765))
    assert not ADA.is_at(Address("localhost", 8765))
    own = Nearby("ADA-PC", "192.168.1.5", 8765, True, About())
    assert own.is_at(Address("localhost", 8765))
    assert not own.is_at(Address("localhost"))
    secure = Nearby("ADA-PC", "192.168.1.5", 8765, False, About(secure=True))
    assert secure.address.url == "wss://192.168.1.5:8765/"
