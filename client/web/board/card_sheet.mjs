// The cards as pictures: drawn once from the vector drawings for one size, and copied from then on.
// Those that are seen come first: the others are drawn a handful at a time, while one looks at them.

import { drawingOf } from "../cards/drawings.mjs"
import { lettersIn } from "../cards/letters.mjs"
import { hasSuitBeside, indexWithin, TALL, tallFace } from "../cards/strip.mjs"
import { COLOURS } from "../cards/signs.mjs"
import { isDown, isKnown, JOKER, rank, suit } from "../core/cards.mjs"
import { ASPECT } from "../core/layout.mjs"
import { round } from "../core/rounding.mjs"

/** @typedef {import("../preferences.mjs").Deck} DeckName */
/** @typedef {import("../cards/strip.mjs").Placed} Placed */
/** @typedef {import("../cards/strip.mjs").Strip} Strip */
/**
 * What is to be seen first.
 * @typedef {{ cards: Iterable<number>, places: Iterable<{ sign: string }> }} First
 */

/** Cards narrower than this, in points, are drawn bold, as in the window. */
const SMALL = 65
/** Cards that are drawn at once: so the page is never busy for long. */
const HANDFUL = 12
/** The same while one waits to see any: each picture costs some time, however few are on it. */
const ARMFUL = 36
const RANKS = "?A23456789TJQK*"
/** The rank from which on cards have pictures. */
const JACK = 11
/** Where the pictures of the bold deck begin, below the index, as a share of the card's height. */
const BELOW = 0.3
/** Cards that are higher than this, in their widths, are tall: see `tallFace`. */
const TALL_FROM = 1.5
/** Where the sign of an empty place is, in shares of its width and height. */
const SIGN = { x: 0.1, y: 0.2 }
/** Milliseconds in which those that are seen come onto the screen before others are drawn. */
const AHEAD = 50
/** What is seen on nearly every board. */
const ALWAYS = ["unknown", "place"]
const SUITS = "CDHS"

/**
 * The symbol that shows a card.
 * @param {number} card
 * @param {string} back
 */
export function symbolOf(card, back) {
  if (isDown(card)) return `back-${back}`
  if (rank(card) === 0) return "unknown"
  if (rank(card) === JOKER) return suit(card) === 1 || suit(card) === 2 ? "*D" : "*C"
  return RANKS[rank(card)] + SUITS[suit(card)]
}

/**
 * Whether cards of this size are tall.
 * @param {number} width
 * @param {number} height
 */
export const isTall = (width, height) => height > width * TALL_FROM

/** All cards of one deck at one size. */
export class CardSheet {
  /**
   * Use `CardSheet.of`.
   * @param {string} deck as its file is called
   * @param {import("../cards/drawing.mjs").Drawing} drawing
   * @param {number} width in device pixels
   * @param {number} height
   * @param {string} back
   * @param {string} letters
   * @private
   */
  constructor(deck, drawing, width, height, back, letters) {
    this.width = width
    this.height = height
    /** Whether the cards are taller than the deck's drawings are. @private */
    this.tall = isTall(width, height)
    /** The height of these drawings. @private */
    this.drawn = this.tall ? round(width * ASPECT) : height
    /** Resolves when every card is there, or no more will come. @type {Promise<void>} */
    this.whole = Promise.resolve()
    /** @private */
    this.deck = deck
    /** @private */
    this.drawing = drawing
    /** @private */
    this.back = back
    /** @private */
    this.letters = letters
    /** Those letters as they are drawn. @private */
    this.others = lettersIn(letters, hasSuitBeside(deck))
    /** @type {Map<string, { picture: CanvasImageSource, x: number }>} @private */
    this.cells = new Map()
  }

  /**
   * The cards at a size in device pixels; `ratio` is how many of these make a point. With `first`,
   * it is there as soon as these cards and places are, and gets the others while time goes by.
   * @param {DeckName} deck
   * @param {string} back
   * @param {string} letters of ace, jack, queen and king
   * @param {number} width
   * @param {number} height
   * @param {number} ratio
   * @param {First} [first]
   * @returns {Promise<CardSheet>}
   */
  static async of(deck, back, letters, width, height, ratio, first) {
    const name = width / ratio < SMALL && deck === "classic" ? "bold" : deck
    const drawing = await drawingOf(name)
    const sheet = new CardSheet(name, drawing, width, height, back, letters)
    const seen = new Set(ALWAYS)
    for (const card of first?.cards ?? []) seen.add(symbolOf(card, back))
    for (const { sign } of first?.places ?? []) seen.add(`place-${sign}`)
    // Of the backs, only one is needed; with it come what is empty and what is not known.
    const wanted = drawing.symbols.filter((id) => !id.startsWith("back-") || id === `back-${back}`)
    const isEarly = (/** @type {string} */ id) => !first || seen.has(id)
    await sheet.add(wanted.filter(isEarly), ARMFUL)
    const late = wanted.filter((id) => !isEarly(id))
    sheet.whole = new Promise((done) => setTimeout(done, AHEAD))
      .then(() => sheet.add(late, HANDFUL))
      .catch(() => {}) // WebKit tells so of pictures that are on their way as the page is left
    return sheet
  }

