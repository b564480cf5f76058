import re
from typing import Literal

import pytest

from engine import catalogue
from engine.catalogue import BadOption, Choice, UnknownGame, choice_title
from engine.game import Game


def test_games_are_found_by_title() -> None:
    titles = [entry.title for entry in catalogue.entries()]
    assert titles == sorted(titles)
    assert {"4x13", "Montana", "Thirteens", "Klondike"} <= set(titles)
    assert len({entry.name for entry in catalogue.entries()}) == len(titles)


def test_names_are_fit_for_a_command_line() -> None:
    for entry in catalogue.entries():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", entry.name)
        assert entry.family
        for option in entry.options:
            assert option.default in option.choices
            assert option.title[0].isupper()
            assert all(choice_title(choice) for choice in option.choices)


def test_a_games_rules_are_its_docstring() -> None:
    assert catalogue.entry("montana").rules.startswith("Bring each suit into a row of its own")
    assert not any(line.startswith(" ") for line in catalogue.entry("montana").rules.splitlines())


def test_an_unknown_game() -> None:
    with pytest.raises(UnknownGame, match=r"no game called 'whist'; the games: .*klondike"):
        catalogue.entry("whist")
    with pytest.raises(UnknownGame):
        catalogue.make("whist")


def test_options_left_out_take_their_default() -> None:
    assert catalogue.entry("klondike").complete({}) == {"deal": "single-card-deals"}
    assert catalogue.entry("4x13").complete({}) == {}
    assert catalogue.make("klondike") is catalogue.make("klondike", {"deal": "single-card-deals"})
    assert catalogue.make("klondike") is not catalogue.make("klondike", {"deal": "no-redeals"})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"deals": "no-redeals"}, "Klondike has no option 'deals'; its options: deal"),
        ({"deal": "x"}, "deal cannot be 'x'; it can be: three-card-deals, single-card-deals, "),
        ({"deal": True}, "deal cannot be True"),
    ],
)
def test_bad_options_are_refused(options: dict[str, Choice], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        catalogue.make("klondike", options)


@pytest.mark.parametrize(
    ("name", "decks", "hidden"),
    [
        ("klondike", 1, True),
        ("spider", 2, True),
        ("spider-three-decks", 3, True),
        ("freecell", 1, False),
        ("montana", 1, False),
        ("clock", 1, True),
    ],
)
def test_decks_and_hidden_cards(name: str, decks: int, hidden: bool) -> None:
    entry = catalogue.entry(name)
    assert (entry.decks, entry.hidden) == (decks, hidden)


def test_every_game_takes_one_to_three_decks() -> None:
    assert {entry.decks for entry in catalogue.entries()} <= {1, 2, 3}


def test_a_game_without_options_has_none() -> None:
    with pytest.raises(BadOption, match="4x13 has no option 'x'; its options: none"):
        catalogue.make("4x13", {"x": True})


def test_every_setting_can_be_made() -> None:
    for entry in catalogue.entries():
        settings = entry.settings()
        assert len({tuple(options.items()) for options in settings}) == len(settings)
        assert entry.complete({}) in settings
        for options in settings:
            assert isinstance(catalogue.make(entry.name, options), Game)
    assert len(catalogue.entry("klondike").settings()) == 4


@pytest.fixture
def empty_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue.entries()
    monkeypatch.setattr(catalogue, "_entries", {})


def some_game() -> Game:
    """Rules."""
    return catalogue.make("4x13")


@pytest.mark.usefixtures("empty_catalogue")
def test_words_and_flags_are_options() -> None:
    @catalogue.game("a", title="A", family="F", tip="T.")
    def declared(mode: Literal["left-right", "up"] = "up", gaps_at_random: bool = False) -> Game:
        """The rules.

        In full.
        """
        return some_game()

    entry = catalogue.entry("a")
    assert entry.rules == "The rules.\n\nIn full."
    assert [(o.name, o.choices, o.default) for o in entry.options] == [
        ("mode", ("left-right", "up"), "up"),
        ("gaps_at_random", (False, True), False),
    ]
    assert entry.options[1].title == "Gaps at random"
    assert [choice_title(choice) for choice in (*entry.options[0].choices, True, False)] == [
        "Left right",
        "Up",
        "Yes",
        "No",
    ]
    assert len(entry.settings()) == 4
    with pytest.raises(BadOption, match="cannot be 1; it can be: False, True"):
        entry.complete({"gaps_at_random": 1})


@pytest.mark.usefixtures("empty_catalogue")
def test_a_name_is_given_once() -> None:
    catalogue.game("a", title="A", family="F", tip="T.")(some_game)
    with pytest.raises(ValueError, match="two games called 'a'"):
        catalogue.game("a", title="B", family="F", tip="T.")(some_game)


@pytest.mark.usefixtures("empty_catalogue")
def test_an_option_is_a_flag_or_words_and_has_a_default() -> None:
    def number(cards: int = 3) -> Game:
        return some_game()

    def no_default(deal: Literal["a", "b"]) -> Game:
        return some_game()

    with pytest.raises(TypeError, match="cards is neither a bool nor a Literal"):
        catalogue.game("a", title="A", family="F", tip="T.")(number)
    with pytest.raises(TypeError, match="deal needs one of its choices as its default"):
        catalogue.game("a", title="A", family="F", tip="T.")(no_default)
