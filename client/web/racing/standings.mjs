// Who stands how: a bar for each racer, the first above.

import { rankNumber } from "../core/racing/words.mjs"
import { botFacts, racerName, statusWords, stopwatch } from "../core/texts.mjs"
import { colourOf } from "../widgets/chat.mjs"
import { bdi, h, write } from "../widgets/dom.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/messages.mjs").Standing} Standing */
/** @typedef {import("../core/words.mjs").Words} Words */

/** Milliseconds that a row takes to another place. */
const MOVING = 350

/**
 * What there is to say beside the score; nothing for one who just races on.
 * @param {Words} words
 * @param {Standing} standing
 */
export function noteOf(words, { status, milliseconds, connected, bot, level }) {
  if (status === "won") {
    return words.text("standings.solved-time", { time: stopwatch(words, milliseconds) })
  }
  if (status !== "racing") return statusWords(words, status)
  if (!connected) return words.text("standings.away")
  return botFacts(words, { bot, level }).at(-1) ?? ""
}

/**
 * The racers in the order of their places.
 * @param {readonly Standing[]} standings
 */
export const inOrder = (standings) =>
  [...standings].sort((a, b) => (a.place || Infinity) - (b.place || Infinity))

/** One racer's row. */
class Row {
  /** @param {(player: number) => void} [chosen] @param {number} [player] */
  constructor(chosen, player = 0) {
    this.place = h("span", { class: "place" })
    this.name = h("span", { class: "name" })
    this.note = h("span", { class: "note" })
    this.score = h("span", { class: "score" })
    this.bar = h("i", { class: "bar" })
    const parts = [this.place, this.name, this.note, this.score, this.bar]
    // A row that can be chosen is a button, for keys and for those who listen.
    this.inside = chosen
      ? h("button", { type: "button", onclick: () => chosen(player) }, ...parts)
      : h("div", {}, ...parts)
    this.element = h("li", {}, this.inside)
  }
}

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
    const label = app.words.text("StandingsBars.standings")
    this.element = h("ol", { class: "standings", "aria-label": label })
    /** @type {Map<number, Row>} @private */
    this.rows = new Map()
    /** @type {readonly Standing[] | null} @private */
    this.shown = null
  }

  /** Show how everybody stands now. */
  update() {
    const { session } = this.app
    const standings = session.race?.standings ?? []
    if (standings === this.shown) return
    this.shown = standings
    const ordered = inOrder(standings)
    const tops = this.tops()
    for (const player of [...this.rows.keys()]) {
      if (ordered.some((each) => each.player === player)) continue
      this.rows.get(player)?.element.remove()
      this.rows.delete(player)
    }
    const full = this.full
    const order = ordered.map((standing) => this.row(standing, full))
    const now = [...this.element.children]
    if (order.some((row, i) => now[i] !== row.element)) {
      const focus = document.activeElement
      this.element.replaceChildren(...order.map(({ element }) => element))
      if (focus instanceof HTMLElement && this.element.contains(focus)) focus.focus()
      this.slide(tops)
    }
  }

  /** The score that fills a bar: all cards of the deck. @private */
  get full() {
    const { race } = this.app.session
    const boards = [...(race?.boards.values() ?? [])]
    const [first] = boards
    const cards = first ? first.position.piles.reduce((sum, { length }) => sum + length, 0) : 0
    const scores = (race?.standings ?? []).map(({ score }) => score)
    return Math.max(1, cards || 52, ...scores)
  }

  /**
   * @param {Standing} standing
   * @param {number} full
   * @private
   */
  row(standing, full) {
    const { session, words } = this.app
    const { player, score, status } = standing
    const name = racerName(words, standing)
    const place = rankNumber(standing, session.race?.standings.length ?? 0)
    const row = this.rows.get(player) ?? new Row(this.chosen, player)
    this.rows.set(player, row)
    const goes = status === "racing" || status === "won"
    row.element.className = goes ? `racer-${colourOf(session, player)}` : "out"
    row.element.classList.toggle("own", player === session.player)
    write(row.place, place)
    if (row.name.textContent !== name) row.name.replaceChildren(bdi(name))
    row.name.title = name
    const note = noteOf(words, standing)
    write(row.note, note)
    row.note.classList.toggle("good", status === "won")
    write(row.score, String(score))
    const share = status === "won" ? 1 : Math.min(1, Math.max(0, score / full))
    row.bar.style.setProperty("--part", String(share))
    row.inside.setAttribute("aria-label", words.text("standings.place-name-score-note", {
      place, name, score, note: note || statusWords(words, status),
    }))
    return row
  }

  /** @returns {Map<Row, number>} where the rows are @private */
  tops() {
    const moving = this.app.chosen.moves && this.element.isConnected && this.rows.size <= 16
    if (!moving) return new Map()
    return new Map([...this.rows.values()].map((row) => [row, row.element.offsetTop]))
  }

  /** @param {Map<Row, number>} tops where they were @private */
  slide(tops) {
    for (const [row, top] of tops) {
      const gone = top - row.element.offsetTop
      if (!gone || !row.element.isConnected) continue
      const frames = [{ transform: `translateY(${gone}px)` }, { transform: "none" }]
      row.element.animate(frames, { duration: MOVING, easing: "ease-in-out" })
    }
  }
}
