// The end of a race in words: what racers made of it, and the code of its deal, as in
// client/window/racing/podium.py and protocol/deal_code.py.

import { joined, pointsText, statusText, statusWords, stopwatch } from "../texts.mjs"

/** @typedef {import("../messages.mjs").Settings} Settings */
/** @typedef {import("../messages.mjs").Standing} Standing */
/** @typedef {import("../words.mjs").Words} Words */

/**
 * The bots that a server has stopped because only bots were still racing. It says of them that they
 * are out of time, as of who races until the time is up; but that was not so where none of the
 * people was out of time.
 * @param {readonly Pick<Standing, "player" | "status" | "bot">[]} standings
 * @returns {Set<number>}
 */
export function stoppedBots(standings) {
  const people = standings.filter(({ bot }) => !bot)
  const timely = people.some(({ status }) => status === "racing" || status === "out of time")
  if (!people.length || timely) return new Set()
  const bots = standings.filter(({ bot, status }) => bot && status === "out of time")
  return new Set(bots.map(({ player }) => player))
}

/**
 * How somebody's race ended, standing alone: "Gave up", "Stopped".
 * @param {Words} words
 * @param {Pick<Standing, "player" | "status">} racer
 * @param {ReadonlySet<number>} stopped
 */
export const endText = (words, { player, status }, stopped) =>
  stopped.has(player) ? words.text("texts.stopped--a-bot") : statusText(words, status)

/**
 * The same within a list: "12 points, gave up".
 * @param {Words} words
 * @param {Pick<Standing, "player" | "status">} racer
 * @param {ReadonlySet<number>} stopped
 */
export const endWords = (words, { player, status }, stopped) =>
  stopped.has(player) ? words.text("texts.stopped-2--a-bot") : statusWords(words, status)

/**
 * What there is to say of a racer: "bot", and "won 1:23.4" or "37 points", "stuck".
 * @param {Words} words
 * @param {Standing} racer
 * @param {ReadonlySet<number>} stopped
 */
export function factsOf(words, racer, stopped) {
  const bot = racer.bot ? [words.text("standings.bot")] : []
  if (racer.status === "won") {
    const time = stopwatch(words, racer.milliseconds)
    return [...bot, words.text("podium.solved-time", { time })]
  }
  return [...bot, pointsText(words, racer.score), endWords(words, racer, stopped)]
}

/**
 * What a racer made of it in a few words: "won 1:23.4", "bot, 37 points, stuck".
 * @param {Words} words
 * @param {Standing} racer
 * @param {ReadonlySet<number>} stopped
 */
export const resultOf = (words, racer, stopped) => joined(words, factsOf(words, racer, stopped))

/**
 * Whether a racer has reached anything at all: a win, or points by some move.
 * @param {Standing} racer
 */
export const reached = ({ status, score, milliseconds }) =>
  status === "won" || (score > 0 && milliseconds > 0)

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

/** @type {ReadonlyMap<unknown, string>} */
const YES_NO = new Map([[true, "yes"], [false, "no"]])
