import assert from "node:assert/strict"

import { byFamily, streaksText } from "../../../../../client/web/core/records/career.mjs"
import { golden } from "../golden.mjs"
import { wordsOf } from "../languages.mjs"

golden("a player's races are summed up as in the window", "records/career", (told) => {
  const { streaks, families, lists } = told
  for (const [language, texts] of Object.entries(streaks)) {
    for (const [streak, most, text] of texts) {
      assert.equal(streaksText(wordsOf(language), { streak, best_streak: most }), text)
    }
  }
  for (const [records, expected] of lists) {
    const given = records.map(([game, races]) => ({ game, races }))
    const found = byFamily(given, (game) => families[game] ?? "")
    assert.deepEqual(found.map(([family, group]) => [family, group.map(({ game }) => game)]), expected)
  }
})
