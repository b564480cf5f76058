"""Everything that can be set: names, types, defaults, and what each is about."""

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta

from protocol.wire import DEFAULT_PORT
from samedeal.configuration.setting import Host, Origin, Setting, Zone, settings_of
from samedeal.webhooks.address import Webhook
from server.bounds import Limits, setting
from server.dailies.games import USUAL, DailyGame
from server.network.access import FORWARDED_FOR, Network

Port: TypeAlias = Annotated[int, Meta(title="a whole number from 0 to 65535", ge=0, le=65535)]
Days: TypeAlias = Annotated[
    int, Meta(title="a whole number of days from 0 to 36500", ge=0, le=36_500)
]
LogFormat: TypeAlias = Literal["auto", "text", "json"]
LogLevel: TypeAlias = Literal["debug", "info", "warning", "error"]
LogAddresses: TypeAlias = Literal["full", "short", "none"]


@dataclass(frozen=True)
class TLS:
    """Encryption, where no reverse proxy does it."""

    certificate: Path | None = setting(
        None,
        "The certificate with its chain, as a PEM file; with it, the server speaks wss alone.",
        example="/etc/samedeal/certificate.pem",
    )
    key: Path | None = setting(
        None,
        "Its private key, as a PEM file; not needed if it is in the certificate's file.",
        example="/etc/samedeal/key.pem",
    )


@dataclass(frozen=True)
class Log:
    """What the server tells about itself, on its standard error."""

    format: LogFormat = setting(
        "auto",
        "text for people, json for machines (a line an event); auto: text on a terminal, else "
        "json.",
    )
    level: LogLevel = setting("info", "The least that is told; debug tells each refusal too.")
    addresses: LogAddresses = setting(
        "full",
        "Whether network addresses are told; short keeps the network only (/24, or /48 in IPv6).",
    )


@dataclass(frozen=True)
class Configuration:
    """Everything that can be set.

    Paths are relative to the directory where the server is started.
    """

    host: Host = setting(
        Host("127.0.0.1"), "The address to listen on; 0.0.0.0 and :: let other machines in."
    )
    port: Port = setting(DEFAULT_PORT, "The port to listen on; 0 takes a free one.")
    data: Path = setting(
        Path("samedeal-data"),
        "The directory where players, races and results are kept; made if need be.",
    )
    database: str = setting(
        "",
        "The address of a database in PostgreSQL, as postgresql://samedeal@db.example.org/club; "
        "empty: a file in the data directory. Its password belongs in a file of its own, which "
        "PGPASSFILE names in the environment.",
        example="postgresql://samedeal@db.example.org/club",
    )
    reached_at: str = setting(
        "",
        "Where players reach this server, as wss://example.org:443/a/, if it shares its database "
        "with others: each room is on one of them, and who asks another one is sent there. Empty: "
        "it has the database to itself.",
        example="wss://example.org:443/a/",
    )
    password: str = setting(
        "",
        "What new players have to say to come in; empty: the server is for everybody.",
        secret=True,
    )
    password_file: Path | None = setting(
        None,
        "A file whose first line is the password: then it stands in no other place.",
        example="/etc/samedeal/password",
    )
    announced_as: str = setting(
        "",
        "The name under which players in the same network see the server without typing anything "
        "(mDNS); empty: it is not announced.",
    )
    proxies: tuple[Network, ...] = setting(
        (),
        "The networks of reverse proxies, which are believed when they tell a client's address.",
    )
    proxy_header: str = setting(
        FORWARDED_FOR,
        "The header in which they tell it, the only one that is looked at; some have one of their "
        "own, as CF-Connecting-IP. They must take it out of what clients send.",
    )
    origins: tuple[Origin, ...] = setting(
        (),
        "The web pages of other servers that may connect, as https://example.org; the server's own "
        "may always, and so may programs.",
    )
    page: bool = setting(
        True,
        "Whether the server has a page for browsers, at its own address: a link is enough then to "
        "watch and to race.",
    )
    webhook: tuple[Webhook, ...] = setting(
        (),
        "Where it is told outside that a room has opened, a race was won, or the daily deal is "
        "there: addresses that take a "
        "POST, as https://example.org/news for JSON, or a webhook of Discord's. Nothing of rooms "
        "that are hidden or have a password is told. Such an address is a secret, and on a command "
        "line other users see it.",
    )
    page_at: str = setting(
        "",
        "Where players reach the page, as https://example.org/, for the links in what is told "
        "outside; empty: it has no links.",
        example="https://example.org/",
    )
    metrics: tuple[Network, ...] = setting(
        (),
        "The networks that may read /metrics, as 127.0.0.1; none may unless it is set.",
    )
    keep: Days = setting(
        0,
        "Days for which the moves of finished races are kept, for replays; 0: for ever. Results "
        "and leaderboards stay.",
    )
    keep_chat: Days = setting(
        0,
        "Days for which what is said in rooms is kept, for those who were there; 0: nothing of it "
        "is kept, and what was kept before is deleted.",
    )
    stock: bool = setting(
        True,
        "Whether the server finds deals that can be won, for rooms that want no others; a process "
        "beside it does, when nobody else needs the processor.",
    )
    daily: tuple[DailyGame, ...] = setting(
        USUAL,
        "The games that have daily deals, one deal a day for everybody, each with its options, as "
        "klondike or spider/suits=one-suit; none: there are no daily deals. Those that most people "
        "know come at the week-end.",
    )
    daily_zone: Zone = setting(
        Zone("UTC"), "The time zone in which a day begins at midnight, as Europe/Berlin."
    )
    tls: TLS = field(default_factory=TLS)
    log: Log = field(default_factory=Log)
    limits: Limits = field(default_factory=Limits)


@cache
def settings() -> dict[str, Setting]:
    """Return everything that can be set, by key, in the order of the configuration file."""
    return {each.key: each for each in settings_of(Configuration)}


def value_of(configuration: Configuration, key: str) -> Any:
    """Return the value of the setting of that key."""
    found: Any = configuration
    for part in key.split("."):
        found = getattr(found, part)
    return found
