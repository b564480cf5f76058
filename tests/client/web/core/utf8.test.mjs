import assert from "node:assert/strict"
import test from "node:test"

import { utf8 } from "../../../../client/web/core/utf8.mjs"

test("a text's bytes are those that a browser's own encoder has", () => {
  for (const text of ["", "abc", "a%41 b", "é\u0000\n", "日本", "🂡", "http://h/π?x=%7e"]) {
    assert.deepEqual(utf8(text), new TextEncoder().encode(text))
  }
})
