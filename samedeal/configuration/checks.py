"""Whether the settings of a configuration fit each other, and the machine."""

import contextlib
import ipaddress
import os
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, get_args
from urllib.parse import parse_qs, urlsplit

from protocol.messages import MAX_URL, Password
from protocol.nearby import LONGEST_NAME
from samedeal.argument_type import DATABASES
from samedeal.configuration.faults import BadConfiguration, Fault
from samedeal.configuration.model import Configuration
from server.app import why_not_listening
from server.network.acceptor import listen
from server.network.access import BadAccess
from server.network.certificate import Certificate
from server.storage.opening import why_not_asked
from server.storage.sqlite.files import why_not_usable
from server.storage.sqlite.trouble import not_made

if sys.platform != "win32":
    import grp

HEADER: Final = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
"""The name of a header, as HTTP has it."""
_PLAIN: Final = re.compile(r"[A-Za-z0-9:/.\[\]_~%-]+")
"""What the address of a page is made of: nothing that would be markup where it is told."""
OTHERS_MAY_READ: Final = 0o007
"""The bits of a file's mode by which users who are neither owner nor in its group may use it."""
LONGEST_FILE: Final = 2**20
"""Bytes of a file that is read: a megabyte of settings is none, and some files have no end."""
LONGEST_PASSWORD: Final = int(get_args(Password)[1].max_length)
"""Characters of what a client can say."""
SERVICE: Final = "samedeal"
"""The user and the group of a server, where docs/operating.md is followed."""


class TooLong(ValueError):
    """A file is longer than any configuration, and may have no end."""


def read_text(file: Path) -> str:
    """Return the text in a file, without the mark with which some editors begin it.

    Raises:
        OSError, UnicodeDecodeError: It cannot be read, or is no text in UTF-8.
        TooLong: It has more than `LONGEST_FILE` bytes.
    """
    with file.open("rb") as opened:
        read = opened.read(LONGEST_FILE + 1)
    if len(read) > LONGEST_FILE:
        raise TooLong(f"it is too long: it has more than {LONGEST_FILE} bytes")
    return read.decode("utf-8-sig")


