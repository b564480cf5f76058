// Choosing whether a room races a series, and of which games.

import { LENGTHS, MOST_LINE_UP, RULES, lateText, ruleText, ruleTitle } from "../core/rooms/evening.mjs"
import { seriesOf } from "../core/rooms/told_evening.mjs"
import { gameTitle, joined } from "../core/texts.mjs"
import { button, fill, h, write } from "./dom.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/messages.mjs").PointsRule} PointsRule */
/** @typedef {import("../core/messages.mjs").SeriesGame} SeriesGame */
/** @typedef {import("../core/rooms/draft.mjs").Draft} Draft */

/** The fields of a series: how many deals and, once that is chosen, all else. */
export class SeriesFields {
  /**
   * @param {App} app
   * @param {Draft} draft whose series is chosen
   */
  constructor(app, draft) {
    /** @private */
    this.app = app
    /** @private */
    this.draft = draft
    const { words } = app
    const begun = draft.series ? seriesOf(draft.series) : null
    const shown = begun ?? seriesOf({})
    /** @type {readonly SeriesGame[]} @private */
    this.list = shown.games
    /** @private */
    this.family = shown.family
    /** @private */
    this.pauseSeconds = shown.pause
    const chosen = () => this.choose()
    const lengths = begun && !LENGTHS.includes(begun.deals) ? [...LENGTHS, begun.deals] : LENGTHS
    /** @private */
    this.length = h(
      "select", { onchange: chosen },
      h("option", { value: "" }, words.text("SeriesChoice.no-series")),
      ...lengths.map((deals) => h(
        "option", { value: deals, selected: begun?.deals === deals },
        deals ? words.text("SeriesChoice.n-deals", {}, deals) : words.text("SeriesChoice.open-ended"),
      )),
    )
    const which = shown.games.length ? "list" : shown.family ? "family" : "own"
    /** @private */
    this.familyOption = h("option", { value: "family", selected: which === "family" })
    /** @private */
    this.games = h(
      "select", { onchange: chosen },
      h("option", { value: "own" }, words.text("SeriesChoice.this-game-alone")),
      this.familyOption,
      h("option", { value: "list", selected: which === "list" }, words.text("SeriesChoice.a-list-of-games")),
    )
    /** @private */
    this.listed = h("p", { class: "muted" })
    /** @private */
    this.add = button(words.text("SeriesChoice.add-this-game"), () => {
      if (this.list.length >= MOST_LINE_UP) return
      this.list = [...this.list, { game: draft.game, options: { ...draft.options } }]
      this.choose()
    })
    /** @private */
    this.empty = button(words.text("SeriesChoice.empty-the-list"), () => {
      this.list = []
      this.choose()
    })
    /** @private */
    this.listing = h("div", { class: "stack tight" }, this.listed, h("div", { class: "row" }, this.add, this.empty))
    /** @private */
    this.vetoes = h(
      "select", { onchange: chosen },
      ...[0, 1, 2, 3].map((vetoes) => h(
        "option", { value: vetoes, selected: shown.vetoes === vetoes },
        vetoes ? String(vetoes) : words.text("SeriesChoice.none--no-veto"),
      )),
    )
    /** @private */
    this.about = h("p", { class: "muted", id: "points-help" })
    /** @private */
    this.points = h(
      "select", { onchange: chosen, "aria-describedby": this.about.id },
      ...RULES.map((rule) => h(
        "option", { value: rule, selected: shown.points === rule }, ruleTitle(words, rule),
      )),
    )
    /** @param {string} key @param {HTMLElement} field */
    const named = (key, field) => h("label", { class: "field" }, h("span", {}, words.text(key)), field)
    /** @private */
    this.vetoesField = named("SeriesChoice.vetoes-each", this.vetoes)
    /** @private */
    this.more = h(
      "div", { class: "stack tight" }, named("SeriesChoice.its-games", this.games), this.listing,
      this.vetoesField, named("SeriesChoice.points", this.points), this.about,
    )
    this.element = h(
      "div", { class: "series-fields stack tight" }, named("SeriesChoice.series", this.length), this.more,
    )
    this.show()
  }

  /** Show what follows from the game that is chosen now. */
  show() {
    const { words, games } = this.app
    const { family = "" } = games.entry(this.draft.game) ?? {}
    if (family) this.family = family
    const named = this.family ? words.translated("games", this.family) : "–"
    write(this.familyOption, words.text("SeriesChoice.drawn-from-family", { family: named }))
    const which = this.games.value
    this.more.hidden = this.length.value === ""
    this.listing.hidden = which !== "list"
    this.vetoesField.hidden = which === "own"
    const titles = this.list.map(({ game }) => gameTitle(words, game))
    const none = words.text("SeriesChoice.choose-a-game-and-add-it-then-the-next-one")
    fill(this.listed, titles.length ? joined(words, titles) : none)
    this.add.disabled = this.list.length >= MOST_LINE_UP
    this.empty.disabled = !this.list.length
    const rule = /** @type {PointsRule} */ (this.points.value)
    write(this.about, `${ruleText(words, rule)} ${lateText(words)}`)
    this.take()
  }

  /** @private */
  choose() {
    this.show()
  }

  /** Let the draft have what is chosen. @private */
  take() {
    const which = this.games.value
    const games = which === "list" ? this.list : []
    const family = which === "family" ? this.family : ""
    const mixed = games.length > 0 || family !== ""
    this.draft.series = this.length.value === "" ? null : {
      deals: Number(this.length.value),
      games,
      family,
      vetoes: mixed ? Number(this.vetoes.value) : 0,
      points: /** @type {PointsRule} */ (this.points.value),
      pause: this.pauseSeconds,
    }
  }
}
