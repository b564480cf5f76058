// Giving a link away: by what a phone has for it, or by the clipboard.

import { button, h } from "./dom.mjs"

/** @typedef {import("../app.mjs").App} App */

/**
 * A button that gives a link away.
 * @param {App} app
 * @param {() => string} link
 * @param {() => string} title what it leads to
 */
export function shareButton(app, link, title) {
  const { words } = app
  const shares = typeof navigator.share === "function" && matchMedia("(pointer: coarse)").matches
  if (shares) {
    return button(words.text("page.share"), () => {
      navigator.share({ url: link(), title: title() }).catch(() => {}) // it was thought better of
    })
  }
  return button(words.text("page.copy-the-link"), async () => {
    await copy(link())
    app.tell(words.text("page.the-link-is-on-the-clipboard"))
  })
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    // Without TLS there is no clipboard, but for what is marked.
    const focused = document.activeElement
    const field = h("textarea", { class: "heard", readonly: true }, text)
    document.body.append(field)
    field.select()
    document.execCommand("copy")
    field.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}
