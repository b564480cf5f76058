"""The command, with a program that stands in."""

from pathlib import Path

import pytest

from engine.game import Game
from engine.solver.answer import Verdict
from tests.tools.solvers.fakes import fake_program
from tools.solvers import own
from tools.solvers.__main__ import main


@pytest.fixture(autouse=True)
def _we_win(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own, "ask", lambda game, seed, seconds: "won")


def test_agreement(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = fake_program(tmp_path, "print(', solved')")
    assert main(["--solvitaire", program, "--deals", "2", "freecell", "klondike"]) == 0
    printed = capsys.readouterr().out
    assert "Samedeal here, Solvitaire there:" in printed
    assert printed.count("Klondike") > 4  # its options, and what differs there


def test_a_contradiction(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = fake_program(tmp_path, "print('I could not solve this game.')")
    assert main(["--freecell-solver", program, "--deals", "1", "freecell"]) == 1
    assert "freecell/1: Samedeal says won, Freecell Solver impossible" in capsys.readouterr().out


def test_a_program_that_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--solvitaire", str(tmp_path / "nothing"), "freecell"]) == 2
    assert "cannot be run" in capsys.readouterr().err


def test_control_c_tells_what_there_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def ask(game: Game, seed: str, seconds: float) -> Verdict:
        if seed == "3":
            raise KeyboardInterrupt
        return "won"

    monkeypatch.setattr(own, "ask", ask)
    program = fake_program(tmp_path, "print(', unsolvable, 3, timed-out')")
    assert main(["--solvitaire", program, "freecell"]) == 130
    assert "FreeCell, won: 1 2" in capsys.readouterr().out


def test_what_is_kept_is_not_asked_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    program = fake_program(tmp_path, "print(', solved')")
    asked: list[str] = []

    def ask(game: Game, seed: str, seconds: float) -> Verdict:
        asked.append(seed)
        return "won"

    monkeypatch.setattr(own, "ask", ask)
    words = ["--solvitaire", program, "--keep", str(tmp_path / "kept"), "freecell", "--deals"]
    assert main([*words, "2"]) == 0
    fake_program(tmp_path, "print(', unsolvable')")
    assert main([*words, "3"]) == 1  # of the third alone it says something else
    assert asked == ["1", "2", "3"]
    assert capsys.readouterr().out.count("freecell/3: Samedeal says won") == 2


def test_what_was_not_kept_by_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = fake_program(tmp_path, "print(', solved')")
    kept = tmp_path / "kept"
    kept.write_text("no JSON")
    assert main(["--solvitaire", program, "--keep", str(kept), "freecell"]) == 2
    assert "is not what --keep writes" in capsys.readouterr().err
    assert kept.read_text() == "no JSON"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["freecell"], "say where a program is"),
        (["--solvitaire", "x", "spider"], "none of these programs plays spider"),
        (["--solvitaire", "x", "nonsense"], "there is no game called"),
    ],
)
def test_command_lines(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert complaint in capsys.readouterr().err
