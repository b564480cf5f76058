// Ratings in words, as client/words/ratings.py has them; and where the course of one is drawn.

import { oneLine } from "../commentary.mjs"
import { isGhost, placeText } from "../texts.mjs"

/** @typedef {import("../messages.mjs").Rating} Rating */
/** @typedef {import("../messages.mjs").RatingChange} RatingChange */
/** @typedef {import("../words.mjs").Words} Words */

/**
 * A rating after a race.
 * @typedef {object} Point
 * @property {number} at in seconds since 1970
 * @property {number} value
 * @property {number} spread how much is not known
 * @property {number} [race] 0 if its replay is not for the reader
 */

const BETWEEN = " · "
/** From how many people on a race is rated. */
const FEWEST_RATED = 2
/** The most points in a course, as in protocol/messages.py. */
const MOST_POINTS = 400
/** The rating of who has not raced. */
const FIRST_RATING = 1000
/** How many spreads above a rating the middle of what is believed is. */
const SIGMAS = 3
/** How far apart two lines of a grid may be, in points; ten times as far, and so on. */
const STEPS = [10, 20, 25, 50, 100, 200, 250, 500, 1000]

/**
 * Whether ratings come of a race that counts, as far as its end tells (server/ratings/ranks.py):
 * who was stopped is passed over where nobody has won, and who are all equal have shown nothing.
 * @param {readonly import("../messages.mjs").Standing[]} standings
 */
export function isRatable(standings) {
  const people = standings.filter(({ bot, player }) => !bot && !isGhost(player))
  const won = people.some(({ status }) => status === "won")
  const rated = people.filter(({ status }) => won || status !== "stopped")
  return rated.length >= FEWEST_RATED && rated.some(({ place }) => place !== rated[0].place)
}

/**
 * What a family of games is called: "FreeCell"; "All games" for all of them.
 * @param {Words} words
 * @param {string} family
 */
export const familyText = (words, family) =>
  family ? words.translated("games", oneLine(family)) : words.text("ratings.all-games")

/**
 * What a list of ratings is called: "Ratings: FreeCell".
 * @param {Words} words
 * @param {string} family
 */
export const ratingsTitle = (words, family) =>
  words.text("ratings.ratings-family", { family: familyText(words, family) })

/**
 * A rating as it is written: "812", "640?" where it is not sure.
 * @param {Words} words
 * @param {Pick<Rating, "value" | "sure">} rating
 */
export const ratingText = (words, { value, sure }) =>
  sure ? String(value) : words.text("ratings.rating--a-rating-that-is-not-sure", { rating: value })

/**
 * By how much a rating went up or down: "+24", "−3", "±0".
 * @param {number} more
 */
export const changeText = (more) => `${more > 0 ? "+" : more < 0 ? "−" : "±"}${Math.abs(more)}`

/**
 * A rating in its course, with what the race has changed where that is known: "812 +24".
 * @param {number} value
 * @param {number | null} change
 */
export const courseText = (value, change) =>
  change === null ? String(value) : `${value} ${changeText(change)}`

/**
 * Both ratings that a race has changed, for who wonders:
 * "FreeCell: 812 +24 · All games: 790? +10".
 * @param {Words} words
 * @param {RatingChange} change
 */
export function ratedTip(words, { family, family_before, overall, overall_before }) {
  const told = /** @type {[Rating, number][]} */ ([
    [family, family_before], [overall, overall_before],
  ]).map(([rating, before]) => {
    const changed = `${ratingText(words, rating)} ${changeText(rating.value - before)}`
    const named = { family: familyText(words, rating.family), rating: changed }
    return words.text("ratings.family-rating--freecell-812", named)
  })
  const sure = family.sure && overall.sure
  const unsure = sure ? [] : [words.text("ratings.with-a-question-mark-the-rating-is-not-sure-yet")]
  return [told.join(BETWEEN), ...unsure].join("\n")
}

/**
 * What a race has made of one's own rating, as one says it:
 * "Your rating in FreeCell is 812, 24 more."
 * @param {Words} words
 * @param {RatingChange} change
 */
export function ownRatingText(words, { family: rating, family_before: before }) {
  const more = rating.value - before
  const named = { family: familyText(words, rating.family), rating: rating.value }
  const told =
    more > 0
      ? words.text("ratings.your-rating-in-family-is-rating-n-more", named, more)
      : more < 0
        ? words.text("ratings.your-rating-in-family-is-rating-n-less", named, -more)
        : words.text("ratings.your-rating-in-family-is-rating-as-before", named)
  return rating.sure ? told : `${told} ${words.text("ratings.it-is-not-sure-yet")}`
}

/**
 * What a season is called: "This season", "Season 2".
 * @param {Words} words
 * @param {number} season
 * @param {number} seasons the one that is going on
 */
export const seasonText = (words, season, seasons) =>
  season === seasons
    ? words.text("ratings.this-season")
    : words.text("ratings.season-number", { number: season })

/**
 * Where the reader stands in the list of ratings: "Your rating: 812? · 14th of 52".
 * @param {Words} words
 * @param {{ place: number, rating: Rating }} own
 * @param {number} listed
 */
export function ownPlaceText(words, { place, rating }, listed) {
  const yours = words.text("ratings.your-rating-rating", { rating: ratingText(words, rating) })
  return yours + BETWEEN + placeText(words, place, Math.max(place, listed))
}

/**
 * What each race of a course has changed; null where that before is not known. Ratings begin
 * somewhere, and where very many races are told there may have been more before.
 * @param {readonly Point[]} points
 * @returns {(number | null)[]}
 */
export const changesOf = (points) =>
  points.map(({ value }, i) => {
    if (!i) return points.length < MOST_POINTS ? value - FIRST_RATING : null
    return value - points[i - 1].value
  })

/**
 * The least that is drawn of a course, the most, and what is between two lines of the grid.
 * @param {readonly Point[]} points
 * @param {number} lines how many there is room for
 */
export function scaleOf(points, lines) {
  const tops = points.map(({ value, spread }) => value + SIGMAS * spread)
  const most = Math.max(...tops)
  const least = Math.min(...points.map(({ value }) => value))
  const step = stepOf((most - least) / Math.max(1, lines))
  const from = Math.floor(least / step) * step
  return { from, to: Math.max(Math.ceil(most / step) * step, from + step), step }
}

/**
 * How high what is believed of a player reaches.
 * @param {Point} point
 */
export const topOf = ({ value, spread }) => value + SIGMAS * spread

/** @param {number} least */
function stepOf(least) {
  for (let ten = 1; ; ten *= 10) {
    for (const step of STEPS) if (step * ten >= least) return step * ten
  }
}

// Addresses ---------------------------------------------------------------------------------------

/**
 * The address of the list of ratings.
 * @param {string} [family] "" for all games
 * @param {number} [season] 0 for the one that is going on
 */
export function ratingsAddress(family = "", season = 0) {
  const parts = season ? [encodeURIComponent(family), season] : [encodeURIComponent(family)]
  return ["ratings", ...(family || season ? parts : [])].join("/")
}

/**
 * What such an address asks for.
 * @param {string} rest what follows "ratings/"
 */
export function ratingsOf(rest) {
  const [family = "", season = ""] = rest.split("/")
  let named = ""
  try {
    named = decodeURIComponent(family).slice(0, 40)
  } catch {
    // no address of ours
  }
  return { family: named, season: /^\d{1,9}$/.test(season) ? Number(season) : 0 }
}
