import pytest

from client.session.typed_deal import MeansRoom, typed_deal
from protocol.deal_code import BadCode
from server.chance import make_code

USUAL = {"deal": "single-card-deals"}


def test_a_word_makes_a_deal_of_the_game_on_the_table() -> None:
    for word in ("hello", "friend", "0390f01e", "SUNNY", "SMILES", "12 34"):
        assert typed_deal(f" {word} ", "klondike", {}) == (("klondike", USUAL, word), word)


def test_a_code_says_all_itself() -> None:
    typed = typed_deal("Klondike/deal=three-card-deals/SUMMER", "golf", {})
    assert typed == (("klondike", {"deal": "three-card-deals"}, "SUMMER"), "")


@pytest.mark.parametrize(
    "link",
    [
        "https://play.example/r/KQWRZT",
        "samedeal://play.example:7713/KQWRZT",
        "samedeal play samedeal://play.example/KQWRZT",
    ],
)
def test_what_leads_into_a_room_is_no_deal(link: str) -> None:
    with pytest.raises(MeansRoom) as found:
        typed_deal(link, "klondike", {})
    assert found.value.link
    with pytest.raises(MeansRoom) as found:
        typed_deal(f" {make_code()} ", "klondike", {})
    assert not found.value.link


@pytest.mark.parametrize(
    "text", ["klondike", "golf 7", "nothing/7", "https://play.example/", "x://"]
)
def test_what_is_meant_as_a_code_and_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadCode):
        typed_deal(text, "klondike", {})


@pytest.mark.parametrize("text", ["", " ", "x" * 65, "a\tb"])
def test_what_can_be_no_seed_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="a seed"):
        typed_deal(text, "klondike", {})
