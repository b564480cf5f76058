import json
import re
from pathlib import Path
from typing import Any, get_args

import msgpack
import msgspec
import pytest

from engine import catalogue
from engine.chance import commitment
from protocol.messages import (
    Act,
    Board,
    FromClient,
    FromServer,
    Hello,
    ProblemCode,
    Refused,
    Results,
    Step,
    Undo,
    Welcome,
)
from protocol.wire import board_view, decode_client, decode_server, step_view
from server.reception.weights import WEIGHTS
from tools.texts.protocol_answers import ASKED, CODES, FIELDS
from tools.texts.protocol_document import (
    DOCUMENT,
    PROSE,
    QUICK_START,
    WITHOUT_RULES,
    document,
    field_notes,
    filling,
    parts,
    type_text,
)

PAGE = DOCUMENT.read_text(encoding="utf-8")
KINDS = [*get_args(FromClient), *get_args(FromServer)]


def section(title: str) -> str:
    """Return what stands on the page under a title of the second rank."""
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def conversation() -> list[tuple[str, Any]]:
    """Return the messages of the conversation on the page, with their ways."""
    told = re.findall(r"^`([<>]) (\{.*\})`$", section("A conversation"), re.MULTILINE)
    return [(way, read(way, json.loads(text))) for way, text in told]


def read(way: str, fields: dict[str, Any]) -> FromClient | FromServer:
    """Return the message that the page shows as JSON."""
    if fields["type"] == "board":
        fields["piles"] = list(map(bytes.fromhex, fields["piles"]))
    if fields["type"] == "step":
        fields["piles"] = {int(pile): bytes.fromhex(c) for pile, c in fields["piles"].items()}
    if fields["type"] == "curves":
        fields["curves"] = {int(player): points for player, points in fields["curves"].items()}
    return (decode_client if way == ">" else decode_server)(msgspec.msgpack.encode(fields))


def heard(kind: type) -> list[Any]:
    """Return the messages of a kind in the conversation."""
    return [message for _, message in conversation() if isinstance(message, kind)]


def anchors(page: str) -> set[str]:
    """Return the names that the page's sections are found by."""
    found: set[str] = set()
    for title in re.findall(r"^#+ (.*)$", page, re.MULTILINE):
        name = re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")
        found.add(name if name not in found else f"{name}-1")
    return found


def test_the_page_is_up_to_date() -> None:
    assert document() == PAGE, "run: python -m tools.texts.protocol_document"


def test_every_message_and_field_is_on_the_page() -> None:
    for kind in KINDS:
        assert f"### `{kind.__struct_config__.tag}`" in PAGE
        for name in kind.__struct_fields__:
            assert f"| `{name}` |" in PAGE


def test_every_part_of_a_message_is_on_the_page() -> None:
    found = parts(KINDS)
    assert {"Settings", "GameRecord", "PastRace"} <= {part.__name__ for part in found}
    for part in found:
        assert f"\n### {part.__name__}\n" in section("Parts of messages")


def test_what_the_page_refers_to_is_on_it() -> None:
    links = re.findall(r"\]\(#([^)]*)\)", PAGE)
    assert len(links) > 60
    assert set(links) <= anchors(PAGE)


def test_no_name_from_the_sources_is_left_on_the_page() -> None:
    """A reader knows messages by their types on the wire, and parts by their sections."""
    named = set(re.findall(r"`([A-Z][a-z]+[A-Za-z]*)`", PAGE))
    assert named <= {"Origin"}


def test_every_field_has_a_meaning() -> None:
    for kind in [*KINDS, *parts(KINDS)]:
        for name in kind.__struct_fields__:
            assert name == "seq" or name in FIELDS or name in field_notes(kind), (kind, name)


