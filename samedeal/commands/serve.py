"""`samedeal serve`: the race server."""

import argparse
import asyncio
import logging
import os
import signal
import socket
import sys
from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from protocol.nearby import About
from samedeal import service_manager
from samedeal.argument_type import argument_type
from samedeal.company.calling import Place, troupe
from samedeal.configuration.checks import is_local, read_certificate, try_out
from samedeal.configuration.faults import BadConfiguration, Fault
from samedeal.configuration.loading import Loaded, load
from samedeal.configuration.model import Configuration, settings, value_of
from samedeal.configuration.setting import Setting
from samedeal.foundry.analysing import analyst
from samedeal.foundry.beside import foundry
from samedeal.nearby.announcing import Task, announced
from samedeal.page import page_folders
from samedeal.telling import complain
from samedeal.webhooks.messenger import messengers
from server.app import Server, ServerProblem
from server.dailies.almanac import Plan
from server.dailies.days import Days, zone_of
from server.monitoring import log_writer, logs
from server.network import descriptors, event_loop
from server.network.access import Access, BadAccess
from server.network.door import SPARE
from server.storage.postgres.address import where

log = logging.getLogger(__name__)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes: a flag for every setting."""
    parser.description = (
        "Run a race server. Control-C stops it; races under way go on at the next start. Every "
        "setting but a secret is a flag here; in a file (TOML) and in the environment it has the "
        "same name: limits.rate there is --limits-rate here and SAMEDEAL_LIMITS_RATE in between. "
        "Flags are stronger than the environment, and that is stronger than the file."
    )
    parser.epilog = """examples:
  samedeal serve                                  for this machine alone
  samedeal serve --host 0.0.0.0 --data /srv/samedeal
  samedeal serve --config /etc/samedeal.toml --check"""
    parser.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help="the configuration file (or SAMEDEAL_CONFIG in the environment)",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="only tell what is wrong with the configuration, or what it comes to",
    )
    limits = parser.add_argument_group("limits", "bounds that keep one client from harming others")
    for setting in settings().values():
        if setting.flag:
            group = limits if setting.key.startswith("limits.") else parser
            if setting.is_switch:
                group.add_argument(
                    setting.flag,
                    dest=setting.key,
                    action=argparse.BooleanOptionalAction,
                    default=argparse.SUPPRESS,
                    help=_help(setting),
                )
                continue
            group.add_argument(
                setting.flag,
                dest=setting.key,
                action="extend" if setting.is_list else "store",
                type=argument_type(setting.from_text),
                metavar=setting.key.rpartition(".")[2].upper(),
                default=argparse.SUPPRESS,
                help=_help(setting),
            )


def _help(setting: Setting) -> str:
    text = f"{setting.about} (default: {setting.show(setting.default)})".strip()
    return text.replace("%", "%%")  # argparse would take it for a placeholder


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop; return the exit code."""
    flags = {
        key: tuple(found) if isinstance(found, list) else found  # of a flag that came several times
        for key, found in vars(args).items()
        if key in settings()
    }
    try:
        loaded = load(args.config or _config(os.environ), os.environ, flags)
        if args.check:
            asyncio.run(try_out(loaded.configuration, loaded.sources))
            return _show(loaded)
    except BadConfiguration as error:
        for fault in error.faults:
            complain(f"samedeal serve: {fault}")
        return 1
    chosen = loaded.configuration
    logs.configure(chosen.log.level, chosen.log.format, chosen.log.addresses)
    descriptors.allow(chosen.limits.connections + SPARE + descriptors.RESERVE)
    try:
        code = event_loop.run(_serve(loaded))
    except (ServerProblem, BadAccess) as problem:
        complain(f"samedeal serve: {problem}")
        return 1
    except (KeyboardInterrupt, asyncio.CancelledError):  # the latter: a signal during the start
        code = 0
    _tell("Stopped.")
    return code


def _config(environment: Mapping[str, str]) -> Path | None:
    """Return the configuration file that the environment names, if any.

    Raises:
        BadConfiguration: What it names is empty, and so not what somebody wanted.
    """
    named = environment.get("SAMEDEAL_CONFIG")
    if named == "":
        fault = Fault("environment", "SAMEDEAL_CONFIG", "it is empty: unset it, or name a file")
        raise BadConfiguration([fault])
    return Path(named) if named else None


