import assert from "node:assert/strict"
import test from "node:test"

import {
  oneLine, resultsText, rivalNews, roomNews, standingText,
} from "../../../../client/web/core/commentary.mjs"
import { memberOf, standingOf } from "../../../../client/web/core/messages.mjs"
import { golden } from "./golden.mjs"
import { wordsOf } from "./languages.mjs"

test("a name steers nothing around it", () => {
  assert.equal(oneLine(" Ada\u202e\nB\u00a0c "), "Ada B c")
})

golden("rooms and races are told of as in the window", "commentary", (languages) => {
  for (const [language, cases] of Object.entries(languages)) {
    const words = wordsOf(language)
    for (const { rooms, races, own, stand, came, rivals, stands, results } of cases) {
      const [before, after] = rooms.map((members) => members.map(memberOf))
      const [stood, standing] = races.map((standings) => standings.map(standingOf))
      const [, , elapsed, remaining, score] = stand
      assert.deepEqual(roomNews(words, before, after, own), came)
      assert.deepEqual(rivalNews(words, stood, standing, own), rivals)
      assert.equal(standingText(words, standing, own, elapsed, remaining, score), stands)
      assert.equal(resultsText(words, standing, own), results)
    }
  }
})
