// Series and tallies: what is told of them, and in words. As client/words/evening.py says it.

import { oneLine } from "../commentary.mjs"
import { gameTitle, joined, listed, ordinal } from "../texts.mjs"
import { seriesOf } from "./told_evening.mjs"

/** @typedef {import("../messages.mjs").Evening} Evening */
/** @typedef {import("../messages.mjs").PointsRule} PointsRule */
/** @typedef {import("../messages.mjs").Series} Series */
/** @typedef {import("../messages.mjs").Tallied} Tallied */
/** @typedef {import("../words.mjs").Words} Words */

/** The rules, in the order in which they are offered. @type {readonly PointsRule[]} */
export const RULES = ["places", "rivals", "wins"]
/** Games of a list that are named. */
const MOST_TITLES = 6
/** How many deals are offered; 0 leaves it open. */
export const LENGTHS = [3, 5, 10, 0]
/** The most games in a list. */
export const MOST_LINE_UP = 20

/** Points, of which halves are told, as a number: "17", "3½". @param {number} points */
export function pointsNumber(points) {
  const whole = Math.floor(points / 2)
  return points % 2 ? `${whole || ""}½` : String(whole)
}

/** What the last deal brought: "+3½"; a dash for nothing. @param {number} points */
export const gainedText = (points) => (points ? `+${pointsNumber(points)}` : "–")

/** A tally in words. @param {Words} words @param {number} points */
export const tallyPoints = (words, points) =>
  points === 2
    ? words.text("evening.1-point")
    : words.text("evening.points-points", { points: pointsNumber(points) })

/** @type {Readonly<Record<PointsRule, [string, string]>>} titles, and what they say */
const TOLD = {
  places: ["evening.points-by-place", "evening.10-7-5-4-3-2-and-1-point-for-the-first-seven"],
  rivals: [
    "evening.points-by-rivals-left-behind",
    "evening.1-point-for-each-rival-who-is-left-behind-and-1",
  ],
  wins: ["evening.points-by-races-won", "evening.1-point-for-each-race-that-is-won"],
}

/** What a rule is called. @param {Words} words @param {PointsRule} rule */
export const ruleTitle = (words, rule) => words.text(TOLD[rule][0])

/** What a rule gives. @param {Words} words @param {PointsRule} rule */
export const ruleText = (words, rule) => words.text(TOLD[rule][1])

/** What is said of who comes late. @param {Words} words */
export const lateText = (words) =>
  words.text("evening.who-comes-late-begins-with-the-lowest-tally-and")

/**
 * Which games a series has; empty if it is the room's.
 * @param {Words} words
 * @param {Required<Series>} series
 */
export function gamesText(words, { games, family }) {
  if (games.length) {
    const titles = games.map(({ game }) => gameTitle(words, game))
    const told = titles.length <= MOST_TITLES ? titles : [...titles.slice(0, MOST_TITLES), "…"]
    return words.text("evening.in-turn-games", { games: joined(words, told) })
  }
  const named = words.translated("games", family)
  return family && words.text("evening.drawn-by-lot-from-the-family-family", { family: named })
}

/**
 * What a series is: "Series of 5 deals"; empty for none.
 * @param {Words} words
 * @param {Series | null | undefined} told
 */
export function seriesTitle(words, told) {
  if (!told) return ""
  const { deals } = seriesOf(told)
  return deals
    ? words.text("evening.series-of-n-deals", {}, deals)
    : words.text("evening.series-that-ends-when-you-like")
}

/**
 * What a room's series is, a line for each matter; none for no series.
 * @param {Words} words
 * @param {Series | null | undefined} told
 * @returns {string[]}
 */
export function seriesLines(words, told) {
  if (!told) return []
  const series = seriesOf(told)
  const mixed = series.games.length > 0 || series.family !== ""
  const { vetoes } = series
  return [
    seriesTitle(words, told),
    gamesText(words, series),
    mixed && vetoes ? words.text("evening.vetoes-each-vetoes", { vetoes }) : "",
    `${ruleTitle(words, series.points)} · ${ruleText(words, series.points)}`,
  ].filter(Boolean)
}

