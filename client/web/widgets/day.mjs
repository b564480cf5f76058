// On which day something was, where the player lives.

import { dateText } from "../core/texts.mjs"

/**
 * The day of a moment, as people write it.
 * @param {import("../core/words.mjs").Words} words
 * @param {number} seconds since 1970
 */
export function dayOf(words, seconds) {
  const day = new Date(seconds * 1000)
  return dateText(words, day.getFullYear(), day.getMonth() + 1, day.getDate())
}
