// Boards as they are known here: a rival's is what the server has said, one's own runs ahead of it.
//
// Own moves show at once and queue: each is confirmed by its `step`, and a `refused` takes it and
// all after it back. Without rules, what a move brings is a guess: the cards come to lie where they
// were put, and a click changes nothing. Its step says what it was.

import { positionOf, stepped } from "./messages.mjs"
import { UndoStack } from "./undo_stack.mjs"

/** @typedef {import("./messages.mjs").Message} Message */
/** @typedef {import("./messages.mjs").Position} Position */
/** @typedef {import("./messages.mjs").Status} Status */
/** @typedef {import("./choices.mjs").Action} Action */
/** @typedef {Action | "undo"} Entry */

/** Somebody's board, as the server has told of it. */
export class Board {
  /** @param {Message} message a `board` */
  constructor(message) {
    this.player = message.player
    /** Entries that the server has confirmed. */
    this.number = 0
    /** @type {Position} what the server has told of */
    this.confirmed = { piles: [], score: 0, redeals: 0, marks: [] }
    /** @type {Status} */
    this.status = "racing"
    this.show(message)
  }

  /** What to show. */
  get position() {
    return this.confirmed
  }

  /**
   * Take in a whole board.
   * @param {Message} message
   */
  reset(message) {
    this.show(message)
  }

  /**
   * Take in the next step, or pass over one that is known; return false if some are missing.
   * @param {Message} step
   */
  confirm(step) {
    if (step.number <= this.number) return true
    if (step.number !== this.number + 1) return false
    this.advance(stepped(this.confirmed, step))
    this.number = step.number
    this.end(step.status ?? "racing")
    return true
  }

  /**
   * Take in how the race stands, or ended, for this racer.
   * @param {Status} status
   */
  end(status) {
    this.status = status
  }

  /**
   * @param {Position} position
   * @protected
   */
  advance(position) {
    this.confirmed = position
  }

  /**
   * @param {Message} message
   * @protected
   */
  show(message) {
    this.confirmed = positionOf(message)
    this.number = message.number
    this.status = message.status ?? "racing"
  }
}

/**
 * One's own board. Entries leave it by `take`, in the order of their numbers, and never two with
 * one number: after a refusal, what was on its way behind the refused one is waited for first.
 */
export class OwnBoard extends Board {
  /** @param {Message} message a `board` */
  constructor(message) {
    super(message)
    /** @type {Entry[]} what was done here, and is not confirmed; the first has `number` */
    this.pending = []
    /** How many of these are on their way. @private */
    this.sent = 0
    /** @type {number[]} the numbers of entries that were taken back on their way @private */
    this.owed = []
    /** @type {Position[]} what undo brings back, as far as it is known, the last the newest */
    this.history = [this.confirmed]
    /** Whether that goes back to the deal. */
    this.whole = message.number === 0
    /** What was done and taken back here, for redoing it. */
    this.line = new UndoStack()
  }

  /** What to show: the confirmed position with the pending entries done. */
  get position() {
    return this.ahead().position
  }

  /** Whether answers are waited for. */
  get waits() {
    return this.sent > 0 || this.owed.length > 0
  }

  /** The number of the next entry. */
  get next() {
    return this.number + this.pending.length
  }

  /** Whether there is an entry to take back, as far as this client knows. */
  get canUndo() {
    return this.whole ? this.ahead().depth > 1 : this.next > 0
  }

  /**
   * Whether an action can be meant at all: its piles and cards are there.
   * @param {Action} action
   */
  hasFor(action) {
    const { piles } = this.position
    if (!action.every((part) => Number.isInteger(part) && part >= 0)) return false
    if (action.length === 1) return action[0] < piles.length
    if (action.length !== 3) return action.length === 0
    const [source, count, target] = action
    if (source === target || source >= piles.length || target >= piles.length) return false
    return count > 0 && count <= piles[source].length
  }

  /**
   * Do an entry, here and now.
   * @param {Entry} entry
   */
  enter(entry) {
    this.pending.push(entry)
    this.line.enter(entry)
  }

