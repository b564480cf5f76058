// Where the cards lie: from a `layout` message to pixels, piles squeezed to fit. It does what
// client/board/layout.py does, to the pixel; why it is so is told there.
//
//     const table = plan(placesOf(layout), 1280, 800) // once for a race and a size of the window
//     const laid = arrange(table, piles)              // once for a position
//     laid.at[6][0]                                   // the upper left pixel of a card
//     laid.hit(640, 400)                              // which card lies under the pointer

import { isDown } from "./cards.mjs"
import { round } from "./rounding.mjs"

/** @typedef {import("./cards.mjs").Pile} Pile */
/** @typedef {import("./cards.mjs").Piles} Piles */
/** @typedef {"stock" | "waste" | "foundation" | "tableau" | "reserve" | "cell" | "discard"} Kind */
/** @typedef {"squared" | "down" | "right"} Spread */

/**
 * A pile of a `layout` message: see LaidPlace in docs/protocol.md.
 * @typedef {object} LaidPlace
 * @property {Kind} kind
 * @property {number} x in thousandths of a card
 * @property {number} y
 * @property {Spread} [spread]
 * @property {number} [fan]
 * @property {number} [down]
 * @property {number} [up]
 * @property {boolean} [outlined]
 * @property {string} [sign]
 * @property {string} [mark]
 * @property {boolean} [clicked]
 * @property {readonly number[]} [filled]
 */

/**
 * The same with all that was left out, and in cards.
 * @typedef {object} Place
 * @property {Kind} kind
 * @property {readonly [number, number]} at its upper left corner, in card widths and heights
 * @property {Spread} spread
 * @property {number} fan how many of its top cards lie apart; 0 stands for all
 * @property {number} down how many cards are dealt to it face down
 * @property {number} up how many cards are dealt on these face up
 * @property {boolean} outlined whether its place is seen while it is empty
 * @property {string} sign what its empty place says of itself
 * @property {string} mark what stands on it for players to tell it by
 * @property {boolean} clicked whether clicks on it are part of the game
 * @property {readonly number[]} filled the piles whose cards a click brings back to it when empty
 */

/**
 * A card by its place in the position: `card` counts from the bottom, -1 is the bare place.
 * @typedef {{ pile: number, card: number }} Spot
 */

/** A card's height over its width. */
export const ASPECT = 1.4

// In card widths; client/board/layout.py says what each is for.
const GAP = 0.07
const LEAST_GAP = 0.03
const CLOSE = 0.8
const WIDE_GAP = 0.25
const TO_GAPS = 0.25
const EDGE = 0.12
const STEP_RIGHT = 0.34
const LAST_RIGHT = 1.1
const MORE = 1

// In card heights:
const STEP_DOWN = 0.28
const WIDE_STEP_DOWN = 0.36
const LONG = 14
const LAST_DOWN = 1.6

const DOWN_STEP = 0.5
const LEAST_DOWN_STEP = 0.3
/** In points: cards narrower than this are tall where there is room, for many in a row. */
const NARROW = 34
/** The height over the width of cards that are tall, at most. */
const TALLEST = 1.9
/** A card is over a pile that takes it when this much of the card is. */
const DROP = 1 / 8

/**
 * The places that a `layout` message tells of.
 * @param {{ places: readonly LaidPlace[] }} layout
 * @returns {Place[]}
 */
export function placesOf({ places }) {
  return places.map(({ x, y, ...said }) => ({
    spread: "squared",
    fan: 0,
    down: 0,
    up: 0,
    outlined: false,
    sign: "",
    mark: "",
    clicked: false,
    filled: [],
    ...said,
    at: [inCards(x), inCards(y)],
  }))
}

/**
 * How the boards of a race are laid out.
 * @typedef {object} Layout
 * @property {readonly Place[]} places
 * @property {string} button what the game's button says; empty for a game without one
 * @property {number | null} button_pile the pile whose click the button is
 * @property {boolean} tap whether a click alone moves cards that have one way to go
 * @property {boolean} glow whether cards that can be moved are to glow
 * @property {number | null} redeals how often the cards may come round; null: nothing to count
 */

