// A table of results. Where there is little room, each row tells the rest in a second line.

import { ghostAddress, replayAddress } from "../core/records/addresses.mjs"
import { h } from "./dom.mjs"

/** @typedef {import("./dom.mjs").Child} Child */

/**
 * @typedef {object} Column
 * @property {string} title
 * @property {"number" | "wide" | "way" | ""} [kind]
 * @property {"" | "named" | "plain"} [spared] whether it goes to the second line where there is
 *   little room, with its title or without
 * @property {string} [why] what it means, for who wonders
 */

/**
 * @typedef {object} Row
 * @property {readonly Child[]} cells
 * @property {boolean} [own] whether it is the reader's
 * @property {string} [href] where a click on it leads
 * @property {boolean} [heads] whether it heads the rows below it, and sums them up
 */

/** The key of who wins a race. */
export const WIN_KEY = "texts.whoever-solves-the-game-first-wins-the-race-if"

/**
 * The way to a replay.
 * @param {string} label
 * @param {string} href
 */
export const replayLink = (label, href) =>
  h("a", { class: "to-replay", href, title: label, "aria-label": label }, "▶\uFE0E")

/**
 * The way to a race against a game.
 * @param {string} label
 * @param {string} href
 */
export const raceLink = (label, href) =>
  h("a", { class: "to-race", href, title: label, "aria-label": label }, "\u2691\uFE0E")

/**
 * The ways from somebody's game that is in a list. A guest, who cannot race yet, gets to the race
 * from the replay, which says it in words.
 * @param {import("../app.mjs").App} app
 * @param {number} race
 * @param {number} player
 * @param {string} replay what the way to its replay is called
 */
export const gameLinks = ({ session, words }, race, player, replay) =>
  h("span", { class: "ways" },
    !session.guest && raceLink(words.text("ghosts.race-against-this"), `#${ghostAddress(race, player)}`),
    replayLink(replay, `#${replayAddress(race, [player])}`))

/**
 * @param {string} label what it is
 * @param {readonly Column[]} columns
 * @param {readonly Row[]} rows
 */
export function recordsTable(label, columns, rows) {
  const heads = columns.map(({ title, kind = "", why = "" }) =>
    h("th", { role: "columnheader", scope: "col", class: kind, title: why || null }, title),
  )
  const made = h(
    "table",
    { role: "table", class: "records-table", "aria-label": label },
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, ...heads)),
    h("tbody", { role: "rowgroup" }, ...rows.map((row) => rowOf(columns, row))),
  )
  made.addEventListener("keydown", (event) => walk(made, event))
  return made
}

/** @param {readonly Column[]} columns @param {Row} row */
function rowOf(columns, { cells, own = false, href = "", heads = false }) {
  const made = cells.map((cell, i) => {
    const { title, kind = "", spared = "" } = columns[i]
    const style = `${kind}${spared && " spared"}`
    const attributes = { class: style, "data-title": spared === "named" && title }
    const isHead = heads && kind === "wide"
    return isHead
      ? h("th", { role: "rowheader", scope: "row", ...attributes }, cell)
      : h("td", { role: "cell", ...attributes }, cell)
  })
  const clicked = (/** @type {Event} */ { target }) => {
    if (target instanceof Element && !target.closest("a") && !getSelection()?.toString()) {
      location.hash = href
    }
  }
  const row = h(
    "tr",
    { role: "row", class: heads ? "heads" : own && "mine", "aria-current": own && "true" },
    ...made,
  )
  if (href) row.addEventListener("click", clicked)
  return row
}

/**
 * The arrows go from row to row, from a link to the same one.
 * @param {HTMLElement} table
 * @param {KeyboardEvent} event
 */
function walk(table, event) {
  const way = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const link = document.activeElement?.closest("a")
  if (!way || !link || event.ctrlKey || event.altKey || event.metaKey) return
  const same = [...table.querySelectorAll("a")].filter((each) => each.className === link.className)
  same[same.indexOf(link) + way]?.focus()
  event.preventDefault()
}
