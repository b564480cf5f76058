// A list that is looked up in parts: what came last first, and what was before it when that is wanted.

import { Lookup } from "./lookup.mjs"

/** @typedef {import("../core/messages.mjs").Message} Message */
/** @typedef {import("../core/session.mjs").Session} Session */

/** The part that was asked for last. */
export class Parts extends Lookup {
  /**
   * @param {() => Session} session
   * @param {string} question the message's type
   * @param {object} about its fields, but for `before`
   * @param {(answer: Message) => boolean} fits whether a message is of this list
   * @param {() => void} changed shows how it is
   */
  constructor(session, question, about, fits, changed) {
    super(session, (answer) => fits(answer) && (answer.before ?? 0) === this.before)
    /** @private */
    this.asked = question
    /** @private */
    this.about = about
    /** @private */
    this.changed = changed
    /** Before which entry it is; 0 for the first part. */
    this.before = 0
  }

  /** Ask for a part. @param {number} before its entries are before this one; 0 for the last */
  want(before) {
    this.before = before
    this.ask(this.asked, { ...this.about, before })
    this.changed()
  }

  /**
   * Take in a refusal, and show it if it is what is waited for; returns whether it is.
   * @param {Message} problem
   */
  refuse(problem) {
    const ours = super.refuse(problem)
    if (ours) this.changed()
    return ours
  }
}