/**
 * What a `layout` message tells, with what it left out.
 * @param {any} layout
 * @returns {Layout}
 */
export function layoutOf(layout) {
  const { button = "", button_pile = null, tap = false, glow = false, redeals = null } = layout
  return { places: placesOf(layout), button, button_pile, tap, glow, redeals }
}

/**
 * How often the cards may still come round again; null where there is nothing to count.
 * @param {{ redeals: number | null }} layout
 * @param {number} used
 */
export const redealsLeft = ({ redeals }, used) =>
  redeals === null ? null : Math.max(0, redeals - used)

/**
 * What the empty place of a pile says of itself, in any game and at any moment: what the layout
 * tells, and a clicked stock whether it is filled again.
 * @param {Layout} layout
 * @param {Piles} piles
 * @param {number} pile
 * @param {number} used how often the cards came round
 */
export function signOf(layout, piles, pile, used) {
  const { sign, kind, clicked, filled } = layout.places[pile]
  if (kind !== "stock" || !clicked) return sign
  const comes = filled.some((from) => piles[from].length) && redealsLeft(layout, used) !== 0
  return comes ? "redeal" : "x"
}

/**
 * Thousandths as cards. Some games count in thirds, and 0.333 is not quite where they lie.
 * @param {number} thousandths
 */
function inCards(thousandths) {
  const thirds = Math.round((3 * thousandths) / 1000)
  const apart = Math.abs(3 * thousandths - 1000 * thirds)
  return apart <= 1 ? thirds / 3 : thousandths / 1000
}

/** A rectangle of whole pixels. */
export class Box {
  /**
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   */
  constructor(x, y, width, height) {
    this.x = x
    this.y = y
    this.width = width
    this.height = height
  }

  /** The first column of pixels to the right of it. */
  get right() {
    return this.x + this.width
  }

  /** The first row of pixels below it. */
  get bottom() {
    return this.y + this.height
  }

  /**
   * Whether the point lies in it.
   * @param {number} x
   * @param {number} y
   */
  has(x, y) {
    return this.x <= x && x < this.right && this.y <= y && y < this.bottom
  }

  /**
   * The area, in pixels, that both cover.
   * @param {Box} other
   */
  common(other) {
    const width = Math.min(this.right, other.right) - Math.max(this.x, other.x)
    const height = Math.min(this.bottom, other.bottom) - Math.max(this.y, other.y)
    return Math.max(0, width) * Math.max(0, height)
  }

  /**
   * The smallest box around both.
   * @param {Box} other
   */
  joined(other) {
    const x = Math.min(this.x, other.x)
    const y = Math.min(this.y, other.y)
    const right = Math.max(this.right, other.right)
    return new Box(x, y, right - x, Math.max(this.bottom, other.bottom) - y)
  }
}

/**
 * Where the top card of a pile is, or its bare place.
 * @param {Piles} piles
 * @param {number} pile
 * @returns {Spot}
 */
export const topSpot = (piles, pile) => lowestSpot(piles, pile, 1)

/**
 * Where the lowest of the `count` top cards of a pile is.
 * @param {Piles} piles
 * @param {number} pile
 * @param {number} count
 * @returns {Spot}
 */
export const lowestSpot = (piles, pile, count) => ({ pile, card: piles[pile].length - count })

/**
 * Where an action is done: the lowest card that it moves, and what that goes onto. For a click it
 * is the top card of the pile, and for the game's button nothing.
 * @param {Piles} piles
 * @param {readonly number[]} action
 * @returns {Spot[]}
 */
export function spotsOf(piles, action) {
  const [source, count, target] = action
  if (action.length === 3) return [lowestSpot(piles, source, count), topSpot(piles, target)]
  return action.length === 1 ? [topSpot(piles, source)] : []
}

/**
 * A game's places on a window of one size. `bases` is where each place's lowest card lies, `rooms`
 * how far each place's cards may spread.
 * @typedef {object} Table
 * @property {readonly Place[]} places
 * @property {number} width
 * @property {number} height
 * @property {readonly [number, number]} card a card's width and height
 * @property {readonly Box[]} bases
 * @property {readonly Box[]} rooms
 * @property {number} stepDown how far a card lies below the one under it, in card heights
 * @property {readonly (readonly number[])[]} over for each squared place, those that lie on it
 */

