// The standings in one line, for a phone held upright: a touch shows all there is beside the board.

import { rankNumber } from "../core/racing/words.mjs"
import { racerName } from "../core/texts.mjs"
import { bdi, h, write } from "../widgets/dom.mjs"
import { icon } from "../widgets/icons.mjs"
import { colourOf } from "../widgets/chat.mjs"
import { DealWays } from "./deal_ways.mjs"
import { practiceText } from "./practice.mjs"
import { inOrder, noteOf } from "./standings.mjs"

/** @typedef {import("../app.mjs").App} App */

/** The line of standings, and the chat's button. */
export class RaceStrip {
  /**
   * @param {App} app
   * @param {(what: "standings" | "chat") => void} opened
   */
  constructor(app, opened) {
    /** @private */
    this.app = app
    const { words } = app
    /** @private */
    this.racers = h("span", { class: "racers" })
    /** @private */
    this.list = h("button", {
      type: "button", class: "list",
      "aria-label": app.session.room?.practice ? null : words.text("StandingsBars.standings"),
      onclick: () => opened("standings"),
    }, this.racers)
    /** @private */
    this.unread = h("span", { class: "badge", hidden: true })
    /** @private */
    this.chat = h("button", {
      type: "button", class: "talk", "aria-label": words.text("ChatBox.chat"),
      title: words.text("ChatBox.chat"), onclick: () => opened("chat"),
    }, icon("chat"), this.unread)
    /** @private */
    this.deals = new DealWays(app)
    this.element = h("div", { class: "race-strip" }, this.list, this.deals.element, this.chat)
    /** @private */
    this.shown = ""
    new ResizeObserver(() => this.fit()).observe(this.list)
  }

  /** Leave out the last rivals where there is no room for all: oneself is always in sight. @private */
  fit() {
    const rivals = [...this.racers.children].filter((each) => !each.classList.contains("own"))
    for (const each of rivals) each.classList.remove("left-out")
    while (rivals.length && this.list.scrollWidth > this.list.clientWidth) {
      rivals.pop()?.classList.add("left-out")
    }
  }

  /**
   * Show how everybody stands.
   * @param {number} unread how much was said that nobody has seen here
   */
  update(unread) {
    const { session, words } = this.app
    const practice = session.room?.practice
    this.deals.update()
    this.chat.hidden = Boolean(session.dailyRoom) // one is alone
    if (practice) {
      write(this.racers, practiceText(words, practice))
      return
    }
    const standings = inOrder(session.race?.standings ?? [])
    write(this.unread, unread > 99 ? "99" : String(unread || ""))
    this.unread.hidden = !unread
    const said = standings.map((s) => [rankNumber(s, standings.length), racerName(words, s), s.score, noteOf(words, s)].join(" "))
    const shown = said.join("\n")
    if (shown === this.shown) return
    this.shown = shown
    this.racers.replaceChildren(
      ...standings.map((standing) => {
        const { player, score, status } = standing
        const own = player === session.player ? " own" : ""
        const out = status === "racing" || status === "won" ? "" : " out"
        return h("span", { class: `racer racer-${colourOf(session, player)}${own}${out}` },
          h("i", {}, rankNumber(standing, standings.length)), h("span", { class: "name" }, bdi(racerName(words, standing))),
          h("b", {}, status === "won" ? `${score} ★` : String(score)))
      }),
    )
    this.fit()
  }
}
