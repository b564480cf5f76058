from hypothesis import given, settings
from hypothesis import strategies as st

from server.rooms.passwords import make_key, make_lock, opens


@settings(max_examples=20)
@given(st.text(min_size=1, max_size=64), st.text(min_size=1, max_size=64))
def test_a_lock_opens_to_its_password_alone(password: str, other: str) -> None:
    lock = make_lock(password)
    assert opens(make_key(password, lock), lock)
    assert opens(make_key(other, lock), lock) == (other == password)
    assert password not in lock or len(password) < 4


def test_no_two_locks_are_the_same() -> None:
    assert make_lock("sesame") != make_lock("sesame")


def test_without_a_password_there_is_no_lock() -> None:
    assert make_lock("") == ""
