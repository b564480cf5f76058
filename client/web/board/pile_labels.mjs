// Labels on piles: how many cards a stock has and how often it comes round, or a pile's mark.

import { BACKS } from "../cards/signs.mjs"
import { isDown } from "../core/cards.mjs"
import { h, svg, write } from "../widgets/dom.mjs"
import { movedTo } from "./card_element.mjs"

/** @typedef {import("../core/layout.mjs").Place} Place */
/** @typedef {import("../core/cards.mjs").Piles} Piles */
/** @typedef {import("../core/layout.mjs").Arrangement} Arrangement */

// As in the window: a label's height in card widths, its least height in points, and the most that
// it may take of a card's width: a card too small for it has none.
const HEIGHT = 0.19
const LEAST = 13
const MOST = 0.4
// How wide a label is, in its heights: its edges, each digit, the arrow with its gaps; and how much
// of the card's width it may take. Measuring it would lay the page out.
const EDGES = 0.7
const DIGIT = 0.52
const ARROW = 1.15
const ROOM = 0.94

/** @typedef {{ label: HTMLElement, text: HTMLElement, redeals: HTMLElement }} Label */

/** The labels of one board. */
export class PileLabels {
  /**
   * @param {HTMLElement} surface
   * @param {readonly Place[]} places
   */
  constructor(surface, places) {
    /** @type {Map<number, Label>} @private */
    this.labels = new Map()
    /** @private */
    this.places = places
    places.forEach(({ kind, mark }, pile) => {
      if (kind !== "stock" && !mark) return
      const text = h("span")
      const redeals = h("span", { class: "redeals" }, roundArrow(), h("span"))
      const attributes = { class: "pile-label", "aria-hidden": "true" }
      const label = h("div", attributes, h("div", {}, text, redeals))
      this.labels.set(pile, { label, text, redeals })
      surface.append(label)
    })
  }

  /**
   * Show what they say now.
   * @param {Arrangement} laid
   * @param {number} ratio
   * @param {{ piles: Piles, redeals: number | null, usedUp: (pile: number) => boolean,
   *   back: string, level: (pile: number) => number }} what the cards, how often they come round,
   *   whether an empty place bears a cross, the name of their back, and above what a label lies
   */
  show(laid, ratio, { piles, redeals, usedUp, back, level }) {
    const width = laid.table.card[0] / ratio
    const size = Math.max(width * HEIGHT, LEAST)
    for (const [pile, { label, text, redeals: again }] of this.labels) {
      const { mark } = this.places[pile]
      const cards = piles[pile]
      const top = cards.length - 1
      const counted = mark || usedUp(pile) ? null : redeals // the cross of an empty place has said it
      write(text, mark || (cards.length ? String(cards.length) : ""))
      again.hidden = counted === null
      if (again.lastElementChild) write(again.lastElementChild, String(counted ?? ""))
      // A face says what there is to say, and is not to be covered.
      const face = top >= 0 && !isDown(cards[top])
      label.hidden = face || (!text.textContent && counted === null) || size > width * MOST
      const { x, y, height } = laid.cardBox({ pile, card: top })
      label.style.transform = movedTo(x, y, ratio)
      label.style.width = `${width}px`
      label.style.height = `${height / ratio}px`
      const signs = (text.textContent ?? "").length + String(counted ?? "").length
      const ems = EDGES + signs * DIGIT + (counted === null ? 0 : ARROW)
      label.style.fontSize = `${Math.min(size, (width * ROOM) / ems)}px`
      label.style.color = BACKS[back]
      label.style.zIndex = String(level(pile))
    }
  }
}

/** An arrow that goes round: the cards come again. */
const roundArrow = () =>
  svg("svg", { viewBox: "0 0 16 16" },
    svg("path", {
      d: "M4.5 4.2A5.4 5.4 0 1 0 8 2.6", fill: "none", stroke: "currentColor", "stroke-width": 2.2,
    }),
    svg("path", { d: "M8.6-.4V5.6L4.4 2.6Z", fill: "currentColor" }))
