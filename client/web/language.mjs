// The page's language: that of the settings, or else the browser's. The texts are the window's own.

import { bestOf, Words } from "./core/words.mjs"

/** The languages that there are. */
export const LANGUAGES = Object.freeze(["de", "en", "es", "fr", "ja", "pl", "pt-BR"])

/**
 * The texts in a language; in that of the browser for "".
 * @param {string} wanted
 * @returns {Promise<Words>}
 */
export async function wordsFor(wanted) {
  const language = bestOf(wanted ? [wanted] : navigator.languages, LANGUAGES)
  const [english, texts] = await Promise.all([textsOf("en"), textsOf(language)])
  return new Words(language, english, texts)
}

/**
 * @param {string} language
 * @returns {Promise<import("./core/words.mjs").Texts>}
 */
async function textsOf(language) {
  const answer = await fetch(new URL(`./languages/${language}.json`, import.meta.url))
  if (!answer.ok) throw new Error(`no texts: ${answer.status}`)
  return answer.json()
}
