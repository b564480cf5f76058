// How everybody's points went, from deal to deal.

import { fill, svg } from "./dom.mjs"

/** @typedef {import("../core/messages.mjs").Tallied} Tallied */

/** How it is drawn, in its own units. */
const WIDE = 300
const HIGH = 100

/** A drawing without any lines yet: the table beside it says the same to who listens. */
export const pointsCurve = () =>
  svg("svg", {
    class: "points-curve", viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true",
  })

/**
 * Draw a line for each player: the points after each deal. After the first there is nothing to see.
 * @param {SVGElement} curve
 * @param {readonly Tallied[]} rows
 * @param {number} deals
 * @param {(player: number) => string} colourOf
 */
export function drawPoints(curve, rows, deals, colourOf) {
  const most = Math.max(1, ...rows.map(({ points }) => points))
  const at = (/** @type {number} */ deal, /** @type {number} */ points) =>
    `${((deal / Math.max(1, deals)) * WIDE).toFixed(1)},${(HIGH - (points / most) * HIGH).toFixed(1)}`
  curve.toggleAttribute("hidden", deals < 2)
  const lines = rows.map((row) => {
    const start = row.began === 1 ? [at(0, 0)] : []
    const points = row.curve.map((total, after) => at(row.began + after, total))
    return svg("polyline", { points: [...start, ...points].join(" "), class: `racer-${colourOf(row.player)}` })
  })
  fill(curve, ...lines)
}
