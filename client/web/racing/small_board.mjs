// A small board to look at, or to choose: one picture of the position as it is, without hands,
// glides or lights, so that sixteen of them can change in every frame.

import { arrange, signOf } from "../core/layout.mjs"
import { bdi, h, write } from "../widgets/dom.mjs"

/** @typedef {import("../board/card_sheet.mjs").CardSheet} CardSheet */
/** @typedef {import("../core/layout.mjs").Box} Box */
/** @typedef {import("../core/layout.mjs").Layout} Layout */
/** @typedef {import("../core/layout.mjs").Table} Table */
/** @typedef {import("../core/messages.mjs").Position} Position */

/** Whether any board has been drawn yet. */
let seen = false

/**
 * What stands above a board and on it.
 * @typedef {object} Caption
 * @property {string} name
 * @property {string} place "1st"
 * @property {number} score
 * @property {string} note "won 1:23.4", "stuck", "bot"; or nothing
 * @property {string} status
 * @property {string} colour of the racer: see colourOf
 * @property {string} spoken all of it in words
 */

/** The line above a board: whose it is, and how it stands. */
export class CaptionLine {
  constructor() {
    /** @private */
    this.name = bdi("")
    /** @private */
    this.note = h("small", { class: "muted" })
    /** @private */
    this.place = h("span", { class: "muted" })
    /** @private */
    this.score = h("b")
    this.element = h(
      "span",
      { class: "caption" },
      h("i", { class: "colour" }),
      h("span", { class: "name" }, this.name),
      this.note,
      this.place,
      this.score,
    )
  }

  /** @param {Caption} caption */
  show({ name, note, place, score, colour }) {
    write(this.name, name)
    write(this.note, note)
    write(this.place, place)
    write(this.score, String(score))
    this.element.className = `caption racer-${colour}`
  }
}

/** One racer's board. */
export class SmallBoard {
  /** @param {() => void} chosen it was clicked, or Enter was pressed on it */
  constructor(chosen) {
    /** @private */
    this.caption = new CaptionLine()
    /** @private */
    this.canvas = h("canvas", { "aria-hidden": "true" })
    this.element = h(
      "button",
      { type: "button", class: "small-board cloth", onclick: chosen },
      this.caption.element,
      this.canvas,
    )
    /** @type {Position} what is to be shown */
    this.position = { piles: [], score: 0, redeals: 0, marks: [] }
  }

  /** @param {Caption} caption */
  describe(caption) {
    const { element } = this
    if (element.title === caption.spoken) return
    this.caption.show(caption)
    element.dataset.status = caption.status
    element.title = element.ariaLabel = caption.spoken
  }

  /**
   * Show this position with the next picture; returns whether it is another than before.
   * @param {Position} position
   */
  show(position) {
    if (position === this.position) return false
    this.position = position
    return true
  }

  /**
   * Lie there, in CSS pixels.
   * @param {Box} box
   */
  put({ x, y, width, height }) {
    const { style } = this.element
    style.transform = `translate(${x}px, ${y}px)`
    style.width = `${width}px`
    style.height = `${height}px`
  }

  /**
   * Draw the position.
   * @param {Layout} layout
   * @param {Table} table for the canvas, in device pixels
   * @param {CardSheet} sheet its cards
   */
  draw(layout, table, sheet) {
    const { canvas } = this
    const { piles, redeals } = this.position
    if (canvas.width !== table.width || canvas.height !== table.height) {
      canvas.width = table.width
      canvas.height = table.height
    }
    const context = canvas.getContext("2d")
    if (!context || piles.length !== table.places.length) return
    context.clearRect(0, 0, table.width, table.height)
    const { at } = arrange(table, piles)
    table.places.forEach(({ outlined }, i) => {
      const { x, y } = table.bases[i]
      if (!piles[i].length && outlined) {
        context.setTransform(1, 0, 0, 1, x, y)
        sheet.drawPlace(context, signOf(layout, piles, i, redeals))
      }
      at[i].forEach(([left, top], j) => {
        const above = at[i][j + 1]
        if (above && above[0] === left && above[1] === top) return // nothing of it is seen
        context.setTransform(1, 0, 0, 1, left, top)
        sheet.draw(context, piles[i][j])
      })
    })
    context.resetTransform()
    if (!seen) performance.mark("cards") // bench/page.py asks when
    seen = true
  }
}
