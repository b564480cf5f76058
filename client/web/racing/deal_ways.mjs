// Another deal, or this one once more: for who plays alone, at any moment.

import { h } from "../widgets/dom.mjs"
import { SureButton } from "../widgets/sure_button.mjs"

/** @typedef {import("../app.mjs").App} App */

/** Two buttons, which ask where a game is given up for it; they are there for who is alone. */
export class DealWays {
  /** @param {App} app */
  constructor(app) {
    /** @private */
    this.app = app
    const { practising, words } = app
    const question = words.text("RaceScreen.give-up--asks-once-more")
    const asked = (/** @type {string} */ text) => app.say(text, true)
    /** @param {string} key @param {() => void} deed */
    const way = (key, deed) => new SureButton(words.text(key), question, deed, { asked })
    /** @private */
    this.ways = [
      way("PracticeScreen.new-deal", () => practising.anew()),
      way("PracticeScreen.same-deal-again", () => practising.again()),
    ]
    this.element = h("div", { class: "deal-ways" }, ...this.ways.map(({ element }) => element))
  }

  update() {
    const { practising, session } = this.app
    const over = session.results !== null && !practising.waiting // then it is below the board
    this.element.hidden = !practising.alone || over
    for (const way of this.ways) way.asks = practising.begun
  }
}
