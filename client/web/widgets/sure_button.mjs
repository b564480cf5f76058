// A button for what cannot be taken back: a first click asks, a second soon after does it.

import { h } from "./dom.mjs"

/** Milliseconds for the second click. */
const PATIENCE = 4000

/** A button that asks. */
export class SureButton {
  /**
   * @param {string} text
   * @param {string} question what it asks: "Really?"
   * @param {() => void} sure
   * @param {{ attributes?: Record<string, any>, icon?: Node, asked?: (question: string) => void }}
   *   [more] its picture, and who is told what it asks
   */
  constructor(text, question, sure, { attributes = {}, icon, asked } = {}) {
    /** Whether it asks; else the first click does it. */
    this.asks = true
    /** @private */
    this.sure = sure
    /** @private */
    this.told = asked
    /** @private */
    this.asking = 0
    // Both texts lie on each other, so that it is as wide as the wider one and nothing moves.
    /** @private */
    this.usual = h("span", {}, text)
    /** @private */
    this.question = h("span", {}, question)
    const all = { type: "button", title: icon && text, ...attributes }
    this.element = h("button", all, icon, this.usual, this.question)
    this.element.classList.add("sure")
    this.element.addEventListener("click", (event) => this.click(event))
    this.element.addEventListener("keydown", (event) => event.repeat && event.preventDefault())
    this.element.addEventListener("blur", () => this.stop())
    this.show()
  }

  /** @param {MouseEvent} event @private */
  click({ detail }) {
    if (!this.asking && this.asks) {
      this.asking = setTimeout(() => this.stop(), PATIENCE)
      this.show()
      this.told?.(this.question.textContent ?? "")
    } else if (!this.asking || detail < 2) {
      // (The second half of a double-click is no answer.)
      this.stop()
      this.sure()
    }
  }

  /** @private */
  stop() {
    clearTimeout(this.asking)
    this.asking = 0
    this.show()
  }

  /** @private */
  show() {
    const asking = this.asking !== 0
    const [seen, other] = asking ? [this.question, this.usual] : [this.usual, this.question]
    seen.className = ""
    seen.removeAttribute("aria-hidden")
    other.className = "unseen"
    other.setAttribute("aria-hidden", "true")
    this.element.classList.toggle("asking", asking)
    this.element.setAttribute("aria-label", seen.textContent ?? "")
  }
}