/**
 * Where the places lie on `width` by `height` pixels, of which `top` above stay free. All places
 * fit, and the cards are as large as that lets them be. Throws a RangeError where there are none.
 *
 * With `tallest`, cards that have less room beside each other than below are taller than others, up
 * to so many times their width.
 * @param {readonly Place[]} places
 * @param {number} width
 * @param {number} height
 * @param {number} [top]
 * @param {number} [tallest]
 * @returns {Table}
 */
export function plan(places, width, height, top = 0, tallest = ASPECT) {
  if (!places.length) throw new RangeError("a game without places cannot be laid out")
  const left = Math.min(...places.map(({ at }) => at[0]))
  const first = Math.min(...places.map(({ at }) => at[1]))
  const columns = Math.max(...places.map(({ at }) => at[0])) - left
  const rows = Math.max(...places.map(({ at }) => at[1])) - first
  /** @param {(place: Place) => number} length */
  const most = (length) => Math.max(...places.map(length))
  // What sticks out beyond the last column and row, in cards.
  let beyondX = most((place) => place.at[0] - left + needed(places, place, "right")) - columns
  const beyondY = most((place) => place.at[1] - first + needed(places, place, "down")) - rows

  // From one column to the next, in cards: at least so much that fans can be read, and no more
  // than piles that spread against their neighbours can use.
  const leastX = Math.max(
    1 + GAP,
    pitchApart(places),
    most((place) => pitchFor(places, place, least(place))),
  )
  const mostX = Math.max(1 + WIDE_GAP, most((place) => pitchFor(places, place, last(place))))

  const across = columns * leastX + 1 + beyondX + 2 * EDGE
  const along = (rows * (1 + GAP / ASPECT) + 1 + beyondY) * ASPECT + 2 * EDGE
  const cardWidth = Math.max(8, Math.trunc(Math.min(width / across, (height - top) / along)))
  const high = ((height - top) / cardWidth - 2 * EDGE - rows * GAP) / (rows + 1 + beyondY)
  const cardHeight = round(cardWidth * Math.max(ASPECT, Math.min(high, tallest)))
  const edge = round(EDGE * cardWidth)

  // Spare room widens the gaps; of that below piles that grow down, these keep the most.
  // Before that, what is dealt at the right edge gets room to be read.
  let roomX = width - 2 * edge - beyondX * cardWidth
  const spare = roomX / cardWidth - 1 - columns * leastX
  const likes = most((place) => place.at[0] - left + liked(places, place)) - columns - beyondX
  if (spare > 0 && likes > 0) {
    beyondX += Math.min(spare, likes)
    roomX = width - 2 * edge - beyondX * cardWidth
  }
  const pitchX = pitch(cardWidth, columns, roomX, mostX * cardWidth)
  let roomY = height - top - 2 * edge
  if (beyondY) {
    const leastY = cardHeight + GAP * cardWidth
    const spareY = roomY - rows * leastY - cardHeight * (1 + beyondY)
    roomY = rows * leastY + cardHeight + Math.max(0, spareY) * TO_GAPS
  }
  const pitchY = pitch(cardHeight, rows, roomY, cardHeight + WIDE_GAP * cardWidth)
  const usedX = columns * pitchX + cardWidth * (1 + beyondX)
  const grows = places.some((place) => needed(places, place, "down"))
  const usedY = grows ? height - top - 2 * edge : rows * pitchY + cardHeight
  const x0 = (width - usedX) / 2
  const y0 = top + (height - top - usedY) / 2
  const bases = places.map(
    ({ at: [x, y] }) =>
      new Box(
        round(x0 + (x - left) * pitchX),
        round(y0 + (y - first) * pitchY),
        cardWidth,
        cardHeight,
      ),
  )
  const rooms = roomsOf(places, bases, width - edge, height - edge)
  const over = places.map((_, pile) => placesOver(places, bases, pile))
  /** @type {[number, number]} */
  const card = [cardWidth, cardHeight]
  const step = stepDown(places, rooms, cardHeight)
  return { places, width, height, card, bases, rooms, stepDown: step, over }
}

