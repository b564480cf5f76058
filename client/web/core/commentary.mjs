// Room and race in words: who comes and goes, how everybody stands and ended. It says what
// client/words/commentary.py says.

import { isPlaced, isRanked } from "./racing/words.mjs"
import {
  isGhost, joined, ordinal, placeText, pointsText, racerName, statusWords, stopwatch, timeText,
} from "./texts.mjs"

/** @typedef {import("./messages.mjs").Member} Member */
/** @typedef {import("./messages.mjs").Standing} Standing */
/** @typedef {import("./words.mjs").Words} Words */

/** How a race ends for all who still race, at once. @type {ReadonlySet<string>} */
const CLOCKED = new Set(["racing", "out of time", "stopped"])
/** The most who are named in one line of who came or left. */
const NAMED = 8
/** What cannot be said: characters that steer a text, and the ends of lines. */
const UNSPOKEN = /[\p{C}\p{Z}\s]+/gu

/**
 * Foreign text on one line, without characters that would steer what is near.
 * @param {string} text
 */
export const oneLine = (text) => text.replace(UNSPOKEN, " ").trim()

/**
 * What others did in a room: "Bob came in", "Bob is ready", "Cleo left".
 * @param {Words} words
 * @param {readonly Member[]} before
 * @param {readonly Member[]} after
 * @param {number} own
 * @returns {string[]}
 */
export function roomNews(words, before, after, own) {
  const known = new Map(before.map((member) => [member.player, member]))
  const here = new Set(after.map(({ player }) => player))
  /** @param {string} key @param {Member} member */
  const told = (key, { name }) => words.text(key, { name: oneLine(name) })
  const left = before.filter(({ player }) => !here.has(player))
  const said = left.map((member) => told("commentary.name-left", member))
  for (const member of after) {
    const news = member.player === own ? "" : changeOf(known.get(member.player), member)
    if (news) said.push(told(news, member))
  }
  return said
}

/**
 * Who came or who left, in one line: "Bob came in", "Left: Bob, Cleo".
 * @param {Words} words
 * @param {import("./rooms/attendance.mjs").News} news
 */
export function attendanceText(words, { came, members }) {
  const [first] = members
  if (members.length === 1) {
    const key = came ? changeOf(undefined, first) : "commentary.name-left"
    return words.text(key, { name: oneLine(first.name) })
  }
  const named = joined(words, members.slice(0, NAMED).map(({ name }) => oneLine(name)))
  const names = members.length > NAMED ? `${named} … +${members.length - NAMED}` : named
  return words.text(came ? "commentary.came-in-names" : "commentary.left-names", { names })
}

/**
 * The key of what a member has done; an empty text for nothing.
 * @param {Member | undefined} was
 * @param {Member} member
 */
function changeOf(was, member) {
  const { connected, seated, ready } = member
  if (!was) return seated ? "commentary.name-came-in" : "commentary.name-came-in-to-watch"
  if (was.connected !== connected) {
    return connected ? "commentary.name-is-back" : "commentary.name-has-no-connection"
  }
  if (was.seated !== seated) {
    return seated ? "commentary.name-took-a-seat" : "commentary.name-only-watches-now"
  }
  if (was.ready === ready) return ""
  return ready ? "commentary.name-is-ready" : "commentary.name-is-not-ready-any-more"
}

/**
 * Place, score and clock on request: "1st of 2, 5 points; 3 seconds gone, 14 minutes left".
 * @param {Words} words
 * @param {readonly Standing[]} standings
 * @param {number} own
 * @param {number} elapsed in seconds, as `remaining` is
 * @param {number} remaining
 * @param {number} score
 */
export function standingText(words, standings, own, elapsed, remaining, score) {
  const mine = standings.find(({ player }) => player === own)
  const ranked = mine && isRanked(mine, standings.length)
  const stands = ranked ? [placeAmong(words, mine, standings)] : []
  const clock = words.text("commentary.elapsed-gone-remaining-left", {
    elapsed: timeText(words, elapsed),
    remaining: timeText(words, remaining),
  })
  return `${joined(words, [...stands, pointsText(words, score)])}; ${clock}`
}

/**
 * A racer's place among so many: "2nd of 5".
 * @param {Words} words
 * @param {Standing} racer
 * @param {readonly Standing[]} standings
 */
export const placeAmong = (words, racer, standings) =>
  placeText(words, racer.place, standings.length)

/**
 * What has become of the rivals: "Bob won in 3 minutes 12 seconds", "Cleo gave up".
 * @param {Words} words
 * @param {readonly Standing[]} before
 * @param {readonly Standing[]} after
 * @param {number} own
 */
