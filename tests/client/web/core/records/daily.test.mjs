import assert from "node:assert/strict"
import test from "node:test"

import {
  crowdText, dailyAddress, dayIn, dayOf, dayWords, leftText, markOf, markText, monthBeside, monthText,
  practisedText, shareText, SIGNS, streakText, weekdays, weeksOf, whatText,
} from "../../../../../client/web/core/records/daily.mjs"
import { golden } from "../golden.mjs"
import { wordsOf } from "../languages.mjs"

const PAGE = "https://example.org/club/"

golden("daily deals are told as in the window", "records/daily", ({ words: told, weeks, beside }) => {
  for (const [language, { days, marked, streaks, practised, months, ...more }] of Object.entries(told)) {
    const words = wordsOf(language)
    for (const [daily, line, plain, what, crowd, left] of days) {
      assert.equal(shareText(words, daily, PAGE), line)
      assert.equal(shareText(words, daily, "", false), plain)
      assert.equal(whatText(words, daily), what)
      assert.equal(crowdText(words, daily), crowd)
      for (const [seconds, text] of left) assert.equal(leftText(words, daily, seconds), text)
    }
    for (const [day, mark, sign, text, aloud] of marked) {
      assert.equal(markOf(day), mark)
      assert.equal(SIGNS[mark], sign)
      assert.equal(markText(words, mark), text)
      assert.equal(dayWords(words, day), aloud)
    }
    for (const [streak, text] of streaks) assert.equal(streakText(words, streak), text)
    for (const [own, text] of practised) assert.equal(practisedText(words, own), text)
    for (const [month, text] of months) assert.equal(monthText(words, month), text)
    assert.deepEqual(weekdays(words), more.weekdays)
  }
  for (const [month, expected] of weeks) assert.deepEqual(weeksOf(month), expected, month)
  for (const [month, step, expected] of beside) assert.equal(monthBeside(month, step), expected)
})

test("an address leads to a day, and any other to today", () => {
  assert.equal(dayOf("2026-11-27"), "2026-11-27")
  for (const rest of ["", "today", "2026-11-27/x", "26-11-27"]) assert.equal(dayOf(rest), "")
  assert.equal(dailyAddress(), "daily")
  assert.equal(dailyAddress("2026-11-27"), "daily/2026-11-27")
  assert.equal(dayIn("2026-11", 7), "2026-11-07")
})

test("nobody shares what is not over", () => {
  assert.equal(shareText(wordsOf("en"), { type: "daily", day: "2026-11-27", game: "golf" }, PAGE), "")
})

test("heights that are none stay within the blocks", () => {
  const own = { player: 7, name: "ann", place: 1, status: "won", milliseconds: 1000 }
  const daily = { type: "daily", day: "2026-11-27", game: "golf", own, over: true, curve: [-1, 9] }
  assert.match(shareText(wordsOf("en"), daily, ""), /▁█$/)
})
