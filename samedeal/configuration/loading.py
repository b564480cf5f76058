"""Puts a configuration together from a file, the environment and the command line."""

import dataclasses
import difflib
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from samedeal.configuration import checks, toml_lines
from samedeal.configuration.faults import BadConfiguration, Fault
from samedeal.configuration.model import Configuration, settings
from samedeal.configuration.setting import PREFIX

NO_SETTINGS: Final = frozenset(
    {"SAMEDEAL_CONFIG", "SAMEDEAL_DEBUG", "SAMEDEAL_ROOM_PASSWORD", "SAMEDEAL_TOKEN"}
)
"""Variables of the environment that begin with `PREFIX` and are no settings."""


class Loaded(NamedTuple):
    """A configuration, and what is to be told about it."""

    configuration: Configuration
    sources: dict[str, str]
    """Where each setting came from, by key."""
    notes: list[str]
    """What is allowed and had better be known, a sentence each."""


def load(file: Path | None, environment: Mapping[str, str], flags: Mapping[str, object]) -> Loaded:
    """Put a configuration together.

    `flags` has the values that the command line gives, read already, by the keys of the settings.

    Raises:
        BadConfiguration: Something is wrong. All that could be found is in the error.
    """
    values: dict[str, Any] = {}
    sources = dict.fromkeys(settings(), "default")
    faults: list[Fault] = []
    for found in (*(_in_file(file) if file else ()), *_in_environment(environment)):
        if isinstance(found, Fault):
            faults.append(found)
            continue
        try:
            values[found.key], sources[found.key] = found.read(), found.source
        except ValueError as error:
            faults.append(Fault(found.source, found.key, str(error)))
    for key, value in flags.items():
        values[key], sources[key] = value, f"command line, {settings()[key].flag}"
    if password_file := values.get("password_file"):
        try:
            if values.get("password"):
                raise ValueError("password is set too; leave one of them out")
            values["password"] = checks.read_password(password_file)
            sources["password"] = str(password_file)
        except ValueError as error:
            faults.append(Fault(sources["password_file"], "password_file", str(error)))
    configuration = _build(Configuration, values, "")
    faults += checks.find_faults(configuration, sources)
    if faults:
        raise BadConfiguration(faults)
    return Loaded(configuration, sources, list(checks.find_notes(configuration, file, sources)))


def _build(cls: Any, values: Mapping[str, Any], prefix: str) -> Any:
    """Return a dataclass of that class; what has no value keeps its default."""
    arguments = {}
    for each in dataclasses.fields(cls):
        key = prefix + each.name
        part: Any = each.default_factory
        if dataclasses.is_dataclass(part):
            arguments[each.name] = _build(part, values, f"{key}.")
        elif key in values:
            arguments[each.name] = values[key]
    return cls(**arguments)


# The sources --------------------------------------------------------------------------------------


class _Found(NamedTuple):
    """A value that was found, and not read yet."""

    source: str
    key: str
    read: Callable[[], Any]


def _in_file(file: Path) -> Iterator[_Found | Fault]:
    try:
        text = checks.read_text(file)
    except OSError as error:
        yield Fault(str(file), "", f"it cannot be read: {error.strerror}")
        return
    except checks.TooLong as error:
        yield Fault(str(file), "", str(error))
        return
    except UnicodeDecodeError:
        yield Fault(str(file), "", "it is not text in UTF-8; a configuration is a TOML file")
        return
    try:
        entries = list(toml_lines.entries(text, _tables()))
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        where = f"{file}, line {line[1]}" if line else str(file)
        yield Fault(where, "", f"this is no TOML: {error}")
        return
    except (RecursionError, ValueError):  # ValueError: a number of thousands of digits
        yield Fault(str(file), "", "it has lists in lists without end, or a number without end")
        return
    for key, value, number in entries:
        source = f"{file}, line {number}" if number else str(file)
        known = settings().get(key)
        if key in _tables():
            yield Fault(source, key, f"this is a table: write [{key}], and its settings below")
        elif known is None:
            yield Fault(source, key, _unknown(key, _near(key)))
        else:
            yield _Found(source, key, partial(known.from_toml, value))


def _in_environment(environment: Mapping[str, str]) -> Iterator[_Found | Fault]:
    variables = {each.variable: each for each in settings().values()}
    for name in sorted(environment):
        if not name.startswith(PREFIX) or name in NO_SETTINGS:
            continue
        known = variables.get(name)
        if known is None:
            near = difflib.get_close_matches(name, variables, 1)
            yield Fault("environment", name, _unknown(name, near[0] if near else ""))
        else:
            read = partial(known.from_text, environment[name])
            yield _Found(f"environment, {name}", known.key, read)


def _tables() -> set[str]:
    return {key.rpartition(".")[0] for key in settings()} - {""}


def _near(key: str) -> str:
    """Return the setting or table that was probably meant; empty if none is like it."""
    last = {name.rpartition(".")[2]: name for name in settings()}
    near = difflib.get_close_matches(key, [*settings(), *_tables()], 1, 0.7)
    same = difflib.get_close_matches(key.rpartition(".")[2], last, 1, 0.7)
    return near[0] if near else last[same[0]] if same else ""


def _unknown(key: str, near: str) -> str:
    return f"there is no setting {key}" + (f"; did you mean {near}?" if near else "")
