// The games that there are and a deal of each, fetched when they are needed first.

import { Catalogue } from "../core/rooms/catalogue.mjs"

/** @typedef {{ places: import("../core/layout.mjs").LaidPlace[], piles: string[] }} Deal */

/** @type {Map<string, Promise<any>>} */
const fetched = new Map()

/** @param {string} name */
function file(name) {
  const known = fetched.get(name)
  if (known) return known
  const made = fetch(new URL(`../${name}`, import.meta.url)).then((answer) => {
    if (!answer.ok) throw new Error(`no ${name}: ${answer.status}`)
    return answer.json()
  })
  fetched.set(name, made)
  made.catch(() => fetched.delete(name)) // the next one who asks may have more luck
  return made
}

/**
 * @returns {Promise<Catalogue>}
 */
export const catalogue = async () => new Catalogue(await file("games.json"))

/**
 * A deal of each game, by the game's name.
 * @returns {Promise<Readonly<Record<string, Deal>>>}
 */
export const deals = () => file("deals.json")
