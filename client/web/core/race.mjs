// A race as it is known here: who stands how, whose board is seen, how the scores went.

import { Board, OwnBoard } from "./boards.mjs"
import { Choices } from "./choices.mjs"
import { Curve } from "./curve.mjs"
import { placesOf } from "./layout.mjs"
import { BadMessage, standingOf } from "./messages.mjs"

/** @typedef {import("./messages.mjs").Message} Message */
/** @typedef {import("./messages.mjs").Settings} Settings */
/** @typedef {import("./messages.mjs").Standing} Standing */
/** @typedef {import("./choices.mjs").Action} Action */
/** @typedef {import("./layout.mjs").Place} Place */

/** The racers whose boards and scores are kept. */
const MOST_RACERS = 64

/**
 * How its boards are laid out.
 * @typedef {object} Layout
 * @property {readonly Place[]} places
 * @property {string} button what the game's button says; empty for a game without one
 * @property {number | null} button_pile the pile whose click the button is
 * @property {boolean} tap whether a click alone moves cards that have one way to go
 * @property {boolean} glow whether cards that can be moved are to glow
 */

/** A race that one takes part in or watches. */
export class Race {
  /**
   * @param {Message} message `race`
   * @param {number} own the id of who looks
   * @param {number} now in seconds
   */
  constructor(message, own, now) {
    /** @private */
    this.own = own
    /** @type {number} */
    this.number = message.race
    /** @type {Layout | null} */
    this.layout = null
    /** @type {Map<number, Board>} the boards that one may see, by player */
    this.boards = new Map()
    /** @type {Map<number, Curve>} how the scores went, by player */
    this.curves = new Map()
    /** @type {Standing[]} */
    this.standings = []
    /** @type {Settings} */
    this.settings = message.settings
    /** @type {string} the hash of the seed */
    this.commitment = message.commitment
    /** When it started, by the caller's clock. */
    this.started = 0
    /** @type {Message | null} `choices` as they came last */
    this.told = null
    this.again(message, now)
    for (const { player, score } of this.standings) {
      this.curves.set(player, new Curve([[0, score]]))
    }
  }

  /**
   * Take in `race` once more: what was known of its boards stays until they come.
   * @param {Message} message
   * @param {number} now
   */
  again(message, now) {
    this.settings = message.settings
    this.commitment = message.commitment
    this.started = now - message.elapsed / 1000
    this.stand(message.standings)
  }

  /**
   * The seconds since the start.
   * @param {number} now
   */
  elapsed(now) {
    return Math.max(0, now - this.started)
  }

  /**
   * The seconds until the time is up.
   * @param {number} now
   */
  remaining(now) {
    return Math.max(0, this.settings.time_limit - this.elapsed(now))
  }

  /**
   * One's own board, while one is a racer.
   * @returns {OwnBoard | null}
   */
  get board() {
    const board = this.boards.get(this.own)
    return board instanceof OwnBoard ? board : null
  }

  /** What may be done now; null where that is not known (yet). */
  get choices() {
    const { board, told, layout } = this
    if (!board || !told || !layout || board.status !== "racing") return null
    if (board.pending.length || told.number !== board.number) return null
    return new Choices(/** @type {any} */ (told), layout)
  }

  /**
   * Take in how its boards are laid out.
   * @param {Message} message `layout`
   */
  lay(message) {
    if (message.race !== this.number) return
    const { button = "", button_pile = null, tap = false, glow = false } = message
    const places = placesOf(/** @type {any} */ (message))
    this.layout = { places, button, button_pile, tap, glow }
  }

  /**
   * Take in a whole board.
   * @param {Message} message `board`
   */
  show(message) {
    const places = this.layout?.places
    if (places && message.piles?.length !== places.length) {
      throw new BadMessage("a board has a pile for each place of the game")
    }
    const board = this.boards.get(message.player)
    if (board) board.reset(message)
    else if (this.boards.size < MOST_RACERS) {
      const Kind = message.player === this.own ? OwnBoard : Board
      this.boards.set(message.player, new Kind(message))
    }
  }

  /**
   * Take in how everybody stands; with the time, also how the scores go.
   * @param {readonly any[]} standings
   * @param {number} [now]
   */
  stand(standings, now) {
    this.standings = standings.map(standingOf)
    for (const { player, score, status } of this.standings) {
      // A race also ends without an entry: given up, out of time.
      if (status !== "racing") this.boards.get(player)?.end(status)
      if (now === undefined) continue
      const curve = this.curves.get(player) ?? new Curve()
      if (this.curves.size < MOST_RACERS) this.curves.set(player, curve)
      curve.add(Math.trunc(this.elapsed(now) * 1000), score)
    }
  }

  /**
   * Take in how the scores went.
   * @param {Message} message `curves`
   */
  draw({ curves }) {
    const drawn = Object.entries(curves).map(
      ([player, points]) => /** @type {[number, Curve]} */ ([Number(player), new Curve(points)]),
    )
    this.curves = new Map(drawn)
  }
}
