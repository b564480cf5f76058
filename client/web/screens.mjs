// The screens that are loaded when they are needed first, each with the styles that it wants.

import { styled } from "./widgets/dom.mjs"

/**
 * @template T
 * @param {Promise<T>} module
 * @param {string[]} styles
 * @returns {Promise<T>}
 */
async function load(module, ...styles) {
  const [loaded] = await Promise.all([module, ...styles.map((name) => styled(`styles/${name}.css`))])
  return loaded
}

/** Loads the module of a screen, or of the boards beside one's own: at once, where it was loaded before. */
export const screens = Object.freeze({
  boards: () => load(import("./racing/boards.mjs"), "watch"),
  daily: () => load(import("./screens/daily.mjs"), "waiting", "records", "daily"),
  evening: () => load(import("./screens/past_evening.mjs"), "waiting", "records", "evening", "past"),
  evenings: () => load(import("./screens/evenings.mjs"), "waiting", "records", "past"),
  leaderboard: () => load(import("./screens/leaderboard.mjs"), "waiting", "records"),
  lobby: () => load(import("./screens/lobby.mjs"), "tiles", "lobby", "daily"),
  makeRoom: () => load(import("./screens/make_room.mjs"), "forms", "make_room"),
  overview: () => load(import("./screens/overview.mjs"), "waiting", "records"),
  profile: () => load(import("./screens/profile.mjs"), "waiting", "tiles", "records", "profile", "daily"),
  ratings: () => load(import("./screens/ratings.mjs"), "waiting", "records"),
  replay: () => load(import("./screens/replay.mjs"), "waiting", "replay"),
  results: () => load(import("./screens/results.mjs"), "results", "evening"),
  room: () => load(import("./screens/room.mjs"), "room", "results", "evening"),
  settings: () => load(import("./screens/settings.mjs"), "forms", "settings"),
  watch: () => load(import("./screens/watch.mjs"), "watch"),
})
