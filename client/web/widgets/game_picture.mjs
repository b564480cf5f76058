// A picture of a game: a deal of it on its cloth, in the player's colours, drawn when it is seen.

import { CardSheet } from "../board/card_sheet.mjs"
import { cardsOf } from "../core/cards.mjs"
import { arrange, placesOf, plan } from "../core/layout.mjs"
import { deals } from "../online/games.mjs"
import { h } from "./dom.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../preferences.mjs").Chosen} Chosen */

/** Device pixels that cards are drawn in, to be made smaller: few widths, as games share them. */
const WIDTHS = [24, 48, 96]
/** Points of cloth around what lies on it. */
const EDGE = 4
/** Device pixels of width below which a picture is drawn twice as large, for the browser to make
 * smaller: the cards of long rows would come out too narrow to be drawn. */
const SMALL = 280

/** The cards of one look, by their width. @type {{ look: string, sheets: Map<number, any> }} */
const drawn = { look: "", sheets: new Map() }

/**
 * Cards at least so wide, in the player's deck.
 * @param {Chosen} chosen
 * @param {number} width in device pixels
 * @returns {Promise<CardSheet>}
 */
function cards(chosen, width) {
  const { deck, letters, now: { back } } = chosen
  const look = `${deck} ${back} ${letters}`
  if (drawn.look !== look) Object.assign(drawn, { look, sheets: new Map() })
  const wide = WIDTHS.find((each) => each >= width) ?? WIDTHS[WIDTHS.length - 1]
  const known = drawn.sheets.get(wide)
  if (known) return known
  const made = CardSheet.of(deck, back, letters, wide, Math.round(wide * 1.4), 1)
  drawn.sheets.set(wide, made)
  made.catch(() => drawn.sheets.delete(wide))
  return made
}

/** Draws each picture when it comes into sight. */
const watcher = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) target.dispatchEvent(new Event("seen"))
    }
  },
  { rootMargin: "200px" },
)

/** A picture of one game, as large as its element is. */
export class GamePicture {
  /**
   * @param {App} app
   * @param {string} [game]
   */
  constructor(app, game = "") {
    /** @private */
    this.chosen = app.chosen
    this.element = h("canvas", { class: "picture", "aria-hidden": "true" })
    /** @private */
    this.game = game
    /** What was drawn last. @private */
    this.done = ""
    this.element.addEventListener("seen", () => this.draw())
    watcher.observe(this.element)
  }

  /**
   * Picture this game.
   * @param {string} game
   */
  show(game) {
    if (game === this.game) return
    this.game = game
    this.again()
  }

  /** Draw it once more, if it has to look otherwise now. */
  again() {
    watcher.unobserve(this.element)
    watcher.observe(this.element)
  }

  /** @private */
  async draw() {
    const { element, game, chosen } = this
    const small = element.clientWidth * devicePixelRatio < SMALL
    const ratio = devicePixelRatio * (small ? 2 : 1)
    const width = Math.round(element.clientWidth * ratio)
    const height = Math.round(element.clientHeight * ratio)
    const wanted = [game, width, height, chosen.deck, chosen.now.back, chosen.letters].join(" ")
    if (!width || !height || wanted === this.done) return
    this.done = wanted
    try {
      const deal = (await deals())[game]
      if (!deal || this.done !== wanted) return
      const edge = Math.round(EDGE * ratio)
      const table = plan(placesOf(deal), width - 2 * edge, height - 2 * edge)
      const sheet = await cards(chosen, table.card[0])
      if (this.done === wanted) paint(element, table, deal.piles.map(cardsOf), sheet, edge)
    } catch {
      this.done = "" // It is drawn when it is seen again.
    }
  }
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {import("../core/layout.mjs").Table} table
 * @param {import("../core/cards.mjs").Piles} piles
 * @param {CardSheet} sheet
 * @param {number} edge
 */
function paint(canvas, table, piles, sheet, edge) {
  canvas.width = table.width + 2 * edge
  canvas.height = table.height + 2 * edge
  const context = canvas.getContext("2d")
  if (!context) return
  context.imageSmoothingQuality = "high"
  context.translate(edge, edge)
  const [width, height] = table.card
  const { at } = arrange(table, piles)
  table.places.forEach(({ outlined, sign }, i) => {
    const { x, y } = table.bases[i]
    if (outlined && !piles[i].length) sheet.drawPlaceSized(context, sign, x, y, width, height)
  })
  piles.forEach((pile, i) => {
    pile.forEach((card, n) => {
      const [x, y] = at[i][n]
      const above = at[i][n + 1]
      if (above && above[0] === x && above[1] === y) return // it is covered
      sheet.drawSized(context, card, x, y, width, height)
    })
  })
}
