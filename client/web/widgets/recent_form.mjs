// A player's recent form: the places in the last races, as columns side by side.

import { ordinal } from "../core/texts.mjs"
import { fill, h } from "./dom.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {{ place: number, racers: number, won?: boolean }} Placed */

/** How many of the last races. */
const SHOWN = 10

/**
 * A column for each race, the last one at the right; a race won is seen first. It is as high as the
 * share of the rivals who came behind.
 * @param {App} app
 * @param {readonly Placed[]} recent the newest first
 */
export function recentForm({ words }, recent) {
  const made = h("div", { class: "recent-form", role: "img" })
  const races = recent.slice(0, SHOWN).reverse()
  const places = races.map(({ place }) => ordinal(words, place))
  const said = words.text("RecentForm.lately-places", { places: places.join("  ") })
  made.setAttribute("aria-label", races.length ? said : words.text("RecentForm.no-race-yet"))
  const columns = races.map((race, i) => {
    const bar = h("i", { class: race.won ? "won" : null })
    bar.style.setProperty("--share", String(shareBehind(race)))
    return h("span", {}, bar, places[i])
  })
  fill(made, ...(columns.length ? columns : ["–"]))
  return made
}

/**
 * The share of the rivals who were not ahead; 1 for who raced alone.
 * @param {Placed} race
 */
function shareBehind({ place, racers }) {
  const rivals = racers - 1
  return rivals > 0 ? Math.min(1, Math.max(0, 1 - (place - 1) / rivals)) : 1
}
