// A board on the page: cards as elements that glide, places, lights, counts. It decides nothing.
//
// What is shown comes in by `show`; whoever plays on it lifts cards by `lift`, `carry` and
// `sendHome`. Points are in device pixels from the board's upper left corner, as in core/layout.

import { cameFrom } from "../core/card_moves.mjs"
import { HIDDEN } from "../core/cards.mjs"
import { arrange, Box, plan } from "../core/layout.mjs"
import { h, write } from "../widgets/dom.mjs"
import { CardSheet } from "./card_sheet.mjs"

/** @typedef {import("../core/layout.mjs").Arrangement} Arrangement */
/** @typedef {import("../core/layout.mjs").Spot} Spot */
/** @typedef {import("../core/layout.mjs").Table} Table */
/** @typedef {import("../core/cards.mjs").Piles} Piles */
/** @typedef {import("../core/choices.mjs").Choices} Choices */
/** @typedef {import("../core/race.mjs").Layout} Layout */
/** @typedef {import("../preferences.mjs").Chosen} Chosen */
/** @typedef {"target" | "hint" | "glow" | "refused"} Light */

// In milliseconds, as in the window: how long a card glides, how long a deal lasts at most, and
// how long at most one card waits for the one before it.
const GLIDE = 180
const DEAL = 420
const DEALT = 20
const FLASH = 600
const EASING = "cubic-bezier(0.2, 0.7, 0.3, 1)"
/** Cards on their way, and those in hand, lie above all others. */
const FLYING = 1_000
const HELD = 2_000
/** How many cards of a squared pile are kept in sight: one may be lifted off the other. */
const SEEN = 3

/** One card's element. */
class CardElement {
  /** @param {number} card */
  constructor(card) {
    this.card = card
    this.x = 0
    this.y = 0
    this.z = 0
    this.held = false
    /** @type {CardSheet | null} */
    this.sheet = null
    this.element = h("canvas", { class: "card", "aria-hidden": "true" })
    /** @type {Animation | null} */
    this.flight = null
  }

  /** @param {CardSheet} sheet @param {number} ratio */
  draw(sheet, ratio) {
    const { element } = this
    if (this.sheet !== sheet) {
      element.width = sheet.width
      element.height = sheet.height
      element.style.width = `${sheet.width / ratio}px`
      element.style.height = `${sheet.height / ratio}px`
      element.style.borderRadius = `${(sheet.width * 0.07) / ratio}px`
      this.sheet = sheet
    }
    const context = element.getContext("2d")
    if (!context) return
    context.clearRect(0, 0, element.width, element.height)
    sheet.draw(context, this.card)
  }

  /** @param {number} x @param {number} y in device pixels @param {number} ratio */
  put(x, y, ratio) {
    this.x = x
    this.y = y
    this.element.style.transform = moved(x, y, ratio)
  }

  /** @param {number} z */
  raise(z) {
    if (this.z === z) return
    this.z = z
    this.element.style.zIndex = String(z)
  }

  /** Where it is seen now, which is not where it belongs while it flies. */
  get seen() {
    if (!this.flight) return this.element.style.transform
    return getComputedStyle(this.element).transform
  }

  land() {
    this.flight?.cancel()
    this.flight = null
  }
}

/** @param {number} x @param {number} y @param {number} ratio */
const moved = (x, y, ratio) => `translate(${x / ratio}px, ${y / ratio}px)`

