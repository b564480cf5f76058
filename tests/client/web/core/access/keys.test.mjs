import assert from "node:assert/strict"
import test from "node:test"

import { BOARD_KEYS, commandOf, OF_THE_CURSOR } from "../../../../../client/web/core/access/keys.mjs"
import { golden } from "../golden.mjs"
import { wordsOf } from "../languages.mjs"

test("letters are those of the key where the keyboard has others", () => {
  assert.equal(commandOf({ key: "и", code: "KeyB" }), "best")
  assert.equal(commandOf({ key: "B", code: "KeyN", shiftKey: true }), "best") // as Dvorak has it
  assert.equal(commandOf({ key: "я", code: "KeyZ", ctrlKey: true }), "undo")
})

test("a Mac takes back by its own key", () => {
  assert.equal(commandOf({ key: "z", metaKey: true }), "undo")
  assert.equal(commandOf({ key: "z", metaKey: true, shiftKey: true }), "redo")
  assert.equal(commandOf({ key: "r", metaKey: true }), null)
})

golden("keys mean what they do in the window", "access/keys", ({ meant, sheet }) => {
  for (const [key, command] of meant) {
    assert.equal(commandOf({ code: "", ...key }), command, JSON.stringify(key))
    if (command === "enter") assert.ok(OF_THE_CURSOR.has(command))
  }
  const words = wordsOf("en")
  assert.deepEqual(BOARD_KEYS.map((line) => line.map((key) => words.text(key))), sheet)
})
