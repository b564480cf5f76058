import re
from typing import get_args

import msgpack
import pytest

from engine import catalogue
from engine.chance import commitment
from protocol.messages import Board, FromClient, FromServer, Results
from protocol.wire import board_view, decode_client, decode_server
from tools.texts.protocol_document import DOCUMENT, document, type_text


def frames() -> list[tuple[str, bytes]]:
    """Return the frames of the race on the page, with their ways."""
    found = re.findall(
        r"^`([<>]) .*`\n\n```\n([0-9a-f\n]+)```$", DOCUMENT.read_text(), re.MULTILINE
    )
    return [(way, bytes.fromhex(data.replace("\n", ""))) for way, data in found]


def test_the_page_is_up_to_date() -> None:
    assert DOCUMENT.read_text() == document(), "run: python -m tools.texts.protocol_document"


def test_every_message_and_field_is_on_the_page() -> None:
    page = DOCUMENT.read_text()
    for kind in (*get_args(FromClient), *get_args(FromServer)):
        assert f"### `{kind.__struct_config__.tag}`" in page
        for name in kind.__struct_fields__:
            assert f"| `{name}` |" in page


def test_the_frames_of_the_race_are_messages() -> None:
    read = [(decode_client if way == ">" else decode_server)(data) for way, data in frames()]
    assert len(read) > 15
    names = [type(message).__name__ for message in read]
    for name in ("Hello", "Countdown", "RaceStarted", "Step", "Refused", "Progress", "Results"):
        assert name in names
    assert all(
        isinstance(msgpack.unpackb(data, strict_map_key=False), dict) for _, data in frames()
    )


def test_the_race_can_be_checked_by_its_reader() -> None:
    messages = [decode_server(data) for way, data in frames() if way == "<"]
    [results] = [message for message in messages if isinstance(message, Results)]
    board = next(message for message in messages if isinstance(message, Board))
    game = catalogue.make(results.settings.game, results.settings.options)
    assert commitment(results.seed) == results.commitment
    assert board_view(board) == game.view(game.deal(results.seed))


def test_a_type_without_words_is_noticed() -> None:
    with pytest.raises(TypeError):
        type_text(object())  # type: ignore[arg-type]
