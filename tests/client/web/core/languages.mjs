// The languages, from their files.

import { readFileSync } from "node:fs"

import { Words } from "../../../../client/web/core/words.mjs"

const table = (path) =>
  JSON.parse(readFileSync(new URL(`../../../../client/languages/${path}.json`, import.meta.url), "utf-8"))
const read = (language) =>
  ({ ...table(language), ...table(`games/${language}`), ...table(`rules/${language}`) })

export const english = read("en")

/** Return the texts of a language. */
export const wordsOf = (language) => new Words(language, english, read(language))

/** Return the games that there are. */
export const games = () =>
  JSON.parse(readFileSync(new URL("../../../../client/web/games.json", import.meta.url), "utf-8"))
