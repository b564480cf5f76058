// What is practised, and how it ended: in place of the standings and results of a race.

import { endingText } from "../core/racing/words.mjs"
import { pointsText, statusText, stopwatch } from "../core/texts.mjs"
import { SOLUTION } from "../core/replay.mjs"
import { practiceTitle } from "../core/records/daily_title.mjs"
import { replayAddress } from "../core/records/addresses.mjs"
import { button, h, isolated, write } from "../widgets/dom.mjs"
import { copyable } from "../widgets/fields.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/messages.mjs").Practice} Practice */
/** @typedef {import("../core/words.mjs").Words} Words */

/**
 * What is practised, in a line: "Practice", "From move 34 of Ada’s game".
 * @param {Words} words
 * @param {Practice} practice
 */
export function practiceText(words, practice) {
  const { number = 0, name = "", race = 0, player = 0, won = false, daily = "" } = practice
  if (daily) return practiceTitle(words, daily)
  if (!number || !name) return words.text("PracticeScreen.practice")
  if (race && (won || player === SOLUTION)) return words.text("page.from-move-of-the-solution", { number })
  return words.text("page.from-move-of-game", { number, name: isolated(name) })
}

/**
 * What is practised, with the deal's code to take along.
 * @param {App} app
 * @param {Practice} practice
 */
export function practiceNote(app, practice) {
  const { words } = app
  const text = practiceText(words, practice)
  const title = words.text("PracticeScreen.practice")
  return h("section", { class: "panel stack tight practice" },
    h("h2", {}, title),
    text !== title && !practice.daily && h("p", {}, text), // it stands in the head
    h("p", { class: "muted" }, words.text("page.nothing-counts-here")),
    copyable(words.text("DealCode.deal-code"), practice.code, {
      copy: words.text("DealCode.copy"),
      copied: () => app.tell(words.text("DealCode.the-deal-s-code-is-on-the-clipboard")),
    }))
}

/** The banner below the board once it is over. */
export class PracticeEnd {
  /**
   * @param {App} app
   * @param {Practice} practice
   */
  constructor(app, { race = 0, player = 0, daily = "" }) {
    /** @private */
    this.app = app
    const { words } = app
    /** @private */
    this.text = h("p")
    /** @private */
    this.again = button(
      words.text("PracticeScreen.same-deal-again"), () => app.practising.again(), { class: "main" },
    )
    /** @private */
    this.anew = button(words.text("PracticeScreen.new-deal"), () => app.practising.anew())
    /** @private */
    this.back = button(
      words.text("ResultsScreen.back-to-the-room"), () => app.practising.back(),
    )
    const whose = daily ? app.session.player : player // the race was one's own attempt
    const replay = `#${replayAddress(race, [whose])}`
    const watch = h("a", { class: "button", href: replay }, words.text("ResultsScreen.watch-the-replay"))
    const leave = button(words.text("LeaveButton.leave"), () => app.leave())
    this.element = h("div", { class: "race-end panel", hidden: true },
      this.text, h("div", { class: "row" }, leave, this.back, race > 0 && watch, this.anew, this.again))
    /** @private */
    this.told = false
  }

  /**
   * Show it if the game is over; returns whether it is.
   * @param {import("./race_end.mjs").Look} _look there is nothing else to look at
   */
  update(_look) {
    const { session, words, practising } = this.app
    const { board, race } = session
    const over = board !== null && (board.status !== "racing" || session.results !== null)
    this.element.hidden = !over
    if (!over || !board || !race) {
      this.told = false
      return false
    }
    this.again.hidden = !session.isHost || session.results === null
    this.back.hidden = !practising.from
    this.anew.hidden = !practising.alone
    const own = race.standings.find(({ player }) => player === session.player)
    write(this.text, endOf(words, board.status, own?.milliseconds ?? 0, board.position.score))
    if (!this.told) this.app.say(this.text.textContent ?? "")
    this.told = true
    return true
  }
}

/**
 * @param {Words} words
 * @param {import("../core/messages.mjs").Status} status
 * @param {number} milliseconds
 * @param {number} score
 */
function endOf(words, status, milliseconds, score) {
  const [time, points] = [stopwatch(words, milliseconds), pointsText(words, score)]
  if (status === "won") return words.text("page.solved-in-time-with-points", { time, points })
  if (status === "stuck") return words.text("page.no-move-is-left")
  if (status === "out of time") return words.text("RaceScreen.the-time-is-up")
  return endingText(words, status, false) || statusText(words, status)
}
