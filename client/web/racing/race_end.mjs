// What became of one's own race, while the others are still racing.

import { stopwatch } from "../core/texts.mjs"
import { button, h, write } from "../widgets/dom.mjs"
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

/** The banner below the board once one's own race is over. */
export class RaceEnd {
  /**
   * @param {App} app
   * @param {(look: Look) => void} looked
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
      words.text("EndRaceButton.end-the-race"), words.text("RaceScreen.really"),
      () => app.line.do((session) => session.say("end race")),
      { asked: (question) => app.say(question, true) },
    )
    const leave = button(words.text("RaceScreen.leave"), () => app.leave())
    this.element = h("div", { class: "race-end panel", hidden: true },
      this.text,
      h("div", { class: "looks", role: "group" }, ...this.looks.values()),
      h("div", { class: "row" }, this.end.element, leave))
    /** @private */
    this.told = false
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
    const told = key ? words.text(key, { time }) : ""
    write(this.text, told)
    if (!this.told) this.app.say(told)
    this.told = true
    for (const [name, each] of this.looks) each.setAttribute("aria-pressed", String(name === look))
    const boards = this.looks.get("boards")
    if (boards) boards.hidden = race.boards.size < 2
    this.end.element.hidden = !session.isHost || session.results !== null
    return true
  }
}
