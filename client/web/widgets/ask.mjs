// Asking for one thing in front of everything else.

import { reasonText, sentence } from "../core/texts.mjs"
import { kept, playerNamed } from "../online/identity.mjs"
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
 * @param {{ title: string, label: string, go: string, most: number, about?: string, text?: string,
 *   wrong?: string, type?: string, autocomplete?: string,
 *   tried?: (text: string) => Promise<string> }} what `about` explains it, `wrong` is wrong already
 * @returns {Promise<string | null>}
 */
export function ask(app, what) {
  return new Promise((resolve) => {
    const field = h("input", {
      type: what.type ?? "text",
      maxlength: what.most,
      value: what.text ?? "",
      required: true,
      autofocus: true,
      autocomplete: what.autocomplete ?? "off",
      autocapitalize: "off",
      spellcheck: "false",
    })
    const wrong = h("p", { class: "bad", role: "alert", id: "wrong" }, what.wrong ?? "")
    field.setAttribute("aria-describedby", what.about ? "about wrong" : "wrong")
    const go = h("button", { type: "submit", class: "main" }, what.go)
    const form = h(
      "form",
      { method: "dialog", class: "ask" },
      what.about && h("p", { class: "muted", id: "about" }, what.about),
      h("label", {}, what.label, field),
      wrong,
      h(
        "div",
        { class: "row end" },
        button(app.words.text("ConnectScreen.cancel"), () => box.close()),
        go,
      ),
    )
    const box = dialog(what.title, form)
    field.select()
    /** @type {string | null} */
    let given = null
    form.addEventListener("submit", async (event) => {
      event.preventDefault()
      const text = what.type === "password" ? field.value : field.value.trim()
      if (!text || go.disabled) return
      go.disabled = true // one answer at a time
      const fault = (await what.tried?.(text)) ?? ""
      go.disabled = false
      wrong.textContent = fault
      if (fault) {
        field.setAttribute("aria-invalid", "true")
        field.select()
      } else {
        given = text
        box.close()
      }
    })
    box.addEventListener("close", () => resolve(given))
  })
}

/**
 * Ask for a name, and go on under it; null for who would rather stay who they are. Who was here
 * under that name before is that player again.
 * @param {App} app
 */
export function askName(app) {
  const { words, line } = app
  const { guest, name: before, token } = line.session
  return ask(app, {
    title: words.text(guest ? "ConnectScreen.your-name" : "page.another-name"),
    label: words.text("ConnectScreen.how-others-see-you"),
    about: guest ? "" : words.text("page.another-name-is-another-player", { name: before }),
    go: words.text("LobbyScreen.go-in"),
    text: guest ? (kept()?.name ?? "") : "",
    most: 24,
    autocomplete: "nickname",
    tried: async (name) => {
      const fault = await become(app, playerNamed(name) ?? { name })
      if (fault) line.become(guest ? { guest: true } : { name: before, token })
      return fault
    },
  })
}

/**
 * Go on as somebody else; return what is wrong with that.
 * @param {App} app
 * @param {import("../core/session.mjs").Identity} identity
 * @returns {Promise<string>}
 */
function become({ line, words }, identity) {
  return new Promise((resolve) => {
    const end = line.listen((messages) => {
      for (const message of messages) {
        const refused = message.type === "problem" && !line.session.welcomed
        const retried = refused && message.code === "unknown token" && line.session.name
        if ((!refused && message.type !== "welcome") || retried) continue
        end()
        resolve(refused ? sentence(words, reasonText(words, message.text ?? "")) : "")
        return
      }
    })
    line.become(identity)
  })
}

/**
 * Ask for a room's password; null for who does not know it.
 * @param {App} app
 * @param {string} code
 * @param {{ about?: string, wrong?: string }} why that one is needed, or what is wrong with the last
 */
export const askPassword = (app, code, why) =>
  ask(app, {
    title: app.words.text("RoomScreen.room-code", { code }),
    label: app.words.text("LobbyScreen.the-room-s-password"),
    go: app.words.text("LobbyScreen.go-in"),
    ...why,
    type: "password",
    most: 64,
  })

/**
 * Ask for the server's password, and go in with it.
 * @param {App} app
 * @param {{ about?: string, wrong?: string }} why as for a room's
 */
export function askServer(app, why) {
  const { words, line } = app
  const { name } = line.session
  return ask(app, {
    title: location.host,
    label: words.text("ConnectScreen.the-server-s-password"),
    go: words.text("LobbyScreen.go-in"),
    ...why,
    type: "password",
    most: 64,
    tried: (password) => become(app, name ? { name, password } : { guest: true, password }),
  })
}
