"""The tokens that make players themselves again: a file that only its owner can read."""

import json
import os
from pathlib import Path


class Tokens:
    """A token for each server and name, in one file.  A token is as good as a password."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def of(self, url: str, name: str) -> str:
        """Return the token that makes one `name` again at the server `url`, or an empty text."""
        return self._read().get(url, {}).get(name, "")

    def names(self, url: str) -> list[str]:
        """Return the names for which there is a token for the server `url`."""
        return list(self._read().get(url, {}))

    def keep(self, url: str, name: str, token: str) -> None:
        """Remember a token; where it is known already, nothing is written.

        Raises:
            OSError: the file cannot be written.
        """
        tokens = self._read()
        if tokens.get(url, {}).get(name, "") == token:
            return
        tokens.setdefault(url, {})[name] = token
        self._write(tokens)

    def forget(self, url: str, name: str) -> None:
        """Forget a token that is worth nothing any more.

        Raises:
            OSError: the file cannot be written.
        """
        tokens = self._read()
        if tokens.get(url, {}).pop(name, ""):
            self._write(tokens)

    def _write(self, tokens: dict[str, dict[str, str]]) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        draft = self._file.with_name(f"{self._file.name}.{os.getpid()}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(tokens, file, indent=1)
        draft.replace(self._file)

    def _read(self) -> dict[str, dict[str, str]]:
        try:
            kept = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        if not isinstance(kept, dict):
            return {}
        return {
            url: {str(name): str(token) for name, token in names.items()}
            for url, names in kept.items()
            if isinstance(names, dict)
        }
