"""A real server behind a real nginx and a real Caddy: `python -m tools.faults.proxies`.

The proxies get the text that docs/deploy has for them, and the server the settings that
docs/operating.md tells, with nothing changed but names, ports and certificates.  The address of
each player has to arrive, and a frame of every size that is allowed; who says nothing has to stay
connected longer than a proxy waits.  Racers race through each proxy, which is started again
meanwhile; then `harness.checking_racers.faults` has to find nothing wrong.  A program that is not
installed is left out, and that is told.  The exit code is 1 if something is not as it should be.
"""

import argparse
import asyncio
import contextlib
import os
import random
import re
import shutil
import signal
import ssl
import sys
import tempfile
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import trustme
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from client.session.address import Address
from harness.checking_racers import CheckingRacers, faults, some_moves, told_alike
from harness.server_process import free_port
from protocol import wire
from protocol.forms import MAX_CLIENT_FRAME
from protocol.messages import VERSION, Hello, ServerMessage, Welcome
from tools.faults.kill_server import ROOT, START

DOCS: Final = ROOT / "docs"
NAME: Final = "example.org"
"""The host in the documents' examples."""
PER_ADDRESS: Final = 40
"""Connections that the server allows to one address."""
FILES: Final = 1024
"""The files that a service of systemd may open before it asks for more."""
PATIENCE: Final = 10.0
"""Seconds that anything may take."""


class NotAsDocumented(Exception):
    """The documents' text is not what this tool knows how to try; the text says what is missing."""


@dataclass(frozen=True)
class Site:
    """What takes the place of the examples in the documents."""

    directory: Path
    """Where certificate, key and configuration lie."""
    port: int
    """The proxy's, for TLS."""
    server: int
    """The port of the server behind it."""

    @property
    def certificate(self) -> Path:
        """The proxy's certificate, with its chain."""
        return self.directory / "certificate.pem"

    @property
    def key(self) -> Path:
        """The key of that."""
        return self.directory / "key.pem"


def changed(text: str, *changes: tuple[str, str]) -> str:
    """Return a text with each first part replaced by the second.

    Raises:
        NotAsDocumented: One is not in it.
    """
    for old, new in changes:
        if old not in text:
            raise NotAsDocumented(f"there is no {old!r} in it any more")
        text = text.replace(old, new)
    return text


def server_settings() -> str:
    """Return the settings that docs/operating.md tells for a server behind a proxy."""
    page = (DOCS / "operating.md").read_text(encoding="utf-8")
    found = re.search(r'^    host = "127\.0\.0\.1"\n    proxies = .*$', page, re.MULTILINE)
    if not found:
        raise NotAsDocumented("docs/operating.md tells no settings for a server behind a proxy")
    return found[0]


def nginx_configuration(site: Site) -> str:
    """Return a whole nginx.conf around docs/deploy/nginx.conf."""
    page = (DOCS / "operating.md").read_text(encoding="utf-8")
    connections = re.search(r"`(worker_connections \d+;)`", page)
    files = re.search(r"`(worker_rlimit_nofile \d+;)`", page)
    if not (connections and files):
        raise NotAsDocumented("docs/operating.md tells no worker_connections or no files for them")
    text = changed(
        (DOCS / "deploy" / "nginx.conf").read_text(encoding="utf-8"),
        ("listen 443 ssl;", f"listen 127.0.0.1:{site.port} ssl;"),
        ("listen [::]:443 ssl;", ""),
        (f"server_name {NAME};", "server_name localhost;"),
        (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(site.certificate)),
        (f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(site.key)),
        ("http://127.0.0.1:7713", f"http://127.0.0.1:{site.server}"),
    )
    places = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{each}_temp_path {site.directory}/{each};\n" for each in places)
    return (
        f"{files[1]}\n"
        f"daemon off; pid {site.directory}/nginx.pid; error_log stderr warn;\n"
        f"events {{ {connections[1]} }}\n"
        f"http {{ access_log off;\n{temporary}{text}}}\n"
    )


def caddy_configuration(site: Site) -> str:
    """Return a whole Caddyfile around docs/deploy/Caddyfile."""
    here = f"https://localhost:{site.port}"
    text = changed(
        (DOCS / "deploy" / "Caddyfile").read_text(encoding="utf-8"),
        (f"\n{NAME} {{", f"\n{here} {{\n\tbind 127.0.0.1\n\ttls {site.certificate} {site.key}"),
        ("reverse_proxy 127.0.0.1:7713", f"reverse_proxy 127.0.0.1:{site.server}"),
    )
    return f"{{\n\tadmin off\n\tauto_https off\n}}\n{text}"


