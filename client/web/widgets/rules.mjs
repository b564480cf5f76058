// The rules of a game, to read.

import { factsText, rulesTexts, tipText } from "../core/rooms/catalogue.mjs"
import { gameTitle } from "../core/texts.mjs"
import { fill, h } from "./dom.mjs"

/** @typedef {import("../app.mjs").App} App */

/** A game's facts, rules and tip. */
export class Rules {
  /** @param {App} app */
  constructor(app) {
    /** @private */
    this.app = app
    this.element = h("section", { class: "rules" })
    /** @private */
    this.shown = ""
  }

  /**
   * Show the rules of this game; nothing, where this version does not have it.
   * @param {string} game
   * @param {boolean} [titled] whether the title stands above
   * @param {string} [options] which of its options are in force
   */
  show(game, titled = false, options = "") {
    const { words, games } = this.app
    const entry = games.entry(game)
    const shown = entry ? `${game} ${options}` : ""
    this.element.hidden = !entry
    if (shown === this.shown || !entry) return
    this.shown = shown
    const title = gameTitle(words, game)
    this.element.setAttribute("aria-label", words.text("RulesText.rules-of-game", { game: title }))
    fill(
      this.element,
      titled && h("h2", {}, title),
      h("p", { class: "muted" }, factsText(words, entry)),
      options && h("p", { class: "options" }, options),
      ...rulesTexts(words, entry).map((text) => h("p", {}, text)),
      h("p", { class: "muted" }, tipText(words, entry)),
    )
  }
}
