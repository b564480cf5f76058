// Which key means what to a board: as in client/window/scene/key_hand.py and help_sheet.py.

/**
 * @typedef {"left" | "right" | "up" | "down" | "deeper" | "shallower" | "deepest" | "top"
 *   | "enter" | "best" | "click" | "read" | "row" | "column" | "put back" | "button" | "undo"
 *   | "redo" | "hint" | "finish" | "time" | "keys"} Command
 */

/**
 * What is asked of a KeyboardEvent.
 * @typedef {{ key: string, code?: string, ctrlKey?: boolean, shiftKey?: boolean,
 *   altKey?: boolean, metaKey?: boolean }} Key
 */

/** @type {Readonly<Record<string, Command>>} */
const COMMANDS = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  PageUp: "deeper",
  PageDown: "shallower",
  Home: "deepest",
  End: "top",
  Enter: "enter",
  b: "best",
  c: "click",
  r: "read",
  Escape: "put back",
  " ": "button",
  d: "button",
  u: "undo",
  h: "hint",
  a: "finish",
  t: "time",
  F1: "keys",
  "?": "keys",
}
/** @type {Readonly<Record<string, Command>>} */
const SHIFTED = { ArrowLeft: "row", ArrowRight: "row", ArrowUp: "column", ArrowDown: "column" }

/** The commands that are about where the cursor is. @type {ReadonlySet<Command>} */
export const OF_THE_CURSOR = new Set([
  "left", "right", "up", "down", "deeper", "shallower", "deepest", "top",
  "enter", "best", "click", "read", "row", "column",
])

/**
 * Those that hold wherever the keys go, but where a text is written.
 * @type {ReadonlySet<Command>}
 */
export const OF_THE_RACE = new Set(["undo", "redo", "keys"])

/**
 * What a key means to a board; null for keys that are none of its.
 * @param {Key} key
 * @returns {Command | null}
 */
export function commandOf({ key, code = "", ctrlKey, shiftKey, altKey, metaKey }) {
  const name = letterOf(key, code)
  // On a Mac, it is the Command key with which one takes back.
  if ((ctrlKey || metaKey) && !altKey && (name === "z" || name === "y")) {
    return shiftKey || name === "y" ? "redo" : "undo"
  }
  if (altKey || metaKey) return null
  if (shiftKey && !ctrlKey && SHIFTED[name]) return SHIFTED[name]
  const found = COMMANDS[name] ?? null
  return ctrlKey && !name.startsWith("Arrow") ? null : found
}

/**
 * The name of a key; of a letter, the one of Latin keyboards where the player's has others.
 * @param {string} key
 * @param {string} code
 */
function letterOf(key, code) {
  if (key.length !== 1) return key
  const latin = /^Key([A-Z])$/.exec(code)
  return (latin && key > "\x7f" ? latin[1] : key).toLowerCase()
}

/** The keys of the board, and what each does: keys of texts, for the sheet that lists them. */
export const BOARD_KEYS = Object.freeze([
  ["help.arrows", "help.go-to-another-pile-or-to-another-card-of-a-pile"],
  ["help.ctrl-arrows", "help.go-to-another-pile-at-once"],
  ["help.page-up-page-down", "help.go-to-the-card-below-or-above-in-the-pile"],
  ["help.home-end", "help.go-to-the-lowest-card-to-be-taken-or-to-the-top"],
  ["help.enter", "help.take-the-cards-and-put-them-down"],
  ["help.tab", "help.with-cards-in-hand-the-next-place-that-takes"],
  ["help.escape", "help.put-the-cards-back"],
  ["help.b", "help.the-best-move-for-the-cards-here-a-double-click"],
  ["help.c", "help.click-the-pile-turn-the-stock-take-a-card-away"],
  ["help.space-d", "help.deal-the-stock-or-the-game-s-button"],
  ["help.u-ctrl-z", "help.undo"],
  ["help.ctrl-y-ctrl-shift-z", "help.redo"],
  ["help.h", "help.hint"],
  ["help.a", "help.finish-a-won-game-all-to-the-foundations"],
  ["help.r", "help.say-what-lies-in-this-pile-from-the-top"],
  ["help.shift-arrows", "help.say-what-lies-on-top-in-this-row-sideways-or"],
  ["help.t", "help.say-the-time-the-place-and-the-score"],
  ["help.f1", "help.the-rules-and-these-keys"],
])
