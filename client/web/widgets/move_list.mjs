// A replay move by move, cards by their signs, the shown one marked; a click on any goes there.

import { moveText, pastMoveText } from "../core/replay.mjs"
import { Speaker } from "../core/access/spoken.mjs"
import { cardSign } from "../core/texts.mjs"
import { h } from "./dom.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/replay.mjs").Recording} Recording */

/** Lines that PageUp and PageDown pass. */
const PAGE = 10

/** One line for the deal, and one for each entry. */
export class MoveList {
  /**
   * @param {App} app
   * @param {(number: number) => void} picked what it was like after so many entries is to be seen
   */
  constructor(app, picked) {
    const { words } = app
    /** @private */
    this.words = words
    /** @private */
    this.picked = picked
    this.element = h("ol", {
      class: "move-list",
      role: "listbox",
      tabindex: 0,
      "aria-label": words.text("MoveList.moves"),
    })
    this.element.addEventListener("click", ({ target }) => {
      const line = target instanceof Element ? target.closest("li") : null
      if (line) picked(this.lines.indexOf(line))
    })
    this.element.addEventListener("keydown", (event) => this.walk(event))
    /** @type {Recording | null} @private */
    this.recording = null
    /** @type {HTMLLIElement[]} @private */
    this.lines = []
    /** @private */
    this.number = 0
    /** @type {{ short: Speaker, full: Speaker } | null} @private */
    this.speakers = null
  }

  /**
   * List the moves of this replay, as far as it has come.
   * @param {Recording} recording
   */
  show(recording) {
    const { words } = this
    if (recording !== this.recording) {
      this.recording = recording
      this.speakers = null
      this.lines = []
      this.number = 0
      this.element.replaceChildren()
    }
    const { layout, positions } = recording
    if (!layout || this.lines.length === positions.length) return
    this.speakers ??= {
      short: new Speaker(words, layout, (card) => cardSign(words, card), true),
      full: new Speaker(words, layout),
    }
    const come = positions.slice(this.lines.length).map((_, i) => {
      const number = this.lines.length + i
      const text = this.text(number, this.speakers?.short)
      return h("li", { role: "option", id: `move-${number}` }, text)
    })
    this.lines.push(...come)
    this.element.append(...come)
    this.mark(this.number)
  }

  /**
   * Mark the line that stands for what it was like after so many entries.
   * @param {number} number
   */
  mark(number) {
    this.lines[this.number]?.removeAttribute("aria-selected")
    this.number = number
    const line = this.lines[number]
    if (!line) return
    line.setAttribute("aria-selected", "true")
    // Who listens hears whole words.
    if (!line.hasAttribute("aria-label")) {
      line.setAttribute("aria-label", this.text(number, this.speakers?.full))
    }
    this.element.setAttribute("aria-activedescendant", line.id)
    this.keepInSight()
  }

  /**
   * A move in words, as a sentence has it; nothing where there is none.
   * @param {number} number the first one is 1
   */
  told(number) {
    const { recording, speakers } = this
    if (!recording || !speakers || !(number > 0 && number < recording.positions.length)) return ""
    return pastMoveText(speakers.short, recording.move(number))
  }

  /** Have the marked line in sight, without moving anything but the list. */
  keepInSight() {
    const { element } = this
    const line = this.lines[this.number]
    if (!line || !element.clientHeight) return
    const [top, bottom] = [line.offsetTop, line.offsetTop + line.offsetHeight]
    const outside = top < element.scrollTop || bottom > element.scrollTop + element.clientHeight
    if (outside) element.scrollTop = (top + bottom - element.clientHeight) / 2
  }

  /** @param {number} number @param {Speaker} [speaker] @private */
  text(number, speaker) {
    if (!number || !speaker || !this.recording) return this.words.text("move_list.the-deal")
    return moveText(this.words, speaker, this.recording.move(number))
  }

  /** @param {KeyboardEvent} event @private */
  walk(event) {
    const step = { ArrowUp: -1, ArrowDown: 1, PageUp: -PAGE, PageDown: PAGE }[event.key]
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    this.picked(Math.min(this.lines.length - 1, Math.max(0, this.number + step)))
  }
}
