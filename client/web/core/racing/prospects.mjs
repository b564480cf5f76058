// Whether a game that is practised can still be won: what the server has found out of its
// positions, and when it is asked again. As client/window/online/guide.py, with a server that does
// the work.

import { isSame } from "../choices.mjs"

/** @typedef {import("../boards.mjs").OwnBoard} OwnBoard */
/** @typedef {import("../choices.mjs").Action} Action */
/** @typedef {import("../messages.mjs").Message} Message */
/** @typedef {"won" | "impossible" | "unknown"} Verdict */

/** Seconds for which nothing is done before it is asked: before that, it would be asked in vain. */
export const PAUSE = 1
/** The same after the server has said that too much was asked. */
export const LONGER = 5

/** What is known of one game. */
export class Prospects {
  constructor() {
    /**
     * What is known, by the position.
     * @type {Map<string, { verdict: Verdict, way: readonly Action[] }>}
     * @private
     */
    this.known = new Map()
    /** Positions of which the server knows nothing either. @type {Set<string>} @private */
    this.passedOver = new Set()
    /**
     * Where the game stands.
     * @type {{ key: string, number: number, line: object, depth: number } | null}
     * @private
     */
    this.here = null
    /** When it is to be asked, by the caller's clock. @private */
    this.asks = 0
    /** Whether an answer is waited for. */
    this.waits = false
    /** Whether the server tells nothing of the kind. @private */
    this.silent = false
  }

  /**
   * See where the game stands now; what is not confirmed yet does not count.
   * @param {OwnBoard} board
   * @param {number} now
   */
  follow(board, now) {
    const { here: before } = this
    if (board.pending.length || before?.number === board.number) return
    const { piles, redeals, marks } = board.confirmed
    const { line, number } = board
    const depth = line.done.length
    this.here = { key: JSON.stringify([piles, redeals, marks]), number, line, depth }
    this.asks = now + PAUSE
    this.waits = false // another position takes the place of the one that was asked about
    if (!before || before.line !== line) return
    const done = number - before.number
    if (depth - before.depth === done) this.carry(before.key, line.done.slice(-done))
  }

  /**
   * Note what follows from what was known before these actions.
   * @param {string} before
   * @param {readonly Action[]} actions
   * @private
   */
  carry(before, actions) {
    const last = this.known.get(before)
    if (!last || !this.here || this.verdict !== "unknown") return
    const follows = actions.every((action, i) => isSame(last.way[i] ?? [-1], action))
    if (last.verdict === "impossible" || follows) {
      this.known.set(this.here.key, { ...last, way: last.way.slice(actions.length) })
    }
  }

  /**
   * Whether the game can still be won from where it stands, as far as it is known.
   * @returns {Verdict}
   */
  get verdict() {
    return this.known.get(this.here?.key ?? "")?.verdict ?? "unknown"
  }

  /** Whether that is being found out, or about to be. */
  get looking() {
    if (!this.here || this.silent || this.verdict !== "unknown") return false
    return !this.passedOver.has(this.here.key)
  }

  /**
   * Whether it is time to ask; if so, an answer is waited for from now on.
   * @param {number} now
   */
  ask(now) {
    if (this.waits || !this.looking || now < this.asks) return false
    this.waits = true
    return true
  }

  /** @param {Message} outlook */
  take({ number, state, verdict = "unknown", solution = [] }) {
    const { here } = this
    if (!here || number !== here.number || (state !== "done" && state !== "failed")) return
    this.waits = false
    if (state === "failed" || verdict === "unknown") this.passedOver.add(here.key)
    else this.known.set(here.key, { verdict, way: solution })
  }

  /**
   * Take in that something was refused; returns whether that was the question.
   * @param {string} code
   * @param {number} now
   */
  refuse(code, now) {
    if (!this.waits || (code !== "not allowed" && code !== "too fast")) return false
    this.waits = false
    if (code === "not allowed") this.silent = true
    else this.asks = now + LONGER
    return true
  }

  /** The line was lost, and what was asked with it. */
  lose() {
    this.waits = false
  }
}
