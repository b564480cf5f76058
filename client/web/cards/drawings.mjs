// The decks' drawings, each read once.

import { Drawing } from "./drawing.mjs"

/** @type {Map<string, Promise<Drawing>>} */
const drawings = new Map()

/**
 * Have the cards of a race that is about to come. On a small screen they will be small, too: a wrong
 * guess costs 20 kB.
 * @param {string} deck as it was chosen
 */
export function fetchAhead(deck) {
  drawingOf(innerWidth < 600 && deck === "classic" ? "bold" : deck).catch(() => {}) // asked again
}

/**
 * The drawing in a file of this folder.
 * @param {string} name
 * @returns {Promise<Drawing>}
 */
export function drawingOf(name) {
  const known = drawings.get(name)
  if (known) return known
  const made = fetch(new URL(`./${name}.svg`, import.meta.url)).then(async (answer) => {
    if (!answer.ok) throw new Error(`no cards: ${answer.status}`)
    return new Drawing(await answer.text())
  })
  drawings.set(name, made)
  made.catch(() => drawings.delete(name)) // the next one who asks may have more luck
  return made
}
