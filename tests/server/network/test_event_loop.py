import asyncio

import pytest

from server.network import event_loop


async def loop_module() -> str:
    return type(asyncio.get_running_loop()).__module__.partition(".")[0]


def test_it_runs_on_uvloop_where_that_is_installed() -> None:
    pytest.importorskip("uvloop")
    assert event_loop.run(loop_module()) == "uvloop"
    assert event_loop.run(loop_module(), plain=True) == "asyncio"


def test_it_runs_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_loop, "uvloop", None)
    assert event_loop.run(loop_module()) == "asyncio"
