// On which day something was, where the player lives.

import { dateText, longDateText, nearDateText } from "../core/texts.mjs"
import { h } from "./dom.mjs"

/** @typedef {import("../core/words.mjs").Words} Words */

const DAY = 86_400_000

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
 * The same for a table: in words where it was lately, with the date for who points at it.
 * @param {Words} words
 * @param {number} seconds since 1970
 */
export function dayCell(words, seconds) {
  const then = dayIn(new Date(seconds * 1000))
  const ago = (Date.UTC(...monthFromZero(dayIn(new Date()))) - Date.UTC(...monthFromZero(then))) / DAY
  return h("span", { title: dateText(words, ...then) }, nearDateText(words, ago, ...then))
}

/** @param {Date} at @returns {[number, number, number]} year, month from 1, day */
const dayIn = (at) => [at.getFullYear(), at.getMonth() + 1, at.getDate()]

/** @param {[number, number, number]} day @returns {[number, number, number]} */
const monthFromZero = ([year, month, day]) => [year, month - 1, day]
