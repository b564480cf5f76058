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
  return new Words(language, ...(await texts("", language)))
}

/**
 * Have these words know the games' rules, too.
 * @param {Words} words
 */
export async function addRules(words) {
  words.add(...(await texts("rules/", words.language)))
}

/**
 * English, as what has no translation stays English, and a language.
 * @param {string} folder
 * @param {string} language
 */
function texts(folder, language) {
  const english = file(`${folder}en`)
  return Promise.all([english, language === "en" ? english : file(folder + language)])
}

/**
 * @param {string} name
 * @returns {Promise<import("./core/words.mjs").Texts>}
 */
async function file(name) {
  const answer = await fetch(new URL(`./languages/${name}.json`, import.meta.url))
  if (!answer.ok) throw new Error(`no texts: ${answer.status}`)
  return answer.json()
}
