"""What a database is called: its address may have a password in it."""

from urllib.parse import urlsplit


def where(address: str) -> str:
    """Return what a database is called, without the password in its address."""
    parts = urlsplit(address)
    host = parts.netloc.rpartition("@")[2] or "this machine"
    return f"the database {parts.path.strip('/') or 'of this user'} at {host}"
