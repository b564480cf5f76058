// The cards as pictures: drawn once from the vector drawings for one size, and copied from then on.

import { isDown, rank, suit, JOKER } from "../core/cards.mjs"

/** @typedef {import("../preferences.mjs").Deck} DeckName */

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
   * @param {number} width in device pixels
   * @param {number} height
   * @param {string} back
   * @param {Map<string, number>} cells
   * @param {CanvasImageSource} picture
   * @private
   */
  constructor(width, height, back, cells, picture) {
    this.width = width
    this.height = height
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
    return new CardSheet(width, height, back, cells, picture)
  }

  /**
   * Draw a card.
   * @param {CanvasRenderingContext2D} context
   * @param {number} card
   * @param {number} [x] in device pixels
   * @param {number} [y]
   */
  draw(context, card, x = 0, y = 0) {
    this.drawSymbol(context, symbolOf(card, this.back), x, y)
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
   * @param {number} [x]
   * @param {number} [y]
   */
  drawPlace(context, sign, x = 0, y = 0) {
    const symbol = `place-${sign}`
    this.drawSymbol(context, sign && this.cells.has(symbol) ? symbol : "place", x, y)
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {string} symbol
   * @param {number} x
   * @param {number} y
   * @param {number} [wide]
   * @param {number} [high]
   * @private
   */
  drawSymbol(context, symbol, x, y, wide = this.width, high = this.height) {
    const cell = this.cells.get(symbol)
    if (cell === undefined) return
    const { width, height } = this
    const left = (cell % COLUMNS) * width
    const top = Math.floor(cell / COLUMNS) * height
    context.drawImage(this.picture, left, top, width, height, x, y, wide, high)
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

