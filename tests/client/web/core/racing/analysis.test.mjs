import assert from "node:assert/strict"
import test from "node:test"

import { analysisOf } from "../../../../../client/web/core/messages.mjs"
import {
  analysisText, briefText, lookingAtText, lookingText, partsOf,
} from "../../../../../client/web/core/racing/analysis.mjs"
import { golden } from "../golden.mjs"
import { wordsOf } from "../languages.mjs"

const known = (fields = {}) => analysisOf({ type: "analysis", state: "done", ...fields })

test("what is left out of an analysis is not known", () => {
  assert.deepEqual(known(), {
    state: "done", share: 0, won_until: null, lost_from: null, solution: [], luck: false,
  })
})

test("a game has up to three parts, with no move between them", () => {
  const parts = (/** @type {any} */ fields) =>
    partsOf(known(fields), 9).map(({ kind, until }) => `${kind} ${until}`)
  assert.deepEqual(parts({ won_until: 3, lost_from: 6 }), ["won 3", "unknown 5", "lost 9"])
  assert.deepEqual(parts({ won_until: 3, lost_from: 4 }), ["won 3", "lost 9"])
  assert.deepEqual(parts({ won_until: 0 }), ["won 0", "unknown 9"])
  assert.deepEqual(parts({ won_until: 9 }), ["won 9"])
  assert.deepEqual(parts({ lost_from: 0 }), ["lost 9"])
  assert.deepEqual(parts({ lost_from: 9 }), ["unknown 8", "lost 9"])
  assert.deepEqual(parts({}), ["unknown 9"])
})

test("before it is known, and of a game of luck, nothing is said in a few words", () => {
  const words = wordsOf("en")
  assert.equal(briefText(words, null, 9), "")
  assert.equal(briefText(words, known({ state: "under way", won_until: 3 }), 9), "")
  assert.equal(briefText(words, known({ luck: true }), 9), "")
})

golden("analyses are told of as in the window", "racing/analysis", (languages) => {
  for (const [language, told] of Object.entries(languages)) {
    const words = wordsOf(language)
    for (const [fields, moves, lostBy, text, looking, brief, lookingAt] of told) {
      assert.equal(analysisText(words, known(fields), moves, lostBy), text)
      assert.equal(lookingText(words, known(fields)), looking)
      assert.equal(briefText(words, known(fields), moves), brief)
      assert.equal(lookingAtText(words, 2, moves), lookingAt)
    }
  }
})
