"""The referee: commands in, JSON out, and nothing that ends it."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine import catalogue
from engine.cards import card_text
from engine.catalogue import UnknownGame
from engine.referee import MAX_LINE, Referee, actions
from engine.state import Click, Deal, Move
from tests.engine.positions import SETTINGS, Setting, walk

STATE = {"cards", "score", "redeals", "goes_on", "won"}


class Asked:
    """A referee, asked line by line, answering Python values."""

    def __init__(self, name: str = "klondike") -> None:
        self.referee = Referee(name, clock=iter(range(10**6)).__next__)

    def __call__(self, line: str) -> dict[str, Any]:
        answer = self.referee.answer(line)
        assert "\n" not in answer
        value = json.loads(answer)
        assert isinstance(value, dict)
        return value


@pytest.fixture
def ask() -> Asked:
    return Asked()


def put(cards: list[list[str]], **more: object) -> str:
    return f"set {json.dumps({'cards': cards, **more})}"


def piles(count: int, **lying: str) -> list[list[str]]:
    return [lying.get(f"p{i}", "").split() for i in range(count)]


def test_there_must_be_such_a_game() -> None:
    with pytest.raises(UnknownGame):
        Referee("no such game")


def test_new_deals_what_the_engine_deals(ask: Asked) -> None:
    answer = ask("new 7")
    assert set(answer) == {"layout", *STATE}
    assert [row["type"] for row in answer["layout"]] == (
        ["stock", "waste"] + ["foundation"] * 4 + ["tableau"] * 7
    )
    assert answer["layout"][2] == {"type": "foundation", "x": 3, "y": 0, "spread": "normal"}
    assert answer["layout"][6]["spread"] == "expanded"
    assert [len(pile) for pile in answer["cards"]] == [24, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7]
    assert answer["cards"][12][0].islower()
    assert answer["cards"][12][-1].isupper()
    assert (answer["score"], answer["redeals"]) == (0, 0)
    assert (answer["goes_on"], answer["won"]) == (True, False)
    assert ask("new 7") == answer
    assert ask("new 8") != answer
    assert Asked()("new 7") == answer
    assert ask("new 7") == {"layout": answer["layout"], **ask("state")}


def test_actions_and_doing_them(ask: Asked) -> None:
    ask(put(piles(13, p0="ac 2c", p1="KD", p6="2s 9H 8S", p7="TS")))
    kings = [["drag", 1, 1, pile] for pile in range(8, 13)]
    assert ask("actions") == {"actions": [["click", 0], *kings, ["drag", 6, 2, 7], ["deal"]]}
    after = ask("do drag 6 2 7")
    assert after["done"] is True
    assert after["cards"][6:8] == [["2S"], ["TS", "9H", "8S"]]
    refused = ask("do drag 6 1 7")
    assert refused["done"] is False
    assert refused["reason"] == "that doesn't go there"
    assert {k: v for k, v in refused.items() if k in STATE} == ask("state")
    assert ask("do deal")["cards"][:2] == [["ac"], ["KD", "2C"]]
    assert ask("do click 0")["cards"][:2] == [[], ["KD", "2C", "AC"]]
    assert ask("do double 1")["cards"][2] == ["AC"]
    assert ask("do double 5")["done"] is False


@pytest.mark.parametrize(
    ("name", "listed"),
    [("klondike", True), ("thirteen", True), ("spider", False), ("clock", False)],
)
def test_deal_is_listed_where_the_game_has_a_button(name: str, listed: bool) -> None:
    ask = Asked(name)
    ask("new 1")
    assert (["deal"] in ask("actions")["actions"]) == listed
    assert ask("do deal")["done"] == listed


def test_the_deal_of_montana_is_its_reshuffle() -> None:
    ask = Asked("montana")
    ask("new 1")
    assert ask("actions")["actions"][-1] == ["deal"]
    assert ask("do deal")["redeals"] == 1
    assert [ask("do deal")["done"] for _ in range(3)] == [True, True, False]


def test_options_and_setting_them(ask: Asked) -> None:
    names = ["Three card deals", "Single card deals", "No redeals", "Unlimited redeals"]
    told = ask("options")["options"]
    assert told[0] == "begin-exclusive"
    assert told[-1] == "end-exclusive"
    assert told[1:-1] == [{"name": name, "on": i == 1} for i, name in enumerate(names)]
    ask("new 1")
    told = ask("set-options 1 0 0 0")["options"]
    assert [entry["on"] for entry in told[1:-1]] == [True, False, False, False]
    assert len(ask("do click 0")["cards"][1]) == 1  # only with the next deal
    ask("new 1")
    assert len(ask("do click 0")["cards"][1]) == 3
    assert "exactly one" in ask("set-options 1 1 0 0")["error"]
    assert "4 options" in ask("set-options 1 0 0 0 0")["error"]
    assert ask("options")["options"] == told


def test_an_option_that_is_on_or_off() -> None:
    ask = Asked("gaps")
    name = "Randomly placed gaps on redeal"
    assert ask("options") == {"options": [{"name": name, "on": False}]}
    assert ask("set-options 1") == {"options": [{"name": name, "on": True}]}
    assert ask("set-options") == {"options": [{"name": name, "on": True}]}
    assert ask("set-options 2")["error"]
    assert Asked("freecell")("options") == {"options": []}


def test_set_puts_a_position_with_all_else_as_after_a_deal(ask: Asked) -> None:
    cards = piles(13, p0="as", p2="AH 2H", p6="3H", p12="*C")
    answer = ask(put(cards))  # even before the first deal
    assert answer == {"cards": cards, "score": 0, "redeals": 0, "goes_on": True, "won": False}
    assert ask("do drag 6 1 2")["score"] == 1
    answer = ask(put(cards, score=2, redeals=2))
    assert (answer["score"], answer["redeals"]) == (2, 2)
    assert ask("state") == answer
    assert ask(put(cards))["redeals"] == 0
    full = [[rank + suit for rank in "A23456789TJQK"] for suit in "CDHS"]
    answer = ask(put([[], [], *full, *[[]] * 7], score=52))
    assert (answer["goes_on"], answer["won"]) == (False, True)
    assert ask("actions") == {"actions": []}


def test_set_scores_what_can_be_scored() -> None:
    ask = Asked("accordion")
    assert ask(put([["2C"], ["3C"], *[[]] * 50]))["score"] == 50


def test_what_a_state_told_can_be_set_again() -> None:
    ask = Asked("spider")
    ask("new 1")
    told = ask("do click 0")
    ask("new 2")
    del told["done"]
    assert ask(f"set {json.dumps(told)}") == told


def test_hint(ask: Asked) -> None:
    ask(put(piles(13, p2="AH", p6="2H", p7="3S")))
    assert ask("hint") == {
        "hint": ["Move the two of hearts to the foundation."],
        "action": ["drag", 6, 1, 2],
    }
    ask(put(piles(13, p6="4H", p7="2S")))
    assert ask("hint") == {"hint": []}


def test_play_is_a_whole_game_that_replays(ask: Asked) -> None:
    told = ask("play 5 30")
    assert set(told) == {"seed", "layout", "steps"}
    assert len(told["steps"]) == 31
    other = Asked()
    state = other("new 5")
    for row in told["steps"]:
        assert {field: state[field] for field in STATE} == {field: row[field] for field in STATE}
        assert row["actions"] == other("actions")["actions"]
        if row["chosen"]:
            state = other(f"do {' '.join(map(str, row['chosen']))}")
    assert told["steps"][-1]["chosen"] == []
    assert ask("play 5 30") == told


def test_measure(ask: Asked) -> None:
    told = ask("measure 1 20 5")  # this clock ticks once a look
    assert set(told) == {"moves", "microseconds_each"}
    assert told["moves"] % 5 == 0
    assert told["microseconds_each"] == pytest.approx(1e6 / 5)
    assert "at most" in ask("measure 1 100000 2")["error"]
    assert "no clock" in json.loads(Referee("klondike").answer("measure 1 1 1"))["error"]


BAD = [
    "",
    "foo",
    "NEW 1",
    "new",
    "new 1 2",
    "new \x01",
    f"new {'x' * 65}",
    "state 1",
    "actions now",
    "do",
    "do drag",
    "do drag 1 2",
    "do drag 1 2 3 4",
    "do drag a b c",
    "do drag -1 1 2",
    "do drag 1 0 2",
    "do drag 99 1 0",
    f"do drag {'9' * 5000} 1 0",
    "do drag \u0661 1 2",
    "do click",
    "do click 13",
    "do double",
    "do dance 1",
    "set-options x",
    "set-options 1 1 1 1",
    "set-options -1",
    "measure",
    "measure 1 0 1",
    "play 1",
    "play 1 -1",
    "play 1 1001",
    "set",
    "set {",
    "set []",
    "set 1",
    "set {}",
    'set {"cards": 1}',
    'set {"cards": [[]]}',
    f"set {'[' * 60000}",
    put(piles(13, p3="1S")),
    put(piles(13, p3="ASS")),
    put(piles(13, p3="aS")),
    put(piles(13, p3="??")),
    put([[1]] * 13),  # type: ignore[list-item]
    put(["AS"] * 13),  # type: ignore[list-item]
    put([["AS"] * 257] * 13),
    put(piles(13), score="1"),
    put(piles(13), score=True),
    put(piles(13), score=1.5),
    put(piles(13), score=10**30),
    put(piles(13), redeals=-1),
    put(piles(13), redeals=None),
    "x" * (MAX_LINE + 1),
]


@pytest.mark.parametrize("line", BAD, ids=range(len(BAD)))
def test_a_bad_line_is_an_error_and_changes_nothing(ask: Asked, line: str) -> None:
    ask("new 1")
    before = ask("state"), ask("options")
    assert set(ask(line)) == {"error"}
    assert ask(line)["error"]
    assert (ask("state"), ask("options")) == before


@pytest.mark.parametrize("line", ["state", "actions", "do click 0", "do deal", "hint"])
def test_what_needs_a_deal_says_so(ask: Asked, line: str) -> None:
    assert ask(line) == {"error": "no game yet: new SEED"}


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_every_game_answers(setting: Setting) -> None:
    ask, chosen = Asked(setting.name), dict(setting.options)
    flags = [
        "01"[choice == chosen[option.name]]
        for option in catalogue.entry(setting.name).options
        for choice in (option.choices if not isinstance(option.default, bool) else [True])
    ]
    ask(f"set-options {' '.join(flags)}")
    told = ask("new one")
    for step in walk(setting, "one")[:30]:
        assert told["cards"] == [list(map(card_text, pile)) for pile in step.before.piles]
        assert told["score"] == step.before.score
        listed = ask("actions")["actions"]
        assert listed == actions(setting.game, step.before)
        assert ask("hint")["hint"]
        assert "error" not in ask("do double 0")
        ask(f"set {json.dumps(told)}")
        action = {Move: "drag", Click: "click", Deal: "deal"}[type(step.action)]
        told = ask(f"do {' '.join(map(str, [action, *step.action]))}")
        assert told.pop("done")


COMMANDS = "new state set actions do drag click double deal options set-options hint play 0 1 12 -1"
words = st.sampled_from(COMMANDS.split())
NAMES = sorted({setting.name for setting in SETTINGS})
card = st.sampled_from([rank + suit for rank in "A7TK*" for suit in "CH"] + ["kd", "2s", "as"])


@settings(max_examples=150)
@given(
    st.sampled_from(NAMES),
    st.lists(st.lists(words, max_size=5).map(" ".join) | st.text(max_size=30), max_size=8),
)
def test_noise_is_always_answered(name: str, lines: list[str]) -> None:
    ask = Asked(name)
    for line in lines:
        assert ask(line)


@settings(max_examples=150)
@given(st.data(), st.sampled_from(NAMES))
def test_any_position_can_be_put_and_asked_about(data: st.DataObject, name: str) -> None:
    """Also one that no deal leads to: an action there is done, or the answer is an error."""
    ask = Asked(name)
    count = len(catalogue.make(name).places)
    pile = st.lists(card, max_size=3)
    cards = data.draw(st.lists(pile, min_size=count, max_size=count))
    redeals = data.draw(st.integers(0, 3))
    assume("error" not in ask(put(cards, redeals=redeals)))
    for action in ask("actions").get("actions", [])[:10]:
        answer = ask(f"do {' '.join(map(str, action))}")
        assert "error" in answer or answer["done"]
        ask(put(cards, redeals=redeals))
    assert ask("hint")
    assert ask("do double 0")


def test_the_documented_session() -> None:
    text = (Path(__file__).parents[2] / "docs" / "referee.md").read_text(encoding="utf-8")
    lines = [line.strip() for line in text.splitlines()]
    asked = [(line[2:], lines[i + 1]) for i, line in enumerate(lines) if line.startswith("> ")]
    assert len(asked) >= 6
    referee = Referee("klondike")
    for command, answer in asked:
        assert referee.answer(command) == answer


def test_a_position_comes_with_its_marks() -> None:
    ask = Asked("hamilton")
    ask("new 1")
    ask("do click 0")
    told = ask("do click 0")
    assert told["marks"] == [2]
    ask("new 1")
    assert ask(f"set {json.dumps(told)}")["marks"] == [2]
    assert "marks" not in ask("new 1")
    for bad in ("7", "[-1]", '["a"]', str([1] * 17)):
        assert (
            "marks" in ask(f'set {{"cards": {json.dumps(told["cards"])}, "marks": {bad}}}')["error"]
        )