/** One board. */
export class BoardView {
  /** @param {Chosen} chosen */
  constructor(chosen) {
    /** @private */
    this.surface = h("div", { class: "cards" })
    this.element = h("div", { class: "board" }, this.surface)
    /** @type {Arrangement | null} where everything lies; null until there is a game and a size */
    this.laid = null
    /** @type {Piles} the piles shown */
    this.piles = []
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
    /** @type {{ element: HTMLCanvasElement, sign: string | null }[]} @private */
    this.places = []
    /** @type {Map<number, HTMLElement>} what is written on piles @private */
    this.counts = new Map()
    /** @type {{ pile: number, card: number, grip: [number, number] } | null} @private */
    this.held = null
    /** @type {Map<string, HTMLElement>} @private */
    this.lights = new Map()
    /** @type {Choices | null} @private */
    this.choices = null
    /** @private */
    this.ratio = 1
    /** @private */
    this.dealing = false
    /** Called whenever cards lie elsewhere, or have another size. */
    this.arranged = () => {}
    new ResizeObserver(() => this.fit()).observe(this.element)
    chosen.listen(() => this.fit(true))
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
   * @param {Layout} layout
   * @param {Piles} piles
   * @param {{ choices?: Choices | null, glide?: boolean, deal?: boolean }} [how]
   */
  show(layout, piles, { choices = null, glide = false, deal = false } = {}) {
    const other = layout !== this.layout
    if (other) this.clear(layout)
    const before = this.piles
    this.choices = choices
    if (!other && before === piles) return this.mark()
    const origins = cameFrom(before, piles)
    const old = this.cards
    const kept = new Set()
    this.cards = piles.map((pile, i) =>
      pile.map((card, j) => {
        const origin = origins[i][j]
        const found = origin && old[origin.pile]?.[origin.card]
        if (found) {
          kept.add(found)
          return this.turn(found, card, glide)
        }
        const made = new CardElement(deal ? HIDDEN : card)
        if (this.sheet) made.draw(this.sheet, this.ratio)
        this.surface.append(made.element)
        const base = this.table?.bases[deal ? this.pack : i]
        if (base) made.put(base.x, base.y, this.ratio)
        return deal ? this.turn(made, card, true) : made
      }),
    )
    for (const card of old.flat()) if (!kept.has(card)) card.element.remove()
    this.piles = piles
    if (this.held && before[this.held.pile] !== piles[this.held.pile]) this.putDown()
    this.arrange(glide && this.chosen.moves, deal && this.chosen.moves)
  }

  /** Take everything off the table. */
  empty() {
    this.layout = null
    this.clear(null)
    this.laid = this.table = null
  }

  // Cards in hand -------------------------------------------------------------------------------

  /**
   * Lift a card with all that lie on it.
   * @param {Spot} spot
   * @param {number} x where it is gripped
   * @param {number} y
   * @param {number} [above] how far above the pointer it is held, for a finger hides what is under
   */
  lift({ pile, card }, x, y, above = 0) {
    this.putDown()
    const lowest = this.cards[pile]?.[card]
    if (!lowest) return
    this.held = { pile, card, grip: [lowest.x - x, lowest.y - y - above] }
    for (const each of this.cards[pile].slice(card)) {
      each.held = true
      each.land()
      each.element.classList.add("held")
    }
    this.stack()
  }

  /**
   * What is held is here now.
   * @param {number} x
   * @param {number} y
   */
  carry(x, y) {
    if (!this.held || !this.laid) return
    const { pile, card, grip } = this.held
    const lying = this.laid.at[pile]
    const [left, top] = lying[card]
    this.cards[pile].slice(card).forEach((each, i) => {
      const [dx, dy] = [lying[card + i][0] - left, lying[card + i][1] - top]
      each.put(x + grip[0] + dx, y + grip[1] + dy, this.ratio)
    })
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
      card.held = false
      card.element.classList.remove("held")
    }
  }

  /** Let every card that is not held go to its place. */
  sendHome() {
    this.arrange(this.chosen.moves)
  }

  /**
   * Lift a covered card above those that cover it; null for none.
   * @param {Spot | null} spot
   */
  peek(spot) {
    for (const card of this.cards.flat()) card.element.classList.remove("peeked")
    if (spot) this.cards[spot.pile]?.[spot.card]?.element.classList.add("peeked")
  }

  // Lights --------------------------------------------------------------------------------------

