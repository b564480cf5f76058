from engine.solver.answer import Answer
from engine.state import Click
from protocol.deals import NOT_FOUND
from samedeal.solving.survey import Question, Solved
from samedeal.solving.winnability import SETTINGS, page


def test_every_game_with_every_choice_that_matters_is_asked_about() -> None:
    assert len({game for game, _ in SETTINGS}) == 94
    assert ("klondike", (("deal", "no-redeals"),)) in SETTINGS
    assert sum(game == "triple-peaks" for game, _ in SETTINGS) == 1


def test_a_row_says_what_is_known() -> None:
    options = (("deal", "three-card-deals"),)
    found = [
        Solved(Question("klondike", options, "1", 9), Answer("won", 1234, (Click(0),) * 99)),
        Solved(Question("klondike", options, "2", 9), Answer("unknown", 9)),
        Solved(Question("golf", (), "1", 9), Answer("impossible", 9)),
    ]
    table, _, without = page(found, 9).partition("\n\n## ")
    lines = table.splitlines()
    assert lines[-2] == (
        "| Klondike | deal: Three card deals | 2 | 1 | 0 | 1 | 9–100 % | 1,234 | 99 | 81.9 % [1] |"
    )
    assert lines[-1] == "| Golf |  | 1 | 0 | 1 | 0 | 0–79 % |  |  |  |"
    assert "\n| Spider | suits: Four suits | " in without
    assert without.count("\n|") == 2 + len(NOT_FOUND)
    assert len({line.count("|") for line in lines if line.startswith("|")}) == 1
