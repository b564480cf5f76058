// The evenings that one was in a room for, the newest first.

import {
  eveningAddress, eveningLine, gamesLine, ownResultText, pastOf, roomText, withText,
} from "../core/records/past.mjs"
import { Parts } from "../online/parts.mjs"
import { dayOf } from "../widgets/day.mjs"
import { bdi, button, fill, h } from "../widgets/dom.mjs"
import { recordsTable } from "../widgets/records_table.mjs"
import { Waiting } from "../widgets/waiting.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/messages.mjs").Message} Message */
/** @typedef {import("../core/records/past.mjs").Past} Past */

/** The most evenings that are shown: older ones are not asked for any more. */
const MOST = 400

/**
 * The list, with the games' titles if they can be had.
 * @param {App} app
 */
export async function eveningsScreen(app) {
  await app.needGames()
  return new EveningsScreen(app)
}

/** A list of evenings, each of which can be looked at. */
class EveningsScreen {
  /** @param {App} app */
  constructor(app) {
    /** @private */
    this.app = app
    const { words } = app
    /** What has come so far, the newest first. @type {Past[]} @private */
    this.evenings = []
    /** Whether there are others before them. @private */
    this.more = false
    /** @private */
    this.lookup = new Parts(
      () => app.session, "get past", {}, ({ type }) => type === "past", () => this.show(),
    )
    /** @private */
    this.waiting = new Waiting(app, () => this.lookup.want(this.lookup.before))
    /** @private */
    this.table = h("div", { id: "evenings" })
    /** @private */
    this.older = button(words.text("EveningsScreen.earlier-evenings"), () => {
      this.lookup.want(this.evenings[this.evenings.length - 1].evening)
    })
    const back = button(words.text("EveningsScreen.back"), () => app.goBack())
    this.element = h(
      "div",
      { class: "records past" },
      h("div", { class: "record-head" }, back, h("h1", {}, this.title())),
      this.table,
      this.waiting.element,
      this.older,
    )
    this.lookup.want(0)
  }

  title() {
    return this.app.words.text("past.my-evenings")
  }

  /** @param {readonly Message[]} messages */
  update(messages) {
    if (!this.lookup.take(messages)) return
    const { evenings = [], more = false } = this.lookup.answer ?? { type: "past" }
    const known = this.lookup.before ? this.evenings : []
    this.evenings = [...known, ...evenings.map(pastOf)].slice(0, MOST)
    this.more = more && this.evenings.length < MOST
    this.show()
    if (!this.lookup.before) this.tell()
  }

  /** @param {Message} problem */
  refused(problem) {
    return this.lookup.refuse(problem)
  }

  /** @private */
  show() {
    const { app, evenings, lookup } = this
    const { session, words } = app
    const empty = lookup.answer && !evenings.length
    const make = () => app.goTo("make-room")
    const way = button(words.text("EveningsScreen.make-a-room"), make, { class: "main" })
    const nothing = words.text("past.no-evening-yet-make-a-room-or-join-one-when-a")
    this.waiting.show(lookup.waits, lookup.refusal, empty ? nothing : "", !session.room && way)
    this.older.hidden = !this.more || lookup.waits
    this.table.hidden = !evenings.length
    this.table.setAttribute("aria-busy", String(lookup.waits))
    /** @type {import("../widgets/records_table.mjs").Column[]} */
    const columns = [
      { title: words.text("EveningsScreen.date") },
      { title: words.text("EveningsScreen.room"), kind: "wide" },
      { title: words.text("EveningsScreen.games"), spared: "plain" },
      { title: words.text("EveningsScreen.with"), spared: "named" },
      { title: words.text("EveningsScreen.races"), kind: "number", spared: "named" },
      { title: words.text("EveningsScreen.your-place"), spared: "plain" },
    ]
    const rows = evenings.map((past) => {
      const href = `#${eveningAddress(past.evening)}`
      const cells = [
        dayOf(words, past.ended),
        h("a", { class: "to-evening", href }, bdi(roomText(words, past))),
        h("span", {}, gamesLine(words, past)),
        bdi(withText(words, past, session.player)),
        past.tally.deals,
        ownResultText(words, past),
      ]
      return { cells, href }
    })
    fill(this.table, rows.length > 0 && recordsTable(this.title(), columns, rows))
  }

  /** Say how the newest one was. @private */
  tell() {
    const { app, evenings } = this
    const [newest] = evenings
    if (!newest) return // the line in their place says it
    const day = dayOf(app.words, newest.ended)
    app.say(eveningLine(app.words, newest, day, app.session.player))
  }
}