/**
 * How far it is: "2 of 5 deals".
 * @param {Words} words
 * @param {Evening} evening
 * @param {Series | null | undefined} series
 */
export function dealText(words, { deals }, series) {
  if (!series) return words.text("evening.n-races-this-evening", {}, deals)
  const most = seriesOf(series).deals
  return most
    ? words.text("evening.deal-of-deals-deals", { deal: deals, deals: most })
    : words.text("evening.n-deals", {}, deals)
}

/**
 * What a tally is headed by.
 * @param {Words} words
 * @param {Evening} evening
 * @param {Series | null | undefined} series
 */
export function eveningTitle(words, { over }, series) {
  if (!series) return words.text("evening.the-evening")
  return words.text(over ? "evening.the-series-is-over" : "evening.the-series")
}

/**
 * How a place has changed with the last deal: "▲ 2"; empty after the first.
 * @param {Words} words
 * @param {Tallied} row
 * @param {number} deals
 */
export function changeText(words, { before, place }, deals) {
  if (deals < 2) return ""
  if (!before) return words.text("evening.new")
  const moved = before - place
  return moved ? `${moved > 0 ? "▲" : "▼"} ${Math.abs(moved)}` : "="
}

/**
 * The same for who listens.
 * @param {Words} words
 * @param {Tallied} row
 * @param {number} deals
 */
export function spokenChange(words, { before, place }, deals) {
  const moved = before && deals > 1 ? before - place : 0
  if (!moved) return ""
  return moved > 0
    ? words.text("evening.up-n-places", {}, moved)
    : words.text("evening.down-n-places", {}, -moved)
}

/**
 * A row of a tally, read aloud.
 * @param {Words} words
 * @param {Tallied} row
 * @param {number} deals
 */
export function rowText(words, row, deals) {
  const first = { place: ordinal(words, row.place), name: oneLine(row.name) }
  const told = [words.text("evening.place-name", first), tallyPoints(words, row.points)]
  return joined(words, [...told, spokenChange(words, row, deals)].filter(Boolean))
}

/** Which game comes next; empty if it is the same. @param {Words} words @param {Evening} evening */
export const nextText = (words, { next }) =>
  next ? words.text("evening.next-game", { game: gameTitle(words, next.game) }) : ""

/**
 * A tally in a line; empty where there is nothing to tell yet.
 * @param {Words} words
 * @param {Evening} evening
 * @param {Series | null | undefined} series
 * @param {number} own
 */
export function summaryText(words, evening, series, own) {
  if (evening.deals < (series ? 1 : 2)) return ""
  const row = evening.rows.find(({ player }) => player === own)
  const stands = row && words.text("evening.you-are-place-with-points", {
    place: ordinal(words, row.place), points: tallyPoints(words, row.points),
  })
  const told = [dealText(words, evening, series), stands, nextText(words, evening)]
  return told.filter(Boolean).join(" · ")
}

/** Who has won a series. @param {Words} words @param {readonly Tallied[]} rows */
export function winnersText(words, rows) {
  const first = rows.filter(({ place }) => place === 1).map(({ name }) => oneLine(name))
  if (!first.length) return ""
  const names = listed(words, first, "evening.names-and-last")
  return first.length === 1
    ? words.text("evening.name-has-won-the-series", { name: names })
    : words.text("evening.names-have-won-the-series", { names })
}

/**
 * When the next deal begins.
 * @param {Words} words
 * @param {number} seconds
 * @param {boolean} held
 */
export function pauseText(words, seconds, held) {
  if (held) return words.text("evening.the-host-holds-the-pause")
  return seconds > 0
    ? words.text("evening.on-to-the-next-deal-when-all-are-ready-or-in", { seconds })
    : ""
}
