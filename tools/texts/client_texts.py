"""Find in the client's sources the texts that it looks up in the player's language.

Qt's own tool reads Python too, but not every call (a count like `len(cards)` hides a text from it),
and it does not see that a text has a plural.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

CLIENT: Final = Path(__file__).parents[2] / "client"
DATA: Final = ("cards", "games", "reasons", "rules")
"""The contexts of texts that come from elsewhere: only in these may a text be a variable."""


class Text(NamedTuple):
    """A text as translators see it."""

    context: str
    text: str
    comment: str = ""
    plural: bool = False
    name: str = ""
    """What it may be called in a key, if not after what it says."""


class BadCall(ValueError):
    """A look-up of which cannot be said which text it looks up. The text says where and why."""


@cache
def client_texts() -> tuple[Text, ...]:
    """Return the texts of all modules of the client.

    Raises:
        BadCall: a module looks up what is no literal text.
    """
    return tuple(
        text
        for path in sorted(CLIENT.rglob("*.py"))
        for text in texts_in(path.read_text(encoding="utf-8"), str(path.relative_to(CLIENT.parent)))
    )


def texts_in(source: str, where: str) -> Iterator[Text]:
    """Yield the texts of one module; `where` is its name in errors.

    Raises:
        BadCall: it looks up what is no literal text.
    """
    yield from _texts(ast.parse(source), "", where)


def _texts(node: ast.AST, inside: str, where: str) -> Iterator[Text]:
    """The texts below a node; `inside` is the class that it belongs to."""
    if isinstance(node, ast.ClassDef):
        inside = node.name
    if isinstance(node, ast.Call):
        try:
            match node.func:
                case ast.Name(id="translate"):
                    yield from _translate(node)
                case ast.Attribute(attr="tr"):
                    yield _tr(node, inside)
        except BadCall as bad:
            raise BadCall(f"{where}:{node.lineno}: {bad}") from None
    for child in ast.iter_child_nodes(node):
        yield from _texts(child, inside, where)


def _translate(call: ast.Call) -> Iterator[Text]:
    if call.keywords or not 2 <= len(call.args) <= 4:
        raise BadCall("translate() takes context, text, comment and count, by their places")
    context, *rest = call.args
    if (named := _literal(context)) in DATA:
        return
    comment = _literal(rest[1]) if len(rest) > 1 else ""
    yield _checked(Text(named, _literal(rest[0]), comment, plural=len(rest) > 2))


def _tr(call: ast.Call, inside: str) -> Text:
    if not inside or ast.unparse(call.func) != "self.tr":
        raise BadCall("only self.tr() in a class has a context; use translate()")
    if call.keywords or not 1 <= len(call.args) <= 2:
        raise BadCall("self.tr() takes a text and a comment; translate() takes counts")
    comment = _literal(call.args[1]) if len(call.args) > 1 else ""
    return _checked(Text(inside, _literal(call.args[0]), comment))


def _checked(text: Text) -> Text:
    if not text.text:
        raise BadCall("a text has to be looked up")
    if text.plural != ("%n" in text.text):
        raise BadCall(f"{text.text!r} has a count, or %n stands in it, but not both")
    return text


def _literal(node: ast.expr) -> str:
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        raise BadCall(f"{ast.unparse(node)} is no literal text")
    return node.value
