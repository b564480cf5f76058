import pytest

from tools.ratings.__main__ import main


def test_both_tables_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--clubs", "1"]) == 0
    out = capsys.readouterr().out
    assert "pairs in the right order" in out
    assert "honestly" in out
    with pytest.raises(SystemExit):
        main(["--clubs", "0"])
