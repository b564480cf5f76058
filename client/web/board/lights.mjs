// Light on a board: around places and cards that take what is held, are advised, or were refused.

import { h } from "../widgets/dom.mjs"
import { movedTo } from "./card_element.mjs"

/** @typedef {import("../core/layout.mjs").Arrangement} Arrangement */
/** @typedef {import("../core/layout.mjs").Spot} Spot */
/** @typedef {"target" | "landing" | "hint" | "refused"} Kind */

/** All lights of one board. */
export class Lights {
  /** @param {HTMLElement} surface on which cards lie */
  constructor(surface) {
    /** @private */
    this.surface = surface
    /** @type {Map<Kind, { spot: Spot, element: HTMLElement }[]>} @private */
    this.lit = new Map()
  }

  /**
   * Light these up in this way, and nothing else.
   * @param {Kind} kind
   * @param {readonly Spot[]} spots
   */
  light(kind, spots) {
    const before = this.lit.get(kind) ?? []
    const same = before.length === spots.length &&
      before.every(({ spot }, i) => spot.pile === spots[i].pile && spot.card === spots[i].card)
    if (same && kind !== "refused") return
    for (const { element } of before) element.remove()
    const lit = spots.map((spot) => ({ spot, element: h("div", { class: `light ${kind}` }) }))
    this.lit.set(kind, lit)
    this.surface.append(...lit.map(({ element }) => element))
  }

  /** Put out all of them. */
  clear() {
    for (const kind of this.lit.keys()) this.light(kind, [])
  }

  /**
   * Lie where the cards lie.
   * @param {Arrangement} laid
   * @param {number} ratio
   * @param {(spot: Spot) => number} level above which a light on a covered card lies
   */
  place(laid, ratio, level) {
    for (const { spot, element } of [...this.lit.values()].flat()) {
      const there = spot.card < (laid.at[spot.pile]?.length ?? 0)
      element.hidden = !there
      if (!there) continue
      const { x, y, width, height } = laid.cardBox(spot)
      element.style.transform = movedTo(x, y, ratio)
      element.style.width = `${width / ratio}px`
      element.style.height = `${height / ratio}px`
      element.style.zIndex = String(level(spot))
    }
  }
}
