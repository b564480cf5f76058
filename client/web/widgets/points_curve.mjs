// How everybody's points went, from deal to deal, with the points at the left and the deals below.

import { stepOf } from "../core/curve.mjs"
import { svg, textScale } from "./dom.mjs"

/** @typedef {import("../core/messages.mjs").Tallied} Tallied */

// In CSS pixels, where texts are of the usual size: what stays free below the lines, and around.
const BELOW = 18
const EDGE = 8
/** A digit's width: the more there are, the further to the right begin the lines. */
const DIGIT = 7
/** So far apart are the lines of the grid, at least: of points, and beside the width of deals. */
const STEP = 26
const GAP = 14
/** Points are told in halves. */
const POINT = 2

/** A line for each player: the table beside it says the same to who listens. */
export class PointsCurve {
  constructor() {
    this.element = svg("svg", { class: "points-curve", "aria-hidden": "true" })
    /** @type {readonly Tallied[]} @private */
    this.rows = []
    /** @private */
    this.deals = 0
    /** @type {(player: number) => string} @private */
    this.colourOf = String
    /** @private */
    this.observer = new ResizeObserver(() => this.draw())
    this.observer.observe(this.element)
  }

  /** Follow the page no more. */
  closed() {
    this.observer.disconnect()
  }

  /**
   * Draw the points after each deal. After the first there is nothing to see.
   * @param {readonly Tallied[]} rows
   * @param {number} deals
   * @param {(player: number) => string} colourOf
   */
  show(rows, deals, colourOf) {
    this.rows = rows
    this.deals = deals
    this.colourOf = colourOf
    this.element.toggleAttribute("hidden", deals < 2)
    this.draw()
  }

  /** @private */
  draw() {
    const { element, rows, deals, colourOf } = this
    const seen = element.getBoundingClientRect()
    if (deals < 2 || seen.width < 80 || seen.height < 50) return
    const scale = textScale()
    const [width, height] = [seen.width / scale, seen.height / scale]
    element.setAttribute("viewBox", `0 0 ${width} ${height}`)
    const most = Math.max(1, ...rows.map(({ points }) => points / POINT))
    const step = stepOf(most / Math.max(1, Math.floor((height - BELOW - EDGE) / STEP)))
    const top = Math.ceil(most / step) * step
    const left = DIGIT * String(top).length + EDGE
    const right = width - 2 * EDGE
    const x = (/** @type {number} */ deal) => left + (deal / deals) * (right - left)
    const y = (/** @type {number} */ points) =>
      height - BELOW - (points / top) * (height - BELOW - EDGE)
    const grid = []
    for (let points = 0; points <= top; points += step) {
      grid.push(svg("path", { d: `M${left} ${y(points).toFixed(1)}H${right}` }))
      grid.push(svg("text", { x: left - 5, y: y(points) + 3.5, "text-anchor": "end" }, points))
    }
    const room = Math.max(1, Math.floor((right - left) / (DIGIT * String(deals).length + GAP)))
    const every = stepOf(deals / room)
    for (let deal = every; deal <= deals; deal += every) {
      grid.push(svg("text", { x: x(deal), y: height - 3, "text-anchor": "middle" }, deal))
    }
    // One's own lies above the others, and else whoever has the most: they come first in the table.
    const owned = (/** @type {Tallied} */ { player }) => Number(colourOf(player) === "own")
    const upwards = [...rows].reverse().sort((a, b) => owned(a) - owned(b))
    const lines = upwards.map((row) => {
      const start = row.began === 1 ? [[0, 0]] : []
      const points = [...start, ...row.curve.map((total, after) => [row.began + after, total / POINT])]
      const spots = points.map(([deal, total]) => `${x(deal).toFixed(1)},${y(total).toFixed(1)}`)
      return svg("polyline", { points: spots.join(" "), class: `racer-${colourOf(row.player)}` })
    })
    element.replaceChildren(svg("g", { class: "grid" }, ...grid), ...lines)
  }
}
