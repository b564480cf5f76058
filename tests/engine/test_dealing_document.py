"""A second program for the deal, written from docs/dealing.md alone, and the document's examples.

It takes nothing from the engine but what it is compared with.
"""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine import catalogue, chance

ROOT = Path(__file__).parent.parent.parent
DOCUMENT = (ROOT / "docs" / "dealing.md").read_text(encoding="utf-8")
GOLDEN: dict[str, list[dict[str, Any]]] = json.loads(
    (ROOT / "tests" / "engine" / "data" / "golden_deals.json").read_text(encoding="utf-8")
)

DECK = [suit * 16 + rank for suit in range(4) for rank in range(1, 14)]
SEED = "Samedeal 1"


class Numbers:
    """Random numbers, and what became of each byte."""

    def __init__(self, label: str, seed: str) -> None:
        hashed = hashlib.shake_128(b"samedeal/1/" + label.encode() + b"\0" + seed.encode())
        self.output = list(hashed.digest(10_000))
        self.log: list[tuple[int, int, int | None]] = []

    def below(self, n: int) -> int:
        multiple = n
        while multiple + n <= 256:
            multiple += n
        while True:
            byte = self.output.pop(0)
            if byte < multiple:
                self.log.append((byte, multiple, byte % n))
                return byte % n
            self.log.append((byte, multiple, None))


def shuffled(cards: list[int], label: str, seed: str) -> list[int]:
    numbers = Numbers(label, seed)
    cards = list(cards)
    for i in range(len(cards) - 1, 0, -1):
        j = numbers.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def text(card: int) -> str:
    written = "?A23456789TJQK"[card % 16] + "CDHS"[card // 16 % 4]
    return written.lower() if card >= 128 else written


def dealt_klondike(seed: str) -> list[list[int]]:
    cards = shuffled(DECK, "deal", seed)
    piles: list[list[int]] = [[] for _ in range(13)]
    for down in range(7):
        for _ in range(down):
            piles[6 + down].append(cards.pop(0) + 128)
        piles[6 + down].append(cards.pop(0))
    piles[0] = [card + 128 for card in cards]
    return piles


def dealt_4x13(seed: str) -> list[list[int]]:
    cards = shuffled(DECK, "deal", seed)
    return [
        [] if cell % 14 == 0 else [cards[cell // 14 * 13 + cell % 14 - 1]] for cell in range(56)
    ]


def dealt_montana(seed: str) -> list[list[int]]:
    return [[] if card % 16 == 1 else [card] for card in shuffled(DECK, "deal", seed)]


def dealt_thirteens(seed: str) -> list[list[int]]:
    cards = shuffled(DECK, "deal", seed)
    return [*([card] for card in cards[:15]), [card + 128 for card in cards[15:]], []]


DEALS = {
    "klondike": dealt_klondike,
    "4x13": dealt_4x13,
    "montana": dealt_montana,
    "thirteens": dealt_thirteens,
}


def montana_reshuffled(piles: list[list[int]], ordinal: int, seed: str) -> list[list[int]]:
    kept = []
    for row in range(4):
        run: list[int] = []
        for cell in range(row * 13, row * 13 + 13):
            card = piles[cell][0] if piles[cell] else 0
            if card != (run[-1] + 1 if run else card // 16 * 16 + 2):
                break
            run.append(card)
        kept.append(run)
    loose = {card for pile in piles for card in pile} - {card for run in kept for card in run}
    cards = shuffled(sorted(loose), f"redeal/{ordinal}", seed)
    made: list[list[int]] = []
    for run in kept:
        made += [[card] for card in run]
        made.append([])
        made += [[cards.pop(0)] for _ in range(13 - len(run) - 1)]
    return made


@pytest.mark.parametrize("name", DEALS)
def test_it_deals_what_the_engine_deals(name: str) -> None:
    for seed in ("1", "0", "Grüße, 世界", "🂡", " ", "x" * 64, *map(str, range(100, 130))):
        assert list(map(list, catalogue.make(name).deal(seed).piles)) == DEALS[name](seed)


@pytest.mark.parametrize("name", DEALS)
def test_it_deals_what_is_recorded(name: str) -> None:
    for record in GOLDEN[name]:
        piles = [bytes(pile).hex() or "-" for pile in DEALS[name](record["seed"])]
        assert " ".join(piles) == record["deal"]


@pytest.mark.parametrize("size", [0, 1, 2, 104, 256])
def test_it_shuffles_as_the_engine_does(size: int) -> None:
    cards = [number * 7 % 256 for number in range(size)]
    for label in ("deal", "redeal/1", "redeal/12"):
        assert list(chance.shuffle(bytes(cards), label, "s")) == shuffled(cards, label, "s")


def test_it_reshuffles_as_the_engine_does() -> None:
    from engine.state import Deal

    game = catalogue.make("montana")
    for seed in map(str, range(20)):
        state = game.deal(seed)
        for ordinal in (1, 2, 3):
            expected = montana_reshuffled(list(map(list, state.piles)), ordinal, seed)
            state = game.play(state, Deal(), seed)
            assert list(map(list, state.piles)) == expected


def test_the_documents_example() -> None:
    source = b"samedeal/1/deal\0" + SEED.encode()
    assert hashlib.sha256(SEED.encode()).hexdigest() in DOCUMENT
    assert chance.commitment(SEED) in DOCUMENT
    assert f"    {source.hex(' ')}\n" in DOCUMENT
    assert f"    {hashlib.shake_128(source).digest(16).hex(' ')}\n" in DOCUMENT
    cards = shuffled(DECK, "deal", SEED)
    assert f"    {bytes(cards).hex()}\n    {' '.join(map(text, cards))}\n" in DOCUMENT


def test_the_documents_numbers() -> None:
    rows = re.findall(r"^\| (\d+) \| (\d+) \| (\d+) \| (\w+) \|$", DOCUMENT, re.MULTILINE)
    numbers = Numbers("deal", SEED)
    for i in range(51, 41, -1):
        numbers.below(i + 1)
    assert [
        (int(byte), int(multiple), None if j == "again" else int(j))
        for _, byte, multiple, j in rows
    ] == numbers.log
    assert [int(i) for i, *_ in rows] == [51, 50, 49, 48, 47, 46, 45, 44, 43, 43, 42]


def test_the_documents_klondike() -> None:
    piles = re.findall(r"^    (\d+) +((?:\w[CDHScdhs] ?)+)$", DOCUMENT, re.MULTILINE)
    shown = {int(number): cards.split() for number, cards in piles}
    dealt = dealt_klondike(SEED)
    assert shown == {number: list(map(text, dealt[number])) for number in (0, *range(6, 13))}


def test_the_documents_redeals() -> None:
    loose = sorted(card for card in DECK if text(card) in ("AC", "5C", "2D", "9H", "KS"))
    assert f"`{' '.join(map(text, loose))}`" in DOCUMENT
    for label in ("redeal/1", "redeal/2"):
        outcome = " ".join(map(text, shuffled(loose, label, SEED)))
        assert f"    {label}  {outcome}\n" in DOCUMENT
