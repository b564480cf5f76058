// What a race has changed on the leaderboards, in words, as client/words/records/feats.py has them.

import { duration, gameTitle, ordinal, stopwatch } from "../texts.mjs"

/** @typedef {import("../messages.mjs").Feat} Feat */
/** @typedef {import("../words.mjs").Words} Words */

const MINUTES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 30, 45, 60]
/** The seconds below which it is something to come for the first time. */
const MARKS = [15, 30, 45, ...MINUTES.map((minutes) => 60 * minutes)]

/**
 * The least of the marks that a time is below for the first time, in seconds; 0 for none.
 * @param {number} milliseconds
 * @param {number} before
 */
export const passedMark = (milliseconds, before) =>
  MARKS.find((mark) => milliseconds < 1000 * mark && 1000 * mark <= before) ?? 0

/**
 * By how much a time is less than another: "0.4 s", "12 s", "1:12".
 * @param {Words} words
 * @param {number} milliseconds
 */
export function differenceText(words, milliseconds) {
  if (milliseconds >= 60_000) return stopwatch(words, milliseconds)
  const whole = Math.floor(milliseconds / 1000)
  const rest = milliseconds % 1000
  const key = "texts.whole-decimals--a-number-with-a-point-or-a-comma"
  const tenths = String(Math.floor(rest / 100))
  const decimals = milliseconds < 100 ? String(rest).padStart(3, "0") : tenths
  const seconds = rest ? words.text(key, { whole, decimals }) : String(whole)
  return words.text("feats.seconds-s", { seconds })
}

/**
 * What a race in this game has changed for a racer, the most remarkable first.
 * @param {Words} words
 * @param {Feat} feat
 * @param {string} name of the game
 */
export function featFacts(words, feat, name) {
  const { milliseconds, milliseconds_before, score, score_before, place, place_before } = feat
  const game = gameTitle(words, name)
  const facts = []
  if (feat.first_win) facts.push(words.text("feats.first-win-in-game", { game }))
  else if (feat.first_solved) {
    facts.push(words.text("feats.game-solved-for-the-first-time", { game }))
  }
  if (milliseconds_before) {
    const mark = passedMark(milliseconds, milliseconds_before)
    const told = { duration: duration(words, mark) }
    if (mark) facts.push(words.text("feats.first-time-under-duration", told))
    const gained = differenceText(words, milliseconds_before - milliseconds)
    facts.push(words.text("feats.own-best-time-by-gained", { gained }))
  }
  if (score_before !== null && score > score_before) {
    facts.push(words.text("feats.own-best-score-score", { score }))
  }
  const places = { before: ordinal(words, place_before), place: ordinal(words, place) }
  if (place && !place_before) {
    facts.push(words.text("feats.place-place-on-the-leaderboard--place-is-as-in-4th", places))
  } else if (place && place < place_before) {
    facts.push(words.text("feats.from-before-to-place-place-here--as-in-9th-and-4th", places))
  }
  return facts
}