  /**
   * @param {readonly string[]} symbols
   * @param {number} most that are drawn at once
   * @private
   */
  async add(symbols, most) {
    const { width, drawn: height } = this
    for (let i = 0; i < symbols.length; i += most) {
      const names = symbols.slice(i, i + most)
      const svg = this.drawing.picture(names, width, height, this.others)
      const picture = await drawn(svg, names.length * width, height)
      names.forEach((name, at) => this.cells.set(name, { picture, x: at * width }))
    }
  }

  /**
   * Draw a card; with a `strip`, so that it can be told by what is seen of it.
   * @param {CanvasRenderingContext2D} context
   * @param {number} card
   * @param {Strip | null} [strip]
   */
  draw(context, card, strip = null) {
    if (this.tall && isKnown(card) && rank(card) !== JOKER) {
      this.drawTall(context, card, strip)
      return
    }
    const index = strip && isKnown(card) ? indexWithin(this.deck, card, strip, this.letters) : null
    this.drawSymbol(context, index ? "unknown" : symbolOf(card, this.back))
    if (index) this.drawSigns(context, index, COLOURS[this.deck][suit(card)])
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} card
   * @param {Strip | null} strip
   * @private
   */
  drawTall(context, card, strip) {
    const { deck, drawn, height, letters, width } = this
    const colour = COLOURS[deck][suit(card)]
    this.drawSymbol(context, "unknown")
    const index = strip && indexWithin(TALL, card, strip, letters)
    if (index) {
      this.drawSigns(context, index, colour)
      return
    }
    const signs = tallFace(card, (100 * height) / width, letters)
    const cell = this.cells.get(symbolOf(card, this.back))
    if (rank(card) >= JACK && deck === "bold" && cell) {
      const above = Math.round(drawn * BELOW)
      const part = drawn - above
      context.drawImage(cell.picture, cell.x, above, width, part, 0, height - part, width, part)
      signs.pop() // the picture is in its place
    }
    this.drawSigns(context, signs, colour)
  }

  /**
   * Draw a card in another size than that of these cards.
   * @param {CanvasRenderingContext2D} context
   * @param {number} card
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   */
  drawSized(context, card, x, y, width, height) {
    this.drawSymbol(context, symbolOf(card, this.back), x, y, width, height)
  }

  /**
   * The same for an empty place.
   * @param {CanvasRenderingContext2D} context
   * @param {string} sign
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   */
  drawPlaceSized(context, sign, x, y, width, height) {
    const symbol = `place-${sign}`
    this.drawSymbol(context, this.cells.has(symbol) ? symbol : "place", x, y, width, height)
  }

  /**
   * Draw an empty place, with its sign if it has one: "A", "hearts", "redeal", "x".
   * @param {CanvasRenderingContext2D} context
   * @param {string} sign
   */
  drawPlace(context, sign) {
    const symbol = `place-${sign}`
    const cell = sign ? this.cells.get(symbol) : undefined
    if (!cell || !this.tall) {
      this.drawSymbol(context, cell ? symbol : "place")
      return
    }
    // Its frame is as tall as the cards are, and the sign is as it is drawn.
    this.drawSymbol(context, "place")
    const { drawn, height, width } = this
    const [x, y] = [Math.round(width * SIGN.x), Math.round(drawn * SIGN.y)]
    const [wide, high] = [width - 2 * x, drawn - 2 * y]
    const top = Math.round((height - high) / 2)
    context.clearRect(x, top, wide, high)
    context.drawImage(cell.picture, cell.x + x, y, wide, high, x, top, wide, high)
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {string} symbol
   * @param {number} [x]
   * @param {number} [y]
   * @param {number} [wide]
   * @param {number} [high]
   * @private
   */
  drawSymbol(context, symbol, x = 0, y = 0, wide = this.width, high = this.height) {
    const { width, drawn: height } = this
    // A card that turns up before it is drawn shows no face for that moment.
    const cell = this.cells.get(symbol) ?? this.cells.get("unknown")
    if (cell) context.drawImage(cell.picture, cell.x, 0, width, height, x, y, wide, high)
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {readonly Placed[]} signs in hundredths of the width
   * @param {string} colour
   * @private
   */
  drawSigns(context, signs, colour) {
    const unit = this.width / 100
    for (const { sign, x, y, size } of signs) {
      const scale = size * sign.scale * unit
      context.setTransform(scale, 0, 0, scale, x * unit + sign.x * scale, y * unit + sign.y * scale)
      context.fillStyle = context.strokeStyle = colour
      context.lineWidth = sign.line
      context.lineCap = context.lineJoin = "round"
      const path = new Path2D(sign.d)
      if (sign.line) context.stroke(path)
      else context.fill(path)
    }
    context.resetTransform()
  }
}

/**
 * A drawing as a picture of pixels.
 * @param {string} text
 * @param {number} width
 * @param {number} height
 */
async function drawn(text, width, height) {
  const image = new Image(width, height)
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }))
  try {
    await image.decode()
    const canvas = document.createElement("canvas")
    canvas.width = width
    canvas.height = height
    canvas.getContext("2d")?.drawImage(image, 0, 0, width, height)
    return canvas
  } finally {
    URL.revokeObjectURL(image.src)
  }
}
