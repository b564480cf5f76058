import pytest

from engine.catalogue import BadOption, UnknownGame
from samedeal.game_options import parse_options


def test_options_from_words() -> None:
    assert parse_options("klondike", ["deal=no-redeals"]) == {"deal": "no-redeals"}
    assert parse_options("klondike", []) == {"deal": "single-card-deals"}
    with pytest.raises(BadOption):
        parse_options("klondike", ["deal"])
    with pytest.raises(BadOption):
        parse_options("klondike", ["undo=yes"])
    with pytest.raises(UnknownGame):
        parse_options("bridge", [])
