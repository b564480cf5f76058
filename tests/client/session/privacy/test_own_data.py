import json
from collections import deque

import pytest

from client.session.privacy import own_data
from client.session.privacy.own_data import SECTIONS, BadOwnData, OwnDataFile, file_name
from protocol.messages import GetOwnData, OwnData, OwnDataPart


def whole(*first: OwnData) -> OwnDataFile:
    """Take these parts, and then an empty one of each section that is left."""
    found = OwnDataFile()
    for part in first:
        found.take(part)
    while question := found.question:
        after = SECTIONS[SECTIONS.index(question.section) + 1 :]
        following = OwnDataPart(after[0]) if after else None
        found.take(OwnData(section=question.section, rows="[]", next=following))
    return found


def test_parts_become_one_file() -> None:
    found = whole(
        OwnData(section="player", rows='[{"name": "Ann"}]', next=OwnDataPart("races")),
        OwnData(section="races", rows='[{"race": 1}, {"race": 2}]', next=OwnDataPart("races", 3)),
        OwnData(section="races", rows=' [ {"race": 3} ] ', next=OwnDataPart("moves")),
    )
    assert json.loads(found.text("example.org")) == {
        "samedeal": 1,
        "server": "example.org",
        "player": [{"name": "Ann"}],
        "races": [{"race": 1}, {"race": 2}, {"race": 3}],
        **{str(section): [] for section in SECTIONS[2:]},
    }


def test_the_next_part_is_asked_for() -> None:
    found = OwnDataFile()
    assert found.question == GetOwnData()
    found.take(OwnData(section="player", rows="[]", next=OwnDataPart("moves", 7, 50)))
    assert found.question == GetOwnData("moves", 7, 50)
    found.take(OwnData(section="moves", rows="[]"))
    assert found.question is None


@pytest.mark.parametrize(
    "part",
    [
        OwnData(section="moves", rows="[]"),
        OwnData(section="player", rows="[]", next=OwnDataPart("player")),
        OwnData(section="player", rows="{}"),
        OwnData(section="player", rows="[1]"),
        OwnData(section="player", rows='[{"a": 1}'),
        OwnData(section="player", rows='[{"a": "\ud800"}]'),
    ],
)
def test_a_server_that_does_not_do_as_it_should_is_left(part: OwnData) -> None:
    with pytest.raises(BadOwnData):
        OwnDataFile().take(part)


def test_a_server_that_never_ends_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_data, "MOST", 100)
    found = OwnDataFile()
    parts = (
        OwnData(section="player", rows='[{"race": 1}]', next=OwnDataPart("player", number))
        for number in range(1, 99)
    )
    with pytest.raises(BadOwnData, match="more than"):
        deque(map(found.take, parts))


def test_a_file_steers_no_terminal_and_means_the_same() -> None:
    name = "\x9b31m\u202eé\n😀"
    rows = json.dumps([{"name": name}], ensure_ascii=False, indent=1)
    text = whole(OwnData(section="player", rows=rows, next=OwnDataPart("races"))).text("x")
    assert json.loads(text)["player"] == [{"name": name}]
    assert all(c.isprintable() or c == "\n" for c in text)
    assert "é" in text


def test_a_file_is_called_after_its_player() -> None:
    assert file_name("Ann") == "samedeal-Ann.json"
    assert file_name("../x y") == "samedeal-x-y.json"
    assert file_name("...") == "samedeal-player.json"