  /**
   * The entries that are to be sent now, with their numbers: they are on their way from here on.
   * @returns {{ number: number, entry: Entry }[]}
   */
  take() {
    if (this.owed.length) return []
    const first = this.number + this.sent
    const entries = this.pending.slice(this.sent)
    this.sent = this.pending.length
    return entries.map((entry, i) => ({ number: first + i, entry }))
  }

  /** The line is lost, or was asked for everything: nothing is on its way any more. */
  recall() {
    this.sent = 0
    this.owed = []
  }

  /**
   * Take in a whole board; pending stays what it does not hold.
   * @param {Message} message
   */
  reset(message) {
    const done = message.number - this.number
    this.show(message)
    this.history = [this.confirmed]
    this.whole = message.number === 0
    if (done) this.line = new UndoStack() // what was done in between, this page may not know
    if (done < 0) this.takeBack(0, done) // a server that was set back: these numbers were others
    else this.settle(done)
    this.end(this.status)
  }

  /**
   * Forget the refused entry and those after it. Returns "settled" where it was forgotten already,
   * "dropped" where it is now, and "astray" where the server has another journal than this one.
   * @param {Message} refused
   */
  refuse({ number, expected }) {
    if (this.owed.length) {
      // Answers come in the order of what was sent; those before this one got a problem instead.
      this.owed.splice(0, this.owed.indexOf(number) + 1)
      return "settled"
    }
    const kept = number - this.number
    if (kept < 0) return expected < this.number ? "astray" : "settled"
    const known = kept < this.sent
    if (known) this.takeBack(kept, 0)
    if (expected !== number) return "astray"
    return known ? "dropped" : "settled"
  }

  /**
   * Take in how the race stands, or ended: then nothing pending will still be done.
   * @param {Status} status
   */
  end(status) {
    super.end(status)
    if (status !== "racing") this.giveBack()
  }

  /** Nothing that is pending will be done. */
  giveBack() {
    this.pending = []
    this.recall()
  }

  /**
   * @param {Position} position
   * @protected
   */
  advance(position) {
    super.advance(position)
    const [entry] = this.pending
    this.settle(1)
    if (entry === "undo" && this.history.length > 1) this.history.splice(-2, 2, position)
    else if (entry === undefined || entry === "undo") {
      this.history = [position]
      this.whole = false // what came before this one is not known
    } else this.history.push(position)
  }

  /**
   * So many of the first entries are done.
   * @param {number} done
   * @private
   */
  settle(done) {
    this.pending.splice(0, done)
    this.sent = Math.max(0, this.sent - done)
  }

  /**
   * Take back all pending entries but the first `kept`; `shift` is by how much the first number
   * was more when they were sent.
   * @param {number} kept
   * @param {number} shift
   * @private
   */
  takeBack(kept, shift) {
    const first = this.number - shift
    this.line = new UndoStack()
    for (let i = kept + (shift ? 0 : 1); i < this.sent; i++) this.owed.push(first + i)
    this.pending.length = Math.min(kept, this.pending.length)
    this.sent = Math.min(kept, this.sent)
  }

  /**
   * The position with the pending entries done, and how many there are with those before it.
   * @private
   */
  ahead() {
    let kept = this.history.length
    /** @type {Position[]} */
    const made = []
    const last = () => made.at(-1) ?? this.history[kept - 1]
    for (const entry of this.pending) {
      if (entry !== "undo") made.push(moved(last(), entry))
      else if (made.length) made.pop()
      else if (kept > 1) kept--
      // Else only the server knows what comes back: as with a click, nothing changes until then.
    }
    return { position: last(), depth: kept + made.length }
  }
}

/**
 * A position after a move, as far as it can be told without rules.
 * @param {Position} before
 * @param {Action} action
 * @returns {Position}
 */
function moved(before, action) {
  if (action.length !== 3) return before
  const [source, count, target] = action
  const piles = [...before.piles]
  if (!piles[source] || !piles[target] || piles[source].length < count) return before
  piles[target] = [...piles[target], ...piles[source].slice(-count)]
  piles[source] = piles[source].slice(0, -count)
  return { ...before, piles }
}
