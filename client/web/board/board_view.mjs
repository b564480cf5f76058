// A board on the page: cards as elements that glide, places, lights, labels. It decides nothing.
//
// What is shown comes in by `show`; whoever plays on it lifts cards by `lift`, `carry` and
// `sendHome`. Points are in device pixels from the board's upper left corner, as in core/layout.

import { stripOf } from "../cards/strip.mjs"
import { cameFrom } from "../core/card_moves.mjs"
import { HIDDEN } from "../core/cards.mjs"
import {
  arrange, Box, leastStep, lowestSpot, planFor, redealsLeft, signOf, stepOver,
} from "../core/layout.mjs"
import { h } from "../widgets/dom.mjs"
import { CardElement, movedTo } from "./card_element.mjs"
import { CardSheet, isTall } from "./card_sheet.mjs"
import { Lights } from "./lights.mjs"
import { PileLabels } from "./pile_labels.mjs"

/** @typedef {import("../core/layout.mjs").Arrangement} Arrangement */
/** @typedef {import("../core/layout.mjs").Spot} Spot */
/** @typedef {import("../core/layout.mjs").Table} Table */
/** @typedef {import("../core/cards.mjs").Pile} Pile */
/** @typedef {import("../core/cards.mjs").Piles} Piles */
/** @typedef {import("../core/choices.mjs").Choices} Choices */
/** @typedef {import("../core/messages.mjs").Position} Position */
/** @typedef {import("../core/race.mjs").Layout} Layout */
/** @typedef {import("../cards/strip.mjs").Strip} Strip */
/** @typedef {import("../preferences.mjs").Chosen} Chosen */
/** @typedef {import("./lights.mjs").Kind} Light */

// In milliseconds, as in the window: how long a card glides, how long a deal lasts at most, and
// how long at most one card waits for the one before it.
const GLIDE = 180
const DEAL = 420
const DEALT = 20
const FLASH = 600
/** More device pixels to a point than this nobody sees, and they cost time. */
const MOST_RATIO = 3
// Levels: every card has one of its own, and one above it is left for light. Cards that are shown
// above others, those on their way, and those in hand lie above them all.
const FLYING = 10_000
const LIT = 20_000
const PEEKED = 30_000
const HELD = 40_000
/** How many cards of a squared pile are kept in sight: one may be lifted off the other. */
const SEEN = 2

/** @param {Pile | undefined} a @param {Pile | undefined} b */
const isSamePile = (a, b) =>
  a === b || (a?.length === b?.length && (a ?? []).every((card, i) => card === b?.[i]))

/** One board. */
export class BoardView {
  /** @param {Chosen} chosen */
  constructor(chosen) {
    /** @private */
    this.surface = h("div", { class: "cards" })
    this.element = h("div", { class: "board undrawn" }, this.surface)
    /** @type {Arrangement | null} where everything lies; null until there is a game and a size */
    this.laid = null
    /** @type {Piles} the piles shown */
    this.piles = []
    /** How many device pixels make a point. */
    this.ratio = 1
    /** @private */
    this.chosen = chosen
    /** @type {Layout | null} @private */
    this.layout = null
    /** @type {Table | null} @private */
    this.table = null
    /** @type {CardSheet | null} @private */
    this.sheet = null
    /** Which sheet is asked for, so that an older one that comes late is passed over. @private */
    this.wanted = ""
    /** @type {CardElement[][]} @private */
    this.cards = []
    /** @type {{ element: HTMLCanvasElement, drawn: string }[]} @private */
    this.places = []
    /** @private */
    this.lights = new Lights(this.surface)
    /** @type {PileLabels | null} @private */
    this.labels = null
    /**
     * The cards in hand: where they were gripped, and where the pointer is, in points.
     * @type {{ pile: number, card: number, grip: [number, number], at: [number, number] } | null}
     * @private
     */
    this.held = null
    /** @type {Spot | null} @private */
    this.peeked = null
    /** What glows: the cards, which may lie elsewhere by now. @type {CardElement[]} @private */
    this.glowing = []
    /** @type {Choices | null} @private */
    this.choices = null
    /** How often the cards came round. @private */
    this.redeals = 0
    /** The ratio for which the table was planned. @private */
    this.shownRatio = 1
    /** @private */
    this.stacking = false
    /** @private */
    this.flashing = 0
    /** Called whenever cards lie elsewhere, or have another size. */
    this.arranged = () => {}
    /** @private */
    this.watcher = new ResizeObserver(() => this.fit())
    this.watcher.observe(this.element)
    /** @private */
    this.unlisten = chosen.listen(() => this.fit(true))
    /** @private */
    this.otherRatio = () => {
      this.pixels = this.watchRatio()
      this.fit(true)
    }
    /** @private */
    this.pixels = this.watchRatio()
  }

