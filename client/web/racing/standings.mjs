// Who stands how: a bar for each racer, the first above.

import { statusWords, stopwatch } from "../core/texts.mjs"
import { colourOf } from "../widgets/chat.mjs"
import { bdi, h } from "../widgets/dom.mjs"

/** @typedef {import("../app.mjs").App} App */

/** The standings of the race under way. */
export class Standings {
  /**
   * @param {App} app
   * @param {(player: number) => void} [chosen] somebody's row was chosen
   */
  constructor(app, chosen) {
    /** @private */
    this.app = app
    /** @private */
    this.chosen = chosen
    this.element = h("ol", { class: "standings", "aria-label": app.words.text("StandingsBars.standings") })
    /** @type {readonly unknown[] | null} @private */
    this.shown = null
  }

  update() {
    const { session, words } = this.app
    const standings = session.race?.standings ?? []
    if (standings === this.shown) return
    this.shown = standings
    const most = Math.max(1, ...standings.map(({ score }) => score))
    const sorted = [...standings].sort((a, b) => (a.place || 99) - (b.place || 99))
    this.element.replaceChildren(
      ...sorted.map(({ player, name, place, score, status, milliseconds, connected }) => {
        const note = status === "won" ? words.text("standings.won-time", { time: stopwatch(words, milliseconds) }) : status !== "racing" ? statusWords(words, status) : connected ? "" : words.text("standings.away")
        const bar = h("i", { class: "bar" })
        bar.style.setProperty("--part", String(Math.max(0, score) / most))
        const row = h(
          "li",
          { class: `racer-${colourOf(session, player)}${player === session.player ? " own" : ""}` },
          h("span", { class: "place" }, place ? String(place) : ""),
          h("span", { class: "name" }, bdi(name), note && h("small", { class: "muted" }, ` ${note}`)),
          h("span", { class: "score" }, String(score)),
          bar,
        )
        if (this.chosen) row.addEventListener("click", () => this.chosen?.(player))
        return row
      }),
    )
  }
}
