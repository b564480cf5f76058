// Texts to take along: to read, to select, and to copy by a button.

import { button, h } from "./dom.mjs"

/**
 * A text to take along.
 * @param {string} label
 * @param {string} text
 * @param {{ copy?: string, copied?: () => void }} [how] what the button says, without which there
 *   is none; `copied` is called when the text is on the clipboard
 */
export function copyable(label, text, { copy = "", copied = () => {} } = {}) {
  const field = h("input", { readonly: true, value: text, "aria-label": label })
  field.addEventListener("focus", () => field.select())
  const bySelection = () => {
    field.select()
    return document.execCommand("copy")
  }
  const go = async () => {
    // A browser has its clipboard only behind TLS; elsewhere there is the old way.
    const done = navigator.clipboard
      ? await navigator.clipboard.writeText(text).then(() => true, bySelection)
      : bySelection()
    if (done) copied()
  }
  const named = h("span", { class: "muted" }, label)
  return h("div", { class: "row copyable" }, named, field, copy && button(copy, go))
}
