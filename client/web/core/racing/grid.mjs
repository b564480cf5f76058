// Where many boards lie beside each other, and one of them large: as in
// client/window/racing/boards.py. Lengths are in CSS pixels.

import { Box, plan } from "../layout.mjs"

/** @typedef {import("../layout.mjs").Place} Place */
/** @typedef {import("../messages.mjs").Standing} Standing */

/** What lies between two boards. */
export const GAP = 8
/** The height of what stands above a board: whose it is. */
export const CAPTION = 24
/** Cards narrower than this tell nothing: rather than that, the boards are scrolled. */
const LEAST_CARD = 9
/** What the others may take of the room when one board is large. */
const SHARES = [1 / 6, 1 / 4, 1 / 3, 2 / 5]
/** Height and width of a board in the row below the large one, where it is narrow. */
const ROW = [104, 96]

/**
 * Boards of one size in an area, row by row, as large as they fit. Where their cards would be too
 * small to see anything they are larger, and go on below the area.
 * @param {readonly Place[]} places
 * @param {number} count
 * @param {Box} area
 * @param {boolean} [flat] whether they are kept from being much higher than wide
 * @returns {Box[]}
 */
export function gridOf(places, count, area, flat = false) {
  /** @param {number} columns */
  const sizeOf = (columns) => {
    const rows = Math.ceil(count / columns)
    const width = Math.floor((area.width - GAP * (columns - 1)) / columns)
    const high = Math.floor((area.height - GAP * (rows - 1)) / rows)
    const height = flat ? Math.min(high, Math.floor((width * 4) / 3)) : high
    return { columns, width, height, card: cardOn(places, width, height) }
  }
  // Of the columns that make equally many rows, the fewest are the widest.
  const rows = Array.from({ length: count }, (_, i) => count - i)
  const ways = [...new Set(rows.map((each) => Math.ceil(count / each)))].map(sizeOf)
  // With equal cards, or none, captions and boards have the better shape.
  let best = ways.reduce((one, other) => (isLarger(other, one) ? other : one), ways[0])
  if (best && best.card < LEAST_CARD) best = scrolled(places, ways, best)
  return rows.map((_, i) => {
    const { columns, width, height } = best
    const row = Math.floor(i / columns)
    const free = columns - Math.min(columns, count - row * columns)
    // The last row is in the middle.
    const x = area.x + Math.floor((i % columns + free / 2) * (width + GAP))
    return new Box(x, area.y + row * (height + GAP), width, height)
  })
}

/** @typedef {{ columns: number, width: number, height: number, card: number }} Size */

/** @param {Size} one @param {Size} other */
const isLarger = (one, other) =>
  one.card > other.card ||
  (one.card === other.card &&
    Math.min(one.width, 2 * one.height) > Math.min(other.width, 2 * other.height))

/**
 * As many columns as there can be with cards that can be seen, however high it all gets.
 * @param {readonly Place[]} places
 * @param {readonly Size[]} ways
 * @param {Size} best what fits
 */
function scrolled(places, ways, best) {
  for (const { columns, width } of [...ways].reverse()) {
    const height = width + CAPTION
    const card = cardOn(places, width, height)
    if (card >= LEAST_CARD || columns === 1) return { columns, width, height, card }
  }
  return best
}

/**
 * Where a large board lies, and where the others: beside or below it, whatever leaves large cards
 * on it without making theirs tiny. Where that cannot be, they are in a row below to be scrolled.
 * @param {readonly Place[]} places
 * @param {number} others how many
 * @param {number} width
 * @param {number} height
 * @returns {{ large: Box, strip: Box, small: Box[] }} `small` is where the others lie in the strip
 */
export function besideLarge(places, others, width, height) {
  const whole = new Box(0, 0, width, height)
  if (!others) return { large: whole, strip: new Box(0, height, width, 0), small: [] }
  const strips = SHARES.flatMap((share) => {
    const [wide, high] = [Math.floor(width * share), Math.floor(height * share)]
    return [new Box(width - wide, 0, wide, height), new Box(0, height - high, width, high)]
  })
  let most = 0
  let found = rowBelow(whole, others)
  for (const strip of strips) {
    const large = without(whole, strip)
    const small = gridOf(places, others, new Box(0, 0, strip.width, strip.height), true)
    const card = small[others - 1].bottom > strip.height ? 0 : cardOf(places, small[0])
    const worth = cardOf(places, large) ** 2 * card
    if (card < LEAST_CARD || worth <= most) continue
    most = worth
    found = { large, strip, small }
  }
  return found
}

/** @param {Box} whole @param {number} others */
function rowBelow(whole, others) {
  const [high, wide] = ROW
  const strip = new Box(0, whole.height - high, whole.width, high)
  const small = Array.from({ length: others }, (_, i) => new Box(i * (wide + GAP), 0, wide, high))
  return { large: without(whole, strip), strip, small }
}

/**
 * What a strip at the right or at the bottom leaves.
 * @param {Box} whole
 * @param {Box} strip
 */
function without(whole, strip) {
  if (strip.y > 0) return new Box(0, 0, whole.width, strip.y - GAP)
  return new Box(0, 0, strip.x - GAP, whole.height)
}

/** @param {readonly Place[]} places @param {Box} box */
const cardOf = (places, { width, height }) => cardOn(places, width, height)

/**
 * How wide cards are on a board of this size, with its caption.
 * @param {readonly Place[]} places
 * @param {number} width
 * @param {number} height
 */
function cardOn(places, width, height) {
  const room = height - CAPTION
  if (width < 40 || room < 40) return 0
  // Whole cards are at least 8 pixels wide, also where that is too much.
  return plan(places, width * 10, room * 10).card[0] / 10
}

/**
 * Who comes first of those still racing, or of all when nobody is; null without any.
 * @param {readonly Standing[]} standings
 */
export function leaderOf(standings) {
  const racing = standings.filter(({ status }) => status === "racing")
  const all = racing.length ? racing : standings
  const first = all.reduce((one, other) => (other.place < one.place ? other : one), all[0])
  return first?.player ?? null
}
