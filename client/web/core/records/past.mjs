// Evenings that are past: what was told of them, in words as client/words/records/past.py has them.

import { oneLine } from "../commentary.mjs"
import { tallyPoints } from "../rooms/evening.mjs"
import { eveningOf, talliedOf } from "../rooms/told_evening.mjs"
import { gameTitle, joined, placeText } from "../texts.mjs"

/** @typedef {import("../messages.mjs").Evening} Evening */
/** @typedef {import("../messages.mjs").Tallied} Tallied */
/** @typedef {import("../words.mjs").Words} Words */

/** Racers, or games, that are named in a line. */
const MOST_NAMES = 4

/**
 * An evening that one was in a room for.
 * @typedef {object} Past
 * @property {number} evening
 * @property {number} began in seconds since 1970, as is when it ended
 * @property {number} ended
 * @property {string} host
 * @property {readonly string[]} games
 * @property {Evening} tally
 * @property {Tallied | null} own
 * @property {number} said lines of the chat that are kept
 */

/**
 * An evening with what was left out.
 * @param {any} told
 * @returns {Past}
 */
export const pastOf = (told) => ({
  host: "", games: [], said: 0, ...told,
  tally: eveningOf(told.tally), own: told.own ? talliedOf(told.own) : null,
})

/**
 * One of its races with what was left out.
 * @param {any} told
 */
export const dealOf = (told) => ({ options: {}, deals: "any", racers: [], replay: true, ...told })

/** Whose room it was. @param {Words} words @param {Past} past */
export const roomText = (words, { host }) =>
  host ? words.text("past.name-s-room", { name: oneLine(host) }) : words.text("past.a-room")

/** How many were in its races. @param {Past} past */
const racers = ({ tally }) => tally.rows.length + tally.more

/** Where one was in the end, with the points. @param {Words} words @param {Past} past */
export function ownResultText(words, past) {
  const { own } = past
  if (!own) return words.text("past.watched")
  return joined(words, [placeText(words, own.place, racers(past)), tallyPoints(words, own.points)])
}

/**
 * With whom it was.
 * @param {Words} words
 * @param {Past} past
 * @param {number} player oneself
 */
export function withText(words, past, player) {
  const others = past.tally.rows.filter((row) => row.player !== player)
  const told = others.slice(0, MOST_NAMES).map(({ name }) => oneLine(name))
  if (!told.length) return words.text("past.alone")
  return andMore(words, told, racers(past) - (past.own ? 1 : 0) - told.length)
}

/** Which games there were. @param {Words} words @param {Past} past */
export function gamesLine(words, { games }) {
  const told = games.slice(0, MOST_NAMES).map((game) => gameTitle(words, game))
  return andMore(words, told, games.length - told.length)
}

/** @param {Words} words @param {readonly string[]} told @param {number} more */
function andMore(words, told, more) {
  const names = joined(words, told)
  return more > 0 ? words.text("past.names-and-n-more", { names }, more) : names
}

/** How much was raced. @param {Words} words @param {Past} past */
export const racesText = (words, { tally }) => words.text("past.n-races", {}, tally.deals)

/** What an evening came to. @param {Words} words @param {Past} past */
export const summaryLine = (words, past) =>
  [racesText(words, past), ownResultText(words, past)].join(" · ")

/**
 * An evening, read aloud.
 * @param {Words} words
 * @param {Past} past
 * @param {string} day
 * @param {number} player oneself
 */
export const eveningLine = (words, past, day, player) =>
  joined(words, [
    day, roomText(words, past), racesText(words, past), ownResultText(words, past),
    withText(words, past, player),
  ])

/** For how long what is said is kept, where it is. @param {Words} words @param {number} days */
export const keptText = (words, days) =>
  words.text("past.this-server-keeps-what-is-said-in-rooms-for-n", {}, days)

/**
 * What stands in the place of a chat of which there is nothing.
 * @param {Words} words
 * @param {number} days
 */
export const unsaidText = (words, days) =>
  days
    ? [words.text("past.nothing-was-said-that-is-kept"), keptText(words, days)].join(" · ")
    : words.text("past.this-server-keeps-nothing-of-what-is-said-in")

/** The address of an evening. @param {number} evening */
export const eveningAddress = (evening) => `evening/${evening}`