def read_password(file: Path) -> str:
    """Return the password on the first line of a file.

    Raises:
        ValueError: There is none, or the file cannot be read. The error says which.
    """
    try:
        password = read_text(file).partition("\n")[0].strip()
    except TooLong as error:
        raise ValueError(f"{file} cannot be read: {error}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(_unreadable(file, error)) from None
    if not password:
        raise ValueError(f"the first line of {file} is empty")
    return password


def read_certificate(configuration: Configuration) -> Certificate | None:
    """Return the certificate, if there is one.

    Raises:
        BadAccess: It cannot be used.
    """
    tls = configuration.tls
    if not tls.certificate:
        return None
    return Certificate(tls.certificate, tls.key, configuration.host)


def find_faults(configuration: Configuration, sources: Mapping[str, str]) -> Iterator[Fault]:
    """Return the settings that do not fit each other, or what is on the disk.

    `sources` says by key where each setting came from.
    """
    if len(configuration.password) > LONGEST_PASSWORD:
        wrong = f"a password has at most {LONGEST_PASSWORD} characters: nobody could give this one"
        key = "password_file" if configuration.password_file else "password"
        yield Fault(sources[key], key, wrong)
    name = configuration.announced_as
    if not name.isprintable() or name != name.strip() or len(name.encode()) > LONGEST_NAME:
        wrong = f"{name!r} is no name of a server: it is one line of {LONGEST_NAME} bytes at most"
        yield Fault(sources["announced_as"], "announced_as", wrong)
    tls = configuration.tls
    if tls.key and not tls.certificate:
        yield Fault(sources["tls.key"], "tls.key", "it needs tls.certificate as well")
    for key, path in {"tls.certificate": tls.certificate, "tls.key": tls.key}.items():
        if path is not None:
            try:
                if path.exists() and not path.is_file():
                    continue  # That is told below: to open a pipe would wait for its other end.
                path.open("rb").close()
            except OSError as error:
                yield Fault(sources[key], key, _unreadable(path, error))
                return
    try:
        read_certificate(configuration)
    except BadAccess as error:
        yield Fault(sources["tls.certificate"], "tls.certificate", str(error))
    try:
        if configuration.data.exists() and not configuration.data.is_dir():
            yield Fault(sources["data"], "data", f"{configuration.data} is a file, not a directory")
    except PermissionError:
        pass  # The server tells whose it is.
    except OSError as error:
        yield Fault(sources["data"], "data", _unreadable(configuration.data, error))
    yield from _wrong_addresses(configuration, sources)
    if not HEADER.fullmatch(header := configuration.proxy_header):
        wrong = f"{header!r} is no name of a header, as X-Forwarded-For or CF-Connecting-IP is one"
        yield Fault(sources["proxy_header"], "proxy_header", wrong)


def _wrong_addresses(configuration: Configuration, sources: Mapping[str, str]) -> Iterator[Fault]:
    """Return which addresses are none."""
    for key, wrong in {
        "database": _no_database(configuration.database),
        "reached_at": _not_reached(configuration.reached_at, configuration.database),
        "page_at": _no_page(configuration.page_at),
    }.items():
        if wrong:
            yield Fault(sources[key], key, wrong)


def _not_reached(url: str, database: str) -> str:
    """Return what is wrong with where players reach a server, if anything."""
    if not url:
        return ""
    if not database:
        return "only servers on one database in PostgreSQL share rooms: give it in `database`, too"
    try:
        parts = urlsplit(url)
        # Without a port, browsers and programs would not mean the same one.
        fine = parts.scheme in ("ws", "wss") and parts.hostname and parts.port
    except ValueError:
        fine = False
    if not fine or parts.query or parts.fragment or "@" in url or len(url) > MAX_URL:
        ours = "wss://example.org:443/a/ or ws://192.168.1.5:7713/"
        return f"{url!r} is no address with its port, as {ours}"
    return ""


def _no_page(url: str) -> str:
    """Return what is wrong with where players reach the page, if anything."""
    try:
        parts = urlsplit(url)
        fine = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        fine = False
    if url and (
        not fine or parts.query or parts.fragment or not _PLAIN.fullmatch(url) or len(url) > MAX_URL
    ):
        return f"{url!r} is no address of a page, as https://example.org/ or http://10.0.0.5:7713/"
    return ""


def _no_database(address: str) -> str:
    """Return what is wrong with the address of a database, if it is not empty."""
    try:
        parts = urlsplit(address)
    except ValueError as error:
        return f"{address!r} is no address of a database: {error}"
    if not address:
        return ""
    if not address.startswith(DATABASES):
        return f"{address!r} does not begin with postgresql://"
    if parts.password or "password" in parse_qs(parts.query):
        return (
            "a password stands in it, which others may read here: put it in a file, as "
            "docs/operating.md tells, and name that in PGPASSFILE"
        )
    return ""


async def try_out(configuration: Configuration, sources: Mapping[str, str]) -> None:
    """See whether a server could start so, on this machine and as this user; nothing is changed.

    `sources` says by key where each setting came from.

    Raises:
        BadConfiguration: It could not.
    """
    faults = []
    if problem := _not_usable(configuration.data.absolute()):
        faults.append(Fault(sources["data"], "data", problem))
    if problem := await why_not_asked(configuration.database):
        faults.append(Fault(sources["database"], "database", problem))
    host = configuration.host
    try:
        for each in await listen(host, 0):  # A server may be running at the port itself.
            each.close()
    except (OSError, UnicodeError) as error:
        faults.append(Fault(sources["host"], "host", why_not_listening(host, 0, error)))
    if faults:
        raise BadConfiguration(faults)


def _not_usable(data: Path) -> str:
    """Return why this user cannot have a server's data in a directory; empty if they can."""
    above = next(each for each in (data, *data.parents) if _is_there(each))
    if not above.is_dir():
        return f"{data} cannot be made: {above} is a file, not a directory"
    return why_not_usable(data) or not_made(data)


def _is_there(path: Path) -> bool:
    """Return whether there is something that this user may look at."""
    try:
        return path.exists()
    except OSError:
        return False


def find_notes(
    configuration: Configuration, file: Path | None, sources: Mapping[str, str]
) -> Iterator[str]:
    """Return what is allowed and had better be known, a sentence each.

    `file` is the configuration file, and `sources` says by key where each setting came from.
    """
    password = configuration.password_file
    in_file = file and sources["password"].startswith(str(file))
    if password is None and configuration.password and in_file:
        password = file
    if sys.platform != "win32" and not os.geteuid() and owner_of_data(configuration.data):
        yield (
            "root may read more than the user whose the data are: check it as that user, as "
            "docs/operating.md tells, before you rely on it"
        )
    tls = configuration.tls
    webhooks = file if file and sources["webhook"].startswith(str(file)) else None
    for what, secret in {
        "password": password,
        "webhooks": webhooks,
        "key of TLS": tls.key or tls.certificate,
    }.items():
        if secret and sys.platform != "win32" and secret.stat().st_mode & OTHERS_MAY_READ:
            how = _kept_from_others(secret, configuration.data)
            yield f"other users may read the {what} in {secret}; {how} keeps them out"
    if not is_local(configuration.host) and not configuration.tls.certificate:
        yield (
            f"{configuration.host} can be reached from other machines, and nothing is encrypted: "
            "set tls.certificate and tls.key, or let a reverse proxy do it"
        )
    if configuration.page_at and not configuration.webhook:
        yield "page_at does nothing: there is no webhook to which links would be told"
    if configuration.announced_as and is_local(configuration.host):
        yield (
            f"announced_as does nothing: no other machine can reach {configuration.host}; host = "
            '"0.0.0.0" lets them in'
        )
    if certificate := read_certificate(configuration):
        yield from certificate.notes(configuration.host)


def is_local(host: str) -> bool:
    """Return whether nobody but this machine can reach a host of that name or address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


if sys.platform != "win32":

    def owner_of_data(data: Path) -> int:
        """Return the number of the user whose a data directory is, or would be if it is not there.

        As that user the server runs, whoever looks at its configuration.
        """
        try:
            return data.stat().st_uid
        except (OSError, UnicodeEncodeError):  # the latter: a name that no file has here
            return os.geteuid()

    def _kept_from_others(secret: Path, data: Path) -> str:
        """Return what to type so that nobody but the server's user may read a file."""
        user = owner_of_data(data)
        if user and user == secret.stat().st_uid:
            return f"`chmod 600 {secret}`"
        group = SERVICE
        if user:
            number = data.stat().st_gid if data.exists() else os.getegid()
            with contextlib.suppress(KeyError):
                group = grp.getgrgid(number).gr_name
        return (
            f"`chown root:{group} {secret}; chmod 640 {secret}` (the group of the user as whom the "
            "server runs)"
        )


def _unreadable(path: Path, error: Exception) -> str:
    reason = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
    return f"{path} cannot be read: {reason}"
