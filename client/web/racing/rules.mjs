// The rules of a game, and what to know before the first race in it.

import { icon } from "../widgets/icons.mjs"
import { dialog } from "../widgets/ask.mjs"
import { h } from "../widgets/dom.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/words.mjs").Words} Words */

/**
 * What the catalogue tells of a game, in English.
 * @typedef {{ name: string, title: string, tip: string, rules: readonly string[],
 *   options: readonly { name: string, default: unknown }[] }} Entry
 */

/** @type {Promise<readonly Entry[]> | null} */
let catalogue = null

/**
 * A game in the catalogue; it is fetched when it is asked for first.
 * @param {string} game
 * @returns {Promise<Entry | null>} null where it cannot be had
 */
export async function entryOf(game) {
  catalogue ??= fetch(new URL("../games.json", import.meta.url)).then((answer) => answer.json())
  try {
    return (await catalogue).find(({ name }) => name === game) ?? null
  } catch {
    catalogue = null // the next one who asks may have more luck
    return null
  }
}

/**
 * A game's title in the player's language.
 * @param {Words} words
 * @param {Entry} entry
 */
export const titleOf = (words, entry) => words.translated("games", entry.title)

/** @param {Words} words @param {Entry} entry */
const tipOf = (words, { tip }) =>
  words.text("texts.tip-tip", { tip: words.translated("games", tip) })

/**
 * Lines to read before one's first race in a game; none for who has played it.
 * @param {App} app
 * @param {string} game
 * @returns {Promise<string[]>}
 */
export async function primerOf({ words, chosen }, game) {
  const entry = chosen.now.known.includes(game) ? null : await entryOf(game)
  return entry ? [words.translated("games", entry.rules[0]), tipOf(words, entry)] : []
}

/**
 * Remember that somebody has played a game.
 * @param {import("../preferences.mjs").Chosen} chosen
 * @param {string} game
 */
export function rememberGame(chosen, game) {
  if (!chosen.now.known.includes(game)) chosen.set({ known: [...chosen.now.known, game] })
}

/**
 * Show the rules in front of the race, with `more` below them.
 * @param {App} app
 * @param {string} game
 * @param {HTMLElement} [more]
 */
export async function showRules({ words }, game, more) {
  const entry = await entryOf(game)
  if (!entry) return
  const close = h("button", { type: "button", class: "plain", "aria-label": words.text("Banner.close") }, icon("close"))
  const text = h("div", { class: "rules" },
    ...entry.rules.map((paragraph) => h("p", {}, words.translated("games", paragraph))),
    h("p", { class: "muted" }, tipOf(words, entry)),
    more,
  )
  const box = dialog(titleOf(words, entry), text)
  box.classList.add("sheet")
  box.append(close)
  close.addEventListener("click", () => box.close())
  close.focus()
}
