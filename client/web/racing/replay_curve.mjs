// How the scores went, as lines over time, and a place to look for a moment in: a press or a drag
// asks for the moment under the pointer, and the keys for those before and after.

import { clock } from "../core/texts.mjs"
import { h, svg, textScale } from "../widgets/dom.mjs"

/** @typedef {import("../core/curve.mjs").CurvePoint} CurvePoint */
/**
 * `until` is when its racer's replay ends, in milliseconds; `colour` is a class
 * @typedef {{ points: readonly CurvePoint[], until: number, colour: string }} Line
 */

/** @typedef {{ kind: string, until: number }} Part `until` is in milliseconds from the start */

/** How high the strip is that says whether it could be won. */
const STRIP = 5
/** Seconds that may lie between two marks of time; twice the last, and so on. */
const TICKS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600]
/** Points that may lie between two marks of scores; twice the last, and so on. */
const SCORES = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2500, 5000, 10000, 100000]
/** CSS pixels, where texts are of the usual size, between two marks at least: of time, and of scores. */
const APART = [72, 28]
/** The same beside and below the lines, for what stands at the marks. */
const LEFT = 34
const RIGHT = 18
const TOP = 6
const BOTTOM = 18

/** The curves of those who are shown. */
export class ReplayCurve {
  /**
   * @param {string} name what it is, for who listens
   * @param {{ sought: (milliseconds: number) => void, held: (held: boolean) => void }} tell
   *   `sought` shows a moment; `held` says whether the pointer keeps it
   */
  constructor(name, { sought, held }) {
    /** @type {readonly Line[]} @private */
    this.lines = []
    /** Whether what is shown could be won, part by part. @type {readonly Part[]} @private */
    this.parts = []
    /** @private */
    this.length = 1
    /** @private */
    this.moment = 0
    /** How many CSS pixels a unit of the drawing is. @private */
    this.scale = 1
    /** @private */
    this.drawing = svg("g")
    /** @private */
    this.now = svg("line", { class: "now" })
    /** @private */
    this.picture = svg("svg", { "aria-hidden": "true" }, this.drawing, this.now)
    this.element = h(
      "div",
      {
        class: "replay-curve",
        role: "slider",
        tabindex: 0,
        "aria-label": name,
        "aria-valuemin": 0,
        "aria-valuenow": 0,
      },
      this.picture,
    )
    const { element } = this
    const seek = (/** @type {PointerEvent} */ event) => sought(this.momentAt(event.clientX))
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return
      element.setPointerCapture(event.pointerId)
      held(true)
      seek(event)
    })
    element.addEventListener("pointermove", (event) => {
      if (element.hasPointerCapture(event.pointerId)) seek(event)
    })
    element.addEventListener("lostpointercapture", () => held(false))
    /** @private */
    this.sizes = new ResizeObserver(() => this.draw())
    this.sizes.observe(element)
  }

  /** Follow the page no more. */
  close() {
    this.sizes.disconnect()
  }

  /**
   * Draw these lines.
   * @param {readonly Line[]} lines
   * @param {number} length in milliseconds
   */
  show(lines, length) {
    this.lines = lines
    this.length = Math.max(length, 1)
    this.element.setAttribute("aria-valuemax", String(Math.round(this.length / 1000)))
    this.draw()
  }

  /**
   * Mark by a strip below the lines whether it could be won.
   * @param {readonly Part[]} parts none for no strip
   */
  mark(parts) {
    if (JSON.stringify(parts) === JSON.stringify(this.parts)) return
    this.parts = parts
    this.draw()
  }

  /**
   * Stand at a moment.
   * @param {number} milliseconds
   */
  stand(milliseconds) {
    this.moment = milliseconds
    const x = String(Math.round(this.x(milliseconds) * 2) / 2)
    if (this.now.getAttribute("x1") === x) return
    this.now.setAttribute("x1", x)
    this.now.setAttribute("x2", x)
  }

  /**
   * Say what is shown, for who listens.
   * @param {string} text
   */
  describe(text) {
    this.element.setAttribute("aria-valuenow", String(Math.round(this.moment / 1000)))
    this.element.setAttribute("aria-valuetext", text)
  }

  // The works -----------------------------------------------------------------------------------

  /** @private */
  get width() {
    return Math.max(1, this.element.clientWidth / this.scale - LEFT - RIGHT)
  }

  /** @param {number} milliseconds @private */
  x(milliseconds) {
    return LEFT + (this.width * Math.min(milliseconds, this.length)) / this.length
  }

  /** @param {number} clientX @private */
  momentAt(clientX) {
    const at = (clientX - this.element.getBoundingClientRect().left) / this.scale
    const part = (at - LEFT) / this.width
    return Math.round(Math.min(1, Math.max(0, part)) * this.length)
  }

  /** @private */
  draw() {
    const { clientWidth, clientHeight } = this.element
    if (!clientWidth || !clientHeight) return
    this.scale = textScale()
    const [width, height] = [clientWidth / this.scale, clientHeight / this.scale]
    this.picture.setAttribute("viewBox", `0 0 ${width} ${height}`)
    const [bottom, right] = [height - BOTTOM, width - RIGHT]
    const scores = this.lines.flatMap(({ points }) => points.map(([, score]) => score))
    const most = Math.max(1, ...scores)
    const least = Math.min(0, ...scores)
    const y = (/** @type {number} */ score) =>
      bottom - ((score - least) / (most - least)) * (bottom - TOP)
    /** @type {SVGElement[]} */
    const drawn = []
    const seconds = this.length / 1000
    const tick = interval(TICKS, seconds, Math.max(1, Math.floor(this.width / APART[0])))
    for (let at = 0; at <= seconds; at += tick) {
      const x = this.x(at * 1000)
      drawn.push(svg("line", { class: "mark", x1: x, x2: x, y1: TOP, y2: bottom }))
      drawn.push(svg("text", { x, y: height - 4, "text-anchor": "middle" }, clock(at)))
    }
    const rows = Math.max(2, Math.floor((bottom - TOP) / APART[1]))
    const step = interval(SCORES, most - least, rows)
    for (let score = Math.ceil(least / step) * step; score <= most; score += step) {
      drawn.push(svg("line", { class: "mark", x1: LEFT, x2: right, y1: y(score), y2: y(score) }))
      drawn.push(svg("text", { x: LEFT - 5, y: y(score) + 4, "text-anchor": "end" }, score))
    }
    for (const { points, until, colour } of this.lines) {
      const [first, ...rest] = points
      if (!first) continue
      const point = (/** @type {CurvePoint} */ [at, score]) => [
        this.x(at).toFixed(1),
        y(score).toFixed(1),
      ]
      const corners = rest.map(point).map(([across, up]) => `H${across}V${up}`)
      const path = ["M", point(first).join(" "), ...corners, `H${this.x(until).toFixed(1)}`].join("")
      drawn.push(svg("path", { class: colour, d: path }))
    }
    let from = this.x(0)
    for (const { kind, until } of this.parts) {
      const width = Math.max(0, this.x(until) - from)
      const place = { x: from, y: bottom - STRIP / 2, width, height: STRIP }
      drawn.push(svg("rect", { class: `could ${kind}`, ...place }))
      from += width
      if (kind === "won" && until < this.length) {
        drawn.push(svg("line", { class: "mark-won", x1: from, x2: from, y1: TOP, y2: bottom }))
      }
    }
    this.drawing.replaceChildren(...drawn)
    this.now.setAttribute("y1", String(TOP - 4))
    this.now.setAttribute("y2", String(bottom))
    this.now.removeAttribute("x1")
    this.stand(this.moment)
  }
}

/**
 * The least of the steps, or of the doubles of the last, of which so many are enough.
 * @param {readonly number[]} steps
 * @param {number} length
 * @param {number} most
 */
function interval(steps, length, most) {
  const found = steps.find((step) => step * most >= length)
  let double = steps[steps.length - 1]
  while (double * most < length) double *= 2
  return found ?? double
}
