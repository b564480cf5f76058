import assert from "node:assert/strict"

import { place } from "../../../../../client/web/core/racing/bubble.mjs"
import { Box } from "../../../../../client/web/core/layout.mjs"
import { golden } from "../golden.mjs"

const boxes = (told) => told.map((box) => new Box(...box))

golden("a word stands where the window's stands", "racing/bubble", (cases) => {
  for (const [size, table, about, others, at] of cases) {
    assert.deepEqual(place(size, table, boxes(about), boxes(others)), at)
  }
})
