import assert from "node:assert/strict"
import test from "node:test"

import {
  dealOf, eveningAddress, eveningLine, gamesLine, keptText, ownResultText, pastOf, roomText, summaryLine,
  unsaidText, withText,
} from "../../../../../client/web/core/records/past.mjs"
import { golden } from "../golden.mjs"
import { wordsOf } from "../languages.mjs"

golden("evenings that are past are told as in the window", "records/past", (told) => {
  for (const [language, { evenings, kept, unsaid }] of Object.entries(told)) {
    const words = wordsOf(language)
    for (const [given, player, room, own, others, games, summary, line] of evenings) {
      const past = pastOf(given)
      assert.equal(roomText(words, past), room)
      assert.equal(ownResultText(words, past), own)
      assert.equal(withText(words, past, player), others)
      assert.equal(gamesLine(words, past), games)
      assert.equal(summaryLine(words, past), summary)
      assert.equal(eveningLine(words, past, "Today", player), line)
    }
    for (const [days, text] of kept) assert.equal(keptText(words, days), text)
    for (const [days, text] of unsaid) assert.equal(unsaidText(words, days), text)
  }
})

test("what was left out has its default", () => {
  const past = pastOf({ evening: 7, began: 1, ended: 2, own: { player: 3, name: "Ada", place: 1 } })
  assert.equal(past.host, "")
  assert.deepEqual(past.games, [])
  assert.deepEqual(past.tally.rows, [])
  assert.deepEqual(past.own?.curve, [])
  const deal = dealOf({ race: 7, game: "golf", at: 2 })
  assert.deepEqual(deal, { race: 7, game: "golf", at: 2, options: {}, deals: "any", racers: [], replay: true })
})

test("the address of an evening", () => {
  assert.equal(eveningAddress(7), "evening/7")
})
