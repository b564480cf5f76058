// A button for what cannot be taken back: a first click asks, a second soon after does it.

import { h } from "./dom.mjs"

/** Milliseconds for the second click. */
const PATIENCE = 4000

/**
 * @param {string} text
 * @param {string} question what it asks: "Really?"
 * @param {() => void} sure
 * @param {Record<string, any>} [attributes]
 */
export function sureButton(text, question, sure, attributes = {}) {
  let asking = 0
  // Both texts lie on each other, so that it is as wide as the wider one and nothing moves.
  const usual = h("span", {}, text)
  const asked = h("span", { class: "unseen", "aria-hidden": "true" }, question)
  const stop = () => {
    clearTimeout(asking)
    asking = 0
    show(usual, asked)
  }
  const clicked = () => {
    if (asking) {
      stop()
      sure()
    } else {
      show(asked, usual)
      asking = setTimeout(stop, PATIENCE)
    }
  }
  const made = h("button", { type: "button", ...attributes, onclick: clicked }, usual, asked)
  made.classList.add("sure")
  made.addEventListener("keydown", (event) => event.repeat && event.preventDefault())
  made.addEventListener("blur", stop)
  return made
}

/** @param {HTMLElement} seen @param {HTMLElement} other */
function show(seen, other) {
  seen.className = ""
  seen.removeAttribute("aria-hidden")
  other.className = "unseen"
  other.setAttribute("aria-hidden", "true")
}
