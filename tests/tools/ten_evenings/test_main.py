import subprocess
from collections.abc import Callable

import pytest

from samedeal.running import INTERRUPTED
from tools.ten_evenings import __main__ as ten_evenings
from tools.ten_evenings.club import Club


@pytest.fixture
def lived(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException | None, str], None]:
    """Return what makes evenings pass in no time, as they raise something, or a program fails."""

    def pass_so(raised: BaseException | None, failing: str) -> None:
        async def run(*_: object) -> None:
            if raised is not None:
                raise raised

        def program(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
            return subprocess.CompletedProcess(command, int(bool(failing) and failing in command))

        monkeypatch.setattr(ten_evenings, "run", run)
        monkeypatch.setattr(subprocess, "run", program)

    return pass_so


def test_only_a_postgresql_is_shared(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        ten_evenings.main(["--servers", "2"])
    assert "add --postgres" in capsys.readouterr().err


@pytest.mark.parametrize("failing", ["", "tests.reckoning", "verify"])
def test_the_exit_code_says_whether_all_is_well(
    lived: Callable[[BaseException | None, str], None], failing: str
) -> None:
    lived(None, failing)
    assert ten_evenings.main([]) == bool(failing)


def test_what_does_not_come_to_an_end_is_told(
    lived: Callable[[BaseException | None, str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    lived(RuntimeError("a room does not come to an end"), "")
    assert ten_evenings.main(["--seed", "5"]) == 1
    said = capsys.readouterr().out
    assert "WRONG: a room does not come to an end" in said
    assert "(seed 5)" in said


def test_control_c_is_heard(lived: Callable[[BaseException | None, str], None]) -> None:
    lived(KeyboardInterrupt(), "")
    assert ten_evenings.main([]) == INTERRUPTED


def test_what_was_told_in_two_ways_is_told(
    lived: Callable[[BaseException | None, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    lived(None, "")
    made = Club.__init__

    def contradicted(club: Club, *given: object, **named: object) -> None:
        made(club, *given, **named)  # type: ignore[arg-type]
        club.heard.wrong.append("race 7 was told in two ways")

    monkeypatch.setattr(Club, "__init__", contradicted)
    assert ten_evenings.main([]) == 1
