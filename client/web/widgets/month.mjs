// A month of daily deals: the calendar of a player's, the streak, and the month's table.

import {
  dailyAddress, dayIn, dayWords, markOf, markText, monthBeside, monthText, SIGNS, streakText,
  weekdays, weeksOf,
} from "../core/records/daily.mjs"
import { pointsNumber } from "../core/rooms/evening.mjs"
import { Lookup } from "../online/lookup.mjs"
import { button, fill, h, write } from "./dom.mjs"
import { earned, playerLink } from "./rankings.mjs"
import { recordsTable } from "./records_table.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/messages.mjs").Message} Message */
/** @typedef {import("./records_table.mjs").Column} Column */

const WEEK = 7

/** Shows a month at a time, and asks for others. */
export class Month {
  /**
   * @param {App} app
   * @param {object} asked
   * @param {number} [asked.player] whose results are shown; one's own without it
   * @param {string} [asked.day] the day that is shown beside it; its month is shown first
   * @param {boolean} [asked.tallied] whether the month's table is shown
   */
  constructor(app, { player = 0, day = "", tallied = true }) {
    /** @private */
    this.app = app
    /** @private */
    this.player = player
    /** @private */
    this.day = day
    /** @private */
    this.tallied = tallied
    /** The month that was asked for last; "" for the one that is now. @private */
    this.month = day.slice(0, "2026-11".length)
    /** The month that is now, once the server has said so. @private */
    this.now = ""
    /** The day that Tab leads to. @private */
    this.at = ""
    const { words } = app
    /** @private */
    this.lookup = new Lookup(() => app.session, ({ type, month, player: whose = 0 }) => {
      const own = this.player || (app.session.guest ? 0 : app.session.player)
      return type === "dailies" && (!this.month || month === this.month) && whose === own
    })
    const turn = (/** @type {string} */ sign, /** @type {string} */ key, /** @type {number} */ step) =>
      button(sign, () => this.turn(step), { "aria-label": words.text(key), title: words.text(key) })
    /** @private */
    this.earlier = turn("◂", "MonthPanel.earlier-month", -1)
    /** @private */
    this.later = turn("▸", "MonthPanel.later-month", 1)
    /** @private */
    this.heading = h("h2", { "aria-live": "polite" })
    /** @private */
    this.calendar = h("div", { class: "calendar" })
    this.calendar.addEventListener("keydown", (event) => this.walk(event))
    /** @private */
    this.streak = h("p", { class: "streak" })
    /** @private */
    this.table = h("div", {})
    const marks = /** @type {const} */ (["won", "played", "missed"])
    const meant = marks.map((mark) => `${SIGNS[mark]} ${markText(words, mark)}`)
    const signs = meant.map((each) => each.replaceAll(" ", "\u00a0")).join(" · ")
    this.element = h(
      "section",
      { class: "month panel stack tight", "aria-label": words.text("ProfileScreen.daily-deals") },
      h("div", { class: "turning" }, this.earlier, this.heading, this.later),
      this.calendar,
      h("p", { class: "muted" }, signs),
      this.streak,
      this.table,
    )
    this.ask()
  }

  /** @param {readonly Message[]} messages */
  update(messages) {
    if (this.lookup.take(messages)) this.show()
  }

  /** @param {Message} problem */
  refused(problem) {
    return this.lookup.refuse(problem)
  }

  /** Ask again: something of it is another now. */
  ask() {
    const { answer } = this.lookup
    this.lookup.ask("get dailies", { month: this.month, player: this.player })
    const month = this.month || this.latest || answer?.month
    if (month && answer?.month !== month) this.draw(month, null)
  }

  /** The month that is now, as far as that is known. @private */
  get latest() {
    return this.now || this.app.session.daily.slice(0, "2026-11".length)
  }

  /** @private */
  show() {
    const { answer } = this.lookup
    if (!answer) return
    if (!this.month) this.now = answer.month
    this.draw(answer.month, answer)
  }

  /** @param {number} step @private */
  turn(step) {
    const month = this.lookup.answer?.month
    if (!month) return
    const next = monthBeside(month, step)
    this.month = next === this.latest ? "" : next
    this.ask()
  }

