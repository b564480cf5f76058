// What is said to those who listen: texts for a screen reader, in the order in which they came.

import { h } from "./dom.mjs"

/**
 * Milliseconds: what comes together is said together. A reader would begin the first text, and cut
 * it off for the next, or miss one of two that are there at once.
 */
const TOGETHER = 50
/** Lines that stay for readers that look later than they are told. */
const KEPT = 5

/** Says texts by two live regions: one that may interrupt, and one that waits for its turn. */
export class Voice {
  /**
   * @param {Element} polite
   * @param {Element} urgent
   * @param {string} between what stands between texts that are said together
   */
  constructor(polite, urgent, between) {
    /** @private */
    this.polite = polite
    /** @private */
    this.urgent = urgent
    /** @private */
    this.between = between
    /** @type {{ text: string, urgent: boolean }[]} @private */
    this.waiting = []
  }

  /**
   * Say a text. What the player has just done is urgent: its answer interrupts what is being said.
   * @param {string} text
   * @param {boolean} [urgent]
   */
  say(text, urgent = false) {
    if (!text) return
    if (!this.waiting.length) setTimeout(() => this.speak(), TOGETHER)
    this.waiting.push({ text, urgent })
  }

  /** @private */
  speak() {
    const said = this.waiting
    this.waiting = []
    const region = said.some(({ urgent }) => urgent) ? this.urgent : this.polite
    // A line of its own each time, so that the same words are heard again.
    region.append(h("p", {}, said.map(({ text }) => text).join(this.between)))
    while (region.children.length > KEPT) region.firstChild?.remove()
  }
}
