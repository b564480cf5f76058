import pytest

from server.rooms.printable import printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [(" hello ", "hello"), ("tea\nis\tready", "tea is ready"), ("\x1b[2J", "[2J"), ("\n", "")],
)
def test_what_cannot_be_printed_becomes_a_space(text: str, shown: str) -> None:
    assert printable(text) == shown
