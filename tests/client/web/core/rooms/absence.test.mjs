import assert from "node:assert/strict"
import test from "node:test"

import { roomOf, standingOf } from "../../../../../client/web/core/messages.mjs"
import { knownOf, missedText } from "../../../../../client/web/core/rooms/absence.mjs"
import { golden } from "../golden.mjs"
import { wordsOf } from "../languages.mjs"

const known = ({ room, race, standings }) =>
  ({ room: room && roomOf(room), race, standings: standings.map(standingOf) })

golden("what was missed is told as in the window", "rooms/absence", (languages) => {
  for (const [language, cases] of Object.entries(languages)) {
    const words = wordsOf(language)
    for (const [before, after, said, told] of cases) {
      assert.equal(missedText(words, known(before), known(after), 2, said), told)
    }
  }
})

test("a session knows its room, and the race in it", () => {
  assert.deepEqual(knownOf({ room: null, race: null, results: null }), {
    room: null, race: 0, standings: [], started: 0,
  })
  const standings = [standingOf({ player: 1, name: "Ada", place: 1 })]
  const race = { number: 7, standings, started: 40 }
  const known = knownOf({ room: null, race, results: null })
  assert.deepEqual(known, { room: null, race: 7, standings, started: 40 })
  assert.equal(knownOf({ room: null, race, results: { race: 8 } }).race, 8)
})
