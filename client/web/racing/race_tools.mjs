// What a racer can do beside moving cards, as buttons: words where there is room, else pictures.

import { buttonText } from "../core/texts.mjs"
import { h, write } from "../widgets/dom.mjs"
import { icon } from "../widgets/icons.mjs"
import { SureButton } from "../widgets/sure_button.mjs"

/** @typedef {import("../app.mjs").App} App */

/** A button, and how often it may still be pressed. */
const COUNTED = "texts.text-count--a-button-and-how-often-or-how-many"

/**
 * What the buttons do.
 * @typedef {object} Deeds
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => void} hint
 * @property {() => void} finish
 * @property {() => void} deal the game's button
 * @property {() => void} giveUp
 */

/** The buttons of a race. */
export class RaceTools {
  /**
   * @param {App} app
   * @param {Deeds} deeds
   */
  constructor(app, deeds) {
    /** @private */
    this.app = app
    const { words } = app
    const say = (/** @type {string} */ text) => app.say(text, true)
    const really = words.text("RaceScreen.give-up--asks-once-more")
    /** @private */
    this.undo = tool("undo", words.text("RaceScreen.undo"), deeds.undo)
    /** @private */
    this.redo = tool("redo", words.text("RaceScreen.redo"), deeds.redo)
    /** @private */
    this.hint = tool("hint", words.text("RaceScreen.hint"), deeds.hint)
    /** @private */
    this.finish = tool("finish", words.text("RaceScreen.finish"), deeds.finish)
    this.finish.classList.add("main")
    /** @private */
    this.deal = h("button", { type: "button", class: "worded", onclick: deeds.deal })
    /** @private */
    this.giveUp = new SureButton(words.text("RaceScreen.give-up"), really, deeds.giveUp, {
      icon: icon("give-up"), asked: say,
    })
    this.giveUp.element.classList.add("tool")
    this.element = h("div", { class: "tools", role: "group" },
      this.undo, this.redo, this.hint, this.deal, this.finish, h("span", { class: "gap" }),
      this.giveUp.element)
  }

  /** Show what can be done now. */
  update() {
    const { session, words } = this.app
    const { race, board, choices } = session
    if (!race || !board) return
    const { layout } = race
    const racing = board.status === "racing" && !session.results
    this.element.hidden = !racing
    this.undo.hidden = this.redo.hidden = !race.settings.undo
    this.undo.disabled = !(choices?.undo ?? board.canUndo)
    this.redo.disabled = !session.redoable
    this.hint.hidden = !race.settings.hints
    this.finish.hidden = !choices?.finish
    const label = buttonText(words, layout?.button ?? "")
    this.deal.hidden = !label
    if (!label || !choices) return // while a move is on its way, the button stays as it was
    const ownAction = layout?.button_pile == null
    const counted = ownAction && choices.redeals !== null
    const told = { text: label, count: choices.redeals ?? 0 }
    write(this.deal, counted ? words.text(COUNTED, told) : label)
    this.deal.disabled = !choices.buttonAction
  }

  /**
   * Light the game's button: it is what a hint advises.
   * @param {boolean} lit
   */
  lightDeal(lit) {
    this.deal.classList.toggle("main", lit)
  }
}

/**
 * @param {string} name its picture
 * @param {string} text
 * @param {() => void} clicked
 */
function tool(name, text, clicked) {
  const label = h("span")
  write(label, text)
  const attributes = { type: "button", class: "tool", title: text, "aria-label": text }
  return h("button", { ...attributes, onclick: clicked }, icon(name), label)
}