def test_what_is_said_of_requests_and_problems_is_complete() -> None:
    codes = set(get_args(ProblemCode))
    assert set(CODES) == codes
    assert set(ASKED) == {kind.__struct_config__.tag for kind in get_args(FromClient)}
    for asked in ASKED.values():
        assert set(re.findall(r"`([\w ]+)`", asked.refused)) <= codes | {"act"}
    tags = {kind.__struct_config__.tag for kind in KINDS}
    for asked in ASKED.values():
        named = re.findall(r"`([\w ]+)`", asked.answer + asked.others)
        assert set(named) <= tags | {"lobby"}


def test_the_close_codes_are_those_of_problems_that_end_the_connection() -> None:
    table = section("The connection").partition("**Close codes.**")[2].partition("**Pauses.**")[0]
    rows = [row.split(" | ") for row in table.splitlines() if row.startswith("| 1")]
    told = {code for _, why, _ in rows for code in re.findall(r"`([\w ]+)`", why)}
    ending = {code for code, trouble in CODES.items() if "the connection ends" in trouble.when}
    assert told - {"hello", "run", "problem"} == ending


def test_all_that_counts_as_several_requests_is_on_the_page() -> None:
    told = dict(
        re.findall(r"^\| (`.*`) \| (\d+) \|$", section("How much is too much"), re.MULTILINE)
    )
    weighed = {f"`{kind.__struct_config__.tag}`": str(weight) for kind, weight in WEIGHTS.items()}
    assert {tag: told[tags] for tags in told for tag in tags.split(", ")} == weighed


def test_every_blank_in_the_prose_is_filled() -> None:
    assert re.findall(r"\{\{.*?\}\}", PROSE.read_text(encoding="utf-8"))
    assert "{{" not in PAGE
    with pytest.raises(KeyError):
        filling("what nobody knows")


@pytest.mark.parametrize(("program", "lines"), [(QUICK_START, 30), (WITHOUT_RULES, 47)])
def test_the_programs_are_short_and_whole(program: Path, lines: int) -> None:
    code = program.read_text(encoding="utf-8")
    assert code in PAGE
    assert len(code.splitlines()) <= lines


def test_the_conversation_is_one_of_messages() -> None:
    told = conversation()
    assert len(told) > 30
    names = {type(message).__name__ for _, message in told}
    for name in ("Hello", "Countdown", "RaceStarted", "Undo", "Refused", "Progress", "Results"):
        assert name in names


def test_the_conversation_leads_from_board_to_board() -> None:
    first, last = heard(Board)
    view = board_view(first)
    for step in heard(Step):
        view = step_view(view, step)
    assert view == board_view(last)
    assert [entry.number for entry in heard(Act) + heard(Undo)] == [0, 1, 2, 1]
    assert [refused.expected for refused in heard(Refused)] == [1]


def test_the_conversation_comes_back_to_what_was_missed() -> None:
    told = conversation()
    [_, (back, hello)] = [(at, m) for at, (_, m) in enumerate(told) if isinstance(m, Hello)]
    numbers = [message.seq for way, message in told[:back] if way == "<"]
    assert hello.seen == max(numbers)
    missed = [message.seq for way, message in told[back:] if way == "<" and message.seq]
    assert missed == sorted(missed)
    assert missed[0] > hello.seen
    assert heard(Welcome)[1].room


def test_the_race_can_be_checked_by_its_reader() -> None:
    [results], [board, *_] = heard(Results), heard(Board)
    game = catalogue.make(results.settings.game, results.settings.options)
    assert commitment(results.seed) == results.commitment
    assert board_view(board) == game.view(game.deal(results.seed))


def test_the_frames_are_those_messages() -> None:
    found = re.findall(
        r"^`([<>]) (.*)`\n\n```\n([0-9a-f\n]+)```$", section("Byte for byte"), re.MULTILINE
    )
    assert len(found) == 6
    for way, text, data in found:
        frame = bytes.fromhex(data.replace("\n", ""))
        decode = decode_client if way == ">" else decode_server
        assert decode(frame) == read(way, json.loads(text))
        assert isinstance(msgpack.unpackb(frame, strict_map_key=False), dict)


def test_a_type_without_words_is_noticed() -> None:
    with pytest.raises(TypeError):
        type_text(object())  # type: ignore[arg-type]