  /** Hear no more of the page: the board is shown no longer. */
  close() {
    this.watcher.disconnect()
    this.unlisten()
    this.pixels.removeEventListener("change", this.otherRatio)
  }

  /** A card's width and height in device pixels. */
  get cardSize() {
    return this.table?.card ?? [1, 1]
  }

  /**
   * Where an event of the pointer is.
   * @param {{ clientX: number, clientY: number }} event
   * @returns {[number, number]}
   */
  pointOf({ clientX, clientY }) {
    const { left, top } = this.surface.getBoundingClientRect()
    return [(clientX - left) * this.ratio, (clientY - top) * this.ratio]
  }

  /**
   * Show a position. With `glide` cards go to their places slowly; with `deal` new ones fly out.
   * What is held stays in hand while its pile is the same. Returns the cards that went elsewhere.
   * @param {Layout} layout
   * @param {Pick<Position, "piles" | "redeals">} position
   * @param {{ choices?: Choices | null, glide?: boolean, deal?: boolean }} [how]
   * @returns {Spot[]}
   */
  show(layout, { piles, redeals }, { choices = null, glide = false, deal = false } = {}) {
    const other = layout !== this.layout
    if (other) this.clear(layout)
    const before = this.piles
    const marked = choices !== this.choices || redeals !== this.redeals
    this.choices = choices
    this.redeals = redeals
    if (!other && before === piles) {
      if (marked) {
        this.mark()
        this.glowMovable()
      }
      return []
    }
    const moves = this.chosen.moves
    const origins = cameFrom(before, piles)
    const old = this.cards
    const kept = new Set()
    /** @type {Spot[]} */
    const moved = []
    /** @type {Map<CardElement, number>} */
    const turned = new Map()
    this.cards = piles.map((pile, i) =>
      pile.map((card, j) => {
        const origin = origins[i][j]
        const found = origin && old[origin.pile]?.[origin.card]
        if (!found || origin.pile !== i || origin.card !== j) moved.push({ pile: i, card: j })
        const element = found ?? this.made(deal ? HIDDEN : card, i, deal)
        kept.add(element)
        if (element.card !== card) turned.set(element, card)
        return element
      }),
    )
    for (const card of old.flat()) if (!kept.has(card)) card.element.remove()
    this.piles = piles
    if (this.held && !isSamePile(before[this.held.pile], piles[this.held.pile])) this.putDown()
    this.peek(null)
    this.glow([])
    this.arrange({ glide: glide && moves, deal: deal && moves, turned })
    return moved
  }

  /** Take everything off the table. */
  empty() {
    this.layout = null
    this.clear(null)
    this.laid = this.table = null
  }

  // Cards in hand -------------------------------------------------------------------------------

  /**
   * Lift a card with all that lie on it; it stays where it is until the pointer moves.
   * @param {Spot} spot
   * @param {number} x where it is gripped
   * @param {number} y
   */
  lift({ pile, card }, x, y) {
    this.putDown()
    const lowest = this.cards[pile]?.[card]
    const home = this.laid?.at[pile]?.[card]
    if (!lowest || !home) return
    const { ratio } = this
    this.held = {
      pile, card,
      grip: [(home[0] - x) / ratio, (home[1] - y) / ratio],
      at: [x / ratio, y / ratio],
    }
    for (const each of this.cards[pile].slice(card)) {
      each.held = true
      each.land()
      each.element.classList.add("held")
    }
    this.carry(x, y)
    this.stack()
  }

  /**
   * What is held is here now.
   * @param {number} x
   * @param {number} y
   * @param {number} [above] how far above the pointer, for a finger hides what is under it
   */
  carry(x, y, above = 0) {
    if (!this.held || !this.laid) return
    const { pile, card, grip } = this.held
    const { ratio } = this
    this.held.at = [x / ratio, (y - above) / ratio]
    const lying = this.laid.at[pile]
    const [left, top] = lying[card]
    // In whole pixels, so that the cards stay as sharp as they lie.
    const lowestX = Math.round(x + grip[0] * ratio)
    const lowestY = Math.round(y - above + grip[1] * ratio)
    this.cards[pile].slice(card).forEach((each, i) => {
      const [dx, dy] = [lying[card + i][0] - left, lying[card + i][1] - top]
      each.put(lowestX + dx, lowestY + dy, ratio)
    })
  }

