// How often hints are asked for: no oftener than a server answers in the long run, or it would read
// nothing for a while, moves neither. (server/bounds.py, `requests`; a hint counts as several.)

/** So many hints may be asked for at once. */
export const MOST = 5
/** Milliseconds from then on, from one to the next. */
export const EVERY = 1250

/** The turns of one player. */
export class HintTurns {
  constructor() {
    /** When all turns are there again, in milliseconds. @private */
    this.full = -Infinity
  }

  /**
   * Take the next turn.
   * @param {number} now in milliseconds
   * @returns {number} in how many milliseconds it is; 0 for now
   */
  take(now) {
    const wait = Math.max(0, this.full - now - (MOST - 1) * EVERY)
    this.full = Math.max(this.full, now) + EVERY
    return wait
  }
}
