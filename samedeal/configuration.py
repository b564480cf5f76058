"""What `samedeal serve` can be told: every setting, its type, and where it comes from.

A setting comes from, the stronger last: its default, the configuration file (TOML), the
environment and the command line.  `limits.rate` in the file is `rate` in the table `[limits]`,
`SAMEDEAL_LIMITS_RATE` in the environment and `--limits-rate` on the command line; so it goes for
every setting.
"""

import dataclasses
import difflib
import ipaddress
import re
import textwrap
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from protocol.wire import DEFAULT_PORT
from samedeal.setting import HIGHEST_PORT, PREFIX, Setting, settings_of
from server.bounds import Limits
from server.network.access import Network
from server.network.pages import PRIVATE_NETWORKS

LogFormat: TypeAlias = Literal["auto", "text", "json"]
LogLevel: TypeAlias = Literal["debug", "info", "warning", "error"]
LogAddresses: TypeAlias = Literal["full", "short", "none"]

OTHERS: Final = frozenset({"SAMEDEAL_CONFIG", "SAMEDEAL_DEBUG"})
"""Variables of the environment that begin with `PREFIX` and are no settings."""
OTHERS_MAY_READ: Final = 0o007


@dataclass(frozen=True)
class TLS:
    """Encryption, where no reverse proxy does it."""

    certificate: Path | None = field(
        default=None, metadata={"example": "/etc/samedeal/certificate.pem"}
    )
    """The certificate with its chain, as a PEM file; with it, the server speaks wss alone."""
    key: Path | None = field(default=None, metadata={"example": "/etc/samedeal/key.pem"})
    """Its private key, as a PEM file; not needed if it is in the certificate's file."""


@dataclass(frozen=True)
class Log:
    """What the server tells about itself, on its standard error."""

    format: LogFormat = "auto"
    """text for people, json for machines (a line an event); auto: text on a terminal, else json."""
    level: LogLevel = "info"
    """The least that is told; debug tells each refusal too."""
    addresses: LogAddresses = "full"
    """Whether network addresses are told; short keeps the network only (/24, or /48 in IPv6)."""


@dataclass(frozen=True)
class Configuration:
    """Everything that can be set.  Files may be named from the directory where one starts."""

    host: str = "127.0.0.1"
    """The address to listen on; 0.0.0.0 and :: let other machines in."""
    port: int = field(default=DEFAULT_PORT, metadata={"least": 0, "most": HIGHEST_PORT})
    """The port to listen on; 0 takes a free one."""
    data: Path = Path("samedeal-data")
    """The directory where players, races and results are kept; made if need be."""
    password: str = field(default="", metadata={"secret": True})
    """What new players have to say to come in; empty: the server is for everybody."""
    password_file: Path | None = field(default=None, metadata={"example": "/etc/samedeal/password"})
    """A file whose first line is the password: then it stands in no other place."""
    proxies: tuple[Network, ...] = ()
    """The networks of reverse proxies, which are believed when they tell a client's address."""
    origins: tuple[str, ...] = ()
    """The web pages that may connect, as https://example.org; programs may without being named."""
    metrics: tuple[Network, ...] = PRIVATE_NETWORKS
    """The networks that may read /metrics."""
    tls: TLS = field(default_factory=TLS)
    log: Log = field(default_factory=Log)
    limits: Limits = field(default_factory=Limits)


class Fault(NamedTuple):
    """Something that is wrong with a configuration."""

    source: str
    """Where: a file and its line, the environment or the command line."""
    key: str
    """Which setting, as `limits.rate`; empty when no single one is to blame."""
    text: str
    """What is wrong, and what would be right."""

    def __str__(self) -> str:
        return ": ".join(filter(None, self))


class BadConfiguration(Exception):
    """A configuration that cannot be used."""

    def __init__(self, faults: list[Fault]) -> None:
        """Take all that is wrong."""
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults


class Loaded(NamedTuple):
    """A configuration, and what is to be told about it."""

    configuration: Configuration
    sources: dict[str, str]
    """Where each setting came from, by its key."""
    notes: list[str]
    """What is not wrong, but had better be known."""


@cache
def settings() -> dict[str, Setting]:
    """Return everything that can be set, by its key, in order."""
    return {each.key: each for each in settings_of(Configuration)}


