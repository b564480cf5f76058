// Which card went where between two positions, so that a board can glide them there: as in
// client/board/card_moves.py. A good guess for the eye, and no rule.

import { COPY, UNKNOWN, isKnown } from "./cards.mjs"

/** @typedef {import("./cards.mjs").Piles} Piles */
/** @typedef {import("./layout.mjs").Spot} Spot */

const MOST = 0x10000 // cards in a pile: a spot is one number here, so that it can be a key

/** @param {number} spot */
const pileOf = (spot) => Math.floor(spot / MOST)

/**
 * @param {Piles} piles
 * @returns {Map<number, number>}
 */
function bySpot(piles) {
  const cards = new Map()
  piles.forEach((pile, i) => pile.forEach((card, j) => cards.set(i * MOST + j, card)))
  return cards
}

/**
 * Where the cards are that show their faces, and where the others are.
 * @param {Map<number, number>} cards
 * @returns {[number[], number[]]}
 */
function parted(cards) {
  const spots = [...cards.keys()]
  const shows = (/** @type {number} */ spot) => isKnown(cards.get(spot) ?? UNKNOWN)
  return [spots.filter(shows), spots.filter((spot) => !shows(spot))]
}

/**
 * Where each card of the piles `after` lay in the piles `before`, pile by pile and card by card;
 * null for a card that was nowhere.
 *
 * Cards that stayed are found first, then those whose face was elsewhere, then those that were
 * turned over where they lie. The others came out of a face-down pile, or went into one.
 * @param {Piles} before
 * @param {Piles} after
 * @returns {(Spot | null)[][]}
 */
export function cameFrom(before, after) {
  const old = bySpot(before)
  const now = bySpot(after)
  /** @type {Map<number, number>} */
  const origins = new Map()

  /** @param {[number, number][]} pairs */
  function match(pairs) {
    for (const [here, there] of pairs) {
      if (!now.has(here) || !old.has(there)) continue
      origins.set(here, there)
      now.delete(here)
      old.delete(there)
    }
  }

  /** @param {(spot: number, card: number) => boolean} stays */
  function matchInPlace(stays) {
    match([...now].filter(([spot, card]) => stays(spot, card)).map(([spot]) => [spot, spot]))
  }

  matchInPlace((spot, card) => old.get(spot) === card)
  for (const mask of [0xff, 0xff & ~COPY]) { // the very same card before its twin
    /** @type {Map<number, number[]>} */
    const faces = new Map()
    for (const [spot, card] of old) {
      if (!isKnown(card)) continue
      const face = faces.get(card & mask)
      if (face) face.push(spot)
      else faces.set(card & mask, [spot])
    }
    /** @type {[number, number][]} */
    const found = []
    for (const [spot, card] of now) {
      const there = isKnown(card) ? faces.get(card & mask)?.pop() : undefined
      if (there !== undefined) found.push([spot, there])
    }
    match(found)
  }
  matchInPlace((spot, card) => !(isKnown(card) && isKnown(old.get(spot) ?? UNKNOWN)))
  // No face becomes another: what shows one now was face down, and what showed one is so now.
  const [shown, hidden] = parted(now)
  const [fronts, backs] = parted(old)
  // The stock's top cards come first.
  backs.sort((a, b) => pileOf(a) - pileOf(b) || b - a)
  match(zip(shown, backs))
  match(zip(hidden, [...fronts, ...backs.slice(shown.length)]))
  match(zip([...now.keys()], [...old.keys()])) // after more than one move, anything may be left

  return after.map((pile, i) =>
    pile.map((_, j) => {
      const there = origins.get(i * MOST + j)
      return there === undefined ? null : { pile: pileOf(there), card: there % MOST }
    }),
  )
}

/**
 * @param {number[]} some
 * @param {number[]} others
 * @returns {[number, number][]}
 */
function zip(some, others) {
  return some.slice(0, others.length).map((each, i) => [each, others[i]])
}
