"""Where news are sent: an address, and the form in which they are taken there."""

import re
from typing import Final, Literal, NamedTuple, TypeAlias
from urllib.parse import urlsplit

Form: TypeAlias = Literal["json", "discord"]

LONGEST: Final = 2000
"""Characters of an address."""

_DISCORD: Final = re.compile(r"(.+\.)?discord(app)?\.com")
_PREFIX: Final = "discord+"
_PRINTED: Final = re.compile(r"[!-~]+")
"""An address has neither spaces nor letters that HTTP would have to write otherwise."""


class Webhook(NamedTuple):
    """An address that takes news.  Who has it can write there, so it is shown to nobody."""

    form: Form
    secure: bool
    host: str
    port: int
    target: str
    """Path and query, as HTTP asks for them: the secret."""

    def __str__(self) -> str:
        """Return where it is, without what is secret in it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = self.port == (443 if self.secure else 80)
        port = "" if usual else f":{self.port}"
        return f"http{'s' if self.secure else ''}://{host}{port}/…"


def parse_webhook(text: str) -> Webhook:
    """Return what an operator's address of a webhook says.

    Discord's own are known by their host; `discord+https://...` says that another takes their form.

    Raises:
        ValueError: it is none.  The error does not repeat it, since it may hold a secret.
    """
    named = text.startswith(_PREFIX)
    url = text.removeprefix(_PREFIX)
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ValueError(_WANTED) from None
    host = parts.hostname or ""
    if (
        parts.scheme not in ("http", "https")
        or not host
        or port == 0
        or parts.fragment
        or parts.username is not None
        or len(url) > LONGEST
        or not _PRINTED.fullmatch(url)
    ):
        raise ValueError(_WANTED)
    secure = parts.scheme == "https"
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    discord = named or _DISCORD.fullmatch(host)
    return Webhook(
        "discord" if discord else "json", secure, host, port or (443 if secure else 80), target
    )


_WANTED: Final = (
    "it is to be the address of a webhook, as https://example.org/news: http or https, in ASCII, "
    "without a name, a password or a part after #"
)