def load(file: Path | None, environment: Mapping[str, str], flags: Mapping[str, object]) -> Loaded:
    """Put a configuration together.

    `flags` are values of the right types, by key, of what the command line says.

    Raises:
        BadConfiguration: something is wrong; all that could be found is in it.
    """
    values: dict[str, Any] = {}
    sources = dict.fromkeys(settings(), "default")
    faults: list[Fault] = []
    readings = (*(_from_file(file) if file else ()), *_from_environment(environment))
    for reading in readings:
        if isinstance(reading, Fault):
            faults.append(reading)
            continue
        source, key, parse = reading
        try:
            values[key], sources[key] = parse(), source
        except ValueError as error:
            faults.append(Fault(source, key, str(error)))
    for key, value in flags.items():
        values[key], sources[key] = value, f"command line, {settings()[key].flag}"
    configuration = _build(Configuration, values, "")
    configuration = _with_password(configuration, sources, faults)
    faults += _contradictions(configuration, sources)
    if faults:
        raise BadConfiguration(faults)
    return Loaded(configuration, sources, list(_notes(configuration, file, sources)))


def value(configuration: Configuration, key: str) -> Any:
    """Return the value of the setting of that key."""
    found: Any = configuration
    for part in key.split("."):
        found = getattr(found, part)
    return found


# The sources --------------------------------------------------------------------------------------

_Reading: TypeAlias = tuple[str, str, Callable[[], Any]] | Fault
"""Where a value was found, its key, and what reads it."""


def _from_file(file: Path) -> Iterator[_Reading]:
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        yield Fault(str(file), "", f"it cannot be read: {error.strerror}")
        return
    except UnicodeDecodeError:
        yield Fault(str(file), "", "it is not text in UTF-8; a configuration is a TOML file")
        return
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        where = f"{file}, line {line[1]}" if line else str(file)
        yield Fault(where, "", f"this is no TOML: {error}")
        return
    for key, found in _flatten(table, ""):
        source = f"{file}, line {number}" if (number := _line(text, key)) else str(file)
        setting = settings().get(key)
        if key in _tables():
            yield Fault(source, key, f"this is a table: write [{key}], and its settings below")
        elif setting is None:
            yield Fault(source, key, _unknown(key, _near(key)))
        else:
            yield source, key, partial(setting.take, found)


def _from_environment(environment: Mapping[str, str]) -> Iterator[_Reading]:
    variables = {setting.variable: setting for setting in settings().values()}
    for name in sorted(environment):
        if not name.startswith(PREFIX) or name in OTHERS:
            continue
        setting = variables.get(name)
        if setting is None:
            near = difflib.get_close_matches(name, variables, 1)
            yield Fault("environment", name, _unknown(name, near[0] if near else ""))
        else:
            yield f"environment, {name}", setting.key, partial(setting.parse, environment[name])


