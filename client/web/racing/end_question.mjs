// What a racer is asked when the host would like to end the race.

import { oneLine } from "../core/commentary.mjs"
import { now } from "../online/line.mjs"
import { button, h, write } from "../widgets/dom.mjs"

/** @typedef {import("../app.mjs").App} App */

/** A line with the question and its two answers, while it is asked. */
export class EndQuestion {
  /** @param {App} app */
  constructor(app) {
    /** @private */
    this.app = app
    const { words } = app
    const answer = (/** @type {boolean} */ goOn) => () => {
      app.line.do((session) => session.say("answer end", { go_on: goOn }))
      this.element.hidden = true
    }
    /** @private */
    this.text = h("p", {})
    this.element = h(
      "div",
      { class: "end-question panel", role: "group", hidden: true },
      this.text,
      h(
        "div",
        { class: "row" },
        button(words.text("EndQuestion.end-it"), answer(false)),
        button(words.text("EndQuestion.let-it-go-on"), answer(true), { class: "main" }),
      ),
    )
  }

  /**
   * Tell what is new of the question: that the others are asked, or that somebody goes on.
   * @param {import("../core/messages.mjs").Message} message
   */
  tell({ agreed = [], by = 0 }) {
    const { app } = this
    const { session, words } = app
    if (by && by !== session.player) {
      const racer = session.race?.standings.find(({ player }) => player === by)
      const key = "evening.name-would-like-to-race-on-the-race-goes-on-for"
      app.tell(words.text(key, { name: oneLine(racer?.name ?? "") }))
    } else if (session.isHost && agreed.length === 1 && agreed[0] === session.player) {
      app.tell(words.text("evening.the-others-are-asked-whether-the-race-may-end"))
    }
  }

  /** Ask while one is asked, and say how long that is so. */
  update() {
    const { session, words } = this.app
    const asked = session.isAsked
    const begins = asked && this.element.hidden
    this.element.hidden = !asked
    if (!asked) return
    const seconds = Math.max(0, Math.ceil((session.endAsked?.until ?? 0) - now()))
    const key = "evening.the-host-would-like-to-end-this-race-it-ends-in"
    write(this.text, words.text(key, { seconds }))
    if (begins) this.app.say(this.text.textContent ?? "", true)
  }
}
