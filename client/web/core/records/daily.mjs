// The daily deal in words, its calendar and its addresses: as client/words/daily.py has them.

import { dealsText } from "../rooms/deals.mjs"
import {
  gameTitle, joined, placeText, pointsText, statusWords, stopwatch, timeText,
} from "../texts.mjs"
import { dayText } from "./daily_title.mjs"

/** @typedef {import("../messages.mjs").Message} Message */
/** @typedef {import("../messages.mjs").Standing} Standing */
/** @typedef {import("../words.mjs").Words} Words */

/**
 * How an attempt went, as far as that is told; what is left out has its default.
 * @typedef {object} Made
 * @property {number} player
 * @property {string} name
 * @property {number} place
 * @property {import("../messages.mjs").Status} status
 * @property {number} [score]
 * @property {number} [milliseconds]
 * @property {number} [moves]
 * @property {number} [race] for its replay; none where that is not for the asker
 */

/**
 * A day's deal, as `daily` and the days of `dailies` have it.
 * @typedef {object} Day
 * @property {string} day
 * @property {string} game
 * @property {Record<string, string | number | boolean>} [options]
 * @property {string} [deals]
 * @property {boolean} [over]
 * @property {"none" | "on" | "over"} [attempt]
 * @property {number} [players]
 * @property {number} [winners]
 * @property {Made | null} [own]
 */

/** @typedef {"won" | "played" | "missed" | "open"} Mark what came of a day for somebody */

const BETWEEN = " · "
const BLOCKS = "▁▂▃▄▅▆▇█"
const MINUTE = 60
const DAY = 86_400_000
/** How a day is marked in a calendar, beside its colour. @type {Readonly<Record<Mark, string>>} */
export const SIGNS = Object.freeze({ won: "✓", played: "○", missed: "–", open: "…" })
/** Keys of the same in words. @type {Readonly<Record<Mark, string>>} */
const MARKS = Object.freeze({
  won: "daily.solved--a-day-in-the-calendar",
  played: "daily.played-not-solved--a-day-in-the-calendar",
  missed: "daily.not-played--a-day-in-the-calendar",
  open: "daily.open-today--a-day-in-the-calendar",
})

// Addresses ---------------------------------------------------------------------------------------

/**
 * The day that an address asks for: "2026-11-27"; "" for today's, or where it is none.
 * @param {string} rest what follows "#daily/"
 */
export const dayOf = (rest) => (/^\d{4}-\d{2}-\d{2}$/.test(rest) ? rest : "")

/** The address of a day's deal; without a day, of today's. @param {string} [day] */
export const dailyAddress = (day = "") => (day ? `daily/${day}` : "daily")

// Words -------------------------------------------------------------------------------------------

/**
 * A line that tells others of one's own attempt, and nothing of the deal; empty without one that is
 * over. Without its small curve it can be read aloud.
 * @param {Words} words
 * @param {Message} daily
 * @param {string} page the link to the server's page
 * @param {boolean} [curve]
 */
export function shareText(words, daily, page, curve = true) {
  const { own, day, game, players = 0, over = false } = daily
  if (!own) return ""
  const told = words.text("daily.samedeal-day-game-result--to-share-a-daily-deal", {
    day,
    game: gameTitle(words, game),
    result: joined(words, ownFacts(words, own, players, over)),
  })
  const link = page && `${page.replace(/\/$/, "")}/#${dailyAddress(day)}`
  return [told, curve ? blocks(daily.curve ?? []) : "", link].filter(Boolean).join(" ")
}

/** A small curve in block characters. @param {readonly number[]} heights */
const blocks = (heights) =>
  heights.map((height) => BLOCKS[Math.min(Math.max(0, height), BLOCKS.length - 1)]).join("")

/**
 * How an attempt went: "2nd of 17 so far", "2:41.4", "87 moves".
 * @param {Words} words
 * @param {Made} own
 * @param {number} players
 * @param {boolean} over
 */
export const ownFacts = (words, own, players, over) => [
  placedText(words, own, players, over), ...madeFacts(words, own),
]

/**
 * An attempt's place among so many, and "so far" until the day is over.
 * @param {Words} words
 * @param {Made} own
 * @param {number} players
 * @param {boolean} over
 */
export function placedText(words, own, players, over) {
  const place = placeText(words, own.place, Math.max(players, own.place))
  return over ? place : words.text("daily.place-so-far--2nd-of-4-so-far", { place })
}

/**
 * What was made of the deal: "2:41.4", "87 moves"; or "12 points", "gave up".
 * @param {Words} words
 * @param {Made | Standing} made
 */
export function madeFacts(words, { status, score = 0, milliseconds = 0, moves = 0 }) {
  const won = status === "won"
  const told = won ? [stopwatch(words, milliseconds)] : [pointsText(words, score)]
  if (!won) told.push(statusWords(words, status))
  return [...told, words.text("daily.n-moves", {}, moves)]
}

/**
 * What is dealt: "FreeCell · Can be won: medium".
 * @param {Words} words
 * @param {Message} daily
 * @param {string} [options] those that are not as usual, in words
 */
export const whatText = (words, { game, deals }, options = "") =>
  [gameTitle(words, game), dealsText(words, deals), options].filter(Boolean).join(BETWEEN)

