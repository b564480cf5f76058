from engine.catalogue import Choice
from samedeal.solving.survey import Question, survey

NO_OPTIONS: tuple[tuple[str, Choice], ...] = ()
QUESTIONS = [Question("cover", NO_OPTIONS, str(number), 2000) for number in range(6)]


def test_several_processes_give_the_answers_of_one_in_order() -> None:
    with survey(QUESTIONS, 1) as answers:
        alone = list(answers)
    assert [solved.question for solved in alone] == QUESTIONS
    assert {solved.answer.verdict for solved in alone} <= {"won", "impossible"}
    with survey(QUESTIONS, 2) as answers:
        assert list(answers) == alone
