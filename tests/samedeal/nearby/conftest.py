"""Each test has a type of service of its own, so that those beside it are not heard."""

import secrets

import pytest

from samedeal.nearby import announcer, finder
from tests.samedeal.nearby.multicast import can_multicast


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> str:
    if not can_multicast():
        pytest.skip("this machine lets no multicast pass over its loopback interface")
    made = f"_t{secrets.token_hex(6)}._tcp.local."
    for module in (announcer, finder):
        monkeypatch.setattr(module, "SERVICE", made)
    return made
