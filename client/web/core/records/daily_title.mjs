// What a daily deal is called: as client/words/daily.py has it. The head of its race needs no more.

import { dateText, longDateText } from "../texts.mjs"

/** @typedef {import("../words.mjs").Words} Words */

/**
 * A day as people write it: "27 November 2026"; a `brief` one is "27 Nov 2026".
 * @param {Words} words
 * @param {string} day
 * @param {boolean} [brief]
 */
export function dayText(words, day, brief = false) {
  const [year, month, number] = day.split("-").map(Number)
  return (brief ? dateText : longDateText)(words, year, month, number)
}

/**
 * Which daily deal it is.
 * @param {Words} words
 * @param {string} day
 * @param {boolean} [brief]
 */
export const dailyTitle = (words, day, brief = false) =>
  words.text("daily.daily-deal-of-date", { date: dayText(words, day, brief) })

/** Which one is played again. @param {Words} words @param {string} day */
export const practiceTitle = (words, day) =>
  words.text("daily.practice-daily-deal-of-date", { date: dayText(words, day, true) })
