// How a rating went, race by race, with how much of it is not known; and the same as a table.

import { replayAddress } from "../core/records/addresses.mjs"
import { changesOf, courseText, familyText, ratingsTitle, scaleOf, topOf } from "../core/records/ratings.mjs"
import { Lookup } from "../online/lookup.mjs"
import { dayOf } from "./day.mjs"
import { fill, h, svg, textScale, write } from "./dom.mjs"
import { recordsTable, replayLink } from "./records_table.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/messages.mjs").Message} Message */
/** @typedef {import("../core/messages.mjs").Rating} Rating */
/** @typedef {import("../core/records/ratings.mjs").Point} Point */

// In CSS pixels, where texts are of the usual size: what stays free for the numbers, and around.
const LEFT = 36
const BELOW = 20
const EDGE = 8
/** So far apart are the lines of the grid, at least. */
const STEP = 30
/** Pixels between two races from which each has a dot. */
const DOTTED = 9
const BETWEEN = " · "

/** A line through a player's rating after each race, in a family that is chosen above it. */
export class RatingChart {
  /**
   * @param {App} app
   * @param {number} player
   * @param {readonly Rating[]} ratings the first is that of all games
   */
  constructor(app, player, ratings) {
    /** @private */
    this.app = app
    /** @private */
    this.player = player
    const { words } = app
    /** @type {readonly Point[]} @private */
    this.points = []
    /** Where they are drawn, in the drawing. @type {readonly (readonly [number, number])[]} @private */
    this.places = []
    /** @private */
    this.lookup = new Lookup(() => app.session, ({ type, player: whose, family }) => {
      return type === "rating course" && whose === player && family === this.select.value
    })
    /** @private */
    this.select = h(
      "select",
      { onchange: () => this.ask() },
      ...ratings.map(({ family }) => h("option", { value: family }, familyText(words, family))),
    )
    const choice = h("label", { class: "field" }, h("span", {}, words.text("RatingsList.family")), this.select)
    /** @private */
    this.drawing = svg("svg", { role: "img" })
    /** What is said of the race under the pointer. @private */
    this.told = h("p", { class: "muted told", "aria-hidden": "true" })
    /** @private */
    this.rows = h("div", {})
    const about = h("p", { class: "muted" }, words.text("ratings.the-line-is-the-rating-after-each-race-the-band"))
    /** @private */
    this.table = h("details", {}, h("summary", {}, words.text("page.as-a-table")), this.rows)
    this.element = h(
      "div", { class: "rating-chart panel" }, choice, this.drawing, this.told, about, this.table)
    this.drawing.addEventListener("pointermove", (event) => this.point(event))
    this.drawing.addEventListener("pointerleave", () => this.mark(-1))
    this.drawing.addEventListener("click", (event) => {
      const { race = 0 } = this.points[this.nearest(event)] ?? {}
      if (race) location.hash = `#${replayAddress(race, [player])}`
    })
    /** @private */
    this.observer = new ResizeObserver(() => this.draw())
    this.observer.observe(this.drawing)
    this.ask()
  }

  closed() {
    this.observer.disconnect()
  }

  /** @param {readonly Message[]} messages */
  update(messages) {
    if (!this.lookup.take(messages)) return
    this.points = this.lookup.answer?.points ?? []
    this.show()
  }

  /** @param {Message} problem */
  refused(problem) {
    return this.lookup.refuse(problem)
  }

  /** @private */
  ask() {
    this.lookup.ask("get rating course", { player: this.player, family: this.select.value })
  }

  /** @private */
  show() {
    const { app, points, player } = this
    const { words } = app
    const values = points.map(({ value }) => value)
    const [first = 0, last = 0] = [values[0], values.at(-1)]
    const span = { first, last, highest: Math.max(0, ...values) }
    const said = [
      words.text("RatingChart.rating-over-time"),
      points.length ? words.text("RatingChart.from-first-to-last-the-highest-was-highest", span) : "",
    ]
    this.drawing.setAttribute("aria-label", said.filter(Boolean).join(". "))
    const changes = changesOf(points)
    const replay = words.text("ProfileScreen.show-the-replay")
    const rows = points.map(({ at, value, race = 0 }, i) => {
      const href = race ? `#${replayAddress(race, [player])}` : ""
      const way = href && replayLink(replay, href)
      return { cells: [dayOf(words, at), courseText(value, changes[i]), way], href }
    })
    /** @type {import("./records_table.mjs").Column[]} */
    const columns = [
      { title: words.text("RatingsPanel.date"), kind: "wide" },
      { title: words.text("RatingsPanel.rating"), kind: "number" },
      { title: "", kind: "way" },
    ]
    const label = ratingsTitle(words, this.select.value)
    fill(this.rows, points.length > 0 && recordsTable(label, columns, rows.reverse()))
    this.draw()
    this.mark(-1)
  }

