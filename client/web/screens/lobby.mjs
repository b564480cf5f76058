// The lobby: the open rooms and the races under way, and the ways into them.

import { askName } from "../widgets/ask.mjs"
import { bdi, button, fill, h } from "../widgets/dom.mjs"
import { DailyCard } from "../widgets/daily_card.mjs"
import { RoomRows } from "../widgets/room_rows.mjs"

/** @typedef {import("../app.mjs").App} App */

/** A code within what was pasted: the code itself, or a link or a line that ends with it. */
const CODE = /(?:^|\/)([A-Za-z]{4,8})\/?\s*$/

/** Where everybody is who is in no room. */
export class Lobby {
  /** @param {App} app */
  constructor(app) {
    /** @private */
    this.app = app
    const { words } = app
    /** @private */
    this.rooms = new RoomRows(app)
    /** @private */
    this.daily = new DailyCard(app)
    /** @private */
    this.welcome = h("section", { class: "welcome panel" })
    /** @private */
    this.who = h("section", { class: "panel who-am-i" })
    /** Whose these are. @private */
    this.shown = ""
    /** @private */
    this.code = h("input", {
      placeholder: words.text("LobbyScreen.code"),
      maxlength: 200,
      autocapitalize: "characters",
      autocomplete: "off",
      spellcheck: "false",
      enterkeyhint: "go",
      class: "code",
    })
    const make = () => app.goTo("make-room")
    const submit = (/** @type {Event} */ event) => this.submit(event)
    this.element = h(
      "div",
      { class: "lobby columns" },
      h("div", { class: "stack" }, this.welcome, this.daily.element, this.rooms.element),
      h(
        "aside",
        { class: "stack" },
        this.who,
        button(words.text("LobbyScreen.make-a-room"), make, { class: "main make" }),
        h(
          "form",
          { class: "panel stack tight by-code", onsubmit: submit },
          h("label", {}, words.text("LobbyScreen.join-by-code"), this.code),
          h(
            "div",
            { class: "pair" },
            h("button", { type: "submit" }, words.text("LobbyScreen.join")),
            button(words.text("LobbyScreen.watch"), () => this.enter(false)),
          ),
        ),
        button(words.text("LobbyScreen.practise-alone"), () => app.goTo("make-room/alone"), {
          class: "alone",
        }),
      ),
    )
    /** @private */
    this.timer = setInterval(() => this.rooms.tick(), 1000)
    /** @private */
    this.unlisten = app.chosen.listen(() => this.rooms.dress())
    app.needGames()
    app.session.listRooms(true)
  }

  title() {
    return this.app.words.text("LobbyScreen.lobby")
  }

  closed() {
    clearInterval(this.timer)
    this.daily.closed()
    this.unlisten()
    if (!this.app.session.room) this.app.session.listRooms() // ask for no changes any more
  }

  /** @param {readonly import("../core/messages.mjs").Message[]} messages */
  update(messages) {
    const { session } = this.app
    if (messages.some(({ type }) => type === "welcome")) session.listRooms(true)
    this.daily.update(messages)
    this.introduce()
    this.rooms.element.hidden = !session.rooms
    if (session.rooms) this.rooms.show(session.rooms.rooms, session.rooms.more)
  }

  /** @param {import("../core/messages.mjs").Message} problem */
  refused(problem) {
    return this.daily.refused(problem)
  }

  /** Say where a stranger is, or who one is here. @private */
  introduce() {
    const { app } = this
    const { session, words } = app
    const shown = `${session.guest} ${session.name} ${session.player}`
    if (shown === this.shown) return
    this.shown = shown
    this.welcome.hidden = !session.guest
    this.who.hidden = session.guest
    this.element.classList.toggle("first", session.guest)
    fill(
      this.welcome,
      h("h1", {}, words.text("page.same-cards-same-moment")),
      h("p", {}, words.text("page.what-this-is")),
      h(
        "div",
        { class: "row" },
        button(words.text("LobbyScreen.make-a-room"), () => app.goTo("make-room"), {
          class: "main",
        }),
        button(words.text("LobbyScreen.practise-alone"), () => app.goTo("make-room/alone")),
        button(words.text("page.join-with-a-code"), () => this.code.focus(), { class: "to-code" }),
      ),
    )
    fill(
      this.who,
      h("h2", {}, bdi(session.name)),
      h("p", { class: "muted" }, words.text("LobbyScreen.on-server", { server: location.host })),
      h(
        "div",
        { class: "pair" },
        button(words.text("LobbyScreen.my-page"), () => app.goTo(`player/${session.player}`)),
        button(words.text("LobbyScreen.change--the-server-or-the-name"), () => askName(app)),
      ),
    )
  }

  /** @param {Event} event @private */
  submit(event) {
    event.preventDefault()
    this.enter(true)
  }

  /** @param {boolean} seat @private */
  enter(seat) {
    const found = CODE.exec(this.code.value.trim())
    if (found) this.app.enter(found[1].toUpperCase(), seat)
    else this.code.focus()
  }
}
