// A race in words: its game, how racers stand, the code of its deal. It says what the window says:
// client/words/texts.py, client/window/racing/, protocol/deal_code.py.

import { joined, pointsText, statusWords, stopwatch } from "../texts.mjs"

/** @typedef {import("../messages.mjs").Settings} Settings */
/** @typedef {import("../messages.mjs").Standing} Standing */
/** @typedef {import("../words.mjs").Words} Words */

/**
 * A game's title; its bare name where this version does not have the game. One that has the title
 * of its family shares the text with it.
 * @param {Words} words
 * @param {string} game
 */
export const gameTitle = (words, game) =>
  words.text(`games.${game}-title`) || words.text(`games.family-${game}`) || game

/**
 * What there is to say beside a score; nothing for one who just races on.
 * @param {Words} words
 * @param {Standing} racer
 */
export function noteOf(words, { status, milliseconds, connected, bot }) {
  if (status === "won") {
    return words.text("standings.won-time", { time: stopwatch(words, milliseconds) })
  }
  if (status !== "racing") return statusWords(words, status)
  if (!connected) return words.text("standings.away")
  return bot ? words.text("standings.bot") : ""
}

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
