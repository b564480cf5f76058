// The rules of the race's game, and what to know before the first race in it.

import { rulesTexts, tipText } from "../core/rooms/catalogue.mjs"
import { gameTitle } from "../core/texts.mjs"
import { dialog } from "../widgets/ask.mjs"
import { h } from "../widgets/dom.mjs"
import { icon } from "../widgets/icons.mjs"
import { Rules } from "../widgets/rules.mjs"

/** @typedef {import("../app.mjs").App} App */

/**
 * Lines to read before one's first race in a game; none for who has played it.
 * @param {App} app
 * @param {string} game
 * @returns {string[]}
 */
export function primerOf({ words, chosen, games }, game) {
  const entry = chosen.now.known.includes(game) ? null : games.entry(game)
  return entry ? [rulesTexts(words, entry)[0], tipText(words, entry)] : []
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
 * @param {HTMLElement} more
 */
export async function showRules(app, game, more) {
  await app.needGames()
  const { words } = app
  const rules = new Rules(app)
  const settings = app.session.race?.settings ?? app.session.room?.settings
  const options = settings?.game === game ? settings.options : {}
  rules.show(game, false, app.games.optionsText(words, game, options))
  const label = words.text("page.close")
  const close = h("button", { type: "button", class: "plain", "aria-label": label }, icon("close"))
  const box = dialog(gameTitle(words, game), h("div", { class: "rules" }, rules.element, more))
  box.classList.add("sheet")
  box.append(close)
  close.addEventListener("click", () => box.close())
  close.focus()
}
