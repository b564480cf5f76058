// What the races of the room add up to, beside their results and between them.

import {
  changeText, eveningTitle, gainedText, gamesText, lateText, pauseText, pointsNumber, rowText,
  ruleText, ruleTitle, summaryText, tallyPoints, winnersText,
} from "../core/rooms/evening.mjs"
import { seriesOf } from "../core/rooms/told_evening.mjs"
import { now } from "../online/line.mjs"
import { colourOf } from "../widgets/chat.mjs"
import { Countdown } from "../widgets/countdown.mjs"
import { bdi, button, fill, h, write } from "../widgets/dom.mjs"
import { PointsCurve } from "../widgets/points_curve.mjs"
import { SureButton } from "../widgets/sure_button.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/messages.mjs").Evening} Evening */
/** @typedef {import("../core/messages.mjs").Tallied} Tallied */

/** The columns, and the keys of their heads. */
const COLUMNS = {
  place: "EveningScreen.place",
  name: "EveningScreen.name",
  score: "EveningScreen.points",
  last: "EveningScreen.last-deal",
  change: "EveningScreen.change",
}
/** Who stands where on the podium, from the left. */
const STEPS = [1, 0, 2]

/** A panel with the tally; it is not there while there is none. */
export class EveningPanel {
  /**
   * @param {App} app
   * @param {boolean} [keeps] whether the end of a series stays when another one begins
   */
  constructor(app, keeps = false) {
    /** @private */
    this.keeps = keeps
    /** @private */
    this.app = app
    const { words } = app
    /** @private */
    this.title = h("summary", {})
    /** @private */
    this.won = h("strong", { class: "headline won", hidden: true })
    /** @private */
    this.steps = h("ol", { class: "steps", "aria-label": words.text("EveningPodium.the-first-three-of-the-evening") })
    /** @private */
    this.podium = h("div", { class: "podium", hidden: true }, this.steps)
    /** @private */
    this.curve = new PointsCurve()
    /** @private */
    this.rows = h("tbody", {})
    const heads = Object.entries(COLUMNS).map(([column, key]) =>
      h("th", { scope: "col", class: column }, words.text(key)),
    )
    const caption = h("caption", { class: "heard" }, words.text("EveningScreen.the-tally"))
    const table = h("table", {}, caption, h("thead", {}, h("tr", {}, ...heads)), this.rows)
    /** @private */
    this.rule = h("p", { class: "muted rule" })
    /** @private */
    this.pause = new Countdown("p", () => this.pauseText(), "muted")
    const say = (/** @type {string} */ type, /** @type {() => object} */ fields = () => ({})) => () =>
      app.line.do((session) => session.say(type, fields()))
    /** @private */
    this.veto = button(words.text("EveningScreen.another-game"), say("veto"), {
      title: words.text("EveningScreen.have-another-game-come-next-it-takes-one-of"),
    })
    /** @private */
    this.hold = button("", say("hold series", () => ({ held: !app.session.room?.evening.held })))
    /** @private */
    this.anew = new SureButton(
      words.text("EveningScreen.begin-anew"), words.text("EveningScreen.forget-these-points"),
      say("begin anew"), { asked: (question) => app.say(question, true) },
    )
    /** @private */
    this.ways = h("div", { class: "row" }, this.veto, this.hold, this.anew.element)
    /** @private */
    this.details = h(
      "details", {}, this.title, this.won, this.podium, this.curve.element,
      h("div", { class: "ranking" }, table), this.rule,
    )
    this.element = h("section", { class: "panel evening", hidden: true }, this.details, this.pause.element, this.ways)
    /** The end of a series, which is read on when the room is open for another one. @private */
    this.final = false
    /** What is shown, so that it is shown anew only when it is another. @private */
    this.shown = ""
  }

  closed() {
    this.pause.closed()
    this.curve.closed()
  }

  /** Whether the first of a series are shown on a podium. */
  get crowns() {
    return !this.podium.hidden
  }

