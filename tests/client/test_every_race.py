"""The races in every game, for two games, and that a race which went wrong is noticed."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from harness.browsing import browser_path
from protocol.messages import Standing
from tests.client.every_race import DONE, WRONG, Face, Row, places, race, race_all


@pytest.mark.parametrize(("face", "game"), [("window", "thirteens"), ("page", "accordion")])
def test_a_host_races_a_bot_to_the_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], face: str, game: str
) -> None:
    if face == "page" and browser_path() is None:
        pytest.skip("make test installs a browser, where it may")
    assert race_all([game], face, 8, tmp_path) == 0
    [told] = (tmp_path / DONE).read_text(encoding="utf-8").splitlines()
    assert told.startswith(f"{game}, {face}: ")
    assert told in capsys.readouterr().out
    assert (tmp_path / f"{game}-{face}.png").exists()
    assert race_all([game], face, 8, tmp_path) == 0
    assert capsys.readouterr().out == "", "what was raced well is not raced again"


class Liar:
    """Shows other scores than there were."""

    def __init__(self, face: Face) -> None:
        self._face = face

    def race(self, game: str, moves: int) -> tuple[int, Sequence[Standing], Sequence[Row]]:
        number, standings, rows = self._face.race(game, moves)
        return number, standings, [("0", made) for _, made in rows]

    def picture(self, file: Path) -> None:
        self._face.picture(file)

    def leave(self) -> None:
        self._face.leave()


def test_a_table_that_does_not_agree_with_the_journal_is_noticed(tmp_path: Path) -> None:
    with places(tmp_path / "server", "window") as where:
        face = Liar(where["window"].face)
        with pytest.raises(AssertionError, match="'0'"):
            race(face, "thirteens", 2, tmp_path / "server", None)


def test_what_went_wrong_is_told_and_raced_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / DONE).write_text(f"thirteens, window: {WRONG}: no table\n", encoding="utf-8")
    assert race_all(["thirteens"], "window", 2, tmp_path) == 0
    assert "thirteens, window: " in capsys.readouterr().out
