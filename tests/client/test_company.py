from client.bot import NAMES
from client.company import free_name


def test_each_bot_gets_a_name_that_nobody_has() -> None:
    assert free_name([]) == NAMES[0]
    assert free_name([NAMES[0], "Ada"]) == NAMES[1]
    assert free_name(NAMES) == f"{NAMES[0]} 2"
    assert free_name([*NAMES, f"{NAMES[0]} 2"]) == f"{NAMES[1]} 2"
