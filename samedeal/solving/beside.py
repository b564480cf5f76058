"""The process beside a window that finds deals that can be won, and ways to win.

It is told what to do by lines of JSON on its standard input, and prints what it finds, a line each
(see `client.session.solving.orders`).  It ends when its input does.
"""

import secrets
from collections.abc import Callable, Iterator

from client.session.solving.orders import Find, Found, Look, Order, orders
from engine import catalogue
from engine.play import Play
from engine.solver.answer import Answer
from engine.solver.search import Solver
from protocol import wire
from protocol.certificate import packed
from protocol.messages import MAX_SOLUTION
from samedeal.solving.band import Interrupted, band_of
from samedeal.solving.inbox import Inbox, attend, say
from samedeal.solving.slices import solve
from server.stock.levels import OTHER, budget, in_vain


def new_seed() -> str:
    """Return a seed that nobody has seen, short enough to be read out."""
    return secrets.token_hex(4)


def work(
    order: Order, has_another: Callable[[], bool], seeds: Callable[[], str] = new_seed
) -> Iterator[Found]:
    """Yield what comes of an order; nothing more once there is another one."""
    match order:
        case Find():
            yield from _find(order, has_another, seeds)
        case Look():
            yield from _look(order, has_another)


def _find(
    order: Find, has_another: Callable[[], bool], seeds: Callable[[], str]
) -> Iterator[Found]:
    game, made, tried = catalogue.make(order.game, order.options), 0, 0
    most = in_vain(order.game)
    while made < most:
        seed = seeds()
        answer = solve(Solver(game, seed), budget(order.game), has_another)
        if answer is None:
            return
        won = answer.verdict == "won" and 0 < len(answer.actions) <= MAX_SOLUTION
        if won and _is_wanted(order, seed, answer, has_another):
            solution = list(packed(answer.actions))
            yield Found(order.number, True, "won", seed, solution, tried)
            return
        if has_another():
            return
        made += max(OTHER if won else 1, answer.positions)
        tried += 1
        yield Found(order.number, made >= most, tried=tried)


def _is_wanted(order: Find, seed: str, won: Answer, has_another: Callable[[], bool]) -> bool:
    """Return whether a deal that was won is as hard as wished; no if there is another order."""
    if order.band is None:
        return True
    try:
        return band_of(order.game, order.options, seed, won, has_another) == order.band
    except Interrupted:
        return False


def _look(order: Look, has_another: Callable[[], bool]) -> Iterator[Found]:
    game = catalogue.make(order.game, order.options)
    play = Play(game, order.seed)
    for action in order.actions:
        play.enter(wire.parse_action(action))
    answer = solve(Solver(game, order.seed, play.state), order.positions, has_another)
    if answer is not None:
        solution = list(packed(answer.actions[:MAX_SOLUTION]))
        yield Found(order.number, True, answer.verdict, solution=solution)


def main() -> None:
    """Work until the standard input is at its end."""
    inbox = Inbox[Order](orders)
    attend(inbox)
    while True:
        for found in work(inbox.next(), inbox.pause):
            say(found)


if __name__ == "__main__":
    main()
