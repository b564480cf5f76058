// How the scores went, as lines over time, with the times below and the scores at the left.

import { stepOf } from "../core/curve.mjs"
import { clock, isGhost } from "../core/texts.mjs"
import { colourOf } from "../widgets/chat.mjs"
import { svg, textScale } from "../widgets/dom.mjs"

/** @typedef {import("../app.mjs").App} App */

// In CSS pixels, where texts are of the usual size: what stays free for the numbers, and above.
const LEFT = 26
const BELOW = 18
const ABOVE = 8
const RIGHT = 10
/** So far apart are the lines of the grid, at least. */
const STEP = 34
const WIDE_STEP = 64
/** Seconds of a race under way that there is room for from its start. */
const LEAST = 10
/** Seconds between lines of the grid that read well. */
const TIMES = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200]

/** The curves of all racers. */
export class CurveView {
  /** @param {App} app */
  constructor(app) {
    /** @private */
    this.app = app
    /** @private */
    this.grid = svg("g", { class: "grid" })
    /** @private */
    this.lines = svg("g")
    this.element = svg("svg", { class: "curve", "aria-hidden": "true" }, this.grid, this.lines)
    /** What is drawn, so that it is drawn again only when it is another. @private */
    this.drawn = ""
  }

  /** Whether there is anything to be seen. */
  get shown() {
    return this.drawn !== ""
  }

  /** @param {number} seconds how long the race has gone on */
  update(seconds) {
    const { session } = this.app
    const { race } = session
    const seen = this.element.getBoundingClientRect()
    if (!race || seen.width < 60 || seen.height < 40) return
    const scale = textScale()
    const [width, height] = [seen.width / scale, seen.height / scale]
    const curves = [...race.curves]
    const scores = curves.flatMap(([, { points }]) => points.map(([, score]) => score))
    // As curves are thinned, the last points may be others while there are as many as before.
    const ends = curves.map(([, { points }]) => points.at(-1)?.join(" "))
    const state = [Math.floor(seconds), width, height, session.player, ...ends].join()
    if (state === this.drawn) return
    this.drawn = state
    this.element.setAttribute("viewBox", `0 0 ${width} ${height}`)
    const span = Math.max(race.length ? 1 : LEAST, seconds)
    const most = Math.max(4, ...scores)
    const least = Math.min(0, ...scores)
    const x = (/** @type {number} */ at) => LEFT + (at / span) * (width - LEFT - RIGHT)
    const y = (/** @type {number} */ score) =>
      height - BELOW - ((score - least) / (most - least)) * (height - BELOW - ABOVE)
    this.drawGrid({ x, y, span, least, most, width, height })
    // One's own lies above the others.
    curves.sort(([a], [b]) => Number(a === session.player) - Number(b === session.player))
    this.lines.replaceChildren(
      ...curves.map(([player, { points }]) => {
        let path = ""
        points.forEach(([at, score], i) => {
          const [here, there] = [x(at / 1000).toFixed(1), y(score).toFixed(1)]
          path += i ? `H${here}V${there}` : `M${here} ${there}`
        })
        const end = x(Math.min(span, this.endOf(player) / 1000))
        if (points.length && end > x(points[points.length - 1][0] / 1000)) path += `H${end.toFixed(1)}`
        const own = player === session.player ? " own" : ""
        const ghost = isGhost(player) ? " dashed" : ""
        return svg("path", { d: path, class: `line racer-${colourOf(session, player)}${own}${ghost}` })
      }),
    )
  }

  /**
   * Until when a racer's line goes on, in milliseconds: with the clock for who still races.
   * @param {number} player
   * @private
   */
  endOf(player) {
    const { race } = this.app.session
    const racer = race?.standings.find((each) => each.player === player)
    if (racer?.status === "won") return racer.milliseconds
    return race?.ends.get(player) ?? Infinity
  }

  /**
   * @param {{ x: (at: number) => number, y: (score: number) => number, span: number,
   *   least: number, most: number, width: number, height: number }} scale
   * @private
   */
  drawGrid({ x, y, span, least, most, width, height }) {
    const scoreStep = stepOf((most - least) / Math.max(1, (height - BELOW) / STEP))
    const wanted = span / Math.max(1, (width - LEFT) / WIDE_STEP)
    const timeStep = TIMES.find((step) => step >= wanted) ?? TIMES[TIMES.length - 1]
    const parts = []
    for (let score = Math.ceil(least / scoreStep) * scoreStep; score <= most; score += scoreStep) {
      const at = y(score)
      parts.push(svg("path", { d: `M${LEFT} ${at.toFixed(1)}H${width - RIGHT}` }))
      const beside = { x: LEFT - 5, y: at + 3.5, "text-anchor": "end" }
      parts.push(svg("text", beside, String(score)))
    }
    for (let time = 0; time <= span; time += timeStep) {
      const at = x(time)
      parts.push(svg("path", { d: `M${at.toFixed(1)} ${ABOVE}V${height - BELOW}` }))
      // The first and the last would stick out.
      const [there, anchor] =
        at > width - 24 ? [width - 5, "end"] : time ? [at, "middle"] : [LEFT - 8, "start"]
      parts.push(svg("text", { x: there, y: height - 4, "text-anchor": anchor }, clock(time)))
    }
    this.grid.replaceChildren(...parts)
  }
}
