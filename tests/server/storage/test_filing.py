import msgspec
import pytest

from protocol.messages import Deals
from server.storage.filing import Filed, options_key, read_filed


def test_any_deals_are_filed_as_they_always_were() -> None:
    assert options_key({"b": True, "a": "x"}) == '{"a":"x","b":true}'
    assert read_filed('{"a":"x","b":true}') == Filed({"a": "x", "b": True}, "any")


def test_deals_that_can_be_won_are_filed_apart() -> None:
    text = options_key({"b": True, "a": "x"}, "winnable")
    assert text == '{"":"winnable","a":"x","b":true}'
    assert read_filed(text) == Filed({"a": "x", "b": True}, "winnable")


@pytest.mark.parametrize("deals", ["easy", "medium", "hard"])
def test_so_is_each_band(deals: Deals) -> None:
    text = options_key({"a": "x"}, deals)
    assert text == f'{{"":"{deals}","a":"x"}}'
    assert read_filed(text) == Filed({"a": "x"}, deals)


@pytest.mark.parametrize("text", ["", "[]", '{"a":5}', '{"":"hopeless"}', '{"":true}'])
def test_what_makes_no_sense(text: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        read_filed(text)
