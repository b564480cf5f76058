// Fields of forms.

import { h } from "./dom.mjs"

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
