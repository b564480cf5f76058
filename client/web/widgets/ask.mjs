// Asking for one thing in front of everything else.

import { button, h } from "./dom.mjs"

/** @typedef {import("../app.mjs").App} App */

/**
 * Show something in front of the screen until it is closed; Escape closes it.
 * @param {string} title
 * @param {HTMLElement} content
 * @returns {HTMLDialogElement}
 */
export function dialog(title, content) {
  const heading = h("h2", {}, title)
  const made = h("dialog", { "aria-label": title }, heading, content)
  made.addEventListener("close", () => made.remove())
  // A click beside it closes it: the dialog itself is hit only there.
  made.addEventListener("click", (event) => event.target === made && made.close())
  document.body.append(made)
  made.showModal()
  return made
}

/**
 * Ask for a text; null where none was given. `tried` takes it, and says what is wrong with it.
 * @param {App} app
 * @param {{ title: string, label: string, go: string, type?: string, most: number,
 *   tried: (text: string) => Promise<string>, autocomplete?: string }} what
 * @returns {Promise<string | null>}
 */
export function ask(app, { title, label, go, type = "text", most, tried, autocomplete = "off" }) {
  return new Promise((resolve) => {
    const field = h("input", { type, maxlength: most, required: true, autocomplete, autofocus: true })
    const wrong = h("p", { class: "bad", role: "alert" })
    const form = h(
      "form",
      { method: "dialog", class: "ask" },
      h("label", {}, label, field),
      wrong,
      h(
        "div",
        { class: "row end" },
        button(app.words.text("ConnectScreen.cancel"), () => box.close()),
        h("button", { type: "submit", class: "main" }, go),
      ),
    )
    const box = dialog(title, form)
    /** @type {string | null} */
    let given = null
    form.addEventListener("submit", async (event) => {
      event.preventDefault()
      const text = field.value.trim()
      if (!text) return
      wrong.textContent = await tried(text)
      if (wrong.textContent) field.select()
      else {
        given = text
        box.close()
      }
    })
    box.addEventListener("close", () => resolve(given))
  })
}

/**
 * Ask a guest for a name, and go on under it; null for who would rather look on.
 * @param {App} app
 */
export function askName(app) {
  const { words, line } = app
  return ask(app, {
    title: words.text("ConnectScreen.your-name"),
    label: words.text("ConnectScreen.how-others-see-you"),
    go: words.text("LobbyScreen.go-in"),
    most: 24,
    autocomplete: "nickname",
    tried: (name) =>
      new Promise((resolve) => {
        const end = line.listen((messages) => {
          for (const message of messages) {
            const refused = message.type === "problem" && !line.session.welcomed
            if (!refused && message.type !== "welcome") continue
            end()
            if (refused) line.become({ guest: true })
            resolve(refused ? words.translated("reasons", message.text ?? "") : "")
            return
          }
        })
        line.become({ name })
      }),
  })
}

/**
 * Ask for a room's password; null for who does not know it.
 * @param {App} app
 * @param {string} code
 */
export const askPassword = (app, code) =>
  ask(app, {
    title: app.words.text("RoomScreen.room-code", { code }),
    label: app.words.text("LobbyScreen.the-room-s-password"),
    go: app.words.text("LobbyScreen.go-in"),
    type: "password",
    most: 100,
    tried: async () => "",
  })
