// Searching the games by title, family, decks, hidden cards, favourites or those last played: as in
// client/words/game_search.py.

/** @typedef {import("../words.mjs").Words} Words */
/** @typedef {import("./catalogue.mjs").Entry} Entry */

/**
 * What is looked for; null leaves it open.
 * @typedef {object} Wanted
 * @property {string} text
 * @property {string | null} family in English
 * @property {number | null} decks
 * @property {boolean | null} hidden
 * @property {readonly string[] | null} names only these games, in this order
 */

/** @type {Readonly<Wanted>} */
export const EVERYTHING = Object.freeze({
  text: "", family: null, decks: null, hidden: null, names: null,
})

/**
 * A text without what one leaves out when typing: case, apostrophes, hyphens.
 * @param {string} text
 */
export const folded = (text) =>
  text.toLowerCase().replace(/['’‘`]/g, "").replaceAll("-", " ").trim().split(/\s+/).join(" ")

/**
 * Whether a text finds a title: each of its words is in it, or it is without spaces.
 * @param {string} text
 * @param {string} title
 */
export function matches(text, title) {
  const [words, name] = [folded(text), folded(title)]
  const close = (/** @type {string} */ spaced) => spaced.replaceAll(" ", "")
  return words.split(" ").every((word) => name.includes(word)) || close(name).includes(close(words))
}

/**
 * The games that fit, in their order or that of the names; titles that begin with the text first.
 * @param {Words} words
 * @param {readonly Entry[]} entries
 * @param {Wanted} wanted
 * @returns {Entry[]}
 */
export function find(words, entries, wanted) {
  const { text, family, decks, hidden, names } = wanted
  const title = (/** @type {Entry} */ entry) => words.translated("games", entry.title)
  const fits = (/** @type {Entry} */ entry) =>
    (!names || names.includes(entry.name)) &&
    (family === null || family === entry.family) &&
    (decks === null || decks === entry.decks) &&
    (hidden === null || hidden === entry.hidden) &&
    (matches(text, title(entry)) || matches(text, entry.title))
  const found = entries.filter(fits)
  if (names) found.sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
  const begins = (/** @type {Entry} */ entry) => folded(title(entry)).startsWith(folded(text))
  return [...found.filter(begins), ...found.filter((entry) => !begins(entry))]
}

/**
 * The games in the order of their titles, as a language sorts them.
 * @param {Words} words
 * @param {readonly Entry[]} entries
 */
export function byTitle(words, entries) {
  const title = (/** @type {Entry} */ entry) => words.translated("games", entry.title)
  const { compare } = new Intl.Collator(words.language)
  return [...entries].sort((a, b) => compare(title(a), title(b)))
}
