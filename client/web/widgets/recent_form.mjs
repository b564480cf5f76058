// A player's recent form: the places in the last races, as columns side by side.

import { replayAddress } from "../core/records/addresses.mjs"
import { isContested, pastPlaceText } from "../core/racing/words.mjs"
import { gameTitle, ordinal } from "../core/texts.mjs"
import { dayOf } from "./day.mjs"
import { fill, h } from "./dom.mjs"

/** @typedef {import("../app.mjs").App} App */
/**
 * @typedef {import("../core/racing/words.mjs").Ended & import("../core/racing/words.mjs").Raced
 *   & { race: number, game: string, at: number }} Placed
 */

/** How many races the line is the mean of. */
export const MEAN = 5
/** Places for columns at least: an empty one waits for a race. */
const LEAST = 10

/**
 * A column for each race, the last one at the right; a race won is seen first. It is as high as the
 * share of the rivals who came behind, and a line is their mean over five races. A click on a column
 * leads to its replay, as the list of the races does for who has no pointer. Races that nobody has
 * won have none.
 * @param {App} app
 * @param {readonly Placed[]} races the newest first
 * @param {number} player whose they are
 */
export function recentForm({ words }, races, player) {
  const recent = races.filter(isContested)
  const made = h("div", { class: "recent-form", role: "img" })
  const places = recent.map(({ place }) => ordinal(words, place))
  const said = words.text("RecentForm.lately-places", { places: [...places].reverse().join("  ") })
  made.setAttribute("aria-label", recent.length ? said : words.text("RecentForm.no-race-yet"))
  const shares = recent.map(shareBehind)
  const columns = recent.map((race, i) => {
    const bar = h("i", { class: race.won ? "won" : null })
    bar.style.setProperty("--share", String(shares[i]))
    const mean = h("u", {})
    const lately = shares.slice(i, i + MEAN)
    mean.hidden = lately.length < MEAN
    mean.style.setProperty("--share", String(lately.reduce((sum, share) => sum + share, 0) / MEAN))
    const placed = pastPlaceText(words, race)
    const title = [gameTitle(words, race.game), placed, dayOf(words, race.at)].join(" · ")
    const go = () => (location.hash = `#${replayAddress(race.race, [player])}`)
    return h("span", { title, onclick: go }, h("b", {}, bar, mean), places[i])
  })
  const toCome = Array.from({ length: Math.max(0, LEAST - columns.length) }, () => h("span", { class: "to-come" }))
  fill(made, ...columns, ...toCome) // from the right to the left: what has no room is the oldest
  return made
}

/**
 * The share of the rivals who were not ahead in a race with any.
 * @param {{ place: number, racers: number }} race
 */
const shareBehind = ({ place, racers }) =>
  Math.min(1, Math.max(0, 1 - (place - 1) / (racers - 1)))
