// The daily deal's place in the lobby: what it is today, or how one's own attempt went.

import {
  crowdText, dailyAddress, leftText, ownFacts, shareText, streakText, whatText,
} from "../core/records/daily.mjs"
import { joined } from "../core/texts.mjs"
import { Lookup } from "../online/lookup.mjs"
import { button, fill, h } from "./dom.mjs"
import { shareLineButton } from "./share.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/messages.mjs").Message} Message */

/** Milliseconds after which the time that is left is told anew. */
const TICK = 10_000

/** Tells of today's deal, and leads there; hidden where the server has none. */
export class DailyCard {
  /** @param {App} app */
  constructor(app) {
    /** @private */
    this.app = app
    /** @private */
    this.lookup = new Lookup(() => app.session, ({ type, over }) => type === "daily" && !over)
    this.element = h("section", { class: "panel daily-card", hidden: true })
    /** What is shown. @private */
    this.shown = ""
    /** Whether it was asked for. @private */
    this.asked = false
    /** The end of a day that was seen here, and asked about. @private */
    this.ended = 0
    /** @private */
    this.timer = setInterval(() => this.tick(), TICK)
  }

  closed() {
    clearInterval(this.timer)
  }

  /** @param {readonly Message[]} messages */
  update(messages) {
    const { daily } = this.app.session
    if (daily && !this.asked) {
      this.asked = true
      this.lookup.ask("get daily", { day: "" })
    }
    const anew = messages.some(({ type }) => type === "welcome" || type === "left room")
    if (daily && anew && this.lookup.answer) this.lookup.again()
    this.lookup.take(messages)
    if (this.lookup.answer) this.show(this.lookup.answer)
  }

  /** @param {Message} problem */
  refused(problem) {
    return this.lookup.refuse(problem)
  }

  /** @private */
  tick() {
    const { answer } = this.lookup
    const over = answer && answer.until <= Date.now() / 1000
    if (over && this.ended !== answer.until) {
      this.ended = answer.until
      this.lookup.again() // it is another day, unless the clock here is wrong
    } else if (answer) this.show(answer)
  }

  /** @param {Message} daily @private */
  show(daily) {
    const { app } = this
    const { words } = app
    const { attempt = "none", own, players = 0, day } = daily
    const left = leftText(words, daily, daily.until - Date.now() / 1000)
    const shown = JSON.stringify([daily, left])
    if (shown === this.shown) return
    this.shown = shown
    this.element.hidden = false
    const told = own
      ? joined(words, ownFacts(words, own, players, false))
      : words.text(attempt === "on" ? "daily.your-attempt-is-under-way" : "daily.your-first-attempt-counts")
    const facts = [crowdText(words, daily), streakText(words, daily.streak), left]
    const line = () => shareText(words, daily, app.root.href)
    const heading = words.text("daily.daily-deal")
    const rule = words.text("daily.everybody-has-the-same-deal-and-your-first")
    fill(
      this.element,
      h("div", { class: "told" },
        h("h2", {}, [heading, whatText(words, daily)].join(" · ")),
        h("p", {}, told),
        h("p", { class: "muted" }, facts.filter(Boolean).join(" · "))),
      h("div", { class: "row" },
        h("a", { class: "button", href: `#${dailyAddress()}` }, words.text("DailyPlace.daily-deal")),
        own && shareLineButton(app, line),
        attempt === "over" && button(
          words.text("DailyPlace.practise-it-again"), () => app.practising.playDaily(day),
        ),
        attempt === "none" && button(
          words.text("DailyPlace.play-today-s-deal"),
          () => app.practising.playDaily(),
          { class: "main", title: rule },
        )),
    )
  }
}
