import assert from "node:assert/strict"
import test from "node:test"

import {
  dealsHelp, dealsLine, dealsText, dealsTitle, nearest, noDealsText, progressText, searchText, solutionText,
  wayOutText,
} from "../../../../../client/web/core/rooms/deals.mjs"
import { golden } from "../golden.mjs"
import { wordsOf } from "../languages.mjs"

test("where nothing is said of them, any deal will do", () => {
  const words = wordsOf("en")
  assert.deepEqual([dealsText(words), dealsLine(words)], ["", ""])
  assert.equal(searchText(words), "")
  assert.equal(searchText(words, "none"), "")
})

test("what is not there is not wished", () => {
  assert.equal(nearest("easy", ["any", "winnable", "easy"]), "easy")
  assert.equal(nearest("easy", ["any", "winnable"]), "winnable")
  assert.equal(nearest("winnable", ["any"]), "any")
  assert.equal(nearest("any", ["any", "winnable"]), "any")
})

golden("deals are told of as in the window", "rooms/deals", (languages) => {
  for (const [language, told] of Object.entries(languages)) {
    const words = wordsOf(language)
    for (const [kind, title, text, line, help] of told.kinds) {
      assert.equal(dealsTitle(words, kind), title)
      assert.equal(dealsText(words, kind), text)
      assert.equal(dealsLine(words, kind), line)
      assert.equal(dealsHelp(words, kind), help)
    }
    const both = [true, false]
    assert.deepEqual(both.map((known) => noDealsText(words, known)), told.none)
    for (const [moves, text] of told.moves) assert.equal(solutionText(words, moves), text)
    assert.equal(searchText(words, "looking"), told.looking)
    assert.equal(searchText(words, "no deal"), told["found none"])
    for (const [tried, text] of told.tried) assert.equal(progressText(words, tried), text)
    assert.deepEqual(both.map((host) => wayOutText(words, host)), told["way out"])
    assert.deepEqual([words.text("deals.solution")], told.solution)
  }
})
