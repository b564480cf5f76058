import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine import catalogue
from engine.catalogue import BadOption, Choice, UnknownGame
from engine.chance import MAX_SEED, check_seed
from protocol.deal_code import MAX_CODE, BadCode, Origin, read, readable, write

ORIGINS = [(entry.name, options) for entry in catalogue.entries() for options in entry.settings()]
GAPS = "randomly_placed_gaps_on_redeal"
SEEDS = st.text(min_size=1, max_size=MAX_SEED).filter(str.isprintable)


@given(st.sampled_from(ORIGINS), SEEDS)
@example(("klondike", {}), "/")
@example(("klondike", {}), "deal=3/7")
@example(("klondike", {}), " 100% of it ")
@example(("klondike", {}), "%2F")
@example(("klondike", {}), "+")
@example(("klondike", {}), "\U0001f0a1" * MAX_SEED)
def test_a_code_is_one_word_and_leads_back(
    origin: tuple[str, dict[str, Choice]], seed: str
) -> None:
    check_seed(seed)
    game, options = origin
    code = write(game, options, seed)
    complete = catalogue.entry(game).complete(options)
    assert read(code) == Origin(game, complete, seed)
    assert code.isascii()
    assert not set(code) & set(" \"'\\<>&?#")
    assert len(code) <= MAX_CODE
    assert read(f"  {code}\n") == read(code)
    assert read(readable(code)) == read(code), "and so does what is shown of it"


def test_a_code_is_shown_as_its_seed_was_written() -> None:
    assert readable("golf/guide%203") == "golf/guide 3"
    assert readable(write("klondike", {}, "Über 7")) == "klondike/Über 7"
    for seed in ("a/b", "100%", " edge"):
        code = write("klondike", {}, seed)
        assert readable(code) == code


def test_every_choice_of_every_game_has_a_code_of_its_own() -> None:
    codes = [write(game, options, "seed") for game, options in ORIGINS]
    assert len(set(codes)) == len(codes)
    longest = "\U0001f0a1" * MAX_SEED
    assert max(len(write(game, options, longest)) for game, options in ORIGINS) <= MAX_CODE


def test_only_what_is_not_as_usual_is_in_a_code() -> None:
    assert write("klondike", {}, "0390f01e") == "klondike/0390f01e"
    assert write("klondike", {"deal": "single-card-deals"}, "7") == "klondike/7"
    assert write("klondike", {"deal": "three-card-deals"}, "7") == (
        "klondike/deal=three-card-deals/7"
    )
    assert write("gaps", {GAPS: True}, "a b/ü") == (f"gaps/{GAPS}=yes/a%20b%2F%C3%BC")


def test_it_may_be_typed_as_it_was_heard() -> None:
    assert read("Klondike / Deal=Three-card-deals /7").options == {"deal": "three-card-deals"}
    assert read("klondike/race 24").seed == "race 24"
    assert read("klondike/Ü").seed == "Ü"
    assert read("klondike/100%").seed == "100%"
    assert read(f"gaps/{GAPS}=no/x") == read("gaps/x")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "a deal code is a game and a seed, with a slash between"),
        ("0390f01e", "a deal code is a game and a seed, with a slash between"),
        ("klondyke/7", "there is no game called 'klondyke'"),
        ("/7", "there is no game called ''"),
        ("yukon/deal=3/7", "the game yukon has no options, and so no 'deal'"),
        ("klondike/cards=3/7", "the game klondike has no option 'cards'; its options: deal"),
        ("klondike//7", "the game klondike has no option ''; its options: deal"),
        ("klondike/deal=4/7", "the option deal cannot be '4'; it can be: "),
        ("klondike/deal/7", "the option deal cannot be ''; it can be: "),
        (f"gaps/{GAPS}=true/7", f"the option {GAPS} cannot be 'true'; it can be: no, yes"),
        (f"gaps/{GAPS}=no/{GAPS}=yes/7", f"the option {GAPS} is there twice"),
        ("klondike/", "a seed has 1 to 64 printable characters"),
        ("klondike/" + "x" * 65, "a seed has 1 to 64 printable characters"),
        ("klondike/%00", "a seed has 1 to 64 printable characters"),
        ("klondike/%ff", "a seed has 1 to 64 printable characters"),
        ("klondike/" + "x" * MAX_CODE, "a deal code has at most"),
    ],
)
def test_what_is_no_code_is_told_why(text: str, why: str) -> None:
    with pytest.raises(BadCode) as caught:
        read(text)
    assert str(caught.value).startswith(why)
    assert caught.value.text.format(**caught.value.values) == str(caught.value)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    for tried in (text, f"klondike/{text}", f"gaps/{text}/7"):
        try:
            origin = read(tried)
        except BadCode:
            continue
        assert read(write(*origin)) == origin


def test_no_code_is_written_for_what_cannot_be_dealt() -> None:
    with pytest.raises(UnknownGame):
        write("no-such-game", {}, "7")
    with pytest.raises(BadOption):
        write("klondike", {"deal": "4"}, "7")
    with pytest.raises(ValueError, match="printable"):
        write("klondike", {}, "\n")
