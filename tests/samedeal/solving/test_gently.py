import importlib
import sys
from itertools import count
from pathlib import Path

import pytest

from samedeal.solving import gently
from samedeal.solving.gently import Unhurried, main
from samedeal.solving.quota import Thrift


def test_between_modules_there_are_pauses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "slowly_loaded.py").write_text("import slowly_loaded_too")
    (tmp_path / "slowly_loaded_too.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    used, slept = count(step=0.01), list[float]()
    finder = Unhurried(Thrift(0.25, lambda: next(used)), slept.append)
    monkeypatch.setattr(sys, "meta_path", [finder, *sys.meta_path])
    importlib.import_module("slowly_loaded")
    assert slept == [pytest.approx(0.19)] * 2
    assert "slowly_loaded_too" in sys.modules


@pytest.mark.parametrize(("cores", "waits"), [(0.25, True), (float("inf"), False)])
def test_only_where_there_is_little(
    cores: float,
    waits: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "begun_gently.py").write_text("print(__name__)")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    monkeypatch.setattr(sys, "argv", ["", "begun_gently"])
    monkeypatch.setattr(gently, "cores", lambda: cores)
    monkeypatch.setattr(gently, "let_others_go_first", lambda: sys.stdout.write("after you\n"))
    main("begun_gently")
    assert capsys.readouterr().out == "after you\n__main__\n"
    assert isinstance(sys.meta_path[0], Unhurried) is waits
