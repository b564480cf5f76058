// The settings of a room as they are being chosen: what is typed, what is wrong with it, and what
// goes to the server. The bounds are those of Settings in docs/protocol.md.

import { nearest } from "./deals.mjs"
import { besideRacers } from "./room_words.mjs"

/** @typedef {import("../messages.mjs").Settings} Settings */

/** @typedef {"minutes" | "seats" | "countdown" | "delay"} NumberField */
/** @typedef {"show_boards" | "undo" | "hints" | "rated" | "listed"} Switch */

/**
 * The least and the most of each number.
 * @type {Readonly<Record<NumberField, [number, number]>>}
 */
export const BOUNDS = Object.freeze({
  minutes: [1, 120],
  seats: [1, 16],
  countdown: [0, 30],
  delay: [0, 300],
})

/** The field of a message that each stands for. */
const FIELDS = /** @type {const} */ ({
  time_limit: "minutes", seats: "seats", countdown: "countdown", delay: "delay",
})

/** What is chosen at first. @type {Readonly<Settings>} */
export const USUAL = Object.freeze({
  game: "klondike",
  options: {},
  time_limit: 900,
  seats: 8,
  countdown: 5,
  show_boards: true,
  undo: true,
  hints: true,
  rated: true,
  delay: 0,
  listed: true,
  same_address: null,
  deals: "any",
  series: null,
})

/** What is chosen at first by who wants to play alone. @type {Readonly<Settings>} */
export const ALONE = Object.freeze({
  ...USUAL, time_limit: 3600, seats: 1, countdown: 0, show_boards: false, listed: false,
})

/** Settings that are being chosen. */
export class Draft {
  /**
   * Begin with these.
   * @param {Settings} settings
   * @param {boolean} [locked] whether the room has a password already
   */
  constructor(settings, locked = false) {
    /** What is not chosen here stays as it is. @private */
    this.kept = settings
    /** The series, if it is one. @type {import("../messages.mjs").Series | null} */
    this.series = settings.series ?? null
    this.game = settings.game
    /** @type {Record<string, string | number | boolean>} */
    this.options = { ...settings.options }
    /** What stands in the fields for numbers. @type {Record<NumberField, string>} */
    this.typed = {
      minutes: String(minutesOf(settings.time_limit)),
      seats: String(settings.seats),
      countdown: String(settings.countdown),
      delay: String(settings.delay),
    }
    /** @type {Record<Switch, boolean>} */
    this.switches = {
      show_boards: settings.show_boards,
      undo: settings.undo,
      hints: settings.hints,
      rated: settings.rated ?? true,
      listed: settings.listed,
    }
    /**
     * Whether racers' households may watch; null where it follows from the other settings.
     * @type {boolean | null}
     */
    this.beside = settings.same_address ?? null
    /** Which deals are wished, and which there are of the game; null while that is not known. */
    this.wish = settings.deals ?? "any"
    /** @type {readonly string[] | null} */
    this.offered = null
    /** Whether to ask for a password, and for which. */
    this.locks = locked
    this.secret = ""
    /** @private */
    this.wasLocked = locked
    /** @private */
    this.seconds = settings.time_limit
  }

  /**
   * A number as typed; null for what is none that may be.
   * @param {NumberField} field
   */
  number(field) {
    const text = this.typed[field].trim()
    const [least, most] = BOUNDS[field]
    const number = /^\d{1,4}$/.test(text) ? Number(text) : NaN
    return least <= number && number <= most ? number : null
  }

  /** The fields with which something is wrong. @returns {(NumberField | "secret")[]} */
  get faults() {
    /** @type {(NumberField | "secret")[]} */
    const found = Object.values(FIELDS).filter((field) => this.number(field) === null)
    if (this.locks && !this.secret && !this.wasLocked) found.push("secret")
    return found
  }

  /** Whether racers' households may watch, as things stand. */
  get besideRacers() {
    const delay = this.number("delay") ?? 0
    const { show_boards } = this.switches
    return besideRacers({ same_address: this.beside, show_boards, delay })
  }

  /** Which deals are raced on. */
  get deals() {
    return this.offered ? nearest(this.wish, this.offered) : this.wish
  }

  /** What goes to the server, if there are no `faults`. @returns {Settings} */
  get settings() {
    const minutes = this.number("minutes") ?? 1
    return {
      ...this.kept,
      game: this.game,
      options: this.options,
      // A limit that is no whole minute, as others may set it, stays until it is changed.
      time_limit: minutes === minutesOf(this.seconds) ? this.seconds : minutes * 60,
      seats: this.number("seats") ?? USUAL.seats,
      countdown: this.number("countdown") ?? USUAL.countdown,
      delay: this.number("delay") ?? USUAL.delay,
      ...this.switches,
      same_address: this.beside,
      deals: this.deals,
      ...(this.series || this.kept.series ? { series: this.series } : {}),
    }
  }

  /** The password, empty for none; null where the room keeps the one it has. */
  get password() {
    if (!this.locks) return ""
    return this.wasLocked && !this.secret ? null : this.secret
  }
}

/**
 * The field that a problem of the server is about; null where it is about none of these.
 * @param {string} field as in the message: "$.settings.seats"
 * @returns {NumberField | "secret" | null}
 */
export function fieldOf(field) {
  const name = field.split(".").at(-1) ?? ""
  if (name === "password") return "secret"
  return name in FIELDS ? FIELDS[/** @type {keyof FIELDS} */ (name)] : null
}

/** @param {number} seconds */
const minutesOf = (seconds) => Math.max(1, Math.round(seconds / 60))
