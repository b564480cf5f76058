// What happened in a room while the connection was lost, in words: as client/words/absence.py.

import { placeAmong, rivalNews, roomNews } from "../commentary.mjs"
import { isRanked } from "../racing/words.mjs"
import { duration } from "../texts.mjs"

/** @typedef {import("../words.mjs").Words} Words */
/** @typedef {import("../messages.mjs").Room} Room */
/** @typedef {import("../messages.mjs").Standing} Standing */

/**
 * What is known of a room at one moment; the race is the one that is on, or the last, 0 for none.
 * It started at a time in seconds on the reader's clock: later than before where its own clock has
 * stood still, as while its server was down; 0 if there is no race.
 * @typedef {{
 *   room: Room | null, race: number, standings: readonly Standing[], started: number
 * }} Known
 */

/** So many matters are told, and that there are more. */
const MOST = 3

/** Seconds from which it is told that a race's clock stood still: less may be the connection. */
const STOOD = 2

/**
 * What a session knows of its room now.
 * @param {import("../session.mjs").Session} session
 * @returns {Known}
 */
export function knownOf({ room, race, results }) {
  const number = results?.race ?? race?.number ?? 0
  return { room, race: number, standings: race?.standings ?? [], started: race?.started ?? 0 }
}

/**
 * What one has missed: "Connected. Meanwhile: Bob gave up · now 2nd of 3"; empty in no room.
 * @param {Words} words
 * @param {Known} before what was known when the connection was lost
 * @param {Known} after
 * @param {number} own the reader's player id
 * @param {number} said how much others have said meanwhile
 */
export function missedText(words, before, after, own, said) {
  const news = newsOf(words, before, after, own)
  if (said) news.push(words.text("absence.n-messages", {}, said))
  const here = before.room && before.room.code === after.room?.code
  const nothing = here ? words.text("absence.connected-you-have-missed-nothing") : ""
  if (!news.length) return nothing
  const told = (news.length > MOST ? [...news.slice(0, MOST), "…"] : news).join(" · ")
  return words.text("absence.connected-meanwhile-news", { news: told })
}

/**
 * @param {Words} words
 * @param {Known} before
 * @param {Known} after
 * @param {number} own
 * @returns {string[]}
 */
function newsOf(words, before, after, own) {
  if (!before.room || before.room.code !== after.room?.code) return []
  if (after.race !== before.race) return [words.text("absence.another-race-has-begun")]
  const news = rivalNews(words, before.standings, after.standings, own)
  const place = placeOf(words, after, own)
  if (place && place !== placeOf(words, before, own)) {
    news.unshift(words.text("absence.now-place--a-racer-s-place", { place }))
  }
  const stood = Math.round(after.started - before.started)
  if (before.started && after.room.phase === "running" && stood >= STOOD) {
    const time = duration(words, stood)
    news.unshift(words.text("absence.the-clock-stood-still-for-time", { time }))
  }
  if (before.room.phase !== "finished" && after.room.phase === "finished") {
    news.push(words.text("absence.the-race-is-over"))
  }
  return [...news, ...roomNews(words, before.room.members, after.room.members, own)]
}

/** @param {Words} words @param {Known} known @param {number} own */
function placeOf(words, { standings }, own) {
  const mine = standings.find(({ player }) => player === own)
  return mine && isRanked(mine, standings.length) ? placeAmong(words, mine, standings) : ""
}
