// The end of a race in words: what racers made of it, and the code of its deal, as in
// client/words/outcome.py and protocol/deal_code.py.

import {
  botFacts, joined, NOTHING, ordinal, placeText, pointsText, statusWords, stopwatch,
} from "../texts.mjs"

/** @typedef {import("../messages.mjs").Settings} Settings */
/** @typedef {import("../messages.mjs").Standing} Standing */
/** @typedef {import("../messages.mjs").Status} Status */
/** @typedef {Pick<Standing, "place" | "status" | "score" | "milliseconds">} Ended */
/** @typedef {{ place: number, racers: number, won?: boolean }} Raced a race on a player's page */
/** @typedef {import("../words.mjs").Words} Words */

/**
 * What there is to say of a racer: "bot", and "won 1:23.4" or "37 points", "stuck".
 * @param {Words} words
 * @param {Pick<Standing, "status" | "score" | "milliseconds" | "bot" | "level">} racer
 */
export function factsOf(words, racer) {
  const bot = botFacts(words, racer)
  if (racer.status === "won") {
    const time = stopwatch(words, racer.milliseconds)
    return [...bot, words.text("outcome.solved-time", { time })]
  }
  return [...bot, pointsText(words, racer.score), statusWords(words, racer.status)]
}

/**
 * What a racer made of it in a few words: "won 1:23.4", "bot, 37 points, stuck".
 * @param {Words} words
 * @param {Standing} racer
 */
export const resultOf = (words, racer) => joined(words, factsOf(words, racer))

/**
 * Whether a racer has reached anything at all: a win, or points by some move.
 * @param {Ended} racer
 */
export const reached = ({ status, score, milliseconds }) =>
  status === "won" || (score > 0 && milliseconds > 0)

/** What has become of who did not stay in the race. @type {ReadonlySet<Status>} */
const LEFT = new Set(["gave up", "disconnected"])
/** How many steps a podium has. */
const STEPS = 3

/**
 * Whether one of so many racers has a place, during the race and after it. Who is alone has none,
 * nor who left with nothing. And who is the first with no more than the deal gave is ahead of
 * nobody.
 * @param {Ended} racer
 * @param {number} racers
 */
export function isRanked(racer, racers) {
  if (racers < 2 || racer.place < 1) return false
  if (racer.place === 1) return racer.status === "won" || racer.milliseconds > 0
  return !LEFT.has(racer.status) || reached(racer)
}

/**
 * Whether a place says how good a racer was, so that it may be the headline. Where nobody has won,
 * to be first says nothing; and who was stopped had not come to an end.
 * @param {Ended} racer
 * @param {number} racers
 * @param {boolean} won whether this racer has won the race
 */
export const isPlaced = (racer, racers, won) =>
  isRanked(racer, racers) && (racer.place > 1 || won) && racer.status !== "stopped"

/**
 * Whether somebody was ahead of somebody in a race, and not only on the list.
 * @param {Raced} race
 */
export const isContested = ({ place, racers, won = false }) => racers > 1 && (place > 1 || won)

/**
 * A racer's place among so many, wherever it is shown: "2nd"; a dash for none.
 * @param {Words} words
 * @param {Ended} racer
 * @param {number} racers
 */
export const rankText = (words, racer, racers) =>
  isRanked(racer, racers) ? ordinal(words, racer.place) : NOTHING

/**
 * The same as a number, where there is little room: "2".
 * @param {Ended} racer
 * @param {number} racers
 */
export const rankNumber = (racer, racers) =>
  isRanked(racer, racers) ? String(racer.place) : NOTHING

/**
 * How a player came in: "2nd of 4", or "no winner", or "alone".
 * @param {Words} words
 * @param {Ended & Raced} race
 */
export function pastPlaceText(words, race) {
  if (race.racers < 2) return words.text("outcome.alone--raced-without-rivals")
  if (!isContested(race)) return words.text("outcome.no-winner--of-a-race")
  return isRanked(race, race.racers) ? placeText(words, race.place, race.racers) : NOTHING
}

/** @type {Readonly<Record<Status, string>>} */
const ENDINGS = {
  racing: "",
  won: "outcome.solved",
  stuck: "outcome.no-move-is-left",
  "gave up": "outcome.you-gave-up",
  "out of time": "outcome.the-time-is-up",
  disconnected: "outcome.you-were-away-for-too-long",
  stopped: "outcome.the-race-was-ended-early",
}

