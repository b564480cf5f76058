// How the scores went, as lines over time.

import { colourOf } from "../widgets/chat.mjs"
import { svg } from "../widgets/dom.mjs"

/** @typedef {import("../app.mjs").App} App */

const WIDTH = 300
const HEIGHT = 160

/** The curves of all racers. */
export class CurveView {
  /** @param {App} app */
  constructor(app) {
    /** @private */
    this.app = app
    this.element = svg("svg", { class: "curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" })
  }

  /** @param {number} seconds how long the race has gone on */
  update(seconds) {
    const { session } = this.app
    const { race } = session
    if (!race) return
    const span = Math.max(1000, seconds * 1000)
    const scores = [...race.curves.values()].flatMap(({ points }) => points.map(([, score]) => score))
    const most = Math.max(1, ...scores)
    const least = Math.min(0, ...scores)
    const x = (/** @type {number} */ at) => ((at / span) * WIDTH).toFixed(1)
    const y = (/** @type {number} */ score) => (HEIGHT - 4 - ((score - least) / (most - least)) * (HEIGHT - 8)).toFixed(1)
    const lines = [...race.curves].map(([player, { points }]) => {
      let path = ""
      points.forEach(([at, score], i) => {
        path += i ? `H${x(at)}V${y(score)}` : `M${x(at)} ${y(score)}`
      })
      if (points.length) path += `H${WIDTH}`
      return svg("path", { d: path, class: `racer-${colourOf(session, player)}` })
    })
    this.element.replaceChildren(...lines)
  }
}