/**
 * How many have played it: "17 attempts · 9 solved".
 * @param {Words} words
 * @param {Message} daily
 */
export function crowdText(words, { players = 0, winners = 0, over = false }) {
  if (!players) {
    return words.text(over ? "daily.nobody-has-played-it" : "daily.nobody-has-played-it-yet")
  }
  const solved = words.text("daily.n-solved", {}, winners)
  return [words.text("daily.n-attempts", {}, players), solved].join(BETWEEN)
}

/**
 * How long the day still lasts: to play, or to wait.
 * @param {Words} words
 * @param {Message} daily
 * @param {number} seconds that are left
 */
export function leftText(words, { over = false, attempt = "none" }, seconds) {
  if (over) return words.text("daily.the-day-is-over-it-is-for-practice-only")
  if (seconds <= 0) return "" // it is about to be, or the clock here is wrong
  const whole = Math.trunc(seconds)
  const time = timeText(words, whole < MINUTE ? whole : whole - (whole % MINUTE))
  const key = attempt === "over"
    ? "daily.the-next-deal-comes-in-time"
    : "daily.open-for-another-time"
  return words.text(key, { time })
}

/** How practice went. @param {Words} words @param {Standing} own */
export const practisedText = (words, own) =>
  words.text("daily.practice-result-it-counts-nowhere", {
    result: joined(words, madeFacts(words, own)),
  })

/**
 * How many days in a row there was an attempt: "3 days in a row · most so far: 9".
 * @param {Words} words
 * @param {{ now?: number, best?: number }} [streak]
 */
export function streakText(words, { now = 0, best = 0 } = {}) {
  if (!best) return ""
  const told = words.text("daily.n-days-in-a-row", {}, now)
  if (best <= now) return told
  const most = words.text("daily.most-so-far-days--days-in-a-row", { days: best })
  return [told, most].join(BETWEEN)
}

// The calendar ------------------------------------------------------------------------------------

/** What came of a day for the player who was asked for. @param {Day} day @returns {Mark} */
export function markOf({ own, attempt = "none", over = false }) {
  if (own?.status === "won") return "won"
  if (attempt !== "none") return "played"
  return over ? "missed" : "open"
}

/** The same in words. @param {Words} words @param {Mark} mark */
export const markText = (words, mark) => words.text(MARKS[mark])

/** A day of the calendar, read aloud. @param {Words} words @param {Day} day */
export function dayWords(words, day) {
  const facts = [dayText(words, day.day), gameTitle(words, day.game)]
  const mark = markOf(day)
  const { own, players = 0, over = false } = day
  if (own) {
    if (mark === "won") facts.push(markText(words, mark))
    facts.push(...madeFacts(words, own), placedText(words, own, players, over))
  } else facts.push(mark === "played" ? words.text("daily.played") : markText(words, mark))
  return joined(words, facts)
}

/**
 * The weeks of a month, each seven days from Monday on; 0 is a day of another month.
 * @param {string} month "2026-11"
 */
export function weeksOf(month) {
  const [year, number] = month.split("-").map(Number)
  const first = Date.UTC(year, number - 1, 1) / DAY
  const length = Date.UTC(year, number, 1) / DAY - first
  const before = (((first + 3) % 7) + 7) % 7 // the first of 1970 was a Thursday
  const weeks = Math.ceil((before + length) / 7)
  return [...Array(weeks).keys()].map((week) =>
    [...Array(7).keys()].map((at) => {
      const day = week * 7 + at - before + 1
      return day >= 1 && day <= length ? day : 0
    }),
  )
}

/** A day of a month, as `2026-11-27`. @param {string} month @param {number} day */
export const dayIn = (month, day) => `${month}-${String(day).padStart(2, "0")}`

/**
 * The month that is so many months after one, or before it.
 * @param {string} month
 * @param {number} step
 */
export function monthBeside(month, step) {
  const [year, number] = month.split("-").map(Number)
  const all = year * 12 + number - 1 + step
  const two = String((all % 12) + 1).padStart(2, "0")
  return `${String(Math.floor(all / 12)).padStart(4, "0")}-${two}`
}

const MONTHS = [
  "daily.january-year", "daily.february-year", "daily.march-year", "daily.april-year",
  "daily.may-year", "daily.june-year", "daily.july-year", "daily.august-year",
  "daily.september-year", "daily.october-year", "daily.november-year", "daily.december-year",
]

/** A month as people write it: "November 2026". @param {Words} words @param {string} month */
export function monthText(words, month) {
  const [year, number] = month.split("-").map(Number)
  return words.text(MONTHS[number - 1], { year })
}

/** What heads the columns of a calendar: "Mon", to "Sun". @param {Words} words */
export const weekdays = (words) => [
  words.text("daily.mon--a-day-of-the-week"), words.text("daily.tue--a-day-of-the-week"),
  words.text("daily.wed--a-day-of-the-week"), words.text("daily.thu--a-day-of-the-week"),
  words.text("daily.fri--a-day-of-the-week"), words.text("daily.sat--a-day-of-the-week"),
  words.text("daily.sun--a-day-of-the-week"),
]
