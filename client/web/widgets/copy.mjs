// Texts to take along: a field to read and select, with a button that copies it.

import { button, h } from "./dom.mjs"

/**
 * A text that can be copied; `copied` is called when it is on the clipboard.
 * @param {string} label
 * @param {string} text
 * @param {string} copy what the button says
 * @param {() => void} copied
 */
export function copyable(label, text, copy, copied) {
  const field = h("input", { readonly: true, value: text, "aria-label": label, class: "copyable" })
  field.addEventListener("focus", () => field.select())
  const go = button(copy, async () => {
    // A browser has its clipboard only behind TLS; elsewhere there is the old way.
    const done = navigator.clipboard
      ? await navigator.clipboard.writeText(text).then(() => true, () => false)
      : selected()
    if (done) copied()
  })
  const selected = () => {
    field.select()
    return document.execCommand("copy")
  }
  return h("div", { class: "row copying" }, h("span", { class: "muted" }, label), field, go)
}
