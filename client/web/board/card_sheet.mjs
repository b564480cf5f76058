// The cards as pictures: drawn once from the vector drawings for one size, and copied from then on.

import { COLOURS } from "../cards/signs.mjs"
import { indexWithin } from "../cards/strip.mjs"
import { isDown, isKnown, JOKER, rank, suit } from "../core/cards.mjs"

/** @typedef {import("../preferences.mjs").Deck} DeckName */
/** @typedef {import("../cards/strip.mjs").Placed} Placed */
/** @typedef {import("../cards/strip.mjs").Strip} Strip */

/** Cards narrower than this, in points, are drawn bold, as in the window. */
const SMALL = 65
const COLUMNS = 16
const RANKS = "?A23456789TJQK*"
const SUITS = "CDHS"

/**
 * Where the drawings are; each is read once.
 * @type {Map<string, Promise<string>>}
 */
const drawings = new Map()

/** @param {string} name */
function drawing(name) {
  const known = drawings.get(name)
  if (known) return known
  const url = new URL(`../cards/${name}.svg`, import.meta.url)
  const made = fetch(url).then((answer) => {
    if (!answer.ok) throw new Error(`no cards: ${answer.status}`)
    return answer.text()
  })
  drawings.set(name, made)
  made.catch(() => drawings.delete(name)) // the next one who asks may have more luck
  return made
}

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

/** All cards of one deck at one size. */
export class CardSheet {
  /**
   * Use `CardSheet.of`.
   * @param {string} deck as its file is called
   * @param {number} width in device pixels
   * @param {number} height
   * @param {string} back
   * @param {Map<string, number>} cells
   * @param {CanvasImageSource} picture
   * @private
   */
  constructor(deck, width, height, back, cells, picture) {
    this.width = width
    this.height = height
    /** @private */
    this.deck = deck
    /** @private */
    this.back = back
    /** @private */
    this.cells = cells
    /** @private */
    this.picture = picture
  }

  /**
   * The cards at a size in device pixels; `ratio` is how many of these make a point.
   * @param {DeckName} deck
   * @param {string} back
   * @param {number} width
   * @param {number} height
   * @param {number} ratio
   * @returns {Promise<CardSheet>}
   */
  static async of(deck, back, width, height, ratio) {
    const name = width / ratio < SMALL && deck === "classic" ? "bold" : deck
    const text = await drawing(name)
    // The drawing knows which symbols there are; of the backs, only one is needed.
    const ids = [...text.matchAll(/<symbol id="([^"]+)"/g)]
      .map(([, id]) => id)
      .filter((id) => !id.startsWith("back-") || id === `back-${back}`)
    const cells = new Map(ids.map((id, i) => [id, i]))
    const rows = Math.ceil(ids.length / COLUMNS)
    // Each symbol is laid a cell of whole pixels apart: neighbours do not bleed into it.
    const used = ids.map((id, i) => {
      const x = (i % COLUMNS) * width
      const y = Math.floor(i / COLUMNS) * height
      return `<use href="#${id}" x="${x}" y="${y}" width="${width}" height="${height}"/>`
    })
    const size = `width="${COLUMNS * width}" height="${rows * height}"`
    const whole = text
      .replace("<svg ", `<svg ${size} `)
      .replace("</svg>", `${used.join("")}</svg>`)
    const picture = await drawn(whole, COLUMNS * width, rows * height)
    return new CardSheet(name, width, height, back, cells, picture)
  }

  /**
   * Draw a card; with a `strip`, so that it can be told by what is seen of it.
   * @param {CanvasRenderingContext2D} context
   * @param {number} card
   * @param {Strip | null} [strip]
   */
  draw(context, card, strip = null) {
    const index = strip && isKnown(card) ? indexWithin(this.deck, card, strip) : null
    this.drawSymbol(context, index ? "unknown" : symbolOf(card, this.back))
    if (index) this.drawSigns(context, index, COLOURS[this.deck][suit(card)])
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
    this.drawSymbol(context, sign && this.cells.has(symbol) ? symbol : "place")
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
    const cell = this.cells.get(symbol)
    if (cell === undefined) return
    const { width, height } = this
    const left = (cell % COLUMNS) * width
    const top = Math.floor(cell / COLUMNS) * height
    context.drawImage(this.picture, left, top, width, height, x, y, wide, high)
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