/**
 * The same for a screen with so many pixels to a point: cards that would be small are tall there.
 * @param {readonly Place[]} places
 * @param {number} width
 * @param {number} height
 * @param {number} ratio
 * @returns {Table}
 */
export function planFor(places, width, height, ratio) {
  const table = plan(places, width, height)
  return table.card[0] < NARROW * ratio ? plan(places, width, height, 0, TALLEST) : table
}

/**
 * How many card lengths a pile needs beyond its first card, if no place bounds it.
 * @param {readonly Place[]} places
 * @param {Place} place
 * @param {Spread} spread
 */
function needed(places, place, spread) {
  if (place.spread !== spread || places.some((other) => follows(place, other, spread))) return 0
  return last(place)
}

/**
 * How many card widths a pile at the right edge needs beyond its first as it is dealt, with room
 * for a few cards more in it.
 * @param {readonly Place[]} places
 * @param {Place} place
 */
function liked(places, place) {
  if (!needed(places, place, "right") || place.fan) return 0
  return (dealt(place) + MORE) * STEP_RIGHT
}

/**
 * For how many steps of face-up cards a pile has cards as it is dealt.
 * @param {Place} place
 */
const dealt = (place) => Math.max(0, place.up + place.down * DOWN_STEP - 1)

/**
 * How many card lengths a pile likes to have beyond its first card.
 * @param {Place} place
 */
function last(place) {
  const [step, most] = place.spread === "down" ? [STEP_DOWN, LAST_DOWN] : [STEP_RIGHT, LAST_RIGHT]
  return place.fan ? Math.min((place.fan - 1) * step, most) : most
}

/**
 * How many card widths a pile that spreads to the right must have beyond its first.
 * @param {Place} place
 */
function least(place) {
  return place.fan ? last(place) : Math.min(dealt(place) * STEP_RIGHT, last(place))
}

/**
 * The pitch, in cards, that gives a pile this length up to the place to its right.
 * @param {readonly Place[]} places
 * @param {Place} place
 * @param {number} length
 */
function pitchFor(places, place, length) {
  if (place.spread !== "right") return 0
  const followers = places.filter((other) => follows(place, other, "right"))
  if (!followers.length) return 0
  return (1 + length + GAP) / Math.min(...followers.map(({ at }) => at[0] - place.at[0]))
}

/**
 * The pitch, in cards, that keeps places apart which lie closer than the columns.
 * @param {readonly Place[]} places
 */
function pitchApart(places) {
  let least = Infinity
  for (const place of places) {
    for (const other of places) {
      const step = other.at[0] - place.at[0]
      if (other.at[1] === place.at[1] && CLOSE < step && step < 1) least = Math.min(least, step)
    }
  }
  return least === Infinity ? 0 : (1 + LEAST_GAP) / least
}

/**
 * @param {Place} place
 * @param {Place} other
 * @param {Spread} spread
 */
function follows(place, other, spread) {
  const dx = other.at[0] - place.at[0]
  const dy = other.at[1] - place.at[1]
  return spread === "down" ? Math.abs(dx) < 1 && dy >= 1 : Math.abs(dy) < 1 && dx >= 1
}

/**
 * The step with which `count` steps and one card fill `room`, but at most `most`.
 * @param {number} card
 * @param {number} count
 * @param {number} room
 * @param {number} most
 */
const pitch = (card, count, room, most) => (count ? Math.min((room - card) / count, most) : card)

/**
 * How far cards of this height lie apart in the columns, in card heights.
 * @param {readonly Place[]} places
 * @param {readonly Box[]} rooms
 * @param {number} card
 */
function stepDown(places, rooms, card) {
  const columns = rooms.filter((_, pile) => places[pile].spread === "down")
  if (!columns.length) return STEP_DOWN
  const free = Math.min(...columns.map(({ height }) => height / card - 1))
  return Math.min(Math.max(STEP_DOWN, free / LONG), WIDE_STEP_DOWN)
}

