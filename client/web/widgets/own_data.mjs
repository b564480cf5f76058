// All that the server has stored about the player: saved to a file, or deleted.

import { OwnDataFile, fileName } from "../core/records/own_data.mjs"
import { reasonText, sentence } from "../core/texts.mjs"
import { ask } from "./ask.mjs"
import { button, h } from "./dom.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/messages.mjs").Message} Message */

/** Milliseconds after which a part is asked for again that the server would not give so soon. */
const AGAIN = 2000
/** How long a browser may take to fetch what it was given to save, in milliseconds. */
const FETCHED = 60_000

/** Saves what is stored about the player, and has that player deleted. */
export class OwnData {
  /** @param {App} app */
  constructor(app) {
    /** @private */
    this.app = app
    /** What has come so far of what is being saved. @type {OwnDataFile | null} @private */
    this.found = null
    /** @private */
    this.again = 0
    /** Takes what is wrong with being deleted. @type {((fault: string) => void) | null} @private */
    this.refuse = null
    const { words } = app
    /** @private */
    this.saving = button(words.text("OwnDataPanel.save-my-data"), () => this.save())
    this.element = h(
      "div",
      { class: "stack tight" },
      h(
        "p",
        { class: "muted" },
        words.text("OwnDataPanel.all-that-this-server-has-stored-about-you-can"),
      ),
      h(
        "div",
        { class: "row" },
        this.saving,
        button(words.text("OwnDataPanel.delete-me"), () => this.askForName()),
      ),
    )
  }

  /** @param {readonly Message[]} messages */
  update(messages) {
    for (const message of messages) {
      if (message.type === "deleted") this.refuse?.("")
      if (!this.found) continue
      if (message.type === "welcome") this.next() // the line was lost, and is back
      if (message.type !== "own data") continue
      if (this.found.take(message)) this.next()
      else this.fail(this.app.words.text("own_data.the-server-has-told-what-makes-no-sense"))
    }
  }

  /**
   * Take in a refusal; returns whether it was about this.
   * @param {Message} problem
   */
  refused({ code, text = "" }) {
    const { words } = this.app
    if (this.refuse) {
      this.refuse(sentence(words, reasonText(words, text)))
      return true
    }
    if (!this.found) return false
    if (code === "too fast") this.again = setTimeout(() => this.next(), AGAIN)
    else if (code === "server error") this.fail(reasonText(words, text))
    else return false
    return true
  }

  /** Nobody looks at it any more. */
  closed() {
    this.end()
  }

  // Saving --------------------------------------------------------------------------------------

  /** @private */
  save() {
    this.found = new OwnDataFile()
    this.saving.disabled = true
    this.next()
  }

  /** Ask for what is missing, or save what is there. @private */
  next() {
    const { found, app } = this
    if (!found) return
    if (found.question) {
      const { question } = found
      if (app.line.connected) app.line.do((s) => s.say("get own data", question))
      return
    }
    this.end()
    const name = fileName(app.session.name)
    offer(name, found.text(location.host))
    app.tell(app.words.text("OwnDataPanel.your-data-are-saved-as-file", { file: name }))
  }

  /** @param {string} why @private */
  fail(why) {
    this.end()
    const reason = why.replace(/\.$/, "")
    this.app.tell(this.app.words.text("OwnDataPanel.your-data-could-not-be-saved-reason", { reason }))
  }

  /** @private */
  end() {
    clearTimeout(this.again)
    this.found = null
    this.saving.disabled = false
  }

  // Deleting ------------------------------------------------------------------------------------

  /** @private */
  askForName() {
    const { app } = this
    const { words, session } = app
    const { name } = session
    ask(app, {
      title: words.text("OwnDataPanel.delete-me").replace(/…$/, ""),
      about: words.text("OwnDataPanel.your-name-your-best-results-and-the-races-that"),
      label: words.text("OwnDataPanel.to-be-deleted-type-your-name-name", { name }),
      go: words.text("OwnDataPanel.delete-me-for-good"),
      most: 24,
      tried: (typed) => this.delete(typed),
    })
  }

  /**
   * Be deleted; returns what is wrong with that.
   * @param {string} name as it was typed
   * @returns {Promise<string>}
   * @private
   */
  delete(name) {
    return new Promise((resolve) => {
      this.refuse = (fault) => {
        this.refuse = null
        resolve(fault)
      }
      this.app.line.do((s) => s.say("delete me", { name }))
    })
  }
}

/**
 * Let the browser save a text as a file.
 * @param {string} name
 * @param {string} text
 */
function offer(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }))
  h("a", { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), FETCHED)
}