CONFIGURATIONS: Final = {"nginx": nginx_configuration, "caddy": caddy_configuration}


@contextlib.asynccontextmanager
async def serving(data: Path, directory: Path) -> AsyncIterator[int]:
    """Run a server with the documents' settings for a while; yields its port."""
    configuration = directory / "samedeal.toml"
    configuration.write_text(
        f"{server_settings()}\nport = 0\nmetrics = ['127.0.0.1']\n"
        f"[limits]\nconnections_per_address = {PER_ADDRESS}\n"
    )
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "samedeal", "serve"),
        *("--config", str(configuration), "--data", str(data)),
        cwd=ROOT,
        stdout=PIPE,
        stderr=DEVNULL,
    )
    try:
        assert process.stdout is not None
        async with asyncio.timeout(START):
            line = (await process.stdout.readline()).decode()
        found = re.match(r"Samedeal server at ws://127\.0\.0\.1:(\d+), ", line)
        if not found:
            raise NotAsDocumented(f"the server does not start with these settings: {line!r}")
        yield int(found[1])
    finally:
        await _end(process)


async def start(name: str, program: str, site: Site) -> Process:
    """Start a proxy, and wait until it answers."""
    file = site.directory / name
    file.write_text(CONFIGURATIONS[name](site))
    arguments = {
        "nginx": ("-p", str(site.directory), "-c", str(file)),
        "caddy": ("run", "--adapter", "caddyfile", "--config", str(file)),
    }[name]
    log = site.directory / f"{name}.log"
    with log.open("ab") as errors:
        process = await asyncio.create_subprocess_exec(
            *("sh", "-c", f'ulimit -Sn {FILES}; exec "$@"', "sh", program),
            *arguments,
            cwd=site.directory,
            env=os.environ | {"HOME": str(site.directory)},
            stdout=DEVNULL,
            stderr=errors,
        )
    async with asyncio.timeout(START):
        while (await page(site, "/healthz"))[:2] != (200, "ok"):
            if process.returncode is not None:
                told = log.read_text(errors="replace")
                raise NotAsDocumented(f"{name} does not start: {told[-500:]}")
            await asyncio.sleep(0.02)
    if warned := [
        line for line in log.read_text(errors="replace").splitlines() if "[warn]" in line
    ]:
        raise NotAsDocumented(f"nginx warns: {warned[0]}")
    return process


async def page(site: Site, path: str) -> tuple[int, str]:
    """Return the status and the text of a page; 0 if nobody is there."""
    try:
        reader, writer = await asyncio.open_connection("localhost", site.port, ssl=True)
    except OSError:
        return 0, ""
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    try:
        head, _, body = (await reader.read()).decode(errors="replace").partition("\r\n\r\n")
    finally:
        writer.close()
        await writer.wait_closed()
    return int(head.split()[1]) if head else 0, body.strip()


async def enter(
    stack: contextlib.AsyncExitStack, site: Site, name: str, source: str, **headers: str
) -> ClientConnection | None:
    """Connect from an address of this machine and say hello; None if that is not let in."""
    try:
        connection = await stack.enter_async_context(
            connect(
                f"wss://localhost:{site.port}",
                compression=None,
                local_addr=(source, 0),
                additional_headers=headers,
                open_timeout=PATIENCE,
                close_timeout=1,
            )
        )
        await connection.send(wire.encode(Hello(VERSION, name)))
        return connection if isinstance(await hear(connection), Welcome) else None
    except (WebSocketException, OSError):
        return None


async def hear(connection: ClientConnection) -> ServerMessage:
    """Return the next message."""
    async with asyncio.timeout(PATIENCE):
        return wire.decode_server(wire.split(await connection.recv())[0])


