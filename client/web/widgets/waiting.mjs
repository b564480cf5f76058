// What stands in the place of something that was looked up: it is on its way, or why there is none.

import { reasonText, sentence } from "../core/texts.mjs"
import { button, fill, h } from "./dom.mjs"

/** @typedef {import("../app.mjs").App} App */

/** Refusals after which the same question may be answered. */
const PASSING = new Set(["too fast", "server error"])

/** On the card where nothing was played yet. */
const UNPLAYED = "♠"

/** A line in words; and where there is nothing, some cards above it, and the ways on. */
export class Waiting {
  /**
   * @param {App} app
   * @param {() => void} again
   */
  constructor(app, again) {
    /** @private */
    this.app = app
    /** @private */
    this.again = again
    this.element = h("div", { class: "waits", role: "status" })
    /** What is shown. @private */
    this.shown = ""
  }

  /**
   * Show how it is.
   * @param {boolean} waits whether it is on its way
   * @param {import("../core/messages.mjs").Message | null} refusal
   * @param {string} [empty] what is said where there is nothing yet
   * @param {import("./dom.mjs").Child[]} ways what there is to do about that
   */
  show(waits, refusal, empty = "", ...ways) {
    const { app, element } = this
    const { words } = app
    const told = refusal?.text ? sentence(words, reasonText(words, refusal.text)) : ""
    const text = waits ? words.text("page.looking-it-up") : told || empty
    element.hidden = !text
    if (text === this.shown) return
    this.shown = text
    element.classList.toggle("nothing", !waits)
    if (waits) fill(element, h("p", { class: "slowly" }, text))
    else if (refusal) fill(element, ...nothing("?", text, this.waysOn(PASSING.has(refusal.code))))
    else fill(element, ...nothing(UNPLAYED, text, ways))
  }

  /** @param {boolean} passing whether to ask again may help @private */
  waysOn(passing) {
    const { app } = this
    const { session, words } = app
    const home = session.room ? "ResultsScreen.back-to-the-room" : "LobbyScreen.lobby"
    return [
      passing && button(words.text("StatusLine.try-now"), () => this.again(), { class: "main" }),
      button(words.text(home), () => app.comeHome(), { class: passing ? "" : "main" }),
      button(words.text("LobbyScreen.leaderboard"), () => app.goTo("leaderboard")),
    ]
  }
}

/**
 * What is shown where nothing was played yet, with the ways to begin.
 * @param {string} text
 * @param {import("./dom.mjs").Child[]} ways what there is to do about that
 */
export const unplayed = (text, ...ways) =>
  h("div", { class: "waits nothing" }, ...nothing(UNPLAYED, text, ways))

/**
 * Two cards face down and one with a sign, a text, and the ways on.
 * @param {string} sign
 * @param {string} text
 * @param {import("./dom.mjs").Child[]} ways
 */
const nothing = (sign, text, ways) => [
  h("div", { class: "fan", "aria-hidden": "true" }, h("i"), h("i"), h("i", { "data-sign": sign })),
  h("p", {}, text),
  ways.some(Boolean) && h("div", { class: "row" }, ...ways),
]
