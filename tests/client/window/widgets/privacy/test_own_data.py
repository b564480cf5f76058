import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from client.session.privacy.own_data import SECTIONS
from client.window.widgets.privacy.own_data import OwnDataPanel
from harness.fakes import FakeLink
from harness.qt_waiting import until
from protocol.messages import DeleteMe, GetOwnData, OwnData, OwnDataPart, Problem, Welcome


@pytest.fixture
def link(qt_app: QApplication) -> Iterator[FakeLink]:
    link = FakeLink()
    yield link
    link.deleteLater()


@pytest.fixture
def panel(link: FakeLink) -> Iterator[OwnDataPanel]:
    made = OwnDataPanel()
    made.attend(link)
    link.received.connect(made.take)
    made.show()
    yield made
    made.close()
    made.deleteLater()


@pytest.fixture
def told(panel: OwnDataPanel) -> list[str]:
    said: list[str] = []
    panel.told.connect(said.append)
    return said


def rest(link: FakeLink) -> None:
    """Answer all that is asked for, until nothing is."""
    while sent := link.take_sent():
        [question] = sent
        assert isinstance(question, GetOwnData)
        after = SECTIONS[SECTIONS.index(question.section) + 1 :]
        following = OwnDataPart(after[0]) if after else None
        rows = f'[{{"section": "{question.section}"}}]'
        link.tell(OwnData(section=question.section, rows=rows, next=following))


def test_all_parts_are_saved_in_one_file(
    panel: OwnDataPanel, link: FakeLink, told: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.json"
    panel.save_to(file)
    assert not panel.save.isEnabled()
    rest(link)
    found = json.loads(file.read_text(encoding="utf-8"))
    assert [found[section][0]["section"] for section in SECTIONS] == [*SECTIONS]
    assert told == ["Your data are saved as mine.json."]
    assert panel.save.isEnabled()


def test_a_part_that_is_refused_or_lost_is_asked_for_again(
    panel: OwnDataPanel, link: FakeLink, tmp_path: Path
) -> None:
    panel._again.setInterval(0)
    panel.save_to(tmp_path / "mine.json")
    problem = Problem("too fast", "too much was looked up")
    assert panel.expects(problem)
    assert link.take_sent() == [GetOwnData()]
    link.tell(problem)
    assert link.take_sent() == []
    until(lambda: link.sent)
    assert link.take_sent() == [GetOwnData()]
    link.session.closed()
    link.session.opened(link.transmit)
    link.take_sent()  # the hello
    link.tell(Welcome(1, 1, "Ada"))
    assert link.take_sent() == [GetOwnData()]
    link.tell(OwnData(section="player", rows="[]"))
    assert not panel.expects(problem)
    assert (tmp_path / "mine.json").exists()


@pytest.mark.parametrize(
    "said",
    [
        OwnData(section="bans", rows="[]"),
        OwnData(section="player", rows="no list"),
        Problem("server error", "that went wrong here; it has been noted"),
    ],
)
def test_a_server_that_does_not_answer_as_it_should_leaves_no_file(
    panel: OwnDataPanel,
    link: FakeLink,
    told: list[str],
    tmp_path: Path,
    said: OwnData | Problem,
) -> None:
    panel.save_to(tmp_path / "mine.json")
    link.tell(said)
    [sentence] = told
    assert sentence.startswith("Your data could not be saved: ")
    assert not (tmp_path / "mine.json").exists()
    assert panel.save.isEnabled()


def test_a_file_that_cannot_be_written_is_told(
    panel: OwnDataPanel, link: FakeLink, told: list[str], tmp_path: Path
) -> None:
    panel.save_to(tmp_path / "nowhere" / "mine.json")
    rest(link)
    assert told == ["Your data could not be saved: No such file or directory."]


def test_deleting_takes_the_name(panel: OwnDataPanel, link: FakeLink) -> None:
    panel.delete.click()
    assert panel.name.isVisible()
    for typed in ("", "ada", "Bob"):
        panel.name.setText(typed)
        QTest.keyClick(panel.name, Qt.Key.Key_Return)
        assert not panel.sure.isEnabled()
    assert link.take_sent() == []
    panel.name.setText("Ada")
    panel.sure.click()
    assert link.take_sent() == [DeleteMe("Ada")]
    assert not panel.name.isVisible()


def test_who_thinks_again_is_not_deleted(panel: OwnDataPanel, link: FakeLink) -> None:
    panel.delete.click()
    panel.name.setText("Ada")
    panel.cancel.click()
    panel.delete.click()
    assert panel.name.text() == ""
    assert link.take_sent() == []
