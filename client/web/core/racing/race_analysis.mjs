// Everybody's game in a race that is over, analysed one after the other: as in
// client/window/racing/race_analysis.py, with a server that does it.

import { analysisOf } from "../messages.mjs"

/** @typedef {import("../messages.mjs").Analysis} Analysis */
/** @typedef {import("../messages.mjs").Message} Message */
/** @typedef {import("../messages.mjs").Standing} Standing */

/** What is known of the games of a race, and whose is still to be looked at. */
export class RaceAnalysis {
  /** @param {number} race */
  constructor(race) {
    this.race = race
    /** Why nothing is looked at: what the server has said. */
    this.refusal = ""
    /** @type {Map<number, Analysis>} what is known, by player @private */
    this.known = new Map()
    /** Whose games have still to be looked at: the first is asked for. @type {number[]} @private */
    this.wanted = []
  }

  /** The player whose game is asked for; 0 for nobody. */
  get next() {
    return this.wanted[0] ?? 0
  }

  /**
   * Want to know it of all who have not won, if it is not known.
   * @param {readonly Standing[]} standings
   */
  ask(standings) {
    this.refusal = ""
    this.wanted = this.open(standings).map(({ player }) => player)
  }

  /** Want to know no more; what is known stays. */
  stop() {
    this.wanted = []
  }

  /**
   * Those of whom there is something to be found out that is not known.
   * @param {readonly Standing[]} standings
   */
  open(standings) {
    const games = analysed(standings)
    if (games.some(({ player }) => this.known.get(player)?.luck)) return []
    return games.filter(({ player }) => this.known.get(player)?.state !== "done")
  }

  /**
   * Take in what the server says; returns whether another game is to be asked for.
   * @param {Message} message `analysis`
   */
  take(message) {
    if (message.race !== this.race) return false
    const { state, luck } = analysisOf(message)
    this.known.set(message.player, analysisOf(message))
    if (message.player !== this.next || (state !== "done" && state !== "failed")) return false
    this.wanted = luck ? [] : this.wanted.slice(1) // it decides all games of a race, or none
    return this.wanted.length > 0
  }

  /**
   * Take in that the server does not do it.
   * @param {string} text
   */
  refuse(text) {
    this.stop()
    this.refusal = text
  }

  /**
   * What is known of a racer's game; null where nothing is.
   * @param {number} player
   * @returns {Analysis | null}
   */
  of(player) {
    return this.known.get(player) ?? null
  }
}

/**
 * Those of whose games something could be found out: they made a move, and have not won.
 * @param {readonly Standing[]} standings
 */
export const analysed = (standings) =>
  standings.filter(({ status, moves }) => status !== "won" && moves > 0)
