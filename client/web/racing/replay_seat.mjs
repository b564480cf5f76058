// One racer's board in a replay, and above it who it is and how it stands.

import { BoardView } from "../board/board_view.mjs"
import { Speaker } from "../core/access/spoken.mjs"
import { SOLUTION, wins } from "../core/replay.mjs"
import { solutionText } from "../core/rooms/deals.mjs"
import { endingWords, pointsText, stopwatch } from "../core/texts.mjs"
import { now } from "../online/line.mjs"
import { h, isolated, write } from "../widgets/dom.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/replay.mjs").Recording} Recording */

/** Seconds that a board stands still at least before cards glide: others are quicker than that. */
const STILL = 0.2

/** A board that shows any moment. */
export class ReplaySeat {
  /**
   * @param {App} app
   * @param {Recording} recording
   */
  constructor(app, recording) {
    this.recording = recording
    /** What has just happened here, and how it stands, for who listens. */
    this.told = ""
    /** @private */
    this.app = app
    /** @private */
    this.view = new BoardView(app.chosen)
    /** @private */
    this.who = h("span", { class: "seat-who" })
    /** @private */
    this.stand = h("span", { class: "muted" })
    /** @private */
    this.head = h("figcaption", {}, h("i", { class: "seat-sign" }), this.who, this.stand)
    const table = h("div", { class: "seat-table" }, this.view.element)
    this.element = h("figure", { class: "replay-seat" }, this.head, table)
    this.view.element.setAttribute("aria-hidden", "true") // in words it is in `told`
    /** @type {Speaker | null} @private */
    this.speaker = null
    /** The move that is shown; none yet. @private */
    this.number = -1
    /** Whether the end is shown. @private */
    this.over = false
    /** When it was shown, by the page's clock. @private */
    this.shown = -Infinity
  }

  /** Show no more. */
  close() {
    this.view.close()
  }

  /**
   * Show whose it is, in the colour that the racer has everywhere.
   * @param {string} colour a class
   */
  introduce(colour) {
    const { app, recording } = this
    const { replay } = recording
    this.element.className = `replay-seat ${colour}`
    if (!replay) return
    const { words } = app
    const { name, status, score, milliseconds, entries } = replay
    if (wins(recording.player)) {
      const found = recording.player === SOLUTION
        ? solutionText(words, entries.length)
        : words.text("deals.points-in-n-moves", { points: pointsText(words, score) }, entries.length)
      write(this.who, [words.text("deals.solution"), found].join(" · "))
      return
    }
    const reached = status === "won" ? "score-score-time" : "score-score"
    const made = entries.length ? reached : "no-move-was-made"
    const told = {
      name: isolated(name),
      result: endingWords(words, status, recording.ended),
      score,
      time: stopwatch(words, milliseconds),
    }
    write(this.who, words.text(`_Seat.name-result-${made}`, told))
  }

  /** Whose it is, and how it ended. */
  get name() {
    return this.who.textContent ?? ""
  }

  /**
   * Show the position at a moment; returns whether it is another one.
   * @param {number} milliseconds
   * @param {boolean} glide whether cards go slowly to where they are then
   */
  showMoment(milliseconds, glide) {
    const { recording, number } = this
    const { layout, positions, replay } = recording
    if (!layout || !positions.length || !replay) return false
    const at = recording.numberAt(milliseconds)
    const over = recording.endsAt(milliseconds)
    if (at === number && over === this.over) return false
    const { words } = this.app
    const position = positions[at]
    const glides = glide && number >= 0 && now() - this.shown > STILL
    this.view.show(layout, position, { glide: glides, deal: number < 0 && !at })
    this.number = at
    this.over = over
    this.shown = now()
    const { length } = replay.entries
    const moves = length && words.text("_Seat.move-number-of-moves", { number: at, moves: length })
    const points = pointsText(words, position.score)
    const stands = [moves, points, over && endingWords(words, replay.status, recording.ended)].filter(Boolean)
    write(this.stand, stands.join(" · "))
    this.speaker ??= new Speaker(words, layout)
    const isMove = number >= 0 && Math.abs(at - number) === 1
    const change = isMove ? this.speaker.change(positions[number].piles, position.piles) : ""
    this.told = [change, ...stands].filter(Boolean).join("; ")
    return true
  }
}
