"""What a client said, as tests compare it."""

from msgspec.structs import replace

from protocol import wire
from protocol.messages import FromClient, Hello


def heard(frame: bytes | str) -> FromClient:
    """Return the message in a frame; a hello without what is different in each run."""
    message = wire.decode_client(frame)
    return replace(message, run="", attempt=0) if isinstance(message, Hello) else message