/**
 * What ended one's own race: "No move is left."; empty while it goes on.
 * @param {Words} words
 * @param {Status} status
 * @param {boolean} first whether nobody is ahead of who has solved it
 * @param {string | null} [host] who ends races early: a name, or an empty one for oneself
 */
export function endingText(words, status, first, host = null) {
  if (status === "stopped" && host !== null) {
    const key = host ? "outcome.name-ended-the-race" : "outcome.you-ended-the-race"
    return words.text(key, { name: host })
  }
  const key = status === "won" && first ? "outcome.you-won" : ENDINGS[status]
  return key && words.text(key)
}

/**
 * What became of one's own race among so many: what is to be read first, and what that does not
 * say. A place is the headline if the race was raced to an end, or won; else it is one of the
 * facts.
 * @param {Words} words
 * @param {Standing} own
 * @param {number} racers
 * @param {boolean} won whether one has won it
 * @param {string | null} [host] as in `endingText`
 * @returns {{ headline: string, facts: string[] }}
 */
export function outcomeOf(words, own, racers, won, host = null) {
  const ranked = isRanked(own, racers)
  const placed = isPlaced(own, racers, won)
  const place = placeText(words, own.place, racers)
  const ended = own.status === "won" || (own.status === "gave up" && !won)
  if (placed && !ended) {
    const headline = words.text("outcome.you-came-place", { place })
    return { headline, facts: [resultOf(words, own)] }
  }
  const made = own.status === "won" ? resultOf(words, own) : pointsText(words, own.score)
  const headline = endingText(words, own.status, won, host)
  return { headline, facts: ranked ? [place, made] : [made] }
}

/** Milliseconds after which bots that race on alone may be stopped: ten seconds, heard roughly. */
const ALONE = 9000

/**
 * Whether only bots were stopped, and for having raced on alone: not by the host.
 * @param {readonly Standing[]} standings
 * @param {ReadonlyMap<number, number>} ends when each racer's race was over, in milliseconds
 * @param {number} length how long it all took
 */
export function wereAlone(standings, ends, length) {
  const stopped = standings.filter(({ status }) => status === "stopped")
  const people = standings.filter(({ bot }) => !bot).map(({ player }) => ends.get(player) ?? 0)
  return stopped.every(({ bot }) => bot) && length - Math.max(0, ...people) >= ALONE
}

/**
 * The name of a room's host, an empty one for oneself; null where it is not known.
 * @param {Pick<import("../messages.mjs").Room, "host" | "members"> | null} room
 * @param {number} own
 */
export function hostOf(room, own) {
  if (room?.host === own) return ""
  const host = room?.members.find(({ player }) => player === room.host)
  return host ? host.name : null
}

/**
 * Who of the first three stands on a podium's steps: who has a place, and points. Where nobody has
 * won there is no podium, nor for who was alone.
 * @param {readonly Standing[]} standings the best first
 * @param {readonly number[]} winners
 */
export function uponSteps(standings, winners) {
  if (!winners.length) return []
  const racers = standings.length
  return standings.slice(0, STEPS).filter((racer) => isRanked(racer, racers) && reached(racer))
}

/**
 * The code of a deal, for playing it again elsewhere: "klondike/deal=three-card-deals/0390f01e".
 * Options that are as usual are left out, as far as it is known what is usual.
 * @param {Pick<Settings, "game" | "options">} settings
 * @param {string} seed
 * @param {Readonly<Record<string, unknown>>} [usual]
 */
export function dealCode({ game, options }, seed, usual = {}) {
  const chosen = Object.entries(options).filter(([name, choice]) => choice !== usual[name])
  const told = chosen.map(([name, choice]) => `${name}=${YES_NO.get(choice) ?? choice}`)
  const quoted = encodeURIComponent(seed).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return [game, ...told, quoted].join("/")
}

/**
 * A code as it is shown, which may be typed as well: its seed as it was written, unless that has a
 * slash, a percent sign or space around it.
 * @param {string} code
 */
export function readableCode(code) {
  const at = code.lastIndexOf("/") + 1
  const seed = decodeURIComponent(code.slice(at))
  return /[/%]/.test(seed) || seed !== seed.trim() ? code : code.slice(0, at) + seed
}

/** @type {ReadonlyMap<unknown, string>} */
const YES_NO = new Map([[true, "yes"], [false, "no"]])
