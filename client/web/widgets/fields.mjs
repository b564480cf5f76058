// Fields of forms, and texts to take along.

import { button, h } from "./dom.mjs"

/**
 * A switch, with what it is for beside it.
 * @param {string} text
 * @param {boolean} checked
 * @param {(value: boolean) => void} set
 */
export function checkbox(text, checked, set) {
  const box = h("input", { type: "checkbox", checked, onchange: () => set(box.checked) })
  return h("label", { class: "check" }, box, h("span", {}, text))
}

/**
 * A text to read, to select, and to copy.
 * @param {string} label
 * @param {string} text
 * @param {{ copy?: string, copied?: () => void }} [how] what the button says, without which there
 *   is none; `copied` is called when the text is on the clipboard
 */
export function copyable(label, text, { copy = "", copied = () => {} } = {}) {
  const field = h("input", { readonly: true, value: text, "aria-label": label })
  field.addEventListener("focus", () => field.select())
  const go = copy && button(copy, () => copyText(field).then(copied))
  return h("div", { class: "row copyable" }, h("span", { class: "muted" }, label), field, go)
}

/**
 * Copy the text of a field.
 * @param {HTMLInputElement} field
 */
export async function copyText(field) {
  try {
    await navigator.clipboard.writeText(field.value)
  } catch {
    field.select() // Without TLS there is no clipboard, but for what is marked.
    document.execCommand("copy")
  }
}
