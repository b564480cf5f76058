"""One thing that can be set: its name in each place, its type, and reading it from text.

What can be set is the fields of a dataclass, and what they are about is the text below each.  A
field's `metadata` may say the `least` and the `most` of a number, an `example`, and that it is a
`secret`.
"""

import ast
import dataclasses
import inspect
import ipaddress
import textwrap
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass
from pathlib import Path
from typing import Any, Final, Literal

from server.network.access import Network

PREFIX: Final = "SAMEDEAL_"
"""What every variable of the environment begins with."""
HIGHEST_PORT: Final = 65535


@dataclass(frozen=True)
class Setting:
    """One thing that can be set."""

    key: str
    """Its name, as `limits.rate`."""
    kind: Any
    """Its type."""
    default: Any
    help: str
    metadata: Mapping[str, Any]

    @property
    def variable(self) -> str:
        """Its name in the environment."""
        return PREFIX + self.key.replace(".", "_").upper()

    @property
    def flag(self) -> str:
        """Its name on the command line; empty for a secret, which other users would see there."""
        return "" if self.secret else "--" + self.key.replace(".", "-").replace("_", "-")

    @property
    def secret(self) -> bool:
        """Whether nobody is to see its value."""
        return bool(self.metadata.get("secret"))

    def parse(self, text: str) -> Any:
        """Return the value that `text` stands for.

        Raises:
            ValueError: it stands for none; the text says what would be right.
        """
        return _reader(self.kind)(text, self)

    def take(self, value: object) -> Any:
        """Return the value that one from a TOML file stands for.

        Raises:
            ValueError: as `parse`.
        """
        if isinstance(value, list) and typing.get_origin(self.kind) is tuple:
            if not all(isinstance(each, str) for each in value):
                raise ValueError('this is not a list of texts, as ["10.0.0.0/8"]')
            return self.parse(",".join(value))
        wanted = {int: (int, float), float: (int, float), bool: (bool,)}.get(self.kind, (str,))
        if not isinstance(value, wanted) or isinstance(value, bool) != (self.kind is bool):
            raise ValueError(f"{_toml(value)} is not {_what(self)}")
        return self.parse(str(value))

    def show(self, value: object) -> str:
        """Return a value as it may be shown to people."""
        if self.secret:
            return "(set)" if value else "(none)"
        if value is None or value in ("", ()):
            return "(none)"
        if isinstance(value, tuple):
            return ", ".join(map(str, value))
        return f"{value:g}" if isinstance(value, float) else str(value)


def settings_of(cls: type, prefix: str = "") -> Iterator[Setting]:
    """Return a setting for each field of a dataclass, and of the dataclasses in it."""
    kinds, texts = typing.get_type_hints(cls), _docstrings(cls)
    for each in dataclasses.fields(cls):
        kind = kinds[each.name]
        if dataclasses.is_dataclass(kind) and isinstance(kind, type):
            yield from settings_of(kind, f"{prefix}{each.name}.")
            continue
        default = each.default if each.default is not MISSING else None
        yield Setting(
            prefix + each.name, kind, default, texts.get(each.name, ""), dict(each.metadata)
        )


def _docstrings(cls: type) -> dict[str, str]:
    """Return what stands below each attribute of a class: Python itself does not keep it."""
    [body] = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
    assert isinstance(body, ast.ClassDef)
    found = {}
    for attribute, below in zip(body.body, body.body[1:], strict=False):
        match attribute, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = " ".join(text.split())
    return found


def _reader(kind: Any) -> Callable[[str, Setting], Any]:
    """Return what makes a value of a type out of a text."""
    if typing.get_origin(kind) is Literal:
        return _choice
    if typing.get_origin(kind) is tuple:
        return _networks if typing.get_args(kind)[0] == Network else _texts
    if kind is bool:
        return _switch
    if kind in (int, float):
        return _number
    return _path if kind in (Path, Path | None) else _text


def _choice(text: str, setting: Setting) -> str:
    if text not in typing.get_args(setting.kind):
        raise ValueError(f"{text!r} is not {_what(setting)}")
    return text


def _switch(text: str, setting: Setting) -> bool:
    words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    if text.lower() not in words:
        raise ValueError(f"{text!r} is not {_what(setting)}")
    return words[text.lower()]


def _number(text: str, setting: Setting) -> int | float:
    least, most = _range(setting)
    try:
        found: int | float = int(text) if setting.kind is int else float(text)
    except ValueError:
        raise ValueError(f"{text!r} is not {_what(setting)}") from None
    if not least <= found <= most or (found == 0 and least != 0):
        raise ValueError(f"{text!r} is not {_what(setting)}")
    return found


def _range(setting: Setting) -> tuple[float, float]:
    """Return the least and the most; a number is above 0, unless that is its default."""
    least = 0 if setting.default == 0 else 1 if setting.kind is int else 1e-3
    return setting.metadata.get("least", least), setting.metadata.get("most", 1e12)


def _what(setting: Setting) -> str:
    """Return what a value of a setting has to be, in words."""
    kind = setting.kind
    if typing.get_origin(kind) is Literal:
        return "one of " + ", ".join(typing.get_args(kind))
    if typing.get_origin(kind) is tuple:
        return "a list of networks" if typing.get_args(kind)[0] == Network else "a list of texts"
    if kind is bool:
        return "true or false"
    if kind not in (int, float):
        return "a text"
    least, most = _range(setting)
    number = "a whole number" if kind is int else "a number"
    if most <= HIGHEST_PORT:
        return f"{number} from {least} to {most}"
    return f"{number} of {least} or more" if least == 0 else f"{number} above 0"


def _text(text: str, setting: Setting) -> str:
    if not text and setting.default:
        raise ValueError("it is empty")
    return text


def _path(text: str, setting: Setting) -> Path | None:
    if not text and setting.default:
        raise ValueError("it is empty")
    return Path(text).expanduser() if text else None


def _texts(text: str, _: Setting) -> tuple[str, ...]:
    return tuple(filter(None, (part.strip() for part in text.split(","))))


def _networks(text: str, setting: Setting) -> tuple[Network, ...]:
    return tuple(map(_network, _texts(text, setting)))


def _network(text: str) -> Network:
    try:
        return ipaddress.ip_network(text)
    except ValueError as error:
        raise ValueError(f"{error}: a network is an address, or one as 10.0.0.0/8") from None


def _toml(value: object) -> str:
    """Return a value about as it stands in a TOML file."""
    if isinstance(value, bool):
        return str(value).lower()
    return repr(value) if isinstance(value, str | int | float) else f"a {type(value).__name__}"