  /** Let what is held hover just above its place. */
  hover() {
    if (!this.held) return
    const { pile, card, grip } = this.held
    const home = this.laid?.at[pile]?.[card]
    if (!home) return
    const up = 0.06 * this.cardSize[1]
    this.carry(home[0] - grip[0] * this.ratio, home[1] - grip[1] * this.ratio - up)
  }

  /** The box of the lowest card that is held, where it is seen; null while none is. */
  get heldBox() {
    if (!this.held) return null
    const { x, y } = this.cards[this.held.pile][this.held.card]
    return new Box(x, y, ...this.cardSize)
  }

  /** Hold nothing any more; the cards stay where they are until they are sent home. */
  putDown() {
    if (!this.held) return
    this.held = null
    for (const card of this.cards.flat()) {
      if (!card.held) continue
      card.held = false
      card.element.classList.remove("held")
      card.put(card.x, card.y, this.ratio) // no larger than the others any more
    }
  }

  /** Let every card that is not held go to its place. */
  sendHome() {
    this.arrange({ glide: this.chosen.moves })
  }

  /**
   * Show a covered card above those that cover it, and no other; null for none.
   * @param {Spot | null} spot
   */
  peek(spot) {
    if (!spot && !this.peeked) return
    this.peeked = spot
    this.stack()
  }

  /** Whether a covered card is shown. */
  get peeking() {
    return this.peeked !== null
  }

  // Lights --------------------------------------------------------------------------------------

  /**
   * Light up cards or places, and nothing else in this way.
   * @param {Light} kind
   * @param {readonly Spot[]} spots
   */
  light(kind, spots) {
    this.lights.light(kind, spots)
    this.placeLights()
  }

  /**
   * Let a red light fade on these: they were refused.
   * @param {readonly Spot[]} spots
   */
  flash(spots) {
    this.light("refused", spots)
    clearTimeout(this.flashing)
    this.flashing = setTimeout(() => this.light("refused", []), FLASH)
  }

  /**
   * Let these cards glow, and no others, wherever they go.
   * @param {readonly Spot[]} spots
   */
  glow(spots) {
    for (const { element } of this.glowing) element.classList.remove("glowing")
    this.glowing = spots.flatMap(({ pile, card }) => this.cards[pile]?.[card] ?? [])
    for (const { element } of this.glowing) element.classList.add("glowing")
  }

  /** Let all cards glow that can be moved, as it is with games where they are hard to find. */
  glowMovable() {
    const { choices } = this
    const wanted = this.layout?.glow && this.chosen.now.glow
    const groups = wanted && choices && !this.held ? choices.movable : []
    this.glow(groups.map(([pile, count]) => lowestSpot(this.piles, pile, count)))
  }

  /**
   * Where these cards and places lie, and where all piles do, in points.
   * @param {readonly Spot[]} spots
   * @returns {{ about: Box[], others: Box[] }}
   */
  boxesOf(spots) {
    const { laid, ratio } = this
    if (!laid) return { about: [], others: [] }
    const there = spots.filter(({ pile, card }) => card < laid.at[pile].length)
    const inPoints = (/** @type {Box} */ { x, y, width, height }) =>
      new Box(x / ratio, y / ratio, width / ratio, height / ratio)
    return {
      about: there.map((spot) => inPoints(laid.cardBox(spot))),
      others: laid.at.map((_, pile) => inPoints(laid.pileBox(pile))),
    }
  }

  // The works -----------------------------------------------------------------------------------

  /** @param {Layout | null} layout @private */
  clear(layout) {
    this.lights.clear()
    this.surface.replaceChildren()
    this.held = this.peeked = this.laid = this.labels = null
    this.glowing = []
    this.layout = layout
    this.redeals = 0
    this.cards = (layout?.places ?? []).map(() => [])
    this.piles = this.cards.map(() => [])
    this.places = (layout?.places ?? []).map(() => {
      const element = h("canvas", { class: "place", "aria-hidden": "true" })
      this.surface.append(element)
      return { element, drawn: "" }
    })
    if (!layout) return
    this.labels = new PileLabels(this.surface, layout.places)
    this.fit(true)
  }

