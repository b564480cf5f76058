// On which day and at what time something was, where the player lives.

import { dateText, longDateText } from "../core/texts.mjs"

/** @typedef {import("../core/words.mjs").Words} Words */

/**
 * The day of a moment, as people write it.
 * @param {Words} words
 * @param {number} seconds since 1970
 */
export const dayOf = (words, seconds) => dateText(words, ...dayIn(new Date(seconds * 1000)))

/**
 * The same with the month in words.
 * @param {Words} words
 * @param {number} seconds since 1970
 */
export const longDayOf = (words, seconds) => longDateText(words, ...dayIn(new Date(seconds * 1000)))

/**
 * The time of a moment, as on a clock: "20:15".
 * @param {number} seconds since 1970
 */
export function timeOf(seconds) {
  const at = new Date(seconds * 1000)
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":")
}

/** @param {Date} at @returns {[number, number, number]} year, month from 1, day */
const dayIn = (at) => [at.getFullYear(), at.getMonth() + 1, at.getDate()]
