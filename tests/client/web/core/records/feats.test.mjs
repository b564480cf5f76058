import assert from "node:assert/strict"

import { featOf } from "../../../../../client/web/core/messages.mjs"
import { differenceText, featFacts, passedMark } from "../../../../../client/web/core/records/feats.mjs"
import { golden } from "../golden.mjs"
import { wordsOf } from "../languages.mjs"

golden("what a race has changed is told as in the window", "records/feats", ({ words: told, marks }) => {
  for (const [language, { differences, feats }] of Object.entries(told)) {
    const words = wordsOf(language)
    for (const [time, text] of differences) assert.equal(differenceText(words, time), text)
    for (const [feat, game, facts] of feats) {
      assert.deepEqual(featFacts(words, featOf(feat), game), facts)
    }
  }
  for (const [time, before, mark] of marks) assert.equal(passedMark(time, before), mark)
})
