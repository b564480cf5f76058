// What became of one's own race, while the others are still racing.

import { placeAmong } from "../core/commentary.mjs"
import { endingText, hostOf, isRanked } from "../core/racing/words.mjs"
import { pointsText, stopwatch } from "../core/texts.mjs"
import { button, h, write } from "../widgets/dom.mjs"
import { LASTS } from "./last_look.mjs"
import { leaveButton } from "../widgets/leave_button.mjs"
import { SureButton } from "../widgets/sure_button.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/messages.mjs").Status} Status */
/** @typedef {"own" | "curve" | "boards"} Look what is looked at meanwhile */

/** @type {Readonly<Partial<Record<Status, string>>>} */
const ENDINGS = {
  won: "RaceScreen.you-won-in-time-the-others-are-still-racing",
  stuck: "RaceScreen.no-move-is-left-the-others-are-still-racing",
  "gave up": "RaceScreen.you-gave-up-the-others-are-still-racing",
  "out of time": "RaceScreen.the-time-is-up",
  disconnected: "RaceScreen.you-were-away-for-too-long-the-others-are-still",
}

/** Milliseconds in which no click and no key presses anything: it was meant for the board. */
const SHIELDED = 700

/** The banner below the board once one's own race is over: the board stays in sight. */
export class RaceEnd {
  /**
   * @param {App} app
   * @param {(look: Look, player?: number) => void} looked with whose board is to be large
   */
  constructor(app, looked) {
    /** @private */
    this.app = app
    const { words } = app
    /** @private */
    this.text = h("p")
    /** @type {Map<Look, HTMLButtonElement>} @private */
    this.looks = new Map()
    for (const [look, key] of /** @type {[Look, string][]} */ ([
      ["own", "RaceScreen.my-board"],
      ["curve", "RaceScreen.curve"],
      ["boards", "RaceScreen.boards"],
    ])) {
      this.looks.set(look, button(words.text(key), () => looked(look)))
    }
    /** @private */
    this.end = new SureButton(
      words.text("EndRaceButton.end-the-race"), words.text("EndRaceButton.end-it-for-all"),
      () => app.line.do((session) => session.say("end race")),
      { asked: (question) => app.say(question, true) },
    )
    /** Where to look meanwhile. @private */
    this.ways = [
      h("div", { class: "looks", role: "group" }, ...this.looks.values()),
      h("div", { class: "row" }, this.end.element, leaveButton(app)),
    ]
    this.element = h("div", { class: "race-end panel", hidden: true }, this.text, ...this.ways)
    /** @private */
    this.headline = h("strong")
    /** @private */
    this.stands = h("b")
    /** @private */
    this.others = button(
      words.text("RaceScreen.watch-the-others"), () => looked("boards", this.leader), { class: "main" },
    )
    this.looks.get("boards")?.after(this.others)
    /** @private */
    this.waits = h("small", { class: "muted" })
    /** What became of it, large. @private */
    this.large = h("div", { class: "own-end", hidden: true },
      this.headline, h("div", {}, this.stands, this.waits))
    this.element.prepend(this.large)
    /** @private */
    this.told = false
    /** When one's own race was over, in milliseconds. @private */
    this.toldAt = 0
  }

  /** For how many milliseconds the board stays when the results have come. */
  lingers() {
    return this.told ? this.toldAt + LASTS - performance.now() : LASTS
  }

  /** Let nothing be pressed for a moment. @private */
  shield() {
    this.element.inert = true
    setTimeout(() => (this.element.inert = false), SHIELDED)
  }

  /** The first of those who are still racing. @private */
  get leader() {
    const standings = this.app.session.race?.standings ?? []
    const racing = standings.filter(({ status }) => status === "racing")
    return racing.sort((one, other) => one.place - other.place)[0]?.player
  }

  /**
   * @param {import("../core/messages.mjs").Standing | undefined} own
   * @param {Status} status
   * @private
   */
  showLarge(own, status) {
    const { session, words } = this.app
    const { race, results } = session
    const first = results ? (results.winners ?? []).includes(own?.player) : own?.place === 1
    const headline = endingText(words, status, first, hostOf(session.room, session.player))
    this.large.hidden = !race || !own || !headline
    if (!race || !own || !headline) return
    const won = status === "won"
    this.large.classList.toggle("won", won)
    const made = won ? stopwatch(words, own.milliseconds) : pointsText(words, own.score)
    write(this.headline, headline)
    const placed = own.place && isRanked(own, race.standings.length)
    write(this.stands, placed ? `${placeAmong(words, own, race.standings)} · ${made}` : made)
    const over = status === "stuck" && race.settings.undo
    write(this.waits, words.text(over
      ? "OwnEnd.that-ends-your-race-even-with-undo"
      : "OwnEnd.the-results-come-when-the-race-is-over"))
    this.waits.hidden = Boolean(results) && !over
    for (const each of this.ways) each.hidden = Boolean(results)
    this.others.hidden = race.boards.size < 2 || this.leader === undefined
  }

  /**
   * Show it if one's race is over; returns whether it is.
   * @param {Look} look what is looked at
   */
  update(look) {
    const { session, words } = this.app
    const { board, race } = session
    const over = board !== null && (board.status !== "racing" || session.results !== null)
    this.element.hidden = !over
    if (!over || !board || !race) {
      this.told = false
      return false
    }
    const own = race.standings.find(({ player }) => player === session.player)
    const key = ENDINGS[board.status]
    const time = stopwatch(words, own?.milliseconds ?? 0)
    const stopped = endingText(words, board.status, false, hostOf(session.room, session.player))
    const told = key ? words.text(key, { time }) : stopped
    write(this.text, told)
    this.showLarge(own, board.status)
    this.text.hidden = !this.large.hidden // it is said once
    if (!this.told) {
      this.toldAt = performance.now()
      this.app.say(told)
      this.shield()
    }
    this.told = true
    for (const [name, each] of this.looks) each.setAttribute("aria-pressed", String(name === look))
    const boards = this.looks.get("boards")
    if (boards) boards.hidden = race.boards.size < 2
    this.end.element.hidden = !session.isHost || session.results !== null
    return true
  }
}
