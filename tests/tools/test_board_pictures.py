import subprocess
import sys
from pathlib import Path

from engine import catalogue
from tools.board_pictures import SIZES, midgame

ROOT = Path(__file__).parents[2]


def test_pictures_of_a_game_are_made(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "tools.board_pictures", str(tmp_path), "4x13"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        timeout=50,
    )
    assert len(list(tmp_path.glob("4x13-dealt-*.png"))) == len(SIZES)
    assert len(list(tmp_path.glob("4x13-later-*.png"))) == len(SIZES)


def test_the_middle_of_a_game_is_not_its_start() -> None:
    for name in ("klondike", "montana", "spider"):
        game = catalogue.make(name)
        state = midgame(game, "test")
        assert state.piles != game.deal("test").piles
