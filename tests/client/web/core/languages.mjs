// The languages, from their files: as a server sends them, where it is said where these are.

import { readFileSync } from "node:fs"
import { pathToFileURL } from "node:url"

import { Words } from "../../../../client/web/core/words.mjs"

const sent = process.env.SAMEDEAL_LANGUAGES
const folder = sent ? pathToFileURL(`${sent}/`) : new URL("../../../../client/languages/", import.meta.url)
const table = (path) => JSON.parse(readFileSync(new URL(`${path}.json`, folder), "utf-8"))
const folders = ["", ...(sent ? ["later/"] : []), "games/", "reasons/", "rules/"]
const read = (language) =>
  Object.assign({}, ...folders.map((each) => table(`${each}${language}`)))

export const english = read("en")

/** Return the texts of a language. */
export const wordsOf = (language) => new Words(language, english, read(language))

/** Return the games that there are. */
export const games = () =>
  JSON.parse(readFileSync(new URL("../../../../client/web/games.json", import.meta.url), "utf-8"))