async def look(site: Site, idle: float) -> AsyncIterator[str]:
    """Return what is not as it should be with who comes through the proxy."""
    status, _ = await page(site, "/metrics")
    if status not in (403, 404):
        yield f"/metrics is given to everybody: {status}"
    async with contextlib.AsyncExitStack() as stack:
        # Each says that it comes from elsewhere, which nobody is to believe.
        others = {"X-Forwarded-For": "203.0.113.1"}
        for number in range(PER_ADDRESS):
            others["X-Forwarded-For"] = f"203.0.113.{number}"
            if not await enter(stack, site, f"Near {number}", "127.0.9.1", **others):
                yield f"number {number + 1} of {PER_ADDRESS} from one address is not let in"
                return
        if await enter(stack, site, "Too many", "127.0.9.1", **others):
            yield "players say themselves from where they come, and are believed"
        far = await enter(stack, site, "Far", "127.0.9.2")
        if far is None:
            yield "all players seem to come from one address"
            return
        await far.send(b"\x00" * MAX_CLIENT_FRAME)
        await hear(far)  # a problem: it is no message, and came whole
        await far.send(wire.encode(Hello(VERSION, "Again")))
        await hear(far)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(idle):
                await far.wait_closed()
                yield f"who says nothing is cut off within {idle:g} s: {far.close_reason}"
                return
        await far.send(wire.encode(Hello(VERSION, "Still here")))
        await hear(far)


async def race(
    site: Site, name: str, program: str, data: Path, restarts: int
) -> tuple[str, list[str]]:
    """Race through a proxy that is started again so often; return a summary, and what is wrong."""
    chance = random.Random(1)  # noqa: S311
    company = CheckingRacers(Address("localhost", site.port, secure=True))
    process = await start(name, program, site)
    try:
        async with asyncio.timeout(START):
            await company.gather(10, 5, chance)
        for _ in range(restarts):
            await some_moves(company, 50)
            company.check()
            await _end(process)
            process = await start(name, program, site)
        await some_moves(company, 50)
        await company.finish()
    finally:
        await company.leave()
        await _end(process)
    sessions = [racer.session for racer in company.racers]
    summary = (
        f"{company.acknowledged} entries acknowledged, {company.again} sent again, "
        f"over {restarts} restarts of the proxy"
    )
    return summary, faults(data, sessions) + told_alike(sessions)


async def try_out(
    name: str, program: str, directory: Path, idle: float, restarts: int
) -> tuple[str, list[str]]:
    """Try one proxy; return a summary, and what is wrong."""
    data = directory / "data"
    async with serving(data, directory) as server:
        site = Site(directory, free_port(), server)
        process = await start(name, program, site)
        try:
            wrong = [each async for each in look(site, idle)]
        finally:
            await _end(process)
        summary, more = await race(site, name, program, data, restarts)
    return summary, wrong + more


@contextlib.contextmanager
def trusted(directory: Path) -> Iterator[None]:
    """Write a certificate for this machine, and have this program trust it."""
    authority = trustme.CA()
    issued = authority.issue_cert("localhost")
    for pem in issued.cert_chain_pems:
        pem.write_to_path(directory / "certificate.pem", append=True)
    issued.private_key_pem.write_to_path(directory / "key.pem")
    authority.cert_pem.write_to_path(directory / "authority.pem")
    variable = ssl.get_default_verify_paths().openssl_cafile_env
    before = os.environ.get(variable)
    os.environ[variable] = str(directory / "authority.pem")
    try:
        yield
    finally:
        del os.environ[variable]
        if before is not None:
            os.environ[variable] = before


async def _end(process: Process) -> None:
    if process.returncode is None:
        process.send_signal(signal.SIGTERM)
        try:
            async with asyncio.timeout(PATIENCE):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()


def main(arguments: list[str] | None = None) -> int:
    """Do what the module says; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--idle", type=float, default=75.0, help="seconds to say nothing")
    parser.add_argument("--restarts", type=int, default=3, help="of each proxy, during the race")
    args = parser.parse_args(arguments)
    failed = False
    for name in CONFIGURATIONS:
        # Debian has nginx where only root looks for programs.
        program = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")
        if program is None:
            print(f"{name}: left out, it is not installed")
            continue
        with tempfile.TemporaryDirectory() as directory, trusted(Path(directory)):
            work = try_out(name, program, Path(directory), args.idle, args.restarts)
            summary, wrong = asyncio.run(work)
        print(f"{name}: {summary}: " + ("all is as it should be" if not wrong else "WRONG"))
        for line in wrong:
            print(f"  {line}")
        failed = failed or bool(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
