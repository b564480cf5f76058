"""Text from people, as it may be shown to others."""


def printable(text: str) -> str:
    """Return a text with a space in place of what cannot be printed, and no spaces around it."""
    return "".join(letter if letter.isprintable() else " " for letter in text).strip()
