// The lobby: the open rooms, a room of one's own, and all that is not a race.

import { phaseText, duration } from "../core/texts.mjs"
import { bdi, button, fill, h } from "../widgets/dom.mjs"

/** @typedef {import("../app.mjs").App} App */

/** Where everybody is who is in no room. */
export class Lobby {
  /** @param {App} app */
  constructor(app) {
    /** @private */
    this.app = app
    const { words } = app
    /** @private */
    this.rooms = h("div", { class: "rooms" })
    /** @private */
    this.code = h("input", { "aria-label": words.text("LobbyScreen.code"), placeholder: words.text("LobbyScreen.code"), maxlength: 8, autocapitalize: "characters", autocomplete: "off", class: "code" })
    const enter = (/** @type {boolean} */ seat) => this.code.value.trim() && app.enter(this.code.value.trim().toUpperCase(), seat)
    this.element = h(
      "div",
      { class: "lobby columns" },
      h("section", {}, h("h1", {}, words.text("RoomList.open-rooms")), this.rooms),
      h(
        "aside",
        { class: "panel stack" },
        button(words.text("LobbyScreen.make-a-room"), () => app.goTo("make-room"), { class: "main" }),
        h("form", { class: "stack", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); enter(true) } },
          h("label", {}, words.text("LobbyScreen.join-by-code"), this.code),
          h("div", { class: "row" }, h("button", { type: "submit" }, words.text("LobbyScreen.join")), button(words.text("LobbyScreen.watch"), () => enter(false))),
        ),
        button(words.text("LobbyScreen.leaderboard"), () => app.goTo("leaderboard")),
        button(words.text("LobbyScreen.settings"), () => app.goTo("settings")),
      ),
    )
    app.session.listRooms(true)
  }

  title() {
    return this.app.words.text("LobbyScreen.lobby")
  }

  /** @param {readonly import("../core/messages.mjs").Message[]} messages */
  update(messages) {
    const { app } = this
    const { session, words } = app
    if (messages.some(({ type }) => type === "welcome")) session.listRooms(true)
    if (!session.rooms) return
    const rows = session.rooms.rooms.map((room) =>
      h(
        "article",
        { class: "panel room-row" },
        h("div", {}, h("b", {}, words.translated("games", room.title ?? room.game)), h("div", { class: "muted" }, bdi(room.host))),
        h("div", { class: "muted" }, phaseText(words, room.phase), h("br"), duration(words, room.time_limit)),
        button(words.text("RoomRow.join"), () => app.enter(room.code, true)),
        button(words.text("RoomRow.watch"), () => app.enter(room.code, false)),
      ),
    )
    fill(this.rooms, ...(rows.length ? rows : [h("p", { class: "muted" }, words.text("LobbyScreen.no-room-is-open-just-now"))]))
  }
}
