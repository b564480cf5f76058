// Finished races to watch: what one racer did, or several at the same second, at any moment of it;
// as in client/session/recording.py, with the positions that the server tells.

import { Curve } from "./curve.mjs"
import { layoutOf } from "./layout.mjs"
import { BadMessage, positionOf, stepped } from "./messages.mjs"

/** @typedef {import("./messages.mjs").Message} Message */
/** @typedef {import("./messages.mjs").Position} Position */
/** @typedef {import("./boards.mjs").Entry} Entry */
/** @typedef {import("./layout.mjs").Layout} Layout */
/** @typedef {import("./access/spoken.mjs").Speaker} Speaker */
/** @typedef {import("./words.mjs").Words} Words */

/**
 * An entry of a replay, and what it did.
 * @typedef {object} ReplayedMove
 * @property {number} number how many entries there are with it
 * @property {number} at in milliseconds from the start
 * @property {Entry} entry
 * @property {Position} before
 * @property {Position} after
 */

/** The id under which a deal's solution is played again, as if it were one more racer's. */
export const SOLUTION = 0

/**
 * The id under which is played again how a racer could still have won.
 * @param {number} player the racer's
 */
export const howOf = (player) => -player

/**
 * Whether what is played again under this id is what wins, and nobody has done it.
 * @param {number} player
 */
export const wins = (player) => player <= SOLUTION

/**
 * The id under which a `replay` or `positions` is played again.
 * @param {Message} message
 */
export const idOf = ({ player, won = false }) => (won ? howOf(player) : player)

/** Milliseconds of the race that a replay waits at most between two moves, at any speed. */
const LONGEST_WAIT = 1500

/** One racer's replay, from the deal to its end, as far as it has come. */
export class Recording {
  /**
   * @param {number} race
   * @param {number} player
   */
  constructor(race, player) {
    this.race = race
    this.player = player
    /** @type {Message | null} `replay`: what the racer did, and how it ended */
    this.replay = null
    /** @type {Layout | null} */
    this.layout = null
    /** @type {Position[]} what the board was like, the deal first */
    this.positions = []
    /** @type {number[]} when each position came about, in milliseconds from the start */
    this.times = []
    /** When something happens: all that, and a later end, as for who gave up. @type {number[]} */
    this.moments = []
    /** How the score went. */
    this.curve = new Curve()
    /** How many actions the solution of its deal has; 0 where none is known. */
    this.solution = 0
    /** @type {import("./messages.mjs").Analysis | null} until when it could be won */
    this.analysis = null
    /** Whether that is being found out. */
    this.looking = false
  }

  /** Whether all of it is here. */
  get whole() {
    return this.wanted === null
  }

  /**
   * What to ask for next, as the type of a message and its fields; null if all is here.
   * @returns {[string, object] | null}
   */
  get wanted() {
    const { replay, positions, whose } = this
    if (!replay) return ["get replay", whose]
    if (positions.length > replay.entries.length) return null
    return ["get positions", { ...whose, number: Math.max(0, positions.length - 1) }]
  }

  /** What the server knows it by. */
  get whose() {
    const { race, player } = this
    return player < SOLUTION ? { race, player: howOf(player), won: true } : { race, player }
  }

  /**
   * Take in a `replay` or `positions` of this racer; returns whether there was anything new in it.
   * @param {Message} message
   */
  take(message) {
    if (message.race !== this.race || idOf(message) !== this.player) return false
    return message.type === "replay" ? this.begin(message) : this.goOn(message)
  }

  /** Milliseconds from the start to the end. */
  get length() {
    return this.moments.at(-1) ?? 0
  }

  /** When the race was over for the racer, in milliseconds; 0 where that is not known. */
  get ended() {
    const racers = this.replay?.racers ?? []
    return racers.find((/** @type {any} */ each) => each.player === this.player)?.ended ?? 0
  }

  /**
   * Whether the game is over at a moment, as far as it is known when it was.
   * @param {number} milliseconds
   */
  endsAt(milliseconds) {
    if (!this.replay) return false
    const { status } = this.replay
    return (this.ended > 0 || status === "won" || status === "stuck") && milliseconds >= this.length
  }

  /**
   * How many entries had been done at a moment, as far as these have come.
   * @param {number} milliseconds
   */
  numberAt(milliseconds) {
    const later = firstAfter(this.times, milliseconds)
    return Math.max(0, Math.min(later, this.positions.length) - 1)
  }

  /**
   * What the board was like at a moment; null before anything has come.
   * @param {number} milliseconds
   * @returns {Position | null}
   */
  at(milliseconds) {
    return this.positions[this.numberAt(milliseconds)] ?? null
  }

  /** The moves that have come, in order. */
  get moves() {
    return this.positions.slice(1).map((_, i) => this.move(i + 1))
  }

