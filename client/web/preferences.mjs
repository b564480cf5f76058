// What a player has chosen in the settings, kept in the browser.

const KEY = "samedeal.preferences"

/** @type {import("./core/gesture.mjs").Thresholds} */
import { THRESHOLDS } from "./core/gesture.mjs"

/** What holds until something is chosen. */
export const DEFAULTS = Object.freeze({
  /** "" for the browser's. */
  language: "",
  /** @type {"" | "light" | "dark"} "" for the system's. */
  theme: "",
  /** @type {"classic" | "large-index" | "four-colour"} */
  deck: "classic",
  /** @type {"rosette" | "scales" | "stars"} */
  back: "rosette",
  /** @type {"spruce" | "ocean" | "plum" | "slate"} */
  table: "spruce",
  /** @type {"" | "full" | "none"} how much moves by itself; "" for the system's wish */
  motion: "",
  sound: true,
  /** Seconds: see core/gesture.mjs. */
  quick: THRESHOLDS.quick,
  slow: THRESHOLDS.slow,
  /** @type {readonly string[]} games with a star */
  favourites: Object.freeze([]),
  /** @type {readonly string[]} games last played, the newest first */
  recent: Object.freeze([]),
  /** @type {readonly string[]} games whose primer was read */
  known: Object.freeze([]),
})

/** @typedef {typeof DEFAULTS} Preferences */

/** What is chosen now, and who wants to know when it changes. */
export class Chosen {
  constructor() {
    /** @type {Preferences} */
    this.now = { ...DEFAULTS, ...read() }
    /** @type {Set<() => void>} @private */
    this.listeners = new Set()
  }

  /**
   * Be told when something is chosen.
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
    for (const listener of this.listeners) listener()
  }

  /** Whether things move by themselves. */
  get moves() {
    if (this.now.motion) return this.now.motion === "full"
    return !matchMedia("(prefers-reduced-motion: reduce)").matches
  }

  /** Whether it is dark. */
  get dark() {
    return this.now.theme ? this.now.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches
  }
}

/** What was kept, as far as it is of the right kind. */
function read() {
  /** @type {Record<string, unknown>} */
  const found = {}
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}")
    for (const [name, usual] of Object.entries(DEFAULTS)) {
      if (typeof kept[name] === typeof usual && Array.isArray(kept[name]) === Array.isArray(usual)) {
        found[name] = kept[name]
      }
    }
  } catch {
    // What cannot be read was not chosen.
  }
  return found
}
