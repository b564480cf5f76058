"""What the commands tell, a line each.

Files, databases and servers are others': whatever they hold, it steers no terminal.
"""

import sys


def tell(*lines: object) -> None:
    """Print lines on the standard output, at once."""
    for line in lines:
        # In one piece, so that no Control-C comes between a line and its end.
        print(f"{harmless(str(line))}\n", end="", flush=True)


def complain(line: object) -> None:
    """Print on the standard error what is wrong."""
    print(harmless(str(line)), file=sys.stderr)


def harmless(text: str) -> str:
    """Return a text on one line without what would steer a terminal or turn what is near."""
    if text.isascii() and text.isprintable():
        return text
    from client.terminal.text import safe_text  # a server has no other use for it

    return safe_text(text).plain
