"""Each test has a type of service of its own, so that those beside it are not heard."""

import secrets

import pytest

from samedeal.nearby import announcer, finder


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> str:
    made = f"_t{secrets.token_hex(6)}._tcp.local."
    for module in (announcer, finder):
        monkeypatch.setattr(module, "SERVICE", made)
    return made
