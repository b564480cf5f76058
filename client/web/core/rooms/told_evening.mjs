// Series and tallies as they were told, with what was left out.

/** @typedef {import("../messages.mjs").Evening} Evening */
/** @typedef {import("../messages.mjs").Series} Series */
/** @typedef {import("../messages.mjs").Tallied} Tallied */

/** Nothing was raced yet. @type {Evening} */
const NOTHING = Object.freeze({
  points: "places",
  deals: 0,
  rows: [],
  more: 0,
  over: false,
  next: null,
  vetoes: {},
  pause: 0,
  held: false,
})
/** @type {Omit<Tallied, "player" | "name" | "place">} */
const NEW = { points: 0, last: 0, before: 0, deals: 0, wins: 0, bot: false, began: 1, curve: [] }

/**
 * What was told of an evening, with what was left out.
 * @param {any} told
 * @returns {Evening}
 */
export function eveningOf(told) {
  const rows = (told?.rows ?? []).map(talliedOf)
  return { ...NOTHING, ...told, rows }
}

/**
 * What somebody has gathered, with what was left out.
 * @param {any} told
 * @returns {Tallied}
 */
export const talliedOf = (told) => ({ ...NEW, ...told })

/**
 * A series with what was left out.
 * @param {any} told
 * @returns {Required<Series>}
 */
export const seriesOf = (told) => ({
  deals: 5, games: [], family: "", vetoes: 0, points: "places", pause: 60, ...told,
})
