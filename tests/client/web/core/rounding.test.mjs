import assert from "node:assert/strict"
import test from "node:test"

import { round, settled } from "../../../../client/web/core/rounding.mjs"
import { golden } from "./golden.mjs"

test("halves go to the even number", () => {
  assert.deepEqual([0.5, 1.5, 2.5, 2.51].map(round), [0, 2, 2, 3])
})

golden("numbers are rounded as Python rounds them", "rounding", ({ whole, settled: fine }) => {
  for (const [value, rounded] of whole) assert.ok(round(value) === rounded, `${value}`)
  for (const [value, rounded] of fine) assert.ok(settled(value) === rounded, `${value}`)
})