  /**
   * A new card's element, where cards come from.
   * @param {number} card
   * @param {number} pile
   * @param {boolean} dealt
   * @private
   */
  made(card, pile, dealt) {
    const made = new CardElement(card)
    made.landed = () => this.stackSoon()
    if (this.sheet) made.use(this.sheet, this.ratio)
    this.surface.append(made.element)
    const base = this.table?.bases[pile]
    const [x, y] = dealt ? this.pack : [base?.x ?? 0, base?.y ?? 0]
    made.put(x, y, this.ratio)
    return made
  }

  /** From where cards are dealt: the stock, or below the table. @private */
  get pack() {
    const { table } = this
    if (!table) return [0, 0]
    const stock = this.layout?.places.findIndex(({ kind }) => kind === "stock") ?? -1
    if (stock >= 0) return [table.bases[stock].x, table.bases[stock].y]
    return [Math.trunc((table.width - table.card[0]) / 2), table.height]
  }

  /** Be told when the page gets other pixels: another screen, or the browser's zoom. @private */
  watchRatio() {
    const pixels = matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
    pixels.addEventListener("change", this.otherRatio, { once: true })
    return pixels
  }

  /**
   * Fit everything to the size of the board. What is held stays in hand.
   * @param {boolean} [anew] also if the size is what it was
   * @private
   */
  fit(anew = false) {
    if (!this.layout) return
    const ratio = Math.min(devicePixelRatio || 1, MOST_RATIO)
    const { left, top, width: wide, height: high } = this.element.getBoundingClientRect()
    const width = Math.floor(wide * ratio)
    const height = Math.floor(high * ratio)
    if (!width || !height) return
    // Where the board begins between two pixels, its cards begin at the next one.
    this.surface.style.left = `${(Math.ceil(left * ratio) - left * ratio) / ratio}px`
    this.surface.style.top = `${(Math.ceil(top * ratio) - top * ratio) / ratio}px`
    const { table } = this
    const same = table && table.width === width && table.height === height && ratio === this.ratio
    if (same && !anew) return
    this.ratio = ratio
    this.table = planFor(this.layout.places, width, height, ratio)
    const shrunk = table ? this.table.card[0] / ratio / (table.card[0] / this.shownRatio) : 1
    this.shownRatio = ratio
    if (this.held) this.held.grip = [this.held.grip[0] * shrunk, this.held.grip[1] * shrunk]
    this.surface.style.setProperty("--card", `${this.table.card[0] / ratio}px`)
    this.drawCards()
    this.arrange()
    if (this.held) this.carry(this.held.at[0] * ratio, this.held.at[1] * ratio)
  }

  /** Draw every card at its size, as soon as there are pictures of it. @private */
  async drawCards() {
    const [width, height] = this.cardSize
    const { deck, letters, now: { back } } = this.chosen
    const wanted = `${deck} ${back} ${letters} ${width} ${height} ${this.ratio}`
    if (wanted === this.wanted) return this.paint()
    this.wanted = wanted
    await null // who clears the table is about to lay other cards on it
    const first = { cards: this.piles.flat(), places: this.layout?.places ?? [] }
    const sheet = await CardSheet.of(deck, back, letters, width, height, this.ratio, first)
    if (this.wanted !== wanted) return
    this.sheet = sheet
    this.paint()
    await sheet.whole
    if (this.sheet === sheet) this.paint() // what turned up meanwhile
  }

  /** @private */
  paint() {
    const { sheet, ratio } = this
    if (!sheet) return
    this.element.classList.remove("undrawn")
    for (const card of this.cards.flat()) card.use(sheet, ratio)
    for (const place of this.places) place.drawn = ""
    this.mark()
    performance.mark("cards") // bench/page.py asks when
  }

  /**
   * Send every card that is not held to its place, those of a deal row by row.
   * @param {{ glide?: boolean, deal?: boolean, turned?: Map<CardElement, number> }} [how]
   * @private
   */
  arrange({ glide = false, deal = false, turned = new Map() } = {}) {
    if (!this.table) {
      for (const [card, face] of turned) card.become(face, null)
      return
    }
    this.laid = arrange(this.table, this.piles)
    const { at } = this.laid
    const away = this.cards.flatMap((pile, i) =>
      pile.flatMap((card, j) => {
        const [x, y] = at[i][j]
        const elsewhere = !card.held && (card.x !== x || card.y !== y)
        return elsewhere || turned.has(card) ? [{ card, x, y, i, j, elsewhere }] : []
      }),
    )
    if (deal) away.sort((a, b) => a.j - b.j || a.i - b.i)
    const pause = deal ? Math.min(DEALT, DEAL / Math.max(1, away.length)) : 0
    away.forEach(({ card, x, y, elsewhere }, number) => {
      const how = { lasts: GLIDE, wait: number * pause }
      const face = turned.get(card)
      if (face !== undefined) card.become(face, glide || deal ? how : null)
      if (!elsewhere) return
      if (glide || deal) card.glide(x, y, this.ratio, how)
      else {
        card.land()
        card.put(x, y, this.ratio)
      }
    })
    this.stack()
    this.mark()
    this.glowMovable()
    this.arranged()
  }

