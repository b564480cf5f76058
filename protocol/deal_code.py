"""Deal codes: a game, its options and a seed in one short text, as `klondike/0390f01e`.

Whoever has the code has the deal: it can be read out, typed, and sent to a friend.  It is the
game's name, then each option that is not as usual, and then the seed, with slashes between:
`klondike/deal=three-card-deals/0390f01e`.  What is on or off is `yes` or `no`.  In the seed, all
but ASCII's letters and digits and `-._~` is quoted as in the address of a page, so that a space is
`%20`, and the code is one word whatever the seed.
"""

from typing import Final, NamedTuple
from urllib.parse import quote, unquote

from engine import catalogue
from engine.catalogue import CatalogueEntry, Choice, Option, Options, UnknownGame
from engine.chance import MAX_SEED, check_seed

MAX_CODE: Final = 1200  # as `protocol.messages.DealCode` says
"""The longest code, in characters: one with a seed of `MAX_SEED` that are quoted by twelve each."""
_WORDS: Final = {True: "yes", False: "no"}


class Origin(NamedTuple):
    """What a deal is made from."""

    game: str
    options: dict[str, Choice]
    """All that the game has, each with its choice."""
    seed: str


class BadCode(ValueError):
    """A text is no deal code: a sentence, and what stands in its braces."""

    def __init__(self, text: str, **values: object) -> None:
        """Keep both apart, so that the sentence can be looked up in another language."""
        super().__init__(text.format(**values))
        self.text, self.values = text, values


def write(game: str, options: Options, seed: str) -> str:
    """Return the code of the deal that these make; options that are left out are as usual.

    Raises:
        UnknownGame, BadOption: as `engine.catalogue.make`.
        ValueError: the seed is none (see `engine.chance.check_seed`).
    """
    entry = catalogue.entry(game)
    chosen = entry.complete(options)
    check_seed(seed)
    unusual = [
        f"{option.name}={_word(chosen[option.name])}"
        for option in entry.options
        if chosen[option.name] != option.default
    ]
    return "/".join([game, *unusual, quote(seed, safe="")])


def readable(code: str) -> str:
    """Return a code as it is shown, which may be typed as well: its seed as it was written.

    `klondike/my deal` for `klondike/my%20deal`; a seed with a slash or a percent sign in it, or
    with space around it, stays quoted.
    """
    *words, quoted = code.split("/")
    seed = unquote(quoted)
    plain = not set("/%") & set(seed) and seed == seed.strip()
    return "/".join([*words, seed]) if plain else code


def read(text: str) -> Origin:
    """Return what a code stands for.  Space around it does not matter, nor capitals in its words.

    Raises:
        BadCode: it is none, or this version has no such game, option or choice.
    """
    text = text.strip()
    if len(text) > MAX_CODE:
        raise BadCode("a deal code has at most {most} characters", most=MAX_CODE)
    game, *words = text.split("/")
    if not words:
        raise BadCode("a deal code is a game and a seed, with a slash between: klondike/0390f01e")
    *chosen, quoted = words
    try:
        entry = catalogue.entry(game.strip().lower())
    except UnknownGame:
        raise BadCode("there is no game called '{game}'", game=game) from None
    options: dict[str, Choice] = {}
    for word in chosen:
        name, _, choice = word.strip().lower().partition("=")
        option = _option(entry, name)
        if name in options:
            raise BadCode("the option {option} is there twice", option=name)
        options[name] = _choice(option, choice)
    return Origin(entry.name, entry.complete(options), _seed(quoted))


def _option(entry: CatalogueEntry, name: str) -> Option:
    for option in entry.options:
        if option.name == name:
            return option
    if not entry.options:
        raise BadCode(
            "the game {game} has no options, and so no '{option}'", game=entry.name, option=name
        )
    raise BadCode(
        "the game {game} has no option '{option}'; its options: {options}",
        game=entry.name,
        option=name,
        options=", ".join(option.name for option in entry.options),
    )


def _choice(option: Option, word: str) -> Choice:
    for choice in option.choices:
        if _word(choice) == word:
            return choice
    raise BadCode(
        "the option {option} cannot be '{choice}'; it can be: {choices}",
        option=option.name,
        choice=word,
        choices=", ".join(map(_word, option.choices)),
    )


def _word(choice: Choice) -> str:
    return _WORDS[choice] if isinstance(choice, bool) else choice


def _seed(quoted: str) -> str:
    try:
        seed = unquote(quoted, errors="strict")
        check_seed(seed)
    except ValueError:  # which the quoted bytes of no text are, too
        raise BadCode("a seed has 1 to {most} printable characters", most=MAX_SEED) from None
    return seed
