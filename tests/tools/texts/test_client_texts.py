import string

import pytest

from tools.texts.client_texts import BadCall, Text, client_texts, texts_in

SOURCE = """
class Screen(QWidget):
    def show(self, cards, painter):
        self.say(self.tr("A long "
                         "text"), lambda: self.tr("Open", "a room"))
        painter.translate(3, 4)

def words(cards):
    text = translate("texts", "%n card(s)", "", len(cards))
    return text + translate("texts", "{name} came", "to a race") + translate("games", cards.title)
"""


def test_what_is_found() -> None:
    assert list(texts_in(SOURCE, "here")) == [
        Text("Screen", "A long text"),
        Text("Screen", "Open", "a room"),
        Text("texts", "%n card(s)", "", plural=True),
        Text("texts", "{name} came", "to a race"),
    ]


@pytest.mark.parametrize(
    ("call", "why"),
    [
        ('translate("texts", text)', "no literal"),
        ('translate("texts", f"{name} came")', "no literal"),
        ('translate("texts", "a" + "b")', "no literal"),
        ("translate(context, 'a')", "no literal"),
        ('translate("texts", "%n cards", "", n=2)', "by their places"),
        ('translate("texts", "%n cards")', "count"),
        ('translate("texts", "cards", "", 2)', "count"),
        ('self.tr("Outside of a class")', "context"),
        ('class A:\n def b(self, other):  other.tr("Another\'s")', "context"),
        ('class A:\n def b(self): self.tr("%n cards", "", 2)', "counts"),
        ('class A:\n def b(self): self.tr("")', "looked up"),
    ],
)
def test_what_no_translator_could_be_told_of(call: str, why: str) -> None:
    with pytest.raises(BadCall, match=why):
        list(texts_in(call, "here"))


def test_an_error_says_where_it_is() -> None:
    with pytest.raises(BadCall, match=r"^client/x\.py:3: "):
        list(texts_in('\n\ntranslate("texts", text)', "client/x.py"))


def test_the_client_looks_up_only_what_translators_are_told_of() -> None:
    texts = list(client_texts())
    assert len(set(texts)) > 500
    joints = {", ", "; "}  # what stands between the things of a list
    assert all(text.context for text in texts)
    assert all(text.text.strip() == text.text for text in texts if text.text not in joints)


def test_every_placeholder_is_a_plain_name() -> None:
    """What a translator can copy without knowing Python; and nothing else stands in braces."""
    for text in client_texts():
        for _, name, form, conversion in string.Formatter().parse(text.text):
            assert name is None or name.isidentifier(), text
            assert not form, text
            assert conversion is None, text
