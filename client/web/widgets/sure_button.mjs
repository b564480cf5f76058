// A button for what cannot be taken back: a first click asks, a second soon after does it.

import { h, write } from "./dom.mjs"

/** Milliseconds in which the second click counts. */
const ASKING = 4000
/** Milliseconds in which it is the same click, of a hand that trembles. */
const TWICE = 250

/** A button that asks. */
export class SureButton {
  /**
   * @param {string} text
   * @param {string} question
   * @param {() => void} sure
   * @param {{ icon?: Node, asked?: (question: string) => void }} [more] its picture, and who is
   *   told what it asks
   */
  constructor(text, question, sure, { icon, asked } = {}) {
    /** Whether it asks; else the first click does it. */
    this.asks = true
    /** @private */
    this.text = text
    /** @private */
    this.question = question
    /** @private */
    this.sure = sure
    /** @private */
    this.asked = asked
    /** @private */
    this.timer = 0
    /** @private */
    this.since = 0
    /** @private */
    this.label = h("span", {}, text)
    const attributes = { type: "button", "aria-label": text, title: text }
    this.element = h("button", attributes, icon, this.label)
    this.element.addEventListener("click", () => this.click())
    // A key that is held down presses once: it would answer its own question.
    this.element.addEventListener("keydown", (event) => event.repeat && event.preventDefault())
  }

  /**
   * Say this while nothing is asked.
   * @param {string} text
   */
  setText(text) {
    this.text = text
    if (!this.timer) this.say(text)
  }

  /** @param {string} text @private */
  say(text) {
    write(this.label, text)
    this.element.title = text
    this.element.setAttribute("aria-label", text)
    this.element.classList.toggle("asking", this.timer > 0)
  }

  /** @private */
  click() {
    const again = this.timer > 0
    if (again && performance.now() - this.since < TWICE) return
    clearTimeout(this.timer)
    this.timer = 0
    if (again || !this.asks) {
      this.say(this.text)
      this.sure()
      return
    }
    this.since = performance.now()
    this.timer = setTimeout(() => {
      this.timer = 0
      this.say(this.text)
    }, ASKING)
    this.say(this.question)
    this.asked?.(this.question)
  }
}
