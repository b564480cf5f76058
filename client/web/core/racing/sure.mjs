// Whether a player means what cannot be taken back: the first time is asked, the second does it. As
// in client/board/sure.py.

import { isSame } from "../choices.mjs"

/** @typedef {import("../choices.mjs").Action} Action */

/** Seconds after which a second press can be an answer: one before is of a hand that went on. */
export const HASTE = 0.5
/** Seconds that a question waits for its answer. */
export const PATIENCE = 5

/** The question whether an action is meant, of which there is one at a time. */
export class Sure {
  /** @param {() => number} now a clock in seconds */
  constructor(now) {
    /** @private */
    this.now = now
    /** @type {Action | null} @private */
    this.asked = null
    /** When that was last tried. @private */
    this.at = 0
  }

  /** Whether a question waits for its answer. */
  get asking() {
    return this.asked !== null && this.now() - this.at < PATIENCE
  }

  /**
   * Whether this answers the question; if not, it is asked from now on.
   * @param {Action} action
   */
  isMeant(action) {
    const now = this.now()
    const same = this.asked !== null && isSame(action, this.asked)
    const meant = this.asking && same && now - this.at >= HASTE
    this.asked = meant ? null : action
    this.at = now
    return meant
  }

  /** Ask nothing any more: something else was done. */
  forget() {
    this.asked = null
  }
}
