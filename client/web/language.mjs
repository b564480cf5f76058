// The page's language: that of the settings, or else the browser's. The texts are the window's own.

import { bestOf, Words } from "./core/words.mjs"

/** @typedef {import("./core/words.mjs").Texts} Texts */

/** The languages that there are. */
export const LANGUAGES = Object.freeze(["de", "en", "es", "fr", "ja", "pl", "pt-BR"])

/** The texts that came last; the others are added to them. @type {Words | null} */
let latest = null
/** @type {Promise<void> | null} all others of these, once they were asked for */
let others = null
/** Whether they are there. */
let whole = false

/**
 * The texts in a language, in that of the browser for "": those of what the page begins with. They
 * are the latest, to which `needTexts` brings the others.
 * @param {string} wanted
 * @returns {Promise<Words>}
 */
export async function wordsFor(wanted) {
  const language = bestOf(wanted ? [wanted] : navigator.languages, LANGUAGES)
  const [own, ...said] = await Promise.all([file(language), ...texts("games/", language)])
  const words = new Words(language, language === "en" ? own : {}, own)
  words.add(...said)
  latest = words
  others = null
  whole = false
  return words
}

/** Whether all texts are there but for the rules: see `needTexts`. */
export const hasTexts = () => whole

/**
 * Have all texts but for the rules: of the screens that one goes to later, and why something is
 * refused. Who cannot have them may ask again.
 */
export function needTexts() {
  const words = latest
  if (!words) return Promise.reject(new Error("no texts are there yet"))
  others ??= addOthers(words).catch((error) => {
    if (words === latest) others = null
    throw error
  })
  return others
}

/** @param {Words} words */
async function addOthers(words) {
  const { language } = words
  const [own, ...said] = await Promise.all([file(`later/${language}`), ...texts("reasons/", language)])
  words.add(language === "en" ? own : {}, own)
  words.add(...said)
  if (words === latest) whole = true
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
