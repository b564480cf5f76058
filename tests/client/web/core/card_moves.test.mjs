import assert from "node:assert/strict"
import test from "node:test"

import { cameFrom } from "../../../../client/web/core/card_moves.mjs"
import { golden, pilesOf } from "./golden.mjs"

test("a card goes, and one is turned over", () => {
  assert.deepEqual(cameFrom([[0x80, 0x07], [0x18]], [[0x01], [0x18, 0x07]]), [
    [{ pile: 0, card: 0 }],
    [{ pile: 1, card: 0 }, { pile: 0, card: 1 }],
  ])
})

test("a card that was nowhere came from nowhere", () => {
  assert.deepEqual(cameFrom([[]], [[0x07]]), [[null]])
})

golden("cards come from where the window's come from", "card_moves", (cases) => {
  for (const [before, after, origins] of cases) {
    assert.deepEqual(cameFrom(pilesOf(before), pilesOf(after)), origins)
  }
})