  /**
   * Light up cards or places, and nothing else in this way.
   * @param {Light} kind
   * @param {readonly Spot[]} spots
   */
  light(kind, spots) {
    for (const [key, light] of this.lights) {
      if (!key.startsWith(kind)) continue
      light.remove()
      this.lights.delete(key)
    }
    for (const spot of spots) {
      const light = h("div", { class: `light ${kind}` })
      light.dataset.spot = `${spot.pile} ${spot.card}`
      this.lights.set(`${kind} ${spot.pile} ${spot.card}`, light)
      this.surface.append(light)
    }
    this.placeLights()
  }

  /** @param {Spot} spot */
  flash(spot) {
    this.light("refused", [spot])
    setTimeout(() => this.light("refused", []), FLASH)
  }

  // The works -----------------------------------------------------------------------------------

  /** @param {Layout | null} layout @private */
  clear(layout) {
    this.surface.replaceChildren()
    this.cards = []
    this.piles = []
    this.held = null
    this.lights.clear()
    this.counts.clear()
    this.laid = null
    this.layout = layout
    this.places = []
    if (!layout) return
    this.places = layout.places.map(() => {
      const element = h("canvas", { class: "place", "aria-hidden": "true" })
      this.surface.append(element)
      return { element, sign: null }
    })
    layout.places.forEach(({ kind, mark }, pile) => {
      if (kind !== "stock" && !mark) return
      const count = h("div", { class: "count", "aria-hidden": "true" })
      this.counts.set(pile, count)
      this.surface.append(count)
    })
    this.piles = layout.places.map(() => [])
    this.cards = layout.places.map(() => [])
    this.fit(true)
  }

  /** The pile from which cards are dealt. @private */
  get pack() {
    const stock = this.layout?.places.findIndex(({ kind }) => kind === "stock") ?? -1
    return stock < 0 ? 0 : stock
  }

  /**
   * Let a card show another face; slowly, it turns over on its way.
   * @param {CardElement} element
   * @param {number} card
   * @param {boolean} slowly
   * @private
   */
  turn(element, card, slowly) {
    if (element.card === card) return element
    element.card = card
    if (!this.sheet) return element
    const { sheet, ratio } = this
    if (slowly && this.chosen.moves) {
      element.element.classList.add("turning")
      setTimeout(() => {
        if (this.sheet === sheet) element.draw(sheet, ratio)
        element.element.classList.remove("turning")
      }, GLIDE / 2)
    } else element.draw(sheet, ratio)
    return element
  }

  /**
   * Fit everything to the size of the board.
   * @param {boolean} [anew] also if the size is what it was
   * @private
   */
  fit(anew = false) {
    if (!this.layout) return
    const ratio = Math.min(devicePixelRatio || 1, 3)
    const width = Math.floor(this.element.clientWidth * ratio)
    const height = Math.floor(this.element.clientHeight * ratio)
    if (!width || !height) return
    const { table } = this
    const same = table && table.width === width && table.height === height && ratio === this.ratio
    if (same && !anew) return
    this.ratio = ratio
    this.table = plan(this.layout.places, width, height)
    this.drawCards()
    this.arrange(false)
  }

  /** Draw every card at its size, as soon as there are pictures of it. @private */
  async drawCards() {
    const [width, height] = this.cardSize
    const { deck, back } = this.chosen.now
    const wanted = `${deck} ${back} ${width} ${height} ${this.ratio}`
    if (wanted === this.wanted) return this.paint()
    this.wanted = wanted
    const sheet = await CardSheet.of(deck, back, width, height, this.ratio)
    if (this.wanted !== wanted) return
    this.sheet = sheet
    this.paint()
  }

  /** @private */
  paint() {
    const { sheet, ratio } = this
    if (!sheet) return
    for (const card of this.cards.flat()) card.draw(sheet, ratio)
    for (const place of this.places) place.sign = null
    this.mark()
    performance.mark("cards") // bench/page.py asks when
  }

