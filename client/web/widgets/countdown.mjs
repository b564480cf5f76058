// A line that counts down to the next race, beside what is read.

import { gameTitle } from "../core/texts.mjs"
import { now } from "../online/line.mjs"
import { h, write } from "./dom.mjs"

/** @typedef {import("../app.mjs").App} App */

/** Shows nothing where no race is about to begin. */
export class Countdown {
  /** @param {App} app @param {"p" | "strong"} tag */
  constructor(app, tag) {
    /** @private */
    this.app = app
    this.element = h(tag, { class: "counted", role: "timer", hidden: true })
    /** @private */
    this.timer = 0
  }

  update() {
    this.count()
    if (this.app.session.countdown && !this.timer) this.timer = setInterval(() => this.count(), 200)
  }

  closed() {
    clearInterval(this.timer)
    this.timer = 0
  }

  /** Say how many seconds are left. @private */
  count() {
    const { session, words } = this.app
    const { countdown, room } = session
    this.element.hidden = !countdown
    if (!countdown) return
    const seconds = Math.max(0, Math.ceil(countdown.starts - now()))
    const time = words.text("texts.n-seconds", {}, seconds)
    const game = gameTitle(words, room?.settings.game ?? "")
    write(this.element, words.text("RaceScreen.game-the-race-begins-in-time", { game, time }))
  }
}
