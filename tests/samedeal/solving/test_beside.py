"""What the process beside a window does with its orders."""

from collections.abc import Iterator
from itertools import count

import pytest

from client.session.solving.orders import Find, Look, Order, answers, orders
from engine import catalogue
from protocol.bands import BANDS
from protocol.certificate import wins
from protocol.messages import Band, GameOptions
from samedeal.solving.beside import new_seed, work
from samedeal.solving.inbox import Inbox
from samedeal.solving.survey import Question, ask
from server.stock.levels import IN_VAIN
from tests.server.stock.fake_foundry import QUICK, certified

DEAL = certified(1)
ALL: list[list[int]] = list(DEAL.solution)


def never() -> bool:
    return False


def test_a_deal_is_found_that_can_be_won() -> None:
    *_, found = work(Find(7, QUICK, {}), never)
    assert (found.number, found.over, found.verdict) == (7, True, "won")
    assert wins(catalogue.make(QUICK), found.seed, found.solution)


@pytest.mark.parametrize("band", BANDS)
def test_a_deal_is_found_that_is_as_hard_as_wished(band: Band) -> None:
    seeds = (str(number) for number in count())
    *others, found = work(Find(7, "thirteens", {}, band), never, lambda: next(seeds))
    assert found.verdict == "won"
    assert [told.over for told in others] == [False] * found.tried
    options = catalogue.entry("thirteens").complete({})
    solved = ask(Question("thirteens", (*options.items(),), found.seed, 20_000, True))
    assert solved.band == band


def test_another_order_does_not_wait_until_it_is_known_how_hard_a_deal_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: object) -> Iterator[int]:
        yield 500
        raise AssertionError("it went on")

    monkeypatch.setattr("samedeal.solving.band.playouts", interrupted)
    answers = iter([False])  # Once while it is looked for; there is another order then.
    assert list(work(Find(7, QUICK, {}, "easy"), lambda: next(answers, True), lambda: "1")) == []


def test_what_is_in_vain_is_told_deal_by_deal_and_ends() -> None:
    seeds = (str(number) for number in count())
    told = []
    for found in work(Find(7, "kansas", {}), never, lambda: next(seeds)):
        told.append(found)
        if len(told) == 2:
            break
    assert [(found.over, found.verdict, found.tried) for found in told] == [
        (False, "unknown", 1),
        (False, "unknown", 2),
    ]
    assert IN_VAIN > 0


def test_another_order_ends_the_work() -> None:
    assert list(work(Find(7, "kansas", {}), lambda: True)) == []
    assert list(work(Look(8, "kansas", {}, "seed", [], 5000), lambda: True)) == []


def look(seed: str, actions: list[list[int]], positions: int, game: str = QUICK) -> Look:
    options: GameOptions = {}
    return Look(8, game, options, seed, actions, positions)


def test_a_way_to_win_is_found_from_where_the_game_stands() -> None:
    begun = ALL[:3]
    [found] = work(look(DEAL.seed, begun, 50_000), never)
    assert (found.verdict, found.over) == ("won", True)
    assert wins(catalogue.make(QUICK), DEAL.seed, [*begun, *found.solution])


def test_what_so_many_positions_do_not_tell_is_unknown() -> None:
    [found] = work(look("seed", [], 100, "kansas"), never)
    assert (found.verdict, found.over, found.solution) == ("unknown", True, [])


def test_the_newest_order_is_the_one_that_is_worked_on() -> None:
    inbox = Inbox[Order](orders)
    inbox.take_in(b'{"type":"find","number":1,"game":"golf","options":{}}')
    inbox.take_in(b'{"type":"find","number":2,"game":"golf","options":{}}')
    assert inbox.pause()
    assert inbox.next().number == 2
    assert not inbox.pause()


def test_what_is_said_is_read() -> None:
    order = orders.decode(
        b'{"type":"look","number":3,"game":"golf","options":{},"seed":"s","actions":[[0]],"positions":9}'
    )
    assert order == Look(3, "golf", {}, "s", [[0]], 9)
    assert answers.decode(b'{"number":3,"over":true}').verdict == "unknown"
    assert len(new_seed()) == 8
