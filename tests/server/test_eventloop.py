import asyncio

import pytest

from server import eventloop


async def loop_module() -> str:
    return type(asyncio.get_running_loop()).__module__.partition(".")[0]


def test_it_runs_on_uvloop_where_that_is_installed() -> None:
    pytest.importorskip("uvloop")
    assert eventloop.run(loop_module()) == "uvloop"
    assert eventloop.run(loop_module(), plain=True) == "asyncio"


def test_it_runs_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eventloop, "uvloop", None)
    assert eventloop.run(loop_module()) == "asyncio"
