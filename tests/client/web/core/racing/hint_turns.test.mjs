import assert from "node:assert/strict"
import test from "node:test"

import { EVERY, HintTurns, MOST } from "../../../../../client/web/core/racing/hint_turns.mjs"

test("a few hints come at once, the others in turn", () => {
  const turns = new HintTurns()
  const waits = Array.from({ length: MOST + 2 }, () => turns.take(1000))
  assert.deepEqual(waits, [...Array(MOST).fill(0), EVERY, 2 * EVERY])
})

test("who asks now and then never waits", () => {
  const turns = new HintTurns()
  for (let i = 0; i < 20; i++) assert.equal(turns.take(i * EVERY), 0)
})

test("turns come back", () => {
  const turns = new HintTurns()
  for (let i = 0; i < MOST; i++) turns.take(0)
  assert.equal(turns.take(MOST * EVERY), 0)
})
