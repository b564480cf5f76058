// One card on a board: a canvas that lies somewhere, glides elsewhere and turns over on its way.
//
// Places are in device pixels from the board's upper left corner.

import { isDown } from "../core/cards.mjs"
import { h } from "../widgets/dom.mjs"

/** @typedef {import("../cards/strip.mjs").Strip} Strip */
/** @typedef {import("./card_sheet.mjs").CardSheet} CardSheet */

/** How much larger a card in hand is: as in the window, client/window/scene/card_item.py. */
const LIFTED = 1.06
const EASING = "cubic-bezier(0.2, 0.7, 0.3, 1)"

/**
 * How an element is moved to a place.
 * @param {number} x
 * @param {number} y
 * @param {number} ratio device pixels to a point
 */
export const movedTo = (x, y, ratio) => `translate(${x / ratio}px, ${y / ratio}px)`

/** A card and where it is. */
export class CardElement {
  /** @param {number} card */
  constructor(card) {
    this.card = card
    this.x = 0
    this.y = 0
    /** Whether it is in somebody's hand. */
    this.held = false
    this.element = h("canvas", { class: "card", "aria-hidden": "true" })
    /** @private */
    this.z = 0
    /** What it shows: the card, or what it was until it has turned half over. @private */
    this.face = card
    /** @type {Strip | null} @private */
    this.strip = null
    /** What is drawn on the canvas. @private */
    this.drawn = ""
    /** @type {CardSheet | null} @private */
    this.sheet = null
    /** @type {Animation | null} @private */
    this.flight = null
    /** @type {Animation | null} @private */
    this.turning = null
  }

  /** Whether it is on its way, or turning over. */
  get flies() {
    return this.flight !== null || this.turning !== null
  }

  /**
   * Draw it at this size from now on.
   * @param {CardSheet} sheet
   * @param {number} ratio
   */
  use(sheet, ratio) {
    const { element } = this
    this.sheet = sheet
    this.drawn = ""
    element.width = sheet.width
    element.height = sheet.height
    element.style.width = `${sheet.width / ratio}px`
    element.style.height = `${sheet.height / ratio}px`
    this.draw()
  }

  /**
   * Draw it for what is seen of it; null for the whole card.
   * @param {Strip | null} strip
   */
  showStrip(strip) {
    this.strip = strip
    this.draw()
  }

  /** @private */
  draw() {
    const { sheet, strip, face } = this
    if (!sheet) return
    const wanted = strip ? `${face} ${strip.side} ${strip.seen}` : String(face)
    if (this.drawn === wanted) return
    const context = this.element.getContext("2d")
    if (!context) return
    this.drawn = wanted
    context.clearRect(0, 0, sheet.width, sheet.height)
    sheet.draw(context, face, strip)
  }

  /**
   * Be another card from now on.
   * @param {number} card
   * @param {{ lasts: number, wait: number } | null} slowly how long it takes to turn over, in
   *   milliseconds, and when it begins; null for at once
   */
  become(card, slowly) {
    if (card === this.card) return
    this.card = card
    this.turning?.cancel()
    this.turning = null
    if (slowly && isDown(card) !== isDown(this.face)) this.turn(slowly.lasts / 2, slowly.wait)
    else this.show()
  }

  /** @private */
  show() {
    this.face = this.card
    this.draw()
  }

  /**
   * Turn it over: it gets narrow, shows the other side, and gets wide again.
   * @param {number} duration of each half
   * @param {number} delay
   * @private
   */
  turn(duration, delay) {
    const { element } = this
    const away = [{ scale: "1 1" }, { scale: "0 1" }]
    const back = [{ scale: "0 1" }, { scale: "1 1" }]
    const half = element.animate(away, { duration, delay, easing: "ease-in", fill: "forwards" })
    this.turning = half
    half.onfinish = () => {
      if (this.turning !== half) return
      this.show()
      const rest = element.animate(back, { duration, easing: "ease-out" })
      half.cancel()
      this.turning = rest
      rest.onfinish = () => {
        if (this.turning === rest) this.turning = null
        this.landed()
      }
    }
  }

  /** Called when it lies where it belongs, showing what it is. */
  landed() {}

  /**
   * Lie here at once.
   * @param {number} x
   * @param {number} y
   * @param {number} ratio
   */
  put(x, y, ratio) {
    this.x = x
    this.y = y
    const { style } = this.element
    // (A place in `transform` would be made narrow, too, by the `scale` of a card that turns over.)
    style.translate = `${x / ratio}px ${y / ratio}px`
    style.transform = this.held ? `scale(${LIFTED})` : ""
  }

  /**
   * Glide here from where it is seen now.
   * @param {number} x
   * @param {number} y
   * @param {number} ratio
   * @param {{ lasts: number, wait: number }} how in milliseconds
   */
  glide(x, y, ratio, { lasts, wait }) {
    const { element } = this
    const { translate, transform } = this.flight ? getComputedStyle(element) : element.style
    const from = { translate, transform: transform || "none" }
    this.flight?.cancel()
    this.put(x, y, ratio)
    const { style } = element
    const frames = [from, { translate: style.translate, transform: style.transform || "none" }]
    const flight = element.animate(frames, {
      duration: lasts, delay: wait, easing: EASING, fill: "backwards",
    })
    this.flight = flight
    flight.onfinish = () => {
      if (this.flight !== flight) return
      this.flight = null
      this.landed()
    }
  }

  /** Lie where it belongs, and show what it is, without any more ado. */
  land() {
    this.flight?.cancel()
    this.turning?.cancel()
    this.flight = this.turning = null
    this.show()
  }

  /** @param {number} z */
  raise(z) {
    if (this.z === z) return
    this.z = z
    this.element.style.zIndex = String(z)
  }
}
