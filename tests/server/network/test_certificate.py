"""A certificate as clients see it, and as it is renewed under a running server."""

import asyncio
import logging
import os
import ssl
import sys
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import trustme
from cryptography.hazmat.primitives import serialization
from websockets.asyncio.client import connect

from server.app import Server
from server.network.access import Access, BadAccess
from server.network.certificate import Certificate
from tests.server.play import PATIENCE

NOW = datetime.now(UTC)
AUTHORITY = trustme.CA()


def issue(directory: Path, *names: str, days: tuple[int, int] = (-1, 90)) -> tuple[Path, Path]:
    """Write a certificate for these names, of that many days from now, and its key."""
    first, last = (NOW + timedelta(days=number) for number in days)
    made = AUTHORITY.issue_cert(*names, common_name="x", not_before=first, not_after=last)
    paths = directory / "certificate.pem", directory / "key.pem"
    paths[0].write_bytes(b"".join(pem.bytes() for pem in made.cert_chain_pems))
    made.private_key_pem.write_to_path(paths[1])
    return paths


@pytest.mark.parametrize(
    ("names", "days", "host", "told"),
    [
        (("example.org",), (-1, 90), "0.0.0.0", ""),
        (("example.org",), (-1, 90), "::", ""),
        (("example.org",), (-1, 90), "example.org", ""),
        (("*.example.org",), (-1, 90), "race.example.org", ""),
        (("203.0.113.7",), (-1, 90), "203.0.113.7", ""),
        (("example.org",), (-90, -1), "0.0.0.0", "has expired, and clients refuse it: renew it"),
        (("example.org",), (1, 90), "0.0.0.0", "is not valid yet; is the clock of this machine"),
        (("example.org",), (-80, 5), "0.0.0.0", f"expires on {NOW + timedelta(5):%Y-%m-%d}: renew"),
        ((), (-1, 90), "0.0.0.0", "is for no name, and clients refuse it: it needs the server's"),
        (
            ("example.org", "www.example.org"),
            (-1, 90),
            "example.net",
            "is for example.org, www.example.org: players have to connect by that, and not by ex",
        ),
    ],
)
def test_what_clients_will_not_like(
    tmp_path: Path, names: tuple[str, ...], days: tuple[int, int], host: str, told: str
) -> None:
    notes = list(Certificate(*issue(tmp_path, *names, days=days)).notes(host))
    assert len(notes) == bool(told), notes
    assert told in "".join(notes)


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    certificate, key = issue(tmp_path, "example.org")
    text = key.read_bytes()
    private = serialization.load_pem_private_key(text, None)
    encrypted = private.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(b"hush"),
    )
    other = AUTHORITY.issue_cert("example.org").private_key_pem.bytes()
    for wrong in (
        b"",
        b"noise",
        encrypted,
        other,
        text[: len(text) // 2],
        certificate.read_bytes(),
    ):
        key.write_bytes(wrong)
        with pytest.raises(BadAccess, match=r"cannot use .*key\.pem for TLS \(.+\): give a certif"):
            Certificate(certificate, key)
    key.write_bytes(text)
    for wrong in (b"", b"noise", text, certificate.read_bytes()[:100]):
        certificate.write_bytes(wrong)
        with pytest.raises(BadAccess, match=r"cannot use .*certificate\.pem and"):
            Certificate(certificate, key)


async def shown(port: int) -> str:
    """Return the number of the certificate that a client is shown."""
    trusting = ssl.create_default_context()
    AUTHORITY.configure_trust(trusting)
    async with (
        asyncio.timeout(PATIENCE),
        connect(f"wss://localhost:{port}", ssl=trusting) as connection,
    ):
        return str(connection.transport.get_extra_info("peercert")["serialNumber"])


async def test_a_renewed_certificate_is_taken_without_a_restart(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    (tmp_path / "new").mkdir()
    old, new = issue(tmp_path, "localhost"), issue(tmp_path / "new", "localhost")
    certificate = Certificate(*old)
    access = Access(tls=certificate.context)
    async with Server.open(tmp_path / "data", access=access) as server:
        first = await shown(server.port)
        assert not certificate.renew()
        new[0].replace(old[0])  # The key is not there yet: this would not fit.
        for _ in range(3):
            assert not certificate.renew()
            assert await shown(server.port) == first
        assert caplog.text.count("the new certificate cannot be used yet") == 1
        new[1].replace(old[1])
        assert certificate.renew()
        assert not certificate.renew()
        second = await shown(server.port)
        assert second != first
        old[1].unlink()  # Whatever becomes of the files, the server goes on with what it has.
        assert not certificate.renew()
        assert await shown(server.port) == second


async def test_it_is_looked_for_by_itself(tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    old, new = issue(tmp_path, "localhost"), issue(tmp_path / "new", "localhost")
    certificate = Certificate(*old)
    access = Access(tls=certificate.context)
    async with (
        Server.open(tmp_path / "data", access=access) as server,
        certificate.kept_fresh(0.01),
    ):
        first = await shown(server.port)
        for before, after in zip(new, old, strict=True):
            before.replace(after)
        async with asyncio.timeout(PATIENCE):
            while await shown(server.port) == first:
                pass


def test_what_clients_will_not_like_of_a_renewed_one_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    certificate = Certificate(*issue(tmp_path, "localhost"), "localhost")
    for names, days, told in (
        ("localhost", (-9, -1), "has expired, and clients refuse it"),
        ("example.org", (-1, 90), "is for example.org: players have to connect by that"),
        ("localhost", (1, 90), "is not valid yet"),
    ):
        issue(tmp_path, names, days=days)
        assert certificate.renew()
        assert told in caplog.messages[-1]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
def test_a_pipe_is_no_certificate(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    paths = issue(tmp_path, "localhost")
    certificate = Certificate(*paths)
    paths[0].unlink()
    os.mkfifo(paths[0])
    assert not certificate.renew()
    assert "is no file" in caplog.text


async def test_a_disk_that_hangs_holds_up_neither_the_loop_nor_a_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = Certificate(*issue(tmp_path, "localhost"))
    hangs, goes_on = threading.Event(), threading.Event()

    def renew() -> bool:
        hangs.set()
        return goes_on.wait()

    monkeypatch.setattr(certificate, "renew", renew)
    try:
        async with asyncio.timeout(PATIENCE), certificate.kept_fresh(0.01):
            await asyncio.to_thread(hangs.wait)
    finally:
        goes_on.set()