export function rivalNews(words, before, after, own) {
  return ended(before, after, own).map((racer) => fateText(words, racer))
}

/**
 * Which rivals have won, as one reads it: "Bob won in 3:12.4".
 * @param {Words} words
 * @param {readonly Standing[]} before
 * @param {readonly Standing[]} after
 * @param {number} own
 */
export const winNews = (words, before, after, own) =>
  ended(before, after, own)
    .filter(({ status }) => status === "won")
    .map((racer) => {
      const name = racerName(words, { ...racer, name: oneLine(racer.name) })
      const time = stopwatch(words, racer.milliseconds)
      return words.text("commentary.name-won-in-time", { name, time })
    })

/**
 * The rivals whose race has ended meanwhile, unless by the clock or the host.
 * @param {readonly Standing[]} before
 * @param {readonly Standing[]} after
 * @param {number} own
 */
function ended(before, after, own) {
  const known = new Map(before.map(({ player, status }) => [player, status]))
  return after.filter(({ player, status }) => {
    return player !== own && !CLOCKED.has(status) && known.get(player) === "racing"
  })
}

/**
 * How a race ended for somebody: "Bob won in 3 minutes 12 seconds", "Bob gave up".
 * @param {Words} words
 * @param {Standing} racer
 */
export function fateText(words, racer) {
  const name = racerName(words, { ...racer, name: oneLine(racer.name) })
  switch (racer.status) {
    case "won": {
      const time = timeText(words, racer.milliseconds / 1000)
      return words.text("commentary.name-won-in-time", { name, time })
    }
    case "stuck":
      return words.text("commentary.name-is-stuck", { name })
    case "gave up":
      return words.text("commentary.name-gave-up", { name })
    case "out of time":
      return words.text("commentary.name-ran-out-of-time", { name })
    case "disconnected":
      return words.text("commentary.name-lost-the-connection-for-good", { name })
    case "stopped":
      return words.text("commentary.name-was-stopped", { name })
    default:
      return words.text("commentary.name-is-racing", { name })
  }
}

/**
 * How people came in among themselves where a bot is ahead: "1st of 2 without the bots". Who only
 * watched is told the best of them; nothing is said where there is nobody to compare.
 * @param {Words} words
 * @param {readonly Standing[]} standings
 * @param {number} own
 */
export function peopleText(words, standings, own) {
  const present = standings.filter(({ player }) => !isGhost(player))
  const people = present.filter(({ bot }) => !bot)
  if (people.length < 2) return ""
  const best = Math.min(...people.map(({ place }) => place))
  const mine = people.find(({ player }) => player === own)
  const shown = mine ?? people.find((each) => each.place === best)
  if (!shown || !present.some(({ bot, place }) => bot && place < shown.place)) return ""
  if (!isPlaced(shown, standings.length, false)) return ""
  if (!mine) {
    const first = people.filter(({ place }) => place === best).map(({ name }) => oneLine(name))
    return words.text("commentary.best-of-the-people-name", { name: joined(words, first) })
  }
  const place = ordinal(words, 1 + people.filter((each) => each.place < shown.place).length)
  return words.text("commentary.place-of-people-people", { place, people: people.length })
}

/**
 * The results, one's own first: "The race is over. You came 1st of 2 with 12 points: ...".
 * @param {Words} words
 * @param {readonly Standing[]} standings
 * @param {number} own
 */
export function resultsText(words, standings, own) {
  const said = [words.text("commentary.the-race-is-over")]
  for (const racer of standings.filter(({ player }) => player === own)) {
    const place = placeAmong(words, racer, standings)
    const ranked = isRanked(racer, standings.length)
    const key = ranked ? "you-came-place-with-points-fate" : "you-ended-with-points-fate"
    said.push(words.text(`commentary.${key}`, fate(racer, place)))
  }
  const people = peopleText(words, standings, own)
  if (people) said.push(people)
  for (const racer of standings.filter(({ player }) => player !== own)) {
    const name = racerName(words, { ...racer, name: oneLine(racer.name) })
    const values = { ...fate(racer, ordinal(words, racer.place)), name }
    const ranked = isRanked(racer, standings.length)
    const key = ranked ? "place-name-with-points-fate" : "name-with-points-fate"
    said.push(words.text(`commentary.${key}`, values))
  }
  return said.join(`${words.text("texts.text--ends-a-sentence")} `)

  /** @param {Standing} racer @param {string} place */
  function fate(racer, place) {
    const time = timeText(words, racer.milliseconds / 1000)
    const won = racer.status === "won"
    return {
      place,
      points: pointsText(words, racer.score),
      fate: won ? words.text("commentary.won-in-time", { time }) : statusWords(words, racer.status),
    }
  }
}
