// What becomes of a room's search for a deal that can be won, and the ways out of it for its host.

import { meanwhileText, progressText, searchText, wayOutText } from "../core/rooms/deals.mjs"
import { clock } from "../core/texts.mjs"
import { now } from "../online/line.mjs"
import { button, h, write } from "./dom.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/messages.mjs").Room} Room */

/** Seconds from which it is told how long it has taken: most searches are over before. */
const TOLD_FROM = 3

/** A panel that says so; it is hidden while there is nothing to say. */
export class DealSearch {
  /** @param {App} app */
  constructor(app) {
    /** @private */
    this.app = app
    const { words } = app
    /** What became of it when this was shown last. @type {Room["search"]} @private */
    this.search = "none"
    /** When the search began, as far as it was seen. @private */
    this.since = 0
    /** @private */
    this.told = h("p", { class: "searched" })
    /** @private */
    this.wayOut = h("span", { class: "muted" })
    /** @private */
    this.meanwhile = h("p", { class: "muted meanwhile", hidden: true })
    /** @private */
    this.time = h("span", { class: "muted", "aria-hidden": "true" })
    /** @private */
    this.any = button(words.text("RoomScreen.race-any-deal-instead"), () =>
      app.line.do((session) => session.raceAnyDeal()),
    )
    /** @private */
    this.stop = button(words.text("DealSearch.stop-looking"), () =>
      app.line.do((session) => session.say("stop looking")),
    )
    this.element = h(
      "section",
      { class: "panel deal-search", hidden: true },
      h("div", { class: "row" }, this.told, this.wayOut, this.time),
      this.meanwhile,
      h("div", { class: "row" }, this.any, this.stop),
    )
  }

  /**
   * Show what becomes of a room's search.
   * @param {Room} room
   * @param {boolean} host whether one is the host, who alone has a way out
   */
  show({ search: found = "none", phase, settings }, host) {
    const search = phase === "lobby" ? found : "none"
    const { element, app } = this
    const looking = search === "looking"
    const had = element.contains(document.activeElement)
    write(this.told, searchText(app.words, search))
    write(this.wayOut, search === "no deal" ? wayOutText(app.words, host) : "")
    write(this.meanwhile, looking ? meanwhileText(app.words, host, settings.seats === 1) : "")
    this.meanwhile.hidden = !looking
    this.any.hidden = !host
    this.stop.hidden = !(host && looking)
    element.hidden = search === "none"
    if (search !== this.search) {
      this.since = now()
      this.search = search
      if (search !== "none") app.say([this.told, this.wayOut].map((e) => e.textContent).join(" "))
    }
    const { searching } = app.session
    if (looking) write(this.wayOut, progressText(app.words, searching?.deals ?? null))
    if (looking && searching) this.since = searching.since
    // Not to a button: the key that has stopped it may be pressed twice.
    if (had && !element.contains(document.activeElement)) document.getElementById("stage")?.focus()
    this.tick()
  }

  /** Show how long the search has taken. */
  tick() {
    const gone = now() - this.since
    write(this.time, this.search === "looking" && gone >= TOLD_FROM ? clock(gone) : "")
  }
}