/**
 * The later places that lie on a squared one, level with it one way or the other.
 * @param {readonly Place[]} places
 * @param {readonly Box[]} bases
 * @param {number} pile
 * @returns {number[]}
 */
function placesOver(places, bases, pile) {
  if (places[pile].spread !== "squared") return []
  const base = bases[pile]
  return [...bases.keys()].filter((other) => {
    const box = bases[other]
    return other > pile && base.common(box) && (box.x === base.x || box.y === base.y)
  })
}

/**
 * Give each spread pile the room up to the next place, those that spread down first.
 * @param {readonly Place[]} places
 * @param {readonly Box[]} bases
 * @param {number} right
 * @param {number} bottom
 * @returns {Box[]}
 */
function roomsOf(places, bases, right, bottom) {
  const rooms = [...bases]
  for (const spread of ["down", "right"]) {
    places.forEach((place, i) => {
      if (place.spread !== spread) return
      const base = bases[i]
      const others = rooms.filter((_, j) => !bases[j].common(base))
      if (spread === "down") {
        const height = Math.max(base.height, bottom - base.y)
        const grown = new Box(base.x, base.y, base.width, height)
        const below = others.filter((o) => o.y >= base.bottom && o.common(grown)).map((o) => o.y)
        const end = below.length ? Math.min(...below) : grown.bottom + 1
        rooms[i] = new Box(base.x, base.y, base.width, Math.max(base.height, end - 1 - base.y))
      } else {
        const width = Math.max(base.width, right - base.x)
        const grown = new Box(base.x, base.y, width, base.height)
        const beside = others.filter((o) => o.x >= base.right && o.common(grown)).map((o) => o.x)
        const end = beside.length ? Math.min(...beside) : grown.right + 1
        rooms[i] = new Box(base.x, base.y, Math.max(base.width, end - 1 - base.x), base.height)
      }
    })
  }
  return rooms
}

/** A position on a table: where each card lies. Later places and higher cards lie above. */
export class Arrangement {
  /**
   * @param {Table} table
   * @param {readonly (readonly (readonly [number, number])[])[]} at for each pile, the upper left
   *   pixel of each of its cards, the lowest first
   */
  constructor(table, at) {
    this.table = table
    this.at = at
  }

  /**
   * Where a card lies, covered or not; for the card -1, the place itself.
   * @param {Spot} spot
   */
  cardBox({ pile, card }) {
    if (card < 0) return this.table.bases[pile]
    const [x, y] = this.at[pile][card]
    return new Box(x, y, ...this.table.card)
  }

  /**
   * What a pile covers, with all its cards.
   * @param {number} pile
   */
  pileBox(pile) {
    const top = this.cardBox({ pile, card: this.at[pile].length - 1 })
    return this.table.bases[pile].joined(top)
  }

  /**
   * The highest card under a point, or else the empty place there, or null.
   * @param {number} x
   * @param {number} y
   * @returns {Spot | null}
   */
  hit(x, y) {
    for (let pile = this.at.length - 1; pile >= 0; pile--) {
      for (let card = this.at[pile].length - 1; card >= 0; card--) {
        if (this.cardBox({ pile, card }).has(x, y)) return { pile, card }
      }
    }
    for (let pile = this.at.length - 1; pile >= 0; pile--) {
      if (!this.at[pile].length && this.table.bases[pile].has(x, y)) return { pile, card: -1 }
    }
    return null
  }

  /**
   * The pile that a card let go at `held`, the pointer at (x, y), is meant for.
   *
   * Of the piles in `legal`, the one that the card covers most of; if it hardly covers any, the
   * one that it covers most of among all (which may be `source`, where it came from), or null.
   * @param {Box} held
   * @param {number} x
   * @param {number} y
   * @param {number} source
   * @param {Iterable<number>} legal
   * @returns {number | null}
   */
  dropTarget(held, x, y, source, legal) {
    const covered = this.at.map((_, pile) => held.common(this.pileBox(pile)))
    const enough = held.width * held.height * DROP
    let meant = -1
    for (const pile of legal) {
      if (covered[pile] < enough && !this.pileBox(pile).has(x, y)) continue
      if (meant < 0 || covered[pile] > covered[meant]) meant = pile
    }
    if (meant >= 0) return meant
    const most = Math.max(...covered)
    if (!(most > 0)) return null
    return covered[source] === most ? source : covered.indexOf(most)
  }
}

