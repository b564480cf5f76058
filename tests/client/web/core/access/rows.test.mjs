import assert from "node:assert/strict"
import test from "node:test"

import { placesOf } from "../../../../../client/web/core/layout.mjs"
import { rows } from "../../../../../client/web/core/access/rows.mjs"
import { golden } from "../golden.mjs"

test("piles of nearly one height lie in one row", () => {
  const places = [[2, 0.2], [0, 1], [1, 0]].map((at) => ({ at }))
  assert.deepEqual(rows(places), [[2, 0], [1]])
  assert.deepEqual(rows(places, [1, 0]), [[0], [1]])
})

golden("rows are the window's", "access/rows", (games) => {
  for (const [layout, told] of games) assert.deepEqual(rows(placesOf(layout)), told)
})