  /** Let this fall on it, too. @param {Element | null} paper */
  celebrate(paper) {
    if (paper) this.podium.append(paper)
  }

  update() {
    const { session, words } = this.app
    const { room } = session
    if (!room) return
    const { evening, phase, settings } = room
    this.final = this.keeps && (evening.over || (this.final && !evening.deals))
    this.pause.update()
    if (this.final && !evening.over) {
      this.ways.hidden = true
      return
    }
    const told = summaryText(words, evening, settings.series, session.player)
    const between = phase === "finished" || phase === "lobby"
    const canVeto = between && session.vetoes > 0 && !evening.over && !room.sameDeal
    const hosts = session.isHost && !room.practice && !session.dailyRoom
    this.veto.hidden = !canVeto
    this.hold.hidden = !(hosts && evening.pause > 0)
    const hold = evening.held ? "EveningScreen.let-the-pause-go-on" : "EveningScreen.hold-the-pause"
    write(this.hold, words.text(hold))
    this.anew.element.hidden = !(hosts && between && evening.deals > 0 && told)
    const offers = [this.veto, this.hold, this.anew.element].some(({ hidden }) => !hidden)
    this.ways.hidden = !offers
    this.details.hidden = !told
    this.element.hidden = !told && !offers
    const shown = JSON.stringify([evening, settings.series, session.player])
    if (shown === this.shown) return
    this.shown = shown
    if (evening.over) this.details.open = true
    write(this.title, `${eveningTitle(words, evening, settings.series)}: ${told}`)
    const won = evening.over ? winnersText(words, evening.rows) : ""
    write(this.won, won)
    this.won.hidden = !won
    this.showRows(evening)
    this.showPodium(evening)
    this.curve.show(evening.rows, evening.deals, (player) => colourOf(session, player))
    const series = settings.series ? seriesOf(settings.series) : null
    const rule = series?.points ?? evening.points
    const parts = [ruleTitle(words, rule), ruleText(words, rule), series && gamesText(words, series), lateText(words)]
    write(this.rule, parts.filter(Boolean).join(" · "))
  }

  /** How long the pause lasts. @private */
  pauseText() {
    const { session, words } = this.app
    const { evening } = session.room ?? {}
    if (!evening || (this.final && !evening.over)) return ""
    const left = evening.pause ? Math.max(0, Math.ceil(session.opens - now())) : 0
    return pauseText(words, left, evening.held)
  }

  /** @param {Evening} evening @private */
  showRows({ rows, deals }) {
    const { words, session } = this.app
    fill(this.rows, ...rows.map((row) => h(
      "tr",
      { class: row.player === session.player ? "own" : "", "aria-label": rowText(words, row, deals) },
      h("td", { class: "place" }, String(row.place)),
      h("th", { class: "name", scope: "row" }, h("i", { class: `dot racer-${colourOf(session, row.player)}` }), bdi(row.name),
        row.bot && h("small", { class: "muted bot" }, words.text("standings.bot"))),
      h("td", { class: "score" }, pointsNumber(row.points)),
      h("td", { class: "last" }, gainedText(row.last)),
      h("td", { class: "change" }, changeText(words, row, deals)),
    )))
  }

  /** The first three at the end of a series. @param {Evening} evening @private */
  showPodium({ rows, over }) {
    const { words, session } = this.app
    const first = rows.filter(({ place, points }) => place <= 3 && points > 0).slice(0, 3)
    const ranked = STEPS.map((rank) => first[rank]).filter(Boolean)
    this.podium.hidden = !over || !ranked.length
    fill(this.steps, ...ranked.map((row) => h(
      "li",
      { class: `step racer-${colourOf(session, row.player)}`, "data-place": Math.min(row.place, 3) },
      h("b", { class: "name" }, bdi(row.name)),
      h("span", { class: "muted" }, tallyPoints(words, row.points)),
      h("i", { class: "colour" }),
      h("span", { class: row.place === 1 ? "block won" : "block" }, String(row.place)),
    )))
  }
}
