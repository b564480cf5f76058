import assert from "node:assert/strict"

import { colourNumbers } from "../../../../../client/web/core/racing/colours.mjs"
import { golden } from "../golden.mjs"

golden("players have the window's colours", "racing/colours", ({ rooms }) => {
  for (const [players, numbers] of rooms) assert.deepEqual([...colourNumbers(players)], numbers)
})
