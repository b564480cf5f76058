// The page's language: that of the settings, or else the browser's. The texts are the window's own.

import { bestOf, Words } from "./core/words.mjs"

/** @typedef {import("./core/words.mjs").Texts} Texts */

/** The languages that there are. */
export const LANGUAGES = Object.freeze(["de", "en", "es", "fr", "ja", "pl", "pt-BR"])

/**
 * The texts in a language; in that of the browser for "".
 * @param {string} wanted
 * @returns {Promise<Words>}
 */
export async function wordsFor(wanted) {
  const language = bestOf(wanted ? [wanted] : navigator.languages, LANGUAGES)
  const [own, ...said] = await Promise.all([file(language), ...texts("games/", language)])
  const words = new Words(language, language === "en" ? own : {}, own)
  words.add(...said)
  return words
}

/**
 * Have these words know the games' rules, too.
 * @param {Words} words
 */
export async function addRules(words) {
  words.add(...(await Promise.all(texts("rules/", words.language))))
}

/**
 * What is looked up by what it says in English: in English, and in a language.
 * @param {string} folder
 * @param {string} language
 * @returns {[Promise<Texts>, Promise<Texts>]}
 */
function texts(folder, language) {
  const english = file(`${folder}en`)
  return [english, language === "en" ? english : file(folder + language)]
}

/**
 * @param {string} name
 * @returns {Promise<Texts>}
 */
async function file(name) {
  const answer = await fetch(new URL(`./languages/${name}.json`, import.meta.url))
  if (!answer.ok) throw new Error(`no texts: ${answer.status}`)
  return answer.json()
}
