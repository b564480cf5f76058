// The line above every screen: where one is, and the ways elsewhere.

import { bdi, fill, h } from "./dom.mjs"

/** @typedef {import("../app.mjs").App} App */

/** The page's header; on phones its ways are behind a button. */
export class Header {
  /** @param {App} app */
  constructor(app) {
    /** @private */
    this.app = app
    const { words } = app
    /** @private */
    this.ways = h("nav", { id: "ways", "aria-label": words.text("page.pages") })
    /** @private */
    this.button = h(
      "button",
      {
        type: "button",
        class: "menu",
        "aria-label": words.text("page.menu"),
        "aria-expanded": "false",
        "aria-controls": "ways",
        onclick: () => this.open(this.button.getAttribute("aria-expanded") !== "true"),
      },
      "☰",
    )
    /** @private */
    this.brand = h("a", { class: "brand", href: "#" }, "Samedeal")
    /** What is shown now. @private */
    this.shown = ""
    /** Where one is, as in the address. @private */
    this.here = ""
    const head = /** @type {HTMLElement} */ (document.getElementById("head"))
    fill(head, this.brand, this.button, this.ways)
    head.onclick = (event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null
      if (link) this.open(false)
      if (link?.getAttribute("href") !== "#") return
      event.preventDefault() // an empty fragment would stay in the address
      app.goHome()
    }
    head.onkeydown = (event) => {
      if (event.key !== "Escape" || this.button.getAttribute("aria-expanded") !== "true") return
      event.preventDefault()
      this.open(false)
      this.button.focus()
    }
    addEventListener("pointerdown", ({ target }) => {
      if (target instanceof Node && !head.contains(target)) this.open(false)
    })
  }

  /** Show the ways that there are now. */
  update() {
    const { session, words } = this.app
    const { dayDone } = this.app
    const room = dayDone ? null : session.room
    const here = location.hash.slice(1)
    const own = session.guest ? "" : session.name
    const day = dayDone ? session.dailyRoom : ""
    const shown = JSON.stringify([room?.code, here, own, session.player, session.daily, day])
    if (shown === this.shown) return
    this.shown = shown
    if (here !== this.here) this.open(false) // also where the browser's own button led back
    this.here = here
    /** @param {string} where @param {string | Node} text */
    const way = (where, text) => {
      const inside = where === "evenings" ? "evening/" : `${where}/`
      const at = here || (day && (day === session.daily ? "daily" : `daily/${day}`))
      const isHere = at === where || (where !== "" && at.startsWith(inside))
      return h("a", { href: `#${where}`, "aria-current": isHere && "page" }, text)
    }
    const home = room
      ? words.text("RoomScreen.room-code", { code: room.code })
      : words.text("LobbyScreen.lobby")
    fill(
      this.ways,
      way("", home),
      session.daily && way("daily", words.text("daily.daily-deal")),
      // In a room the best of its game, elsewhere what is new in all.
      way(room ? "leaderboard" : "overview", words.text("LobbyScreen.leaderboard")),
      own && session.player > 0 && way("evenings", words.text("past.my-evenings")),
      way("settings", words.text("LobbyScreen.settings")),
      own && session.player > 0 && way(`player/${session.player}`, bdi(own)),
    )
  }

  /** @param {boolean} open @private */
  open(open) {
    this.button.setAttribute("aria-expanded", String(open))
  }
}
