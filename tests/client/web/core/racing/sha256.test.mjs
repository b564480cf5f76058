import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import test from "node:test"

import { sha256 } from "../../../../../client/web/core/racing/sha256.mjs"

const nodes = (text) => createHash("sha256").update(text, "utf8").digest("hex")

test("texts of all lengths around a block have node's own sum", () => {
  for (let length = 0; length < 200; length++) {
    const text = "0390f01e".repeat(25).slice(0, length)
    assert.equal(sha256(text), nodes(text))
  }
})

test("so have texts of other letters than ASCII's", () => {
  for (const text of ["race%2016", "Ärger & Ødegård", "七並べ\n", "♠♥♦♣ 🂡", "\u0000"]) {
    assert.equal(sha256(text), nodes(text))
  }
})
