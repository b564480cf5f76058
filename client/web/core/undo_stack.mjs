// What was done and taken back, so that it can be done again: as in client/session/undo_stack.py.

import { isSame } from "./choices.mjs"

/** @typedef {import("./choices.mjs").Action} Action */

/** The actions of one game since it was begun (or taken up), and those taken back. */
export class UndoStack {
  constructor() {
    /** @type {Action[]} */
    this.done = []
    /** @type {Action[]} the one to be done again first comes last @private */
    this.undone = []
  }

  /** The action taken back last; null once another was done since. */
  get redoable() {
    return this.undone.at(-1) ?? null
  }

  /**
   * Note an action or an undo. Doing again what was taken back keeps the rest of it.
   * @param {Action | "undo"} entry
   */
  enter(entry) {
    if (entry === "undo") {
      const last = this.done.pop()
      if (last) this.undone.push(last)
      return
    }
    if (this.redoable && isSame(this.redoable, entry)) this.undone.pop()
    else this.undone = []
    this.done.push(entry)
  }
}
