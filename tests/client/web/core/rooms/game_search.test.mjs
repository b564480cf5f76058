import assert from "node:assert/strict"
import test from "node:test"

import {
  byTitle, EVERYTHING, find, folded,
} from "../../../../../client/web/core/rooms/game_search.mjs"
import { golden } from "../golden.mjs"
import { games, wordsOf } from "../languages.mjs"

test("what one leaves out when typing does not matter", () => {
  assert.equal(folded("  King’s   Audi-ence "), "kings audi ence")
})

test("games come in the order of their titles, as a language sorts them", () => {
  const titles = byTitle(wordsOf("en"), games()).map(({ title }) => title)
  assert.deepEqual(titles, [...titles].sort(new Intl.Collator("en").compare))
})

golden("a search finds what the window's finds", "rooms/game_search", (languages) => {
  const entries = games()
  for (const [language, searches] of Object.entries(languages)) {
    const words = wordsOf(language)
    for (const { wanted, found } of searches) {
      const names = find(words, entries, { ...EVERYTHING, ...wanted })
      assert.deepEqual(names.map(({ name }) => name), found, JSON.stringify(wanted))
    }
  }
})
