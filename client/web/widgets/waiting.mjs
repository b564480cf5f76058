// What stands in the place of something that was looked up: it is on its way, or why there is none.

import { reasonText, sentence } from "../core/texts.mjs"
import { button, fill, h } from "./dom.mjs"

/** @typedef {import("../app.mjs").App} App */

/** Refusals after which the same question may be answered. */
const PASSING = new Set(["too fast", "server error"])

/** A line in words, and a button that asks again where that may help. */
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
   * @param {string} [empty] what is said where there is nothing
   */
  show(waits, refusal, empty = "") {
    const { app, element } = this
    const { words } = app
    const told = refusal?.text ? sentence(words, reasonText(words, refusal.text)) : ""
    const text = waits ? words.text("page.looking-it-up") : told || empty
    element.hidden = !text
    if (text === this.shown) return
    this.shown = text
    const passing = refusal && PASSING.has(refusal.code)
    const again = passing && button(words.text("StatusLine.try-now"), () => this.again())
    fill(element, text && h("p", { class: waits ? "slowly" : "" }, text), again)
  }
}
