// The screens to which an address leads without its fragment, and the daily deal: one of them is what
// most people wait for. So `early.mjs` asks for it, their texts are there from the beginning, and they
// share a pack of their own (server/network/page/packs.py).

import { styled } from "./widgets/dom.mjs"

/**
 * A screen's module, with the styles that it wants.
 * @template T
 * @param {Promise<T>} module
 * @param {string[]} styles
 * @returns {Promise<T>}
 */
export async function load(module, ...styles) {
  const [loaded] = await Promise.all([module, ...styles.map((name) => styled(`styles/${name}.css`))])
  return loaded
}

/** Loads one of them, or the boards beside one's own: at once, where it was loaded before. */
export const front = Object.freeze({
  boards: () => load(import("./racing/boards.mjs"), "watch"),
  daily: () => load(import("./screens/daily.mjs"), "waiting", "records", "daily"),
  lobby: () => load(import("./screens/lobby.mjs"), "tiles", "lobby", "daily"),
  room: () => load(import("./screens/room.mjs"), "room", "results", "evening"),
  watch: () => load(import("./screens/watch.mjs"), "watch"),
})
