// What is said in a room, who comes and leaves, and saying something.

import { isNews } from "../core/rooms/attendance.mjs"
import { attendanceText } from "../core/commentary.mjs"
import { colourNumbers } from "../core/racing/colours.mjs"
import { bdi, button, h } from "./dom.mjs"

/** @typedef {import("../app.mjs").App} App */

const LONGEST = 300

/** The chat of the room that one is in. */
export class Chat {
  /** @param {App} app */
  constructor(app) {
    /** @private */
    this.app = app
    const { words } = app
    /** @private */
    this.said = h("div", { class: "said", role: "log", "aria-live": "off", tabindex: 0, "aria-label": words.text("ChatBox.what-was-said") })
    /** @private */
    this.field = h("input", {
      maxlength: LONGEST,
      placeholder: words.text("ChatBox.say-something"),
      "aria-label": words.text("ChatBox.chat"),
      autocomplete: "off",
      enterkeyhint: "send",
      value: app.draft, // another screen may have been here when it was begun
      oninput: () => (app.draft = this.field.value),
    })
    /** @private */
    this.form = h(
      "form",
      { class: "row", onsubmit: (/** @type {Event} */ event) => this.send(event) },
      this.field,
      h("button", { type: "submit" }, words.text("ChatBox.send")),
    )
    /** What a guest needs to say something. @private */
    this.nameless = h(
      "div",
      { class: "row nameless", hidden: true },
      h("span", { class: "muted" }, words.text("page.who-has-a-name-can-say-something")),
      button(words.text("page.choose-a-name"), () => app.named()),
    )
    this.element = h("section", { class: "panel chat" }, this.said, this.form, this.nameless)
    /** Whether the latest is in sight, and is to stay so. @private */
    this.follows = true
    /** How high it was then, in CSS pixels: who has made it smaller has scrolled nothing. @private */
    this.height = 0
    this.said.addEventListener("scroll", () => {
      const { scrollTop, clientHeight, scrollHeight } = this.said
      if (clientHeight === this.height) this.follows = scrollTop + clientHeight >= scrollHeight - 4
    })
    // What is not on the screen yet has no height, and what stands above it comes later.
    new ResizeObserver(() => this.follow()).observe(this.said)
    /** @type {readonly import("../core/rooms/attendance.mjs").Line[] | null} @private */
    this.shown = null
  }

  /** Show what is said now. */
  update() {
    const { session, words } = this.app
    this.form.hidden = session.guest || !session.me || session.me.muted
    this.nameless.hidden = !session.guest
    if (session.chat === this.shown) return
    this.shown = session.chat
    const lines = session.chat.map((line) => {
      if (isNews(line)) return h("p", { class: "attendance" }, attendanceText(words, line))
      const { player, name, text } = line
      const who = h("b", { class: `racer-${colourOf(session, player)}` }, bdi(name), ": ")
      return h("p", {}, who, bdi(text))
    })
    this.said.replaceChildren(
      ...(lines.length ? lines : [h("p", { class: "muted" }, words.text("ChatBox.nothing-has-been-said-yet"))]),
    )
    this.follow()
  }

  /** Show the latest, unless one reads what was said before. @private */
  follow() {
    this.height = this.said.clientHeight
    if (this.follows) this.said.scrollTop = this.said.scrollHeight
  }

  /** @param {Event} event @private */
  send(event) {
    event.preventDefault()
    const text = this.field.value
    if (!text.trim() || !this.app.line.connected) return // it stays until the line is back
    this.app.line.do((session) => session.chatter(text))
    this.field.value = this.app.draft = ""
  }
}

/**
 * The number of a player's colour: "own" for oneself, and else the one that the player races in.
 * @param {import("../core/session.mjs").Session} session
 * @param {number} player
 * @returns {string}
 */
export function colourOf(session, player) {
  if (player === session.player) return "own"
  const racers = session.race?.standings.map((each) => each.player) ?? []
  const seated = session.room?.members.filter((each) => each.seated) ?? []
  const here = colourNumbers(racers.length ? racers : seated.map((each) => each.player))
  return String(here.get(player) ?? colourNumbers([player]).get(player))
}
