"""Write docs/games.md out of the catalogue: `python -m tools.texts.games_document`.

A client in another language has no other way to know the games: what they are called in messages,
their options, their piles, how these are dealt, and the rules.
"""

import itertools
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from engine import catalogue
from engine.cards import JOKER, deck, rank, suit
from engine.catalogue import CatalogueEntry, Choice, Option, Options, choice_title
from engine.game import Game
from engine.places import Place

DOCUMENT: Final = Path(__file__).parents[2] / "docs" / "games.md"
Row = tuple[str, str, str, str, str]

HEAD: Final = """# The games

What a client has to know of each game: its name in messages, its options, its piles and its
rules. This page is made out of the catalogue by `python -m tools.texts.games_document`, and a
test holds that it is up to date.

In messages a game goes by the **name** in the list below (`settings.game`), and its options by
the names and choices in its section: `{"deal": "no-redeals"}`, `{"three_card_deals": true}`. An
option that is left out has its default, the choice in **bold**; the server sends all of them. In
[the referee](referee.md), which speaks as AisleRiot does, a choice goes by its title, in brackets
here (a yes-or-no option by its own), and is switched by its place in a list.

Each section has the **piles**, in the order of their numbers, which actions name:

- `lies at` is the upper left corner of a pile, in card widths and card heights: across, down.
  Several piles lie evenly between the first and the last.
- `spread` is the way in which its cards lie apart, of all or of so many on top; without it they
  lie on each other.
- `dealt` is how many cards it is dealt, face down + face up (`each` of several piles, or pile by
  pile). `rest`: it gets what is left of the deck, face down. How shuffled cards come to the piles
  is in [dealing.md](dealing.md), and so is what a game does in a way of its own.

What a **click** on a pile and the **button** do is in the rules. Where the button is another way
to click a pile, either action does it. The rules are what players read. Where they leave a
question open, [the referee](referee.md) answers it: it lists the legal actions of any position.
Which share of a game's deals can be won is in [winnability.md](winnability.md).
"""


def document() -> str:
    """Return the whole page."""
    entries = catalogue.entries()
    return "\n".join([HEAD, *names(entries), *itertools.chain.from_iterable(map(section, entries))])


def names(entries: Sequence[CatalogueEntry]) -> Iterator[str]:
    """Yield the lines of the table of all games."""
    yield "| name | title | family | options |"
    yield "| --- | --- | --- | --- |"
    for entry in entries:
        options = ", ".join(f"`{option.name}`" for option in entry.options)
        title = f"[{entry.title}](#{anchor(entry)})"
        yield f"| `{entry.name}` | {title} | {entry.family} | {options} |"
    yield ""


def anchor(entry: CatalogueEntry) -> str:
    """Return the name that a reader's browser finds a game's section by."""
    kept = "".join(letter for letter in entry.title.lower() if letter.isalnum() or letter in " -")
    return kept.replace(" ", "-")


def section(entry: CatalogueEntry) -> Iterator[str]:
    """Yield the lines about one game."""
    game = entry.declaration()
    yield f"## {entry.title}\n"
    yield f"`{entry.name}`, {cards(game)}. {button(game)}".rstrip() + "\n"
    yield "\n\n".join(entry.paragraphs) + "\n"
    if entry.options:
        yield "| option | choices |"
        yield "| --- | --- |"
        for option in entry.options:
            yield f"| `{option.name}` | {', '.join(choices(option))} |"
        yield ""
    yield from other_decks(entry)
    for which, rows in layouts(entry):
        if which:
            yield f"With {which}:\n"
        yield "| piles | kind | lies at | spread | dealt |"
        yield "| --- | --- | --- | --- | --- |"
        yield from (f"| {' | '.join(row)} |" for row in rows)
        yield ""


def cards(game: Game) -> str:
    """Return which cards the game has."""
    jokers = sorted(card for card in game.deck if rank(card) == JOKER)
    suits = sorted({suit(card) for card in game.deck if card not in jokers})
    copies = (len(game.deck) - len(jokers)) // (13 * len(suits))
    assert game.deck == bytes(sorted([*deck(copies, suits=tuple(suits)), *jokers]))
    words = f"{len(game.deck)} cards"
    kinds = []
    if copies > 1 or len(suits) < 4:
        kinds.append(f"{copies} of each")
    if len(suits) < 4:
        kinds.append(
            "only " + " and ".join(("clubs", "diamonds", "hearts", "spades")[s] for s in suits)
        )
    if jokers:
        kinds.append(f"{len(jokers)} jokers: " + ", ".join(f"`{card:02x}`" for card in jokers))
    return words + (f" ({'; '.join(kinds)})" if kinds else "")


