// Making a room, and changing one as its host.

import { ALONE, Draft, USUAL } from "../core/rooms/draft.mjs"
import { askedFor } from "../core/records/addresses.mjs"
import { reasonText, sentence } from "../core/texts.mjs"
import { button, h, write } from "../widgets/dom.mjs"
import { RoomForm } from "../widgets/room_form.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/messages.mjs").Message} Message */

/** A form with a heading above, and below it the ways back and on. */
class FormScreen {
  /**
   * @param {App} app
   * @param {string} title
   * @param {Draft} draft
   * @param {{ back: string, on: string }} texts
   * @param {boolean} alone
   * @protected
   */
  constructor(app, title, draft, { back, on }, alone) {
    /** @protected */
    this.app = app
    /** @private */
    this.heading = title
    /** @protected */
    this.draft = draft
    /** @protected */
    this.form = new RoomForm(app, draft, () => this.submit(), alone)
    /** @private */
    this.wrong = h("p", { class: "bad", role: "alert" })
    this.element = h(
      "form",
      {
        class: "form-screen",
        novalidate: true,
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault()
          this.submit()
        },
      },
      h("h1", {}, title),
      this.form.element,
      h(
        "div",
        { class: "row foot-bar" },
        button(back, () => app.goBack()),
        this.wrong,
        h("span", { class: "gap" }),
        h("button", { type: "submit", class: "main" }, on),
      ),
    )
  }

  title() {
    return this.heading
  }

  closed() {
    this.form.closed()
  }

  back() {
    return this.form.back()
  }

  /** @param {readonly Message[]} _messages */
  update(_messages) {
    this.form.update()
  }

  /** @param {Message} problem */
  refused({ code, text = "", field = "" }) {
    if (code === "password needed" || code === "wrong password") return false
    const told = sentence(this.app.words, reasonText(this.app.words, text))
    if (code === "bad code") this.form.refuseCode(told)
    else if (!this.form.refused(field, told)) write(this.wrong, told)
    return true
  }

  /** @private */
  submit() {
    write(this.wrong, "")
    if (!this.form.check()) return
    this.app.chosen.addRecent(this.draft.game)
    this.send()
  }

  /** Send what was chosen. @protected */
  send() {}
}

/** The settings of a room to be; the server has the last word on them. */
export class MakeRoom extends FormScreen {
  /**
   * @param {App} app
   * @param {string} rest "alone" for one player, where it begins at once; or the game to be played
   *   with its options, as in the address of a leaderboard
   */
  constructor(app, rest) {
    const { words } = app
    const alone = rest === "alone"
    const asked = askedFor(alone ? "" : rest)
    const game = asked.game || app.chosen.now.recent[0]
    const { options } = asked
    const deals = asked.deals || app.chosen.now.deals
    const usual = { ...(alone ? ALONE : USUAL), deals }
    const draft = new Draft({ ...usual, ...(game ? { game, options } : {}) })
    const title = words.text(alone ? "LobbyScreen.practise-alone" : "MakeRoomScreen.make-a-room")
    const back = words.text("MakeRoomScreen.back")
    const on = words.text(alone ? "PracticeScreen.play" : "MakeRoomScreen.make-the-room")
    super(app, title, draft, { back, on }, alone)
    /** @private */
    this.alone = alone
    /** Whether a game led here, perhaps from a leaderboard: nobody wants to be back there. @private */
    this.forGame = Boolean(asked.game)
    /** Whether a room was asked for. @private */
    this.asked = false
  }

  /** @param {readonly Message[]} messages */
  update(messages) {
    super.update(messages)
    const { session } = this.app
    if (!session.room) return
    if (this.asked && this.alone && session.isHost) session.say("start race", { anyway: true })
    this.asked = false
    if (this.forGame) this.app.comeHome()
    else this.app.goBack()
  }

  /** @param {Message} problem */
  refused(problem) {
    this.asked = false
    return super.refused(problem)
  }

  /** @protected */
  async send() {
    const code = this.alone && this.form.typedCode
    if (code) {
      this.app.practising.play({ code })
      return
    }
    if (this.asked || !(await this.app.named())) return
    this.asked = true
    const { settings, password } = this.draft
    this.app.line.do((session) => session.createRoom(settings, password ?? ""))
  }
}

/** When a room can be changed. @type {ReadonlySet<string | undefined>} */
const CHANGEABLE = new Set(["lobby", "finished"])

/** The settings of the room that one is the host of. */
export class ChangeRoom extends FormScreen {
  /** @param {App} app */
  constructor(app) {
    const { words, session } = app
    const draft = new Draft(session.room?.settings ?? USUAL, session.room?.locked)
    const back = words.text("RoomScreen.leave-it-as-it-is")
    const on = words.text("RoomScreen.change-it")
    super(app, words.text("RoomScreen.change-the-room"), draft, { back, on }, false)
  }

  /** @param {readonly Message[]} messages */
  update(messages) {
    super.update(messages)
    const { session } = this.app
    const changed = messages.some(({ type }) => type === "room")
    if (changed || !session.isHost || !CHANGEABLE.has(session.room?.phase)) this.app.goBack()
  }

  /** @protected */
  send() {
    const { settings, password } = this.draft
    this.app.line.do((session) => {
      if (session.room?.phase === "finished") session.rematch(false)
      session.changeSettings(settings, password)
    })
  }
}
