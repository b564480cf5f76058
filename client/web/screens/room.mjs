// A room before its race: who is here, what will be played, and getting ready.

import { joined } from "../core/texts.mjs"
import { bdi, button, fill, h, write } from "../widgets/dom.mjs"
import { Chat } from "../widgets/chat.mjs"
import { now } from "../online/line.mjs"

/** @typedef {import("../app.mjs").App} App */

/** The room that one is in. */
export class RoomScreen {
  /** @param {App} app */
  constructor(app) {
    /** @private */
    this.app = app
    /** @private */
    this.chat = new Chat(app)
    /** @private */
    this.game = h("section", { class: "panel" })
    /** @private */
    this.members = h("section", { class: "panel members" })
    /** @private */
    this.buttons = h("div", { class: "row buttons" })
    /** @private */
    this.countdown = h("div", { class: "countdown", hidden: true, "aria-live": "assertive" })
    this.element = h(
      "div",
      { class: "room columns" },
      h("section", { class: "stack" }, this.members, this.game, this.buttons),
      h("aside", { class: "stack" }, this.chat.element),
      this.countdown,
    )
    /** @private */
    this.timer = setInterval(() => this.count(), 200)
  }

  title() {
    const { session, words } = this.app
    const { room } = session
    if (!room) return ""
    const names = joined(words, room.members.map(({ name }) => name))
    return words.text("RoomScreen.game-room-code-here-names", { game: room.settings.game, code: room.code, names })
  }

  closed() {
    clearInterval(this.timer)
  }

  update() {
    const { app } = this
    const { session, words } = app
    const { room } = session
    if (!room) return
    this.chat.update()
    fill(
      this.members,
      ...room.members.map((member) => h("div", { class: "member" }, h("i", { class: member.ready ? "dot ready" : "dot" }), bdi(member.name), h("span", { class: "muted" }, member.seated ? words.text(member.ready ? "members.ready" : "members.not-ready") : words.text("members.watching")))),
    )
    fill(this.game, h("h1", {}, words.translated("games", room.settings.game)), h("p", { class: "code" }, room.code))
    const { me } = session
    const buttons = [button(words.text("RoomScreen.leave"), () => app.leave())]
    if (!me?.seated) buttons.push(button(words.text("RoomScreen.take-a-seat"), () => app.enter(room.code, true), { class: "main" }))
    else if (session.isHost) buttons.push(button(words.text("RoomScreen.start"), () => app.line.do((s) => s.say("start race")), { class: "main" }))
    else buttons.push(button(words.text(me.ready ? "RoomScreen.not-ready-after-all" : "RoomScreen.i-am-ready"), () => app.line.do((s) => s.say("set ready", { ready: !me.ready })), { class: me.ready ? "" : "main" }))
    fill(this.buttons, ...buttons)
    this.count()
  }

  /** @private */
  count() {
    const { countdown } = this.app.session
    this.countdown.hidden = !countdown
    if (countdown) write(this.countdown, String(Math.max(0, Math.ceil(countdown.starts - now()))))
  }
}