def other_decks(entry: CatalogueEntry) -> Iterator[str]:
    """Yield the lines about options with which the game has other cards."""
    usual = entry.declaration().deck
    for chosen in entry.settings():
        game = entry.declaration(**chosen)
        if game.deck != usual:
            yield f"With {in_words(chosen)} it has {cards(game)}.\n"


def in_words(chosen: Options) -> str:
    """Return options as messages carry them."""
    return " and ".join(f"`{name}` `{written(choice)}`" for name, choice in chosen.items())


def button(game: Game) -> str:
    """Return what the game's button is called and does, if there is one."""
    if game.button is None:
        return "It has no button."
    other = "" if game.button.pile < 0 else f", another way to click pile {game.button.pile}"
    return f"Its button is “{game.button.label}”{other}."


def choices(option: Option) -> Iterator[str]:
    """Yield an option's choices as messages carry them, with their titles; the default in bold."""
    for choice in option.choices:
        word = f"`{written(choice)}`"
        title = f" ({choice_title(choice)})" if isinstance(choice, str) else ""
        if choice is True:
            title = f" ({option.title})"
        yield (f"**{word}**" if choice == option.default else word) + title


def written(choice: Choice) -> str:
    """Return a choice as JSON has it."""
    return f'"{choice}"' if isinstance(choice, str) else str(choice).lower()


def layouts(entry: CatalogueEntry) -> Iterator[tuple[str, list[Row]]]:
    """Yield the rows of the piles, and with which options they are so, if these matter."""
    found: dict[tuple[Row, ...], list[str]] = {}
    for chosen in entry.settings():
        rows = tuple(piles(entry.declaration(**chosen)))
        found.setdefault(rows, []).append(in_words(chosen))
    for rows, ways in found.items():
        yield (", or ".join(ways) if len(found) > 1 else ""), list(rows)


def piles(game: Game) -> Iterator[Row]:
    """Yield a row for piles that follow each other, are alike, and lie evenly apart."""
    for first, run in runs(game.places):
        last = first + len(run) - 1
        numbers = str(first) if len(run) == 1 else f"{first}–{last}"
        where = corner(run[0]) if len(run) == 1 else f"{corner(run[0])} to {corner(run[-1])}"
        yield (
            numbers,
            run[0].called,
            where,
            spread(run[0]),
            dealt(run) if not game.deal_out else "own",
        )


def runs(places: Sequence[Place]) -> Iterator[tuple[int, list[Place]]]:
    """Yield such piles, with the number of the first."""
    first = 0
    run: list[Place] = []
    for number, place in enumerate(places):
        if run and not follows(run, place):
            yield first, run
            first, run = number, []
        run.append(place)
    yield first, run


def follows(run: Sequence[Place], place: Place) -> bool:
    """Return whether a pile is like those before it, and lies as far from the last as these do."""
    last = run[-1]
    if (place.called, place.spread, place.fan, place.rest) != (
        last.called,
        last.spread,
        last.fan,
        last.rest,
    ):
        return False
    across, down = step(last, place)
    return not (across and down) and (len(run) == 1 or step(run[-2], last) == (across, down))


def step(one: Place, other: Place) -> tuple[float, float]:
    """Return how far one pile lies from another."""
    return round(other.at[0] - one.at[0], 6), round(other.at[1] - one.at[1], 6)


def corner(place: Place) -> str:
    """Return where a pile lies."""
    return f"({round(place.at[0], 3):g}, {round(place.at[1], 3):g})"


def spread(place: Place) -> str:
    """Return how a pile's cards lie apart."""
    if place.spread == "squared" or place.fan == 1:
        return ""
    return f"{place.spread}, {place.fan} on top" if place.fan else place.spread


def dealt(run: Sequence[Place]) -> str:
    """Return how many cards such piles are dealt."""
    if run[0].rest:
        return "rest"
    counts = [f"{place.down}+{place.up}" for place in run]
    if len(set(counts)) > 1:
        return ", ".join(counts)
    if counts[0] == "0+0":
        return ""
    return counts[0] if len(run) == 1 else f"{counts[0]} each"


def main() -> int:
    """Write the page."""
    DOCUMENT.write_text(document(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
