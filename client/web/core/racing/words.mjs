// The end of a race in words: what racers made of it, and the code of its deal, as in
// client/window/racing/podium.py and protocol/deal_code.py.

import { joined, pointsText, statusWords, stopwatch } from "../texts.mjs"

/** @typedef {import("../messages.mjs").Settings} Settings */
/** @typedef {import("../messages.mjs").Standing} Standing */
/** @typedef {import("../words.mjs").Words} Words */

/**
 * What there is to say of a racer: "bot", and "won 1:23.4" or "37 points", "stuck".
 * @param {Words} words
 * @param {Standing} racer
 */
export function factsOf(words, racer) {
  const bot = racer.bot ? [words.text("standings.bot")] : []
  if (racer.status === "won") {
    const time = stopwatch(words, racer.milliseconds)
    return [...bot, words.text("podium.solved-time", { time })]
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
 * @param {Standing} racer
 */
export const reached = ({ status, score, milliseconds }) =>
  status === "won" || (score > 0 && milliseconds > 0)

/** How many steps a podium has. */
const STEPS = 3
/** Fewer on a podium would be a single block: then there is none. */
const FEWEST = 2
/** What has become of who raced as long as there was a race for them. */
const TO_THE_END = new Set(["won", "stuck", "out of time", "stopped"])

/**
 * Who of the first three stands on a step: who raced to an end and has points. Who gave up or went
 * away never does; and one alone is no podium.
 * @param {readonly Standing[]} standings the best first
 */
export function uponSteps(standings) {
  const upon = standings
    .slice(0, STEPS)
    .filter((racer) => TO_THE_END.has(racer.status) && reached(racer))
  return upon.length >= FEWEST ? upon : []
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

/** @type {ReadonlyMap<unknown, string>} */
const YES_NO = new Map([[true, "yes"], [false, "no"]])