  /**
   * What led to the position after so many entries, at least 1.
   * @param {number} number
   * @returns {ReplayedMove}
   */
  move(number) {
    const [before, after] = this.positions.slice(number - 1, number + 1)
    const entry = this.replay?.entries[number - 1]
    return { number, at: this.times[number], entry, before, after }
  }

  /**
   * @param {Message} replay
   * @private
   */
  begin(replay) {
    if (this.replay) return false
    const { entries, times } = replay
    if (!Array.isArray(entries) || entries.length !== times?.length) {
      throw new BadMessage("a replay has a time for each entry")
    }
    this.replay = replay
    this.times = [0, ...times]
    const end = Math.max(this.ended, replay.milliseconds ?? 0)
    this.moments = end > this.times[times.length] ? [...this.times, end] : this.times
    return true
  }

  /**
   * Take in the next part of the positions; any other is one that was asked for twice.
   * @param {Message} part
   * @private
   */
  goOn({ layout, board, changes, solution = 0 }) {
    const { replay, positions, times, curve } = this
    const known = Math.max(0, positions.length - 1)
    if (!replay || board?.number !== known || !Array.isArray(changes)) return false
    if (known + changes.length > replay.entries.length) {
      throw new BadMessage("there is a change for each entry")
    }
    const first = positionOf(board)
    if (first.piles.length !== layout?.places?.length) {
      throw new BadMessage("a board has a pile for each place of the game")
    }
    const isNew = !positions.length || changes.length > 0
    this.layout ??= layoutOf(layout)
    this.solution = solution
    const shown = [first]
    for (const change of changes) shown.push(stepped(shown[shown.length - 1], change))
    if (positions.length) shown.shift()
    for (const position of shown) {
      curve.add(times[positions.length], position.score)
      positions.push(position)
    }
    return isNew
  }
}

/** A race that is over: what its racers did that one wants to see, side by side. */
export class Replay {
  /** @param {number} race */
  constructor(race) {
    this.race = race
    /** @type {Map<number, Recording>} by player, in the order in which they were asked for */
    this.recordings = new Map()
  }

  /**
   * Show a racer, too.
   * @param {number} player
   * @returns {Recording}
   */
  add(player) {
    const recording = this.recordings.get(player) ?? new Recording(this.race, player)
    this.recordings.set(player, recording)
    return recording
  }

  /** Milliseconds from the start to the last end. */
  get length() {
    return Math.max(0, ...this.all.map(({ length }) => length))
  }

  /**
   * When the next thing happens in any of them; null after the last.
   * @param {number} milliseconds
   */
  after(milliseconds) {
    const later = this.all.flatMap(({ moments }) => {
      return moments[firstAfter(moments, milliseconds)] ?? []
    })
    return later.length ? Math.min(...later) : null
  }

  /**
   * When the last thing before a moment happened in any of them; 0 before the first.
   * @param {number} milliseconds
   */
  before(milliseconds) {
    const earlier = this.all.map(({ moments }) => moments.findLast((at) => at < milliseconds) ?? 0)
    return Math.max(0, ...earlier)
  }

  /**
   * What is shown after a moment, when so much time has gone by; a long pause is cut short.
   * @param {number} milliseconds the moment
   * @param {number} gone in milliseconds, by the clock of who watches
   * @param {number} speed how many times as fast as it was
   */
  goneOn(milliseconds, gone, speed) {
    const next = this.after(milliseconds) ?? this.length
    const later = Math.max(milliseconds + gone * speed, next - LONGEST_WAIT)
    return Math.min(later, this.length)
  }

  /** @private */
  get all() {
    return [...this.recordings.values()]
  }
}

/**
 * Where the first of these times is that comes after a moment; their number if there is none.
 * @param {readonly number[]} times in order
 * @param {number} milliseconds
 */
function firstAfter(times, milliseconds) {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle] <= milliseconds) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * A line of the list of moves: "12. 7♥ onto 8♠", with the speaker's words for cards.
 * @param {Words} words
 * @param {Speaker} speaker
 * @param {ReplayedMove} move
 */
export function moveText(words, speaker, { number, entry, before, after }) {
  const told = speaker.change(before.piles, after.piles)
  if (entry === "undo") return words.text("move_list.number-undo-move", { number, move: told })
  const move = told || speaker.action(before.piles, entry)
  return words.text("move_list.number-move", { number, move })
}

/**
 * What a move was, without its number and without what a click brought: "7♥ onto 8♠".
 * @param {Speaker} speaker
 * @param {ReplayedMove} move
 */
export function pastMoveText(speaker, { entry, before, after }) {
  const moves = entry === "undo" || entry.length === 3
  const told = moves ? speaker.change(before.piles, after.piles) : ""
  return told || entry === "undo" ? told : speaker.action(before.piles, entry)
}

/**
 * What one calls who did that: a racer by the name, or a solution.
 * @param {Words} words
 * @param {number} player
 * @param {string} name
 */
export const playedBy = (words, player, name) =>
  wins(player) ? words.text("deals.solution") : name
