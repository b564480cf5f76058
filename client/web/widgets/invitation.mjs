// The link to a room: to copy, to share, and as a code for the camera of a phone.

import { qr } from "../core/rooms/qr.mjs"
import { button, fill, h, svg, write } from "./dom.mjs"
import { copyable } from "./fields.mjs"

/** @typedef {import("../app.mjs").App} App */

/** Modules of light around a code, by which a reader finds it. */
const QUIET = 4

/** How friends come into a room. */
export class Invitation {
  /**
   * @param {App} app
   * @param {string} code
   */
  constructor(app, code) {
    /** @private */
    this.app = app
    const { words, root } = app
    const link = new URL(`r/${code}`, root).href
    const shares = typeof navigator.share === "function"
    const copied = () => app.tell(words.text("RoomScreen.the-invitation-is-on-the-clipboard"))
    const copy = words.text("RoomScreen.copy")
    const line = copyable(words.text("page.link-to-the-room"), link, { copy, copied })
    const share = button(words.text("page.share"), () => {
      navigator.share({ url: link, title: "Samedeal" }).catch(() => {}) // it was thought better of
    })
    /** @private */
    this.picture = h("div", { class: "qr", hidden: true })
    /** @private */
    this.show = button(words.text("page.qr-code"), () => this.toggle(link), {
      "aria-expanded": "false",
    })
    if (shares) line.append(share)
    line.append(this.show)
    /** @private */
    this.field = line.querySelector("input")
    /** Whether all ways in are wanted, though it is folded. @private */
    this.opened = false
    /** @private */
    this.more = button(
      words.text("RoomScreen.more"),
      () => {
        this.opened = !this.opened
        this.fold(true)
      },
      { title: words.text("RoomScreen.all-ways-into-this-room") },
    )
    line.append(this.more)
    const scheme = root.protocol === "https:" ? "samedeals" : "samedeal"
    const program = `${scheme}://${root.host}/${code}`
    this.element = h(
      "section",
      { class: "panel invitation" },
      h(
        "div",
        { class: "invite-head" },
        h("h2", {}, words.text("page.invite-friends")),
        h("span", { class: "code" }, code),
      ),
      line,
      isHere(root.hostname) &&
        h(
          "p",
          { class: "muted here" },
          words.text("page.this-address-leads-here-from-this-computer-only"),
        ),
      this.picture,
      h(
        "p",
        { class: "muted in-program" },
        words.text("page.in-the-program"),
        " ",
        h("a", { href: program }, program),
      ),
    )
  }

  /**
   * Show all, or a row with the code and the ways to give it away: then who is there comes first.
   * @param {boolean} folded
   */
  fold(folded) {
    const less = folded && !this.opened
    this.more.hidden = !folded
    this.more.setAttribute("aria-expanded", String(this.opened))
    this.element.classList.toggle("folded", less)
    if (this.field) this.field.tabIndex = less ? -1 : 0
  }

  /** @param {string} link @private */
  toggle(link) {
    const { picture } = this
    if (!picture.children.length) {
      try {
        fill(picture, drawn(qr(link), this.app.words.text("page.qr-code")))
      } catch {
        write(picture, link) // It is too long for one that could be read.
      }
    }
    picture.hidden = !picture.hidden
    this.show.setAttribute("aria-expanded", String(!picture.hidden))
    if (!picture.hidden) picture.scrollIntoView({ block: "nearest" }) // on a phone it is below
  }
}

/**
 * @param {readonly (readonly boolean[])[]} rows
 * @param {string} name
 */
function drawn(rows, name) {
  const size = rows.length + 2 * QUIET
  const path = rows
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")))
    .join("")
  const shown = { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": name }
  const light = svg("rect", { width: size, height: size, fill: "#fff" })
  const dark = svg("path", { d: path, fill: "#000", "shape-rendering": "crispEdges" })
  return svg("svg", shown, light, dark)
}

/** Whether an address leads to this computer from itself alone. @param {string} host */
const isHere = (host) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)
