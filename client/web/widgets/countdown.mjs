// A line that counts seconds down, beside what is read: to the next race, or to the end of a pause.

import { gameTitle } from "../core/texts.mjs"
import { now } from "../online/line.mjs"
import { h, write } from "./dom.mjs"

/** @typedef {import("../app.mjs").App} App */

/** Milliseconds after which it is looked at again. */
const OFTEN = 200

/** Shows nothing where nothing is counted, and counts only while somebody may see it. */
export class Countdown {
  /**
   * @param {"p" | "strong"} tag
   * @param {() => string} text what it says now; "" where nothing is counted
   * @param {string} [kind] how it looks
   */
  constructor(tag, text, kind = "counted") {
    /** @private */
    this.text = text
    this.element = h(tag, { class: kind, role: "timer", hidden: true })
    /** @private */
    this.timer = 0
  }

  /** Show how it is; what holds it is in sight. */
  update() {
    this.count()
    if (this.element.hidden) this.closed()
    else this.timer ||= setInterval(() => this.update(), OFTEN)
  }

  /** What holds it is out of sight. */
  closed() {
    clearInterval(this.timer)
    this.timer = 0
  }

  /** @private */
  count() {
    const text = this.text()
    this.element.hidden = !text
    write(this.element, text)
  }
}

/**
 * How soon the race begins in one's room: "Klondike: the race begins in 3 seconds"; "" where none does.
 * @param {App} app
 */
export function raceBegins({ session, words }) {
  const { countdown, room } = session
  if (!countdown) return ""
  const seconds = Math.max(0, Math.ceil(countdown.starts - now()))
  const time = words.text("texts.n-seconds", {}, seconds)
  const game = gameTitle(words, room?.settings.game ?? "")
  return words.text("RaceScreen.game-the-race-begins-in-time", { game, time })
}
