import assert from "node:assert/strict"

import { standingOf } from "../../../../../client/web/core/messages.mjs"
import {
  dealCode, reached, resultOf, uponSteps,
} from "../../../../../client/web/core/racing/words.mjs"
import { statusText } from "../../../../../client/web/core/texts.mjs"
import { golden } from "../golden.mjs"
import { wordsOf } from "../languages.mjs"

golden("results and codes of deals are the window's", "racing/words", ({ codes, results }) => {
  for (const { settings, seed, usual, code, whole } of codes) {
    assert.equal(dealCode(settings, seed, usual), code)
    assert.equal(dealCode(settings, seed), whole)
  }
  for (const [language, told] of Object.entries(results)) {
    const words = wordsOf(language)
    for (const [racers, ends, stands] of told) {
      const standings = racers.map(standingOf)
      const said = standings.map((racer) => [
        resultOf(words, racer), statusText(words, racer.status), reached(racer),
      ])
      assert.deepEqual(said, ends)
      assert.deepEqual(uponSteps(standings).map(({ player }) => player), stands)
    }
  }
})