  /** @private */
  draw() {
    const { drawing, points } = this
    const { words } = this.app
    const seen = drawing.getBoundingClientRect()
    if (!points.length || seen.width < 80 || seen.height < 60) return drawing.replaceChildren()
    const scale = textScale()
    const [width, height] = [seen.width / scale, seen.height / scale]
    drawing.setAttribute("viewBox", `0 0 ${width} ${height}`)
    const { from, to, step } = scaleOf(points, Math.floor((height - BELOW) / STEP) - 1)
    const left = Math.max(LEFT, 7 * String(to).length + EDGE)
    const [right, last] = [width - 2 * EDGE, points.length - 1]
    const x = (/** @type {number} */ i) =>
      last ? left + EDGE + (i / last) * (right - left - EDGE) : (left + right) / 2
    const y = (/** @type {number} */ value) =>
      height - BELOW - ((value - from) / (to - from)) * (height - BELOW - EDGE)
    const spot = (/** @type {number} */ i, /** @type {number} */ value) =>
      `${x(i).toFixed(1)} ${y(value).toFixed(1)}`
    const grid = []
    for (let value = from; value <= to; value += step) {
      grid.push(svg("path", { d: `M${left} ${y(value).toFixed(1)}H${width - EDGE}` }))
      grid.push(svg("text", { x: left - 5, y: y(value) + 3.5, "text-anchor": "end" }, String(value)))
    }
    const line = points.map(({ value }, i) => spot(i, value))
    const top = points.map((point, i) => spot(i, topOf(point))).reverse()
    const dots = (right - left) / points.length >= DOTTED ? points : []
    const days = [dayOf(words, points[0].at), dayOf(words, points[last].at)]
    drawing.replaceChildren(
      svg("g", { class: "grid" }, ...grid),
      svg("path", { class: last ? "band" : "band one", d: `M${[...line, ...top].join("L")}Z` }),
      svg("path", { class: "rating", d: `M${line.join("L")}` }),
      ...dots.map(({ value }, i) => svg("circle", { class: "dot", cx: x(i), cy: y(value), r: 3 })),
      svg("circle", { class: "mark", r: 5, visibility: "hidden" }),
      ...(days[0] === days[1] ? [] : [svg("text", { x: left, y: height - 4 }, days[0])]),
      svg("text", { x: width - EDGE, y: height - 4, "text-anchor": "end" }, days[1]),
    )
    this.places = points.map(({ value }, i) => /** @type {const} */ ([x(i), y(value)]))
  }

  /** The race whose point is the nearest to the pointer. @param {MouseEvent} event @private */
  nearest({ clientX }) {
    const at = (clientX - this.drawing.getBoundingClientRect().left) / textScale()
    const ways = this.places.map(([x]) => Math.abs(x - at))
    return ways.indexOf(Math.min(...ways))
  }

  /** @param {MouseEvent} event @private */
  point(event) {
    this.mark(this.nearest(event))
  }

  /** Mark a race, and say what it made of the rating; none for -1. @param {number} at @private */
  mark(at) {
    const { words } = this.app
    const point = this.points[at]
    const mark = this.drawing.querySelector(".mark")
    const [cx, cy] = this.places[at] ?? [0, 0]
    mark?.setAttribute("visibility", point ? "visible" : "hidden")
    mark?.setAttribute("cx", String(cx))
    mark?.setAttribute("cy", String(cy))
    this.drawing.classList.toggle("leads", Boolean(point?.race))
    if (!point) return write(this.told, "\u00a0")
    const told = courseText(point.value, changesOf(this.points)[at])
    write(this.told, dayOf(words, point.at) + BETWEEN + told)
  }
}
