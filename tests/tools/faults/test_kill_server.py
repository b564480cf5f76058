import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from harness.checking_racers import CheckingSession, faults, told_alike
from harness.entry_rows import entries_as_rows
from protocol.messages import Standing
from server.storage.sqlite.files import FILE_NAME
from tools.faults import kill_server

LAST = "(race, number) IN (SELECT race, MAX(number) FROM entries WHERE entry LIKE '[%')"
MADE = "game, options, settings, seed, commitment, rules, certificate, solution"
HARM = {
    f"DELETE FROM entries WHERE {LAST}": "is lost",
    "INSERT INTO entries SELECT race, number + 9999, player, entry, milliseconds, position "
    f"FROM entries WHERE {LAST}": "was not asked for",
    "UPDATE racers SET score = score + 1": "the result is",
    "UPDATE racers SET place = place + 1": "the places",
    "UPDATE races SET seed = 'another'": "not the one promised",
    "UPDATE races SET solution = '[[1,2,3]]' WHERE certificate <> ''": "not the one certified",
    "UPDATE races SET certificate = ''": "the certificate is ''",
    f"INSERT INTO races (id, {MADE}) SELECT id + 9999, {MADE} FROM races "
    "WHERE certificate <> ''": "the deal is that of race",
    "INSERT INTO stock (seed, game, options, rules, solver, solution, positions, made) "
    "SELECT seed, game, options, rules, 0, solution, 0, 0 FROM races WHERE certificate <> ''": (
        "its deal is still in stock"
    ),
}
"""What is done to the database, and what has to be noticed then."""


async def test_nothing_acknowledged_is_lost_however_often_the_server_is_killed(
    tmp_path: Path,
) -> None:
    data = tmp_path / "data"
    company, summary = await kill_server.run(data, 5, 10, random.Random(1))
    sessions = [racer.session for racer in company.racers]
    assert faults(data, sessions) + told_alike(sessions) == [], summary
    assert company.acknowledged > 50
    for number, (harm, found) in enumerate(HARM.items()):
        spoilt = tmp_path / str(number)
        shutil.copytree(data, spoilt)
        with closing(sqlite3.connect(spoilt / FILE_NAME)) as database:
            with entries_as_rows(database):
                database.execute(harm)
            database.commit()
        assert any(found in fault for fault in faults(spoilt, sessions)), found


def test_a_solution_that_is_not_the_one_that_was_sealed_is_found() -> None:
    session = CheckingSession("ada")
    session._certify(7, "one")
    session._certify(7, "one")
    assert session.wrong == []
    session._certify(7, "another")
    assert session.wrong == ["ada: the deal of race 7 is another one than was told"]


def test_what_was_told_in_two_ways_is_found() -> None:
    ada, bob = CheckingSession("ada"), CheckingSession("bob")
    ada.outcomes[7] = []
    bob.outcomes[7] = [*ada.outcomes[7]]
    assert told_alike([ada, bob]) == []
    bob.outcomes[7] = [Standing(1, "ada")]
    assert told_alike([ada, bob]) == ["race 7 was told in 2 ways"]


@pytest.mark.parametrize("wrong", [[], ["something"]])
def test_the_exit_code_says_whether_all_is_well(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], wrong: list[str]
) -> None:
    monkeypatch.setattr(kill_server, "faults", lambda *_: wrong)
    assert kill_server.main(["--kills", "0", "--racers", "1"]) == bool(wrong)
    assert ("WRONG: something" in capsys.readouterr().out) == bool(wrong)
