// How a score goes over time, in a bounded number of points: as in protocol/curve.py, so that a
// curve goes on here as it goes on at the server.

/** The most points of one curve. */
export const MOST = 300
const FIRST_SPAN = 250

/**
 * (milliseconds from the start, the score from then on)
 * @typedef {readonly [number, number]} CurvePoint
 */

/** The score from the start on. */
export class Curve {
  /** @param {Iterable<CurvePoint>} points those known, or as many of them as a curve has */
  constructor(points = []) {
    this.points = [...points]
    /** @private */
    this.span = FIRST_SPAN
    this.bound()
  }

  /**
   * Note the score at a time, in milliseconds; times do not go back.
   * @param {number} at
   * @param {number} score
   */
  add(at, score) {
    if (this.points.at(-1)?.[1] === score) return
    this.points.push([at, score])
    this.bound()
  }

  /** @private */
  bound() {
    while (this.points.length > MOST) this.thin()
  }

  /**
   * Keep the last point of each span of time, and the very first point; spans grow.
   * @private
   */
  thin() {
    this.span *= 2
    const [first, ...rest] = this.points
    const lastOfSpan = new Map(rest.map((point) => [Math.floor(point[0] / this.span), point]))
    this.points = [first, ...lastOfSpan.values()]
  }
}

/**
 * What lies between two lines of a grid: the least round number that is so much.
 * 1, 2, 5, 10, 20 ...
 * @param {number} least
 */
export function stepOf(least) {
  for (let ten = 1; ; ten *= 10) {
    for (const step of [1, 2, 5]) if (step * ten >= least) return step * ten
  }
}