  /**
   * @param {boolean} glide
   * @param {boolean} [deal]
   * @private
   */
  arrange(glide, deal = false) {
    if (!this.table) return
    this.laid = arrange(this.table, this.piles)
    const { at } = this.laid
    const away = this.cards.flatMap((pile, i) =>
      pile.flatMap((card, j) => {
        const [x, y] = at[i][j]
        return !card.held && (card.x !== x || card.y !== y) ? [{ card, x, y, i, j }] : []
      }),
    )
    if (deal) away.sort((a, b) => a.j - b.j || a.i - b.i)
    const pause = deal ? Math.min(DEALT, DEAL / Math.max(1, away.length)) : 0
    away.forEach(({ card, x, y }, number) => {
      const from = card.seen
      card.land()
      card.put(x, y, this.ratio)
      if (glide || deal) this.fly(card, from, number * pause)
    })
    this.stack()
    this.mark()
    this.placeLights()
    this.arranged()
  }

  /**
   * @param {CardElement} card
   * @param {string} from
   * @param {number} delay
   * @private
   */
  fly(card, from, delay) {
    const to = card.element.style.transform
    const frames = [{ transform: from }, { transform: to }]
    const flight = card.element.animate(frames, {
      duration: GLIDE, delay, easing: EASING, fill: "backwards",
    })
    card.flight = flight
    flight.onfinish = () => {
      if (card.flight !== flight) return
      card.flight = null
      this.stackSoon()
    }
  }

  /** Stack once for all that land in one frame. @private */
  stackSoon() {
    if (this.dealing) return
    this.dealing = true
    requestAnimationFrame(() => {
      this.dealing = false
      this.stack()
    })
  }

  /** Put every card above those that it lies on, and hide those that nobody can see. @private */
  stack() {
    let z = 1
    this.cards.forEach((pile, i) => {
      const squared = this.layout?.places[i].spread === "squared"
      const loose = pile.findIndex((card) => card.held || card.flight)
      pile.forEach((card, j) => {
        card.raise(z++ + (card.held ? HELD : card.flight ? FLYING : 0))
        const hidden = squared && j < pile.length - SEEN && loose < 0
        card.element.classList.toggle("hidden", hidden)
      })
    })
  }

  /** Write the counts and the empty places' signs. @private */
  mark() {
    const { laid, layout, sheet, ratio, choices } = this
    if (!laid || !layout) return
    layout.places.forEach((place, pile) => {
      const here = this.places[pile]
      const sign = choices?.sign(pile) || place.sign
      const box = laid.table.bases[pile]
      here.element.style.transform = moved(box.x, box.y, ratio)
      here.element.classList.toggle("hidden", !place.outlined)
      if (!sheet || here.sign === sign) return
      here.sign = sign
      const [width, height] = [here.element.width, here.element.height] = [sheet.width, sheet.height]
      here.element.style.width = `${width / ratio}px`
      here.element.style.height = `${height / ratio}px`
      const context = here.element.getContext("2d")
      if (context && place.outlined) sheet.drawPlace(context, sign)
    })
    for (const [pile, count] of this.counts) {
      const { mark } = layout.places[pile]
      const cards = this.piles[pile].length
      const redeals = mark || choices?.redeals == null ? "" : ` ↻${choices.redeals}`
      write(count, mark || (cards ? `${cards}${redeals}` : ""))
      count.classList.toggle("hidden", !count.textContent)
      const { x, y, width, height } = laid.table.bases[pile]
      count.style.transform = moved(x, y, ratio)
      count.style.width = `${width / ratio}px`
      count.style.height = `${height / ratio}px`
      count.style.fontSize = `${Math.max(9, (height * 0.13) / ratio)}px`
    }
  }

  /** @private */
  placeLights() {
    if (!this.laid) return
    for (const light of this.lights.values()) {
      const [pile, card] = (light.dataset.spot ?? "").split(" ").map(Number)
      if (card >= (this.laid.at[pile]?.length ?? 0)) continue
      const { x, y, width, height } = this.laid.cardBox({ pile, card })
      light.style.transform = moved(x, y, this.ratio)
      light.style.width = `${width / this.ratio}px`
      light.style.height = `${height / this.ratio}px`
    }
  }
}
