// Giving a link or a line away: by what a phone has for it, or by the clipboard.

import { button, h } from "./dom.mjs"

/** @typedef {import("../app.mjs").App} App */

/**
 * A button that gives a link away.
 * @param {App} app
 * @param {() => string} link
 * @param {() => string} title what it leads to
 * @param {string} [style]
 */
export function shareButton(app, link, title, style = "") {
  const { words } = app
  if (canShare()) {
    return button(words.text("page.share"), () => {
      navigator.share({ url: link(), title: title() }).catch(() => {}) // it was thought better of
    }, { class: style })
  }
  return button(words.text("page.copy-the-link"), async () => {
    await copy(link())
    app.tell(words.text("page.the-link-is-on-the-clipboard"))
  }, { class: style })
}

/**
 * A button that gives a line of text away.
 * @param {App} app
 * @param {() => string} line
 */
export function shareLineButton(app, line) {
  const { words } = app
  return button(words.text("DailyScreen.share"), async () => {
    if (canShare()) {
      navigator.share({ text: line() }).catch(() => {}) // it was thought better of
      return
    }
    await copy(line())
    copied(app)
  }, { title: words.text("DailyScreen.copy-the-line-to-share"), class: "to-share" })
}

/** Say that the line can be pasted now. @param {App} app */
export const copied = (app) => app.tell(app.words.text("DailyScreen.the-line-is-on-the-clipboard"))

/** Whether this is a phone that has something for it. */
const canShare = () =>
  typeof navigator.share === "function" && matchMedia("(pointer: coarse)").matches

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
