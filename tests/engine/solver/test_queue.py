from engine.solver.queue import MOST, Queue


def popped(queue: Queue) -> list[int | None]:
    """All that there is, and that there is no more."""
    found: list[int | None] = []
    while not found or found[-1] is not None:
        found.append(queue.pop())
    return found


def test_the_nearest_comes_first_and_of_equal_ones_the_newest() -> None:
    queue = Queue()
    for number, distance in enumerate((3, 1, 2, 1)):
        queue.push(number, distance)
    assert popped(queue) == [3, 1, 2, 0, None]


def test_levels_take_turns_from_the_highest_down() -> None:
    queue = Queue()
    for number, level in enumerate((8, 8, 7, 7, 3)):
        queue.push(number, number, level)
    assert popped(queue) == [0, 2, 4, 1, 3, None]


def test_levels_far_behind_wait() -> None:
    queue = Queue()
    for number in range(MOST + 1):
        queue.push(2 * number, 0, -number)
        queue.push(2 * number + 1, 1, -number)
    first = [queue.pop() for _ in range(2 * MOST)]
    assert sorted(each for each in first if each is not None) == list(range(2, 2 * MOST + 2))
    assert popped(queue) == [0, 1, None]
