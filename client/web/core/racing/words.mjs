// The end of a race in words: what racers made of it, and the code of its deal, as in
// client/window/racing/podium.py and protocol/deal_code.py.

import { joined, pointsText, statusWords, stopwatch } from "../texts.mjs"

/** @typedef {import("../messages.mjs").Settings} Settings */
/** @typedef {import("../messages.mjs").Standing} Standing */
/** @typedef {import("../words.mjs").Words} Words */

/**
 * What a racer made of it in a few words: "won 1:23.4", "37 points, stuck".
 * @param {Words} words
 * @param {Standing} racer
 */
export function resultOf(words, { status, milliseconds, score }) {
  if (status === "won") {
    return words.text("podium.won-time", { time: stopwatch(words, milliseconds) })
  }
  return joined(words, [pointsText(words, score), statusWords(words, status)])
}

/**
 * The code of a deal, for playing it again elsewhere: "klondike/deal=three-card-deals/0390f01e".
 * Options that are as usual are left out, as far as it is known what is usual.
 * @param {Settings} settings
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