/**
 * Where the cards of `piles` lie, spread as their places say and squeezed to fit.
 * @param {Table} table
 * @param {Piles} piles
 */
export function arrange(table, piles) {
  return new Arrangement(table, piles.map((cards, i) => spread(table, i, cards)))
}

/**
 * The upper left pixel of each of a pile's cards, the lowest first.
 * @param {Table} table
 * @param {number} pile
 * @param {Pile} cards
 * @returns {[number, number][]}
 */
export function spread(table, pile, cards) {
  const { spread: way, fan } = table.places[pile]
  const { x, y } = table.bases[pile]
  if (way === "squared" || cards.length < 2) return cards.map(() => [x, y])
  const [width, height] = table.card
  const room = table.rooms[pile]
  if (way === "down") {
    const offsets = offsetsOf(cards, fan, table.stepDown * height, room.height - height)
    return offsets.map((offset) => [x, y + offset])
  }
  const offsets = offsetsOf(cards, fan, STEP_RIGHT * width, room.width - width)
  return offsets.map((offset) => [x + offset, y])
}

/**
 * How far right and down another pile's cards lie on the top card of this one.
 * @param {Table} table
 * @param {Piles} piles
 * @param {number} pile
 * @returns {readonly [number, number]}
 */
export function stepOver(table, piles, pile) {
  const base = table.bases[pile]
  return leastOf(
    table.over[pile]
      .filter((over) => piles[over].length)
      .map((over) => table.bases[over])
      .map((box) => [Math.abs(box.x - base.x), Math.abs(box.y - base.y)]),
  )
}

/**
 * How far right and down the cards of a pile lie on face-up ones, at the least. As positions are
 * whole pixels, some lie further; whoever draws what is seen of a card draws it alike by this.
 * @param {Pile} cards
 * @param {readonly (readonly [number, number])[]} at
 * @returns {readonly [number, number]}
 */
export function leastStep(cards, at) {
  /** @type {[number, number][]} */
  const steps = []
  for (let card = 0; card + 1 < at.length; card++) {
    const step = [at[card + 1][0] - at[card][0], at[card + 1][1] - at[card][1]]
    if (!isDown(cards[card]) && (step[0] || step[1])) steps.push([step[0], step[1]])
  }
  return leastOf(steps)
}

/**
 * @param {readonly (readonly [number, number])[]} steps
 * @returns {readonly [number, number]}
 */
function leastOf(steps) {
  if (!steps.length) return [0, 0]
  return steps.reduce((a, b) => (b[0] < a[0] || (b[0] === a[0] && b[1] < a[1]) ? b : a))
}

/**
 * How far each card lies from the first, the last one `room` at most.
 * @param {Pile} cards
 * @param {number} fan
 * @param {number} step
 * @param {number} room
 * @returns {number[]}
 */
function offsetsOf(cards, fan, step, room) {
  const firstApart = fan ? Math.max(0, cards.length - fan) : 0
  let up = 0
  let down = 0
  for (const card of cards.slice(firstApart, -1)) {
    if (isDown(card)) down++
    else up++
  }
  let downStep = step * DOWN_STEP
  if (up * step + down * downStep > room) {
    downStep = step * LEAST_DOWN_STEP // there is nothing to read on a face-down card
    const needed = up * step + down * downStep
    if (needed > room) {
      step = (step * room) / needed
      downStep = (downStep * room) / needed
    }
  }
  const offsets = [0]
  let at = 0
  for (let i = 0; i + 1 < cards.length; i++) {
    if (i >= firstApart) at += isDown(cards[i]) ? downStep : step
    offsets.push(Math.trunc(at))
  }
  return offsets
}