  /**
   * @param {string} month
   * @param {Message | null} told nothing while it is asked for
   * @private
   */
  draw(month, told) {
    const { app, calendar } = this
    const { words } = app
    const hadKeys = calendar.contains(document.activeElement)
    write(this.heading, monthText(words, month))
    /** @type {Map<string, any>} */
    const days = new Map((told?.days ?? []).map((/** @type {any} */ day) => [day.day, day]))
    this.earlier.disabled = !(told?.first && told.first < month)
    this.later.disabled = !told || month >= this.latest
    const known = [...days.keys()]
    this.at = days.has(this.day) ? this.day : (known.at(-1) ?? "")
    const name = words.text("calendar.calendar-of-month", { month: monthText(words, month) })
    const heads = weekdays(words).map((day) => h("th", { scope: "col" }, day))
    const weeks = weeksOf(month).map((week) =>
      h("tr", {}, ...week.map((number) => this.cell(number, days.get(dayIn(month, number))))),
    )
    fill(calendar, h("table", { "aria-label": name },
      h("thead", {}, h("tr", {}, ...heads)), h("tbody", {}, ...weeks)))
    if (hadKeys) this.link(this.at)?.focus()
    const streak = this.tallied || !told ? "" : streakText(words, told.streak)
    write(this.streak, streak)
    this.streak.hidden = !streak
    fill(this.table, this.tallied && told && this.tally(told))
  }

  /** @param {number} number @param {any} day @private */
  cell(number, day) {
    if (!day) return h("td", { class: "none" }, number ? String(number) : "")
    const { words } = this.app
    const mark = markOf(day)
    const told = dayWords(words, day)
    return h("td", {}, h("a", {
      href: `#${dailyAddress(day.day)}`,
      class: `day ${mark}`,
      title: told,
      "aria-label": told,
      "aria-current": day.day === this.day && "date",
      "data-day": day.day,
      tabindex: day.day === this.at ? "0" : "-1",
    }, h("span", {}, String(number)), h("i", { "aria-hidden": "true" }, SIGNS[mark])))
  }

  /** @param {Message} told @private */
  tally({ rows = [], own, player }) {
    const { words } = this.app
    const heading = words.text("MonthPanel.the-month-s-table")
    const title = h("h2", {}, heading)
    const listed = rows.some((/** @type {any} */ row) => row.player === own?.player)
    const all = own && !listed ? [...rows, own] : rows
    if (!all.length) {
      const empty = words.text("MonthPanel.it-has-the-days-that-are-over-there-are-none")
      return h("div", {}, title, h("p", { class: "muted" }, empty))
    }
    /** @type {Column[]} */
    const columns = [
      { title: "", kind: "number" },
      { title: words.text("MonthPanel.name"), kind: "wide" },
      {
        title: words.text("MonthPanel.points"), kind: "number",
        why: words.text("MonthPanel.10-7-5-4-3-2-and-1-point-for-the-first-seven-of"),
      },
      {
        title: words.text("MonthPanel.days--how-many-daily-deals-were-played"), kind: "number",
        spared: "named",
      },
      {
        title: words.text("MonthPanel.solved--how-many-daily-deals"), kind: "number",
        spared: "named",
      },
    ]
    const shown = all.map((/** @type {any} */ row) => ({
      cells: [
        earned(row.place, row.points > 0), playerLink(row.player, row.name), pointsNumber(row.points ?? 0),
        String(row.days ?? 0), String(row.wins ?? 0),
      ],
      own: row.player === player,
      href: `#player/${row.player}`,
    }))
    return h("div", {}, title, recordsTable(heading, columns, shown))
  }

  /** @param {string} day @private */
  link(day) {
    return /** @type {HTMLElement | null} */ (this.calendar.querySelector(`[data-day="${day}"]`))
  }

  /** The arrows go from day to day. @param {KeyboardEvent} event @private */
  walk(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: WEEK, ArrowUp: -WEEK }[event.key]
    const here = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.day
    if (!step || !here || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    const [month, number] = [here.slice(0, -3), Number(here.slice(-2))]
    for (let to = number + step; to >= 1 && to <= 31; to += step) {
      const next = this.link(dayIn(month, to))
      if (!next) continue
      this.link(here)?.setAttribute("tabindex", "-1")
      next.setAttribute("tabindex", "0")
      next.focus()
      return
    }
  }
}
