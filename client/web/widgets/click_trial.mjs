// A few cards to press, drag and click, and what each press counted as.

import { BoardView } from "../board/board_view.mjs"
import { PointerHand } from "../board/pointer_hand.mjs"
import { cardsOf, isDown } from "../core/cards.mjs"
import { Choices } from "../core/choices.mjs"
import { isClick } from "../core/gesture.mjs"
import { placesOf } from "../core/layout.mjs"
import { deals } from "../online/games.mjs"
import { decimal } from "../core/texts.mjs"
import { h, svg, write } from "./dom.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/cards.mjs").Piles} Piles */
/** @typedef {{ lasted: number, moved: number, click: boolean }} Pressed seconds, parts of a card */

/** The game of which a deal lies on the table. */
const SAMPLE = "klondike"
/** How many presses stay on the chart. */
const KEPT = 12
/** The ends of the chart: seconds, and parts of a card. What lies beyond is shown at the end. */
const LONGEST = 1.6
const FURTHEST = 0.6

/** A table without rules: every open card goes everywhere. */
export class ClickTrial {
  /** @param {App} app */
  constructor(app) {
    /** @private */
    this.app = app
    const { words, chosen } = app
    /** @type {import("../core/race.mjs").Layout | null} @private */
    this.layout = null
    /** @type {Piles} @private */
    this.piles = []
    /** @private */
    this.view = new BoardView(chosen)
    /** @private */
    this.hand = new PointerHand(
      this.view,
      {
        layout: () => this.layout,
        choices: () => this.choices(),
        wanted: ([source, count, target]) => this.move(source, count, target),
        refused: () => {},
      },
      chosen,
    )
    /** @private */
    this.chart = new Chart(app)
    /** @private */
    this.told = h("p", { role: "status" })
    write(this.told, words.text("SettingsScreen.press-move-and-let-go-of-a-card-here"))
    this.element = h(
      "section",
      { class: "trial" },
      h("div", { class: "table" }, this.view.element),
      h("div", { class: "panel trial-told" }, this.chart.element, this.told),
    )
    this.watch()
    this.lay()
  }

  closed() {
    this.hand.close()
    this.view.close()
    this.chart.closed()
  }

  /** @private */
  async lay() {
    try {
      const deal = (await deals())[SAMPLE]
      const no = { button: "", button_pile: null, tap: false, glow: false, redeals: null }
      this.layout = { places: placesOf(deal), ...no }
      this.piles = deal.piles.map(cardsOf)
      this.view.show(this.layout, { piles: this.piles, redeals: 0 })
    } catch {
      this.element.hidden = true // Without the deal there is nothing to try it on.
    }
  }

  /** Whatever shows its face may be lifted, and laid anywhere else. @private */
  choices() {
    const { layout, piles } = this
    if (!layout) return null
    const moves = piles.flatMap((pile, source) => {
      const down = pile.filter(isDown).length
      const targets = [...piles.keys()].filter((target) => target !== source).reverse()
      return Array.from({ length: pile.length - down }, (_, i) => [source, i + 1, ...targets])
    })
    return new Choices({ number: 0, moves }, layout)
  }

  /** @param {number} source @param {number} count @param {number} target @private */
  move(source, count, target) {
    if (!this.layout || target === undefined) return
    const piles = [...this.piles]
    const lifted = piles[source].slice(-count)
    piles[source] = piles[source].slice(0, -count)
    piles[target] = [...piles[target], ...lifted]
    this.piles = piles
    this.view.show(this.layout, { piles, redeals: 0 }, { glide: true })
  }

  /** Look at the presses, and leave them to the hand. @private */
  watch() {
    const { view } = this
    /** @type {import("../core/gesture.mjs").ButtonDown | null} */
    let press = null
    const at = (/** @type {PointerEvent} */ event) => {
      const [x, y] = view.pointOf(event)
      const [width, height] = view.cardSize
      return { x: x / width, y: y / height }
    }
    view.element.addEventListener("pointerdown", (event) => {
      if (event.button === 0) press = { time: event.timeStamp / 1000, at: at(event) }
    })
    view.element.addEventListener("pointerup", (event) => {
      if (press && event.button === 0) this.judge(press, event.timeStamp / 1000, at(event))
      press = null
    })
  }

  /**
   * @param {import("../core/gesture.mjs").ButtonDown} press
   * @param {number} time
   * @param {import("../core/gesture.mjs").Point} at
   * @private
   */
  judge(press, time, at) {
    const { words, chosen } = this.app
    const lasted = time - press.time
    const moved = Math.max(Math.abs(at.x - press.at.x), Math.abs(at.y - press.at.y))
    // Here every pile takes every card, so whatever was moved onto another one is a drag.
    const [width, height] = this.view.cardSize
    const [from, to] = [press.at, at].map(({ x, y }) => this.view.laid?.hit(x * width, y * height))
    const taken = Boolean(from && to && from.pile !== to.pile)
    const click = isClick(chosen.thresholds, press, time, at, taken)
    const kind = words.text(
      click ? "ClickTrial.click-a-card-sticks" : "ClickTrial.drag-a-card-is-dropped",
    )
    const way = Math.round(100 * moved)
    const told = { kind, time: decimal(words, lasted), way }
    write(this.told, words.text("ClickTrial.kind-time-s-way-of-a-card", told))
    this.chart.add({ lasted, moved, click })
  }
}

/** Time to the right, way upwards; the area of clicks is filled, and each press is a dot. */
class Chart {
  /** @param {App} app */
  constructor(app) {
    const { words, chosen } = app
    /** @private */
    this.chosen = chosen
    /** @type {Pressed[]} @private */
    this.presses = []
    /** @private */
    this.clicks = svg("path", { class: "clicks" })
    /** @private */
    this.dots = svg("g")
    const name = words.text("TrialChart.what-counts-as-a-click")
    this.element = h(
      "div",
      { class: "trial-chart" },
      h("span", { class: "muted" }, words.text("TrialChart.how-far")),
      h("span", { class: "drag" }, words.text("TrialChart.drag")),
      svg(
        "svg",
        { viewBox: "0 0 200 60", role: "img", "aria-label": name },
        svg("rect", { width: 200, height: 60, class: "field" }),
        this.clicks,
        this.dots,
      ),
      h("span", { class: "click" }, words.text("TrialChart.click")),
      h("span", { class: "muted" }, words.text("TrialChart.how-long")),
    )
    /** @private */
    this.unlisten = chosen.listen(() => this.draw())
    this.draw()
  }

  closed() {
    this.unlisten()
  }

  /** Show one more press. @param {Pressed} pressed */
  add(pressed) {
    this.presses = [...this.presses, pressed].slice(-KEPT)
    this.dots.replaceChildren(
      ...this.presses.map(({ lasted, moved, click }, i) => {
        const age = this.presses.length - 1 - i
        return svg("circle", {
          class: click ? "click" : "drag",
          cx: across(lasted),
          cy: 60 - along(moved),
          r: age ? 3 : 4.5,
          opacity: Math.max(0.25, 1 - age * 0.12),
        })
      }),
    )
  }

  /** @private */
  draw() {
    const { quick, slow, still } = this.chosen.thresholds
    const [from, to, low] = [across(quick), across(Math.max(quick, slow)), 60 - along(still)]
    this.clicks.setAttribute("d", `M0 0H${from}V${low}H${to}V60H0Z`)
  }
}

/** @param {number} seconds */
const across = (seconds) => 200 * Math.min(1, seconds / LONGEST)
/** @param {number} way */
const along = (way) => 60 * Math.min(1, way / FURTHEST)