  /** Stack once for all that land in one frame. @private */
  stackSoon() {
    if (this.stacking) return
    this.stacking = true
    requestAnimationFrame(() => {
      this.stacking = false
      this.stack()
    })
  }

  /**
   * The level of a card, or of the bare place of a pile.
   * @param {Spot} spot
   * @private
   */
  levelOf({ pile, card }) {
    let cards = 0
    for (let i = 0; i < pile; i++) cards += this.cards[i].length + 1
    return 2 * (cards + card + 2)
  }

  /** Put every card above those that it lies on, and draw what is seen of it. @private */
  stack() {
    const { laid, peeked } = this
    if (!laid) return
    this.cards.forEach((pile, i) => {
      const squared = this.layout?.places[i].spread === "squared"
      const loose = pile.some((card) => card.held || card.flies)
      const strip = this.stripOf(leastStep(this.piles[i], laid.at[i]))
      const first = this.levelOf({ pile: i, card: 0 })
      pile.forEach((card, j) => {
        const up = peeked?.pile === i && peeked.card === j
        const above = pile[j + 1]
        const free = card.held || card.flies || up
        const level = up ? PEEKED : card.held ? HELD : card.flies ? FLYING : 0
        card.raise(first + 2 * j + level)
        card.element.classList.toggle("peeked", up)
        card.element.classList.toggle("hidden", squared && !loose && j < pile.length - SEEN)
        if (free || above?.held || above?.flies) card.showStrip(null)
        else card.showStrip(above ? strip : this.topStrip(i))
      })
    })
    this.placeLights()
  }

  /**
   * What other piles, with cards that lie there, leave to be seen of a pile's top.
   * @param {number} pile
   * @returns {Strip | null}
   * @private
   */
  topStrip(pile) {
    if (!this.table?.over[pile].length) return null
    const lying = this.piles.map((cards, i) => {
      const lowest = this.cards[i][0]
      return lowest && !lowest.held && !lowest.flies ? cards : []
    })
    return this.stripOf(stepOver(this.table, lying, pile))
  }

  /** @param {readonly [number, number]} step @returns {Strip | null} @private */
  stripOf([right, down]) {
    const [width, height] = this.cardSize
    return stripOf(right, down, width, isTall(width, height))
  }

  /** Write the labels, and draw the empty places with their signs. @private */
  mark() {
    const { laid, layout, piles, sheet, ratio, choices } = this
    if (!laid || !layout) return
    layout.places.forEach((place, pile) => {
      const { element, drawn } = this.places[pile]
      const box = laid.table.bases[pile]
      element.style.transform = movedTo(box.x, box.y, ratio)
      element.hidden = !place.outlined
      const sign = choices?.sign(pile) || signOf(layout, piles, pile, this.redeals)
      const wanted = `place ${sign}`
      if (!sheet || drawn === wanted || !place.outlined) return
      this.places[pile].drawn = wanted
      element.width = sheet.width
      element.height = sheet.height
      element.style.width = `${sheet.width / ratio}px`
      element.style.height = `${sheet.height / ratio}px`
      const context = element.getContext("2d")
      if (context) sheet.drawPlace(context, wanted.slice("place ".length))
    })
    this.labels?.show(laid, ratio, {
      piles,
      redeals: redealsLeft(layout, this.redeals),
      usedUp: (pile) => !piles[pile].length && signOf(layout, piles, pile, this.redeals) === "x",
      back: this.chosen.now.back,
      level: (pile) => this.levelOf({ pile, card: this.piles[pile].length }) - 1,
    })
  }

  /** @private */
  placeLights() {
    if (!this.laid) return
    this.lights.place(this.laid, this.ratio, (spot) => {
      const covered = spot.card + 1 < this.piles[spot.pile].length
      return covered ? this.levelOf(spot) + 1 : LIT
    })
  }
}
