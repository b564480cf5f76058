import assert from "node:assert/strict"
import test from "node:test"

import {
  cardName, cardsOf, cardText, HIDDEN, isDown, isKnown, isRed, rank, suit, UNKNOWN,
} from "../../../../client/web/core/cards.mjs"
import { golden } from "./golden.mjs"

test("what is in a card's byte", () => {
  assert.equal(rank(0x7b), 11)
  assert.equal(suit(0x7b), 3)
  assert.ok(isRed(0x12) && isRed(0x22) && !isRed(0x02) && !isRed(0x32))
  assert.ok(isDown(HIDDEN) && !isDown(UNKNOWN))
  assert.ok(isKnown(0x01) && !isKnown(UNKNOWN) && !isKnown(HIDDEN) && !isKnown(0x81))
})

golden("cards have Python's texts", "cards", ({ cards, piles, refused }) => {
  for (const [card, text, name] of cards) {
    assert.equal(cardText(card), text)
    assert.equal(cardName(card), name)
  }
  for (const [cards, text] of piles) assert.deepEqual(cardsOf(text), cards)
  for (const text of refused) assert.throws(() => cardsOf(text), RangeError, text)
})
