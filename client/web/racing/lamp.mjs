// A lamp that tells whether a game that is practised can still be won, for those who want to know.

import { Prospects } from "../core/racing/prospects.mjs"
import { stillText } from "../core/rooms/deals.mjs"
import { now } from "../online/line.mjs"
import { h, write } from "../widgets/dom.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/messages.mjs").Message} Message */

/** The lamp, and in words what it shines for. */
export class Lamp {
  /** @param {App} app */
  constructor(app) {
    /** @private */
    this.app = app
    /** What is known of the race with this number. @private */
    this.race = 0
    /** @private */
    this.prospects = new Prospects()
    /** @private */
    this.told = h("span")
    /** What was said last, so that it is said once. @private */
    this.said = ""
    this.element = h("p", { class: "lamp", hidden: true },
      h("span", { class: "light", "aria-hidden": "true" }, "●"), this.told)
  }

  /** The words that can be seen; "" where there are none. */
  get text() {
    return this.element.hidden ? "" : (this.told.textContent ?? "")
  }

  /** Whether it is wanted, and there is a game of which it may be told. @private */
  get shines() {
    const { chosen, session } = this.app
    const { board, results, room } = session
    if (!room || room.members.length > 1) return false
    const known = room.practice !== null || (room.sameDeal && !room.ghosts.length)
    return chosen.now.lamp && known && board?.status === "racing" && !results
  }

  /**
   * Take in what has come.
   * @param {readonly Message[]} messages
   */
  hear(messages) {
    for (const message of messages) {
      if (message.type === "outlook") this.prospects.take(message)
      if (message.type === "welcome") this.prospects.lose()
    }
    this.update()
  }

  /** Show what is known now, and ask if it is time to. */
  update() {
    const { session, words } = this.app
    const { board, race } = session
    const { shines } = this
    this.element.hidden = !shines
    if (!shines || !board || !race) {
      this.close()
      return
    }
    if (this.race !== race.number) {
      this.race = race.number
      this.prospects = new Prospects()
      this.said = ""
    }
    const { prospects } = this
    prospects.follow(board, now())
    if (session.welcomed && prospects.ask(now())) session.say("get outlook")
    const { verdict, looking } = prospects
    this.element.dataset.verdict = verdict
    write(this.told, stillText(words, verdict, looking))
    if (verdict === "unknown" || this.text === this.said) return
    this.said = this.text
    this.app.say(this.text)
  }

  /**
   * Note that the server tells nothing; returns whether it was asked.
   * @param {Message} problem
   */
  refused({ code }) {
    return this.prospects.refuse(code, now())
  }

  /** Wait for nothing any more. */
  close() {
    if (!this.prospects.waits) return
    this.prospects.lose()
    this.app.session.say("stop analysis")
  }
}
