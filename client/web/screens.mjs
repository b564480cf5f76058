// The screens that are loaded when they are needed first, each with the styles that it wants.

import { front, load } from "./front_screens.mjs"
import { needTexts } from "./language.mjs"

/**
 * The same for a screen that needs more texts than the page begins with.
 * @template T
 * @param {Promise<T>} module
 * @param {string[]} styles
 * @returns {Promise<T>}
 */
async function loadLater(module, ...styles) {
  const [loaded] = await Promise.all([load(module, ...styles), needTexts()])
  return loaded
}

/** Loads the module of a screen, or of the boards beside one's own: at once, where it was loaded before. */
export const screens = Object.freeze({
  ...front,
  evening: () => loadLater(import("./screens/past_evening.mjs"), "waiting", "records", "evening", "past"),
  evenings: () => loadLater(import("./screens/evenings.mjs"), "waiting", "records", "past"),
  leaderboard: () => loadLater(import("./screens/leaderboard.mjs"), "waiting", "records"),
  makeRoom: () => loadLater(import("./screens/make_room.mjs"), "forms", "make_room"),
  overview: () => loadLater(import("./screens/overview.mjs"), "waiting", "records"),
  profile: () => loadLater(import("./screens/profile.mjs"), "waiting", "tiles", "records", "profile", "daily"),
  ratings: () => loadLater(import("./screens/ratings.mjs"), "waiting", "records"),
  replay: () => loadLater(import("./screens/replay.mjs"), "waiting", "replay"),
  results: () => loadLater(import("./screens/results.mjs"), "results", "evening"),
  settings: () => loadLater(import("./screens/settings.mjs"), "forms", "settings"),
})
