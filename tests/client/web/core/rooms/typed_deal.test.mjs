import assert from "node:assert/strict"
import test from "node:test"

import { meaningOf } from "../../../../../client/web/core/rooms/typed_deal.mjs"

test("a word is a word, and a code a code", () => {
  for (const word of ["hello", "friend", "0390f01e", "SUNNY", "SMILES", "12 34"]) {
    assert.equal(meaningOf(word), "word")
  }
  for (const code of ["klondike/SUMMER", "klondike/deal=three-card-deals/7", "https://play.example/"]) {
    assert.equal(meaningOf(code), "code")
  }
  assert.equal(meaningOf(""), "")
})

test("what leads into a room is told apart", () => {
  assert.equal(meaningOf("KQWRZT"), "room")
  for (const link of [
    "https://play.example/r/KQWRZT",
    "http://127.0.0.1:7713/r/KQWRZT/",
    "samedeal://play.example:7713/KQWRZT",
    "samedeal play samedeal://play.example/KQWRZT",
  ]) assert.equal(meaningOf(link), "link", link)
})
