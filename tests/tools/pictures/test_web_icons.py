import json

from PySide6.QtGui import QImage

from client.window.cards.deck import CLOTH
from tests.tools.pictures.looks import difference
from tools.pictures.web_icons import FOLDER, drawings

MANIFEST = json.loads((FOLDER / "manifest.webmanifest").read_text(encoding="utf-8"))


def test_the_pictures_are_those_that_are_drawn() -> None:
    for path, image in drawings().items():
        kept = QImage(str(FOLDER / path))
        assert kept.size() == image.size()
        told = "run: python -m tools.pictures.web_icons"
        assert difference(kept, image) < 1, f"{path}: {told}"


def test_the_files_are_small() -> None:
    assert sum(file.stat().st_size for file in (FOLDER / "icons").iterdir()) < 80_000


def test_the_manifest_names_icons_that_are_there() -> None:
    for each in MANIFEST["icons"]:
        size = QImage(str(FOLDER / each["src"])).size()
        assert each["sizes"] == f"{size.width()}x{size.height()}"
    assert MANIFEST["theme_color"] == CLOTH
