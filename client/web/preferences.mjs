// What a player has chosen in the settings, kept in the browser.

import { THRESHOLDS } from "./core/gesture.mjs"

const KEY = "samedeal.preferences"
/** How many of the games last played are remembered. */
const RECENT = 12

/** @typedef {"classic" | "large-index" | "four-colour" | "four-colour-large-index"} Deck */

/**
 * What can be chosen; "" is as the system, or the browser, has it.
 * @typedef {object} Settings
 * @property {string} language
 * @property {"" | "light" | "dark"} theme
 * @property {"" | "on" | "off"} motion whether things move by themselves
 * @property {"spruce" | "ocean" | "plum" | "slate"} table
 * @property {"rosette" | "scales" | "stars"} back
 * @property {boolean} fourColours whether each suit has a colour of its own
 * @property {boolean} largeIndex whether ranks and suits in the corners are large
 * @property {boolean} glow whether playable cards glow in the games that suggest it
 * @property {boolean} autoFinish whether the game plays the rest by itself once only the
 *   foundations are left to fill
 * @property {boolean} lamp whether practice shows if the game can still be won
 * @property {boolean} sounds
 * @property {number} volume from 0 to 100
 * @property {number} quick these four make a click: see core/gesture.mjs
 * @property {number} slow
 * @property {number} still
 * @property {number} double
 */

/**
 * What the page remembers beside.
 * @typedef {object} Remembered
 * @property {readonly string[]} favourites games with a star, the one that got it last first
 * @property {readonly string[]} recent games last played, the newest first
 * @property {readonly string[]} known games whose primer was read
 * @property {string} deals which deals were wished last
 * @property {number} botLevel that of the bot that was called last, 1 to 5
 */

/** @typedef {Settings & Remembered} Preferences */

/** @type {Readonly<Settings>} */
const SETTINGS = Object.freeze({
  language: "",
  theme: "",
  motion: "",
  table: "spruce",
  back: "rosette",
  fourColours: false,
  largeIndex: false,
  glow: true,
  autoFinish: true,
  lamp: false,
  sounds: true,
  volume: 60,
  ...THRESHOLDS,
})

/** What holds until something is chosen. @type {Readonly<Preferences>} */
export const DEFAULTS = Object.freeze({ ...SETTINGS, favourites: [], recent: [], known: [], deals: "any", botLevel: 2 })

/** What may be chosen, by the name of what it is for. */
export const CHOICES = Object.freeze({
  theme: ["", "light", "dark"],
  motion: ["", "on", "off"],
  table: ["spruce", "ocean", "plum", "slate"],
  back: ["rosette", "scales", "stars"],
})

/** The least and the most of each number. */
export const RANGES = Object.freeze({
  volume: [0, 100],
  quick: [0.05, 0.6],
  slow: [0.2, 3],
  still: [0.02, 0.5],
  double: [0.1, 1],
  botLevel: [1, 5],
})

/** What is chosen now, and who wants to know when it changes. */
export class Chosen {
  constructor() {
    /** @type {Preferences} */
    this.now = { ...DEFAULTS, ...read() }
    /** What marks ace, jack, queen and king in the player's language. */
    this.letters = "AJQK"
    /** @type {Set<() => void>} @private */
    this.listeners = new Set()
    addEventListener("storage", ({ key }) => {
      if (key !== KEY) return
      this.now = { ...DEFAULTS, ...read() } // chosen in another tab
      this.tell()
    })
  }

  /**
   * @param {() => void} listener
   * @returns {() => void} ends it
   */
  listen(listener) {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** @param {Partial<Preferences>} changes */
  set(changes) {
    this.now = { ...this.now, ...changes }
    try {
      localStorage.setItem(KEY, JSON.stringify(this.now))
    } catch {
      // It holds until the page is closed.
    }
    this.tell()
  }

  /** Go back to the defaults; what the page remembers of games stays. */
  forget() {
    this.set(SETTINGS)
  }

  /** Whether all settings are the defaults. */
  get usual() {
    const now = /** @type {Record<string, unknown>} */ ({ ...this.now })
    return Object.entries(SETTINGS).every(([name, usual]) => now[name] === usual)
  }

  /** The cards that were chosen. @returns {Deck} */
  get deck() {
    const { fourColours, largeIndex } = this.now
    if (fourColours) return largeIndex ? "four-colour-large-index" : "four-colour"
    return largeIndex ? "large-index" : "classic"
  }

  /** What makes a click. @returns {import("./core/gesture.mjs").Thresholds} */
  get thresholds() {
    const { quick, slow, still, double } = this.now
    return { quick, slow, still, double }
  }

  /** Whether things move by themselves. */
  get moves() {
    if (this.now.motion) return this.now.motion === "on"
    return !matchMedia("(prefers-reduced-motion: reduce)").matches
  }

  /** Whether it is dark. */
  get dark() {
    const { theme } = this.now
    return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches
  }

  /**
   * Give a game a star, or take it away.
   * @param {string} game
   */
  toggleFavourite(game) {
    const { favourites } = this.now
    const others = favourites.filter((name) => name !== game)
    const starred = others.length === favourites.length
    this.set({ favourites: starred ? [game, ...others] : others })
  }

  /**
   * Remember that a game was played just now.
   * @param {string} game
   */
  addRecent(game) {
    const { recent } = this.now
    if (recent[0] === game) return
    const others = recent.filter((name) => name !== game)
    this.set({ recent: [game, ...others].slice(0, RECENT) })
  }

  /** @private */
  tell() {
    for (const listener of [...this.listeners]) listener()
  }
}

/** What was kept, as far as it makes sense. */
function read() {
  /** @type {Record<string, unknown>} */
  const found = {}
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}")
    for (const [name, usual] of Object.entries(DEFAULTS)) {
      if (makesSense(name, kept[name], usual)) found[name] = kept[name]
    }
  } catch {
    // What cannot be read was not chosen.
  }
  return found
}

/** @param {string} name @param {unknown} value @param {unknown} usual */
function makesSense(name, value, usual) {
  if (typeof value !== typeof usual) return false
  if (Array.isArray(usual)) {
    return Array.isArray(value) && value.every((each) => typeof each === "string")
  }
  if (name in CHOICES) {
    const known = /** @type {Record<string, readonly unknown[]>} */ (CHOICES)[name]
    return known.includes(value)
  }
  if (typeof value !== "number") return true
  const [least, most] = /** @type {Record<string, readonly number[]>} */ (RANGES)[name]
  return least <= value && value <= most
}
