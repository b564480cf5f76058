import assert from "node:assert/strict"

import {
  dailyTitle, dayText, practiceTitle,
} from "../../../../../client/web/core/records/daily_title.mjs"
import { golden } from "../golden.mjs"
import { wordsOf } from "../languages.mjs"

golden("daily deals are called as in the window", "records/daily_title", (told) => {
  for (const [language, days] of Object.entries(told)) {
    const words = wordsOf(language)
    for (const [day, text, title, brief, practice] of days) {
      assert.equal(dayText(words, day), text)
      assert.equal(dailyTitle(words, day), title)
      assert.equal(dailyTitle(words, day, true), brief)
      assert.equal(practiceTitle(words, day), practice)
    }
  }
})
