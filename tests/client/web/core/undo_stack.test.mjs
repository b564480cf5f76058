import assert from "node:assert/strict"
import test from "node:test"

import { UndoStack } from "../../../../client/web/core/undo_stack.mjs"
import { golden } from "./golden.mjs"

test("what was taken back is done again, until something else is done", () => {
  const line = new UndoStack()
  for (const entry of [[1], [2], "undo", "undo"]) line.enter(entry)
  assert.deepEqual(line.redoable, [1])
  line.enter([1])
  assert.deepEqual(line.redoable, [2])
  line.enter([3])
  assert.equal(line.redoable, null)
})

golden("what can be done again is the window's", "undo_stack", (lines) => {
  for (const entries of lines) {
    const line = new UndoStack()
    for (const [entry, redoable] of entries) {
      line.enter(entry)
      assert.deepEqual(line.redoable, redoable)
    }
  }
})
