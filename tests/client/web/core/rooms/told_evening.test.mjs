import assert from "node:assert/strict"
import test from "node:test"

import { eveningOf, seriesOf } from "../../../../../client/web/core/rooms/told_evening.mjs"

test("what is left out has its default", () => {
  assert.equal(eveningOf(undefined).deals, 0)
  assert.equal(eveningOf({ rows: [{ player: 1, name: "Ada", place: 1 }] }).rows[0].began, 1)
  assert.equal(seriesOf({}).deals, 5)
})