def _flatten(table: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    """Go through the values in nested tables, each with its whole key."""
    for name, found in table.items():
        if isinstance(found, dict) and prefix + name in _tables():
            yield from _flatten(found, f"{prefix}{name}.")
        else:
            yield prefix + name, found


def _tables() -> set[str]:
    return {key.rpartition(".")[0] for key in settings()} - {""}


def _line(text: str, key: str) -> int:
    """Return the number of the line where a key of a TOML file stands; 0 if it is not found."""
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[\s*([\w.\-\" ]+?)\s*\]", line):
            table = header[1].replace(" ", "").replace('"', "") + "."
            if table == f"{key}.":
                return number
        elif (entry := re.match(r"\s*([\w.\-\" ]+?)\s*=", line)) and (
            table + entry[1].replace(" ", "").replace('"', "") == key
        ):
            return number
    return 0


def _near(key: str) -> str:
    """Return the setting that was probably meant."""
    last = {name.rpartition(".")[2]: name for name in settings()}
    near = difflib.get_close_matches(key, [*settings(), *_tables()], 1, 0.7)
    same = difflib.get_close_matches(key.rpartition(".")[2], last, 1, 0.7)
    return near[0] if near else last[same[0]] if same else ""


def _unknown(key: str, near: str) -> str:
    return f"there is no setting {key}" + (f"; did you mean {near}?" if near else "")


# What fits together -------------------------------------------------------------------------------


def _with_password(
    configuration: Configuration, sources: dict[str, str], faults: list[Fault]
) -> Configuration:
    file = configuration.password_file
    if file is None:
        return configuration
    source = sources["password_file"]
    if configuration.password:
        faults.append(Fault(source, "password_file", "password is set too; leave one of them out"))
        return configuration
    try:
        password = file.read_text(encoding="utf-8").partition("\n")[0].strip()
    except (OSError, UnicodeDecodeError) as error:
        faults.append(Fault(source, "password_file", _unreadable(file, error)))
        return configuration
    if not password:
        faults.append(Fault(source, "password_file", f"the first line of {file} is empty"))
    sources["password"] = str(file)
    return dataclasses.replace(configuration, password=password)


def _contradictions(configuration: Configuration, sources: Mapping[str, str]) -> Iterator[Fault]:
    tls = {"tls.certificate": configuration.tls.certificate, "tls.key": configuration.tls.key}
    if tls["tls.key"] and not tls["tls.certificate"]:
        yield Fault(sources["tls.key"], "tls.key", "it needs tls.certificate as well")
    for key, path in tls.items():
        if path is not None:
            try:
                with path.open("rb"):
                    pass
            except OSError as error:
                yield Fault(sources[key], key, _unreadable(path, error))
    if configuration.data.exists() and not configuration.data.is_dir():
        yield Fault(sources["data"], "data", f"{configuration.data} is a file, not a directory")


def _notes(
    configuration: Configuration, file: Path | None, sources: Mapping[str, str]
) -> Iterator[str]:
    secret = configuration.password_file
    if secret is None and file and sources["password"].startswith(str(file)):
        secret = file
    if secret and secret.stat().st_mode & OTHERS_MAY_READ:
        yield f"other users may read the password in {secret}; chmod 600 {secret} keeps them out"
    if not is_local(configuration.host) and not (configuration.tls.certificate):
        yield (
            f"{configuration.host} can be reached from other machines, and nothing is encrypted: "
            "set tls.certificate and tls.key, or let a reverse proxy do it"
        )


def is_local(host: str) -> bool:
    """Whether nobody but this machine can reach that address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _unreadable(path: Path, error: Exception) -> str:
    reason = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
    return f"{path} cannot be read: {reason}"


# What comes out of it -----------------------------------------------------------------------------


def _build(cls: Any, values: Mapping[str, Any], prefix: str) -> Any:
    """Make one of the dataclasses; what has no value keeps its default."""
    arguments = {}
    for each in dataclasses.fields(cls):
        key = prefix + each.name
        part: Any = each.default_factory
        if dataclasses.is_dataclass(part):
            arguments[each.name] = _build(part, values, f"{key}.")
        elif key in values:
            arguments[each.name] = values[key]
    return cls(**arguments)


def example() -> str:
    """Return a configuration file with every setting in it, its default, and what it is about."""
    parts = [_HEAD]
    section = ""
    for key, setting in settings().items():
        before, _, name = key.rpartition(".")
        if before != section:
            section = before
            parts.append(f"[{section}]\n")
        about = textwrap.fill(setting.help, 98, initial_indent="# ", subsequent_indent="# ")
        parts.append(f"{about}\n#{name} = {_example_value(setting)}\n".lstrip())
    return "\n".join(parts)


def _example_value(setting: Setting) -> str:
    found = setting.metadata.get("example", setting.default)
    if isinstance(found, tuple):
        return "[" + ", ".join(f'"{each}"' for each in found) + "]"
    if isinstance(found, str | Path):
        return f'"{found}"'
    return setting.show(found)


_HEAD: Final = """\
# The configuration of a Samedeal server: samedeal serve --config FILE
#
# Every setting is here with its default, and commented out. `samedeal serve --config FILE --check`
# tells what is wrong, what holds, and where each value comes from. What stands in the environment
# (SAMEDEAL_PORT, SAMEDEAL_LIMITS_RATE) is stronger than this file, and flags (--port,
# --limits-rate) are stronger than that.
"""


def table(loaded: Loaded) -> str:
    """Return all settings, their values and where those came from, as a table."""
    rows = [
        (key, setting.show(value(loaded.configuration, key)), loaded.sources[key])
        for key, setting in settings().items()
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    return "\n".join(_lines(rows, widths))


def _lines(rows: Iterable[tuple[str, str, str]], widths: list[int]) -> Iterator[str]:
    for key, shown, source in rows:
        yield f"{key:{widths[0]}}  {shown:{min(widths[1], 40)}}  {source}"
