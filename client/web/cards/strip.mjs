// What is drawn of a card of which others leave but a strip to be seen: rank and suit, as large as
// they can be read there. It does what client/window/cards/card_face.py does, and the same for cards
// that are tall, which the window has none of. Lengths are in hundredths of a card's width.

import { JOKER, rank, suit } from "../core/cards.mjs"
import { shortOf, signOf } from "./letters.mjs"
import { SUITS } from "./signs.mjs"

/** @typedef {import("./signs.mjs").Sign} Sign */
/**
 * Where a strip is, above the other card or to the left of it, and how wide at least.
 * @typedef {{ side: "top" | "left", seen: number }} Strip
 */
/** @typedef {{ sign: Sign, x: number, y: number, size: number }} Placed a sign around a point */

/** The strips for which there is a drawing of its own, the widest first. */
const SEEN = [36, 32, 28, 25, 22, 20, 18, 16, 14, 12]
const TALL_SEEN = [88, 80, 72, 64, 58, 52, 46, 41, ...SEEN]
/** A bold card of which less than this is seen shows nothing but its index. */
const COVERED = 58
/** The width of the widest rank, the ten, over its height. */
const WIDEST = 0.87

/**
 * How large the index is on the whole card, and how much of that has to be seen above or left of
 * another card for the index to be in it.
 */
const USUAL = { rank: 20, suit: 16, top: 36, left: 24 }
const BOLD = { rank: 26, suit: 22, top: COVERED, left: COVERED }
const LARGE = { rank: 29, suit: 26, top: COVERED, left: COVERED }
/** On a tall card, rank and suit side by side are as wide as the card. */
const WIDE = { rank: 52, suit: 36, top: 62, left: 96 }

/** How high the large suit on a tall card is. */
const LARGEST = 68

/** The "deck" of the tall cards, which all decks draw alike. */
export const TALL = "tall"

/** @param {string} deck as its file is called, or `TALL` */
const sizesOf = (deck) =>
  deck === TALL ? WIDE : deck.endsWith("large-index") ? LARGE : deck === "bold" ? BOLD : USUAL

/**
 * Whether a deck has the suit beside the rank, and not below it.
 * @param {string} deck as its file is called
 */
export const hasSuitBeside = (deck) => sizesOf(deck) !== USUAL

/**
 * What is seen of a card `width` wide with another one so far right or below on it; null for so
 * much that nothing needs to be drawn otherwise, and for cards that lie aslant.
 * @param {number} right
 * @param {number} down
 * @param {number} width
 * @param {boolean} [tall] whether the cards are
 * @returns {Strip | null}
 */
export function stripOf(right, down, width, tall = false) {
  const seen = (100 * (right || down)) / width
  const side = right ? "left" : "top"
  if ((right && down) || !(seen > 0) || seen >= (tall ? WIDE[side] : COVERED)) return null
  const nearest = (tall ? TALL_SEEN : SEEN).find((each) => each <= seen) ?? SEEN[SEEN.length - 1]
  return { side, seen: nearest }
}

/**
 * What a tall card shows all over: rank and suit above, and the suit again below them, large.
 * @param {number} card
 * @param {number} height in hundredths of the width
 * @param {string} letters of ace, jack, queen and king
 * @returns {Placed[]}
 */
export function tallFace(card, height, letters) {
  const above = indexWithin(TALL, card, { side: "top", seen: WIDE.top - 1 }, letters) ?? []
  const y = (WIDE.top + height) / 2
  return [...above, { sign: SUITS[suit(card)], x: 50, y, size: LARGEST }]
}

/**
 * The rank and the suit that are drawn in a strip; null where the whole card's own are in it.
 * @param {string} deck as its file is called
 * @param {number} card
 * @param {Strip} strip
 * @param {string} letters of ace, jack, queen and king
 * @returns {Placed[] | null}
 */
export function indexWithin(deck, card, { side, seen }, letters) {
  const sizes = sizesOf(deck)
  if (seen >= sizes[side]) return null
  const label = signOf(rank(card), letters)
  const short = shortOf(rank(card), label)
  const pip = SUITS[suit(card)]
  const joker = rank(card) === JOKER
  if (side === "top") {
    const size = Math.min(sizes.rank, seen - 2.5)
    const y = Math.min(4, (seen - size) / 2 + 0.3) + size / 2
    const x = 3 + size / 2
    const beside = (size * sizes.suit) / sizes.rank
    const there = x + size * (label.right + short) + beside * 0.62
    const placed = [{ sign: label, x: x + size * short, y, size }]
    return joker ? placed : [...placed, { sign: pip, x: there, y, size: beside }]
  }
  const size = Math.min(sizes.rank, (seen - 3) / WIDEST)
  const x = Math.min(seen / 2, 2.5 + (size * WIDEST) / 2)
  if (joker) return [{ sign: label, x, y: 4 + size / 2, size: size * WIDEST }]
  const below = Math.min(size * WIDEST, sizes.suit)
  return [
    { sign: label, x, y: 4 + size / 2, size },
    { sign: pip, x, y: 8 + size + below / 2, size: below },
  ]
}
