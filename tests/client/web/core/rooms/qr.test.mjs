import assert from "node:assert/strict"
import test from "node:test"

import { qr } from "../../../../../client/web/core/rooms/qr.mjs"
import { golden } from "../golden.mjs"

test("a text that is too long for it has no code", () => {
  assert.equal(qr("x".repeat(213)).length, 57)
  assert.throws(() => qr("x".repeat(214)), RangeError)
  assert.throws(() => qr("ä".repeat(107)), RangeError) // two bytes each
})

golden("a code is what another program makes of the text", "rooms/qr", (codes) => {
  for (const [text, masked] of codes) {
    const rows = qr(text).map((row) => row.map(Number).join(""))
    // Which of the eight masks is taken is each program's own choice.
    assert.ok(masked.some((/** @type {string[]} */ code) => code.join() === rows.join()), text)
  }
})
