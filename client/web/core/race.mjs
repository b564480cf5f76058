// A race as it is known here: what was promised of its deal, who stands how, whose board is seen,
// how the scores went.

import { Board, OwnBoard } from "./boards.mjs"
import { Choices } from "./choices.mjs"
import { Curve } from "./curve.mjs"
import { layoutOf } from "./layout.mjs"
import { BadMessage, standingOf } from "./messages.mjs"

/** @typedef {import("./messages.mjs").Message} Message */
/** @typedef {import("./messages.mjs").Settings} Settings */
/** @typedef {import("./messages.mjs").Standing} Standing */
/** @typedef {import("./choices.mjs").Action} Action */
/** @typedef {import("./layout.mjs").Layout} Layout */

/** The racers whose boards and scores are kept. */
const MOST_RACERS = 64

/**
 * How everybody stands, without places while nobody has reached anything yet: all would be the
 * first then, and nobody is ahead of anybody.
 * @param {Standing[]} standings
 */
const placed = (standings) =>
  standings.every((s) => s.place === 1 && s.status === "racing" && !s.milliseconds)
    ? standings.map((standing) => ({ ...standing, place: 0 }))
    : standings

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
    /**
     * When each racer who is done was first known to be, in milliseconds from the start.
     * @type {Map<number, number>}
     */
    this.ends = new Map()
    /** The milliseconds that it took; 0 until its results are known. */
    this.length = 0
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
   * The milliseconds since the start, or those that the race may take.
   * @param {number} now
   */
  at(now) {
    return Math.trunc(Math.min(this.elapsed(now), this.settings.time_limit) * 1000)
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
    if (message.race === this.number) this.layout = layoutOf(message)
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
    this.standings = placed(standings.map(standingOf))
    for (const { player, score, status } of this.standings) {
      // A race also ends without an entry: given up, out of time.
      if (status !== "racing") this.boards.get(player)?.end(status)
      if (now === undefined) continue
      const curve = this.curves.get(player) ?? new Curve()
      if (this.curves.size < MOST_RACERS) this.curves.set(player, curve)
      curve.add(this.at(now), score)
    }
    if (now !== undefined) this.noteEnds(this.at(now))
  }

  /**
   * Take in how everybody stands in the end.
   * @param {readonly any[]} standings
   * @param {number} now
   */
  finish(standings, now) {
    this.length ||= this.at(now)
    this.stand(standings)
    this.noteEnds(this.length)
  }

  /** @param {number} at @private */
  noteEnds(at) {
    for (const { player, status } of this.standings) {
      // Of curves there are no more than racers.
      if (status === "racing" || !this.curves.has(player) || this.ends.has(player)) continue
      this.ends.set(player, at)
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

/**
 * Where and when something was said: which numbering the room's events had, and on which of the
 * connections. Another life of the server has another numbering.
 * @typedef {{ stream: string, connection: number }} Told
 */

/**
 * What was promised first of a race's deal, before anybody saw a card: the seed's SHA-256. It shows
 * that the seed was not chosen afterwards. Whether the cards are that seed's is told by those who
 * have the rules: see client/session/fairness.py.
 */
export class Promised {
  /**
   * @param {Message} message `countdown` or `race`
   * @param {Told} told
   */
  constructor({ type, race, commitment, certificate = "" }, told) {
    /** @type {number} */
    this.race = race
    /** @type {string} */
    this.commitment = commitment
    /**
     * That of a deal that can be won; empty for any other.
     * @type {string}
     */
    this.certificate = certificate
    /** Whether another solution was promised later for the same seed. */
    this.swapped = false
    /** Whether another seed had been promised, for a countdown that was called off. */
    this.calledOff = false
    /** Whether another seed was promised later for the same race. */
    this.broken = false
    /** @private */
    this.told = told
    /** @private */
    this.started = type === "race"
  }

  /**
   * Take in what is said later, and return what is promised now. A server that was killed in a
   * countdown may give its number to the next race, with another seed.
   * @param {Message} message `countdown` or `race`
   * @param {Told} told
   * @returns {Promised}
   */
  hear(message, told) {
    if (message.race !== this.race) return new Promised(message, told)
    const { stream, connection } = this.told
    const inAnotherLife = stream !== told.stream && connection !== told.connection
    if (message.commitment !== this.commitment) {
      if (!this.started && inAnotherLife) {
        return Object.assign(new Promised(message, told), { calledOff: true })
      }
      this.broken = true
    } else if ((message.certificate ?? "") !== this.certificate) this.swapped = true
    this.started ||= message.type === "race"
    return this
  }
}

/**
 * Whether a deal is the promised one, and the keys of the texts that say so.
 * @typedef {{ fair: boolean, texts: string[] }} Verdict
 */

/**
 * Hold the seed of a race that is over against what was promised before.
 * @param {Promised | null} promised
 * @param {Message} results
 * @param {(text: string) => Promise<string>} digest returns the SHA-256 of a text's UTF-8, in
 *   hexadecimal
 * @returns {Promise<Verdict>}
 */
export async function verdictOn(promised, results, digest) {
  const isKept = (await digest(results.seed)) === (promised ?? results).commitment
  if (promised && promised.race !== results.race) {
    return unfair("the-server-promised-another-race-than-the-one")
  }
  if (promised?.broken) return unfair("the-server-promised-one-seed-and-later-another")
  if (!isKept) return unfair("not-the-promised-seed-this-deal-may-have-been")
  if (!promised) return unfair("not-checked-no-seed-was-promised-to-you-before")
  const { seed, solution = [], certificate = "", settings } = results
  if ((settings?.deals ?? "any") !== "any" && !promised.certificate) {
    return unfair("the-server-never-promised-a-solution-of-this")
  }
  const isHeld = !certificate || (await digest(certified(seed, solution))) === certificate
  if (promised.swapped || promised.certificate !== certificate || !isHeld) {
    return unfair("not-the-promised-solution-that-this-deal-can-be")
  }
  const texts = ["fairness.checked-the-seed-is-the-one-promised-when-you"]
  if (promised.calledOff) texts.push("fairness.another-seed-had-been-promised-before-for-a")
  return { fair: true, texts }
}

/**
 * The text whose SHA-256 is the certificate of a deal.
 * @param {string} seed
 * @param {number[][]} solution
 */
const certified = (seed, solution) => `${seed}\n${JSON.stringify(solution)}`

/**
 * @param {string} why
 * @returns {Verdict}
 */
const unfair = (why) => ({ fair: false, texts: [`fairness.${why}`] })
