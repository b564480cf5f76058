// The piles as buttons that nobody sees: what a screen reader finds who explores a board by touch.
//
// A canvas has nothing that could be read. So each pile has a button where it is seen, which bears
// its name. Real presses go through it to the board (they bubble); a click that no press belongs to
// is a reader's.

import { h } from "../widgets/dom.mjs"

/** @typedef {import("../core/access/spoken.mjs").Speaker} Speaker */
/** @typedef {import("../core/cards.mjs").Pile} Pile */
/** @typedef {import("../core/choices.mjs").Choices} Choices */
/** @typedef {import("../core/layout.mjs").Arrangement} Arrangement */
/** @typedef {import("../core/race.mjs").Layout} Layout */

/** The buttons of one board. */
export class PileButtons {
  /**
   * @param {HTMLElement} board
   * @param {(pile: number) => void} activated
   */
  constructor(board, activated) {
    /** @private */
    this.element = h("div", { class: "piles" })
    /** @private */
    this.activated = activated
    /** @type {{ element: HTMLButtonElement, pile: Pile | null, sign: string }[]} @private */
    this.buttons = []
    /** @type {Speaker | null} @private */
    this.speaker = null
    // A real press leaves the keys with the board, and not with one of its piles.
    this.element.addEventListener("mousedown", (event) => {
      if (event.detail === 0) return
      event.preventDefault()
      board.focus({ preventScroll: true })
    })
    board.append(this.element)
  }

  /**
   * Name what lies in each pile.
   * @param {Speaker} speaker
   * @param {Layout} layout
   * @param {readonly Pile[]} piles
   * @param {Choices | null} choices
   */
  name(speaker, layout, piles, choices) {
    if (speaker !== this.speaker) {
      this.speaker = speaker
      this.buttons = piles.map((_, pile) => this.made(pile))
      this.element.replaceChildren(...this.buttons.map(({ element }) => element))
    }
    this.buttons.forEach((button, i) => {
      const sign = choices?.sign(i) ?? ""
      if (button.pile === piles[i] && button.sign === sign) return
      Object.assign(button, { pile: piles[i], sign })
      const { element } = button
      element.setAttribute("aria-label", speaker.pile(piles, i, choices))
      // A name says the top card; the description all that lie below it.
      if (piles[i].length > 1) element.setAttribute("aria-description", speaker.wholePile(piles, i))
      else element.removeAttribute("aria-description")
      element.hidden = !piles[i].length && !layout.places[i].outlined
    })
  }

  /**
   * Lie where the piles are seen.
   * @param {Arrangement} laid
   * @param {number} ratio device pixels in a point
   */
  place(laid, ratio) {
    this.buttons.forEach(({ element }, pile) => {
      if (pile >= laid.at.length) return
      const { x, y, width, height } = laid.pileBox(pile)
      const { style } = element
      style.left = `${x / ratio}px`
      style.top = `${y / ratio}px`
      style.width = `${width / ratio}px`
      style.height = `${height / ratio}px`
    })
  }

  /** @param {number} pile @private */
  made(pile) {
    const element = h("button", { type: "button", tabindex: -1 })
    // What a reader does may come as a press, too, which is of no kind: then it is no press.
    const isReal = (/** @type {PointerEvent} */ event) => event.pointerType !== ""
    for (const kind of /** @type {const} */ (["pointerdown", "pointerup"])) {
      element.addEventListener(kind, (event) => isReal(event) || event.stopPropagation())
    }
    element.addEventListener("click", (event) => {
      if (event.detail === 0) this.activated(pile)
    })
    return { element, pile: null, sign: "" }
  }
}