def table(loaded: Loaded) -> str:
    """Return all settings, their values and where those came from, as a table."""
    rows = [
        (key, setting.show(value_of(loaded.configuration, key)), loaded.sources[key])
        for key, setting in settings().items()
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    return "\n".join(
        f"{key:{widths[0]}}  {shown:{min(widths[1], 40)}}  {source}" for key, shown, source in rows
    )


def _show(loaded: Loaded) -> int:
    print(table(loaded))
    for note in loaded.notes:
        print(f"note: {note}")
    print("This configuration is good.")
    return 0


async def _serve(loaded: Loaded) -> int:
    chosen = loaded.configuration
    certificate = read_certificate(chosen)
    tls = certificate.context if certificate else None
    page = page_folders() if chosen.page else None
    async with AsyncExitStack() as stack:
        stopping = stack.enter_context(_Stopping())
        beside = await stack.enter_async_context(foundry()) if chosen.stock else None
        analysing = await stack.enter_async_context(analyst()) if chosen.stock else None
        telling = (
            stack.enter_context(messengers(chosen.webhook, chosen.page_at))
            if chosen.webhook
            else None
        )
        players = await stack.enter_async_context(troupe()) if chosen.limits.bots else None
        server = await stack.enter_async_context(
            Server.open(
                chosen.data,
                chosen.host,
                chosen.port,
                limits=chosen.limits,
                access=Access(
                    chosen.password, tls, chosen.proxies, chosen.proxy_header, chosen.origins
                ),
                metrics_networks=chosen.metrics,
                keep=chosen.keep,
                keep_chat=chosen.keep_chat,
                page=page,
                database_at=chosen.database,
                reached_at=chosen.reached_at,
                foundry=beside,
                analyst=analysing,
                tell_outside=telling.tell if telling else None,
                troupe=players,
                daily=Plan(chosen.daily, Days(zone_of(chosen.daily_zone))),
            )
        )
        if players is not None:
            players.place = Place(
                chosen.host, server.port, chosen.data, chosen.password, chosen.tls.certificate
            )
            await server.company.call_again()
        if certificate:
            await stack.enter_async_context(certificate.kept_fresh())
        stopping.server = server
        data = where(chosen.database) if chosen.database else str(chosen.data)
        _greet(chosen.host, server.port, data, secure=tls is not None, page=page is not None)
        for note in loaded.notes:
            log.warning("%s", note)
        service_manager.tell(service_manager.READY)
        if chosen.announced_as and not is_local(chosen.host):
            await stack.enter_async_context(announced(_announcement(chosen, server)))
        await server.serve_forever()
    return 0


def _announcement(chosen: Configuration, server: Server) -> Task:
    """Return what to say of a server in its network."""
    listening = [each for each in server.sockets.sockets if each.family == socket.AF_INET]
    hosts = [str(each.getsockname()[0]) for each in listening]
    about = About(secure=chosen.tls.certificate is not None, password=bool(chosen.password))
    return Task(chosen.announced_as, server.port, hosts, about)


class _Stopping:
    """Stops at the first signal when no race is on any more or the time is up, else at the next.

    A server that is not up yet stops its start.  What whoever started it lets it ignore, as nohup
    does with the end of the terminal, it does ignore.
    """

    def __init__(self) -> None:
        """Make it in the task that starts the server."""
        self.server: Server | None = None
        """The server, when it is up."""
        self._signals = 0
        self._starting = asyncio.current_task()
        self._heard: list[signal.Signals] = []

    def __enter__(self) -> Self:
        """Listen to signals from now on."""
        if sys.platform == "win32":  # Control-C ends asyncio.run there
            return self
        loop = asyncio.get_running_loop()

        def hear(*_: object) -> None:
            loop.call_soon_threadsafe(self._stop)

        # Not by the loop's own handlers: it takes them away by the defaults of Python, and who
        # presses Control-C at that moment would end a server that is all but over.
        for number in filter(None, map(_signal, ("SIGINT", "SIGTERM", "SIGHUP"))):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, hear)
                self._heard.append(number)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Listen no more: all is closed, and the little that is left needs no other end."""
        for number in self._heard:
            signal.signal(number, signal.SIG_IGN)

    def _stop(self) -> None:
        if self.server is None:
            assert self._starting is not None
            self._starting.cancel()
            return
        self._signals += 1
        service_manager.tell(service_manager.STOPPING)
        left = self.server.stop() if self._signals == 1 else self.server.stop(0)
        if left:
            seconds = "1 second" if left == 1 else f"{left:g} seconds"
            text = f"Stopping when no race is on any more, in {seconds} at the latest."
            _tell(f"{text} Control-C again stops at once.")


def _signal(name: str) -> signal.Signals | None:
    """Return a signal by its name; None where there is none of it."""
    return getattr(signal, name, None)


def _tell(text: str) -> None:
    """Print something for whoever looks; that nobody can read it (now) stops no server."""
    log_writer.tell(sys.stdout, text)


def _greet(host: str, port: int, data: str, *, secure: bool = False, page: bool = False) -> None:
    everywhere = host in ("0.0.0.0", "::", "")  # noqa: S104 (only compared)
    name = "THIS-MACHINE" if everywhere else f"[{host}]" if ":" in host else host
    address = f"{'wss' if secure else 'ws'}://{name}:{port}"
    _tell(f"Samedeal server at {address}, data in {data}")
    if page:
        _tell(f"Open in a browser:  http{'s' if secure else ''}://{name}:{port}/")
    _tell(f"Join with:  samedeal play {address}")
    if everywhere:
        _tell("(with this machine's name or address in place of THIS-MACHINE)")
    _tell("Control-C stops it.")
