"""What a database is called: its address may have a password in it."""

from urllib.parse import urlsplit


def where(address: str) -> str:
    """Return what a database is called, without the password in its address."""
    parts = urlsplit(address)
    host = parts.hostname or "this machine"
    port = f":{parts.port}" if parts.port else ""
    return f"the database {parts.path.strip('/') or 'of this user'} at {host}{port}"
