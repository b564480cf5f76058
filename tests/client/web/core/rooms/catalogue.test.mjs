import assert from "node:assert/strict"
import test from "node:test"

import {
  Catalogue, decksText, factsText, rulesTexts, tipText,
} from "../../../../../client/web/core/rooms/catalogue.mjs"
import { golden } from "../golden.mjs"
import { games, wordsOf } from "../languages.mjs"

const catalogue = new Catalogue(games())

test("of a game that is not known here nothing is told", () => {
  const words = wordsOf("en")
  assert.equal(catalogue.entry("from-tomorrow"), null)
  assert.equal(catalogue.optionsText(words, "from-tomorrow", { a: true }), "")
  assert.deepEqual(catalogue.complete("from-tomorrow", { a: true }), {})
  assert.equal(new Catalogue().entry("klondike"), null)
})

test("what cannot be chosen is the default", () => {
  const usual = catalogue.complete("klondike", {})
  assert.deepEqual(catalogue.complete("klondike", { deal: "all-at-once", more: true }), usual)
  assert.deepEqual(catalogue.complete("klondike", { deal: "no-redeals" }), { deal: "no-redeals" })
  const english = wordsOf("en")
  const text = catalogue.optionsText(english, "klondike", { deal: "no-redeals" })
  assert.equal(text, "Deal: No redeals")
})

test("some games have deals that can be won with other options", () => {
  assert.deepEqual(["spider", "golf", "agnes", "x"].map((name) => catalogue.hasDeals(name)),
    [true, true, false, false])
})

test("of a game that is not known here any deal will do", () => {
  assert.deepEqual(catalogue.deals("from-tomorrow", {}), ["any"])
  assert.deepEqual(new Catalogue().deals("klondike", {}), ["any"])
  assert.deepEqual(new Catalogue([{ ...games()[0], deals: undefined }]).deals("4x13", {}), ["any"])
})

golden("which deals there are is as in the window", "offered", (told) => {
  for (const [game, options, deals] of told) assert.deepEqual(catalogue.deals(game, options), deals)
})

golden("games are told of as in the window", "rooms/catalogue", (languages) => {
  for (const [language, { games, decks }] of Object.entries(languages)) {
    const words = wordsOf(language)
    for (const { name, facts, rules, tip, chosen } of games) {
      const entry = catalogue.entry(name)
      assert.ok(entry)
      assert.equal(factsText(words, entry), facts)
      assert.equal(rulesTexts(words, entry).join("\n\n"), rules)
      assert.equal(tipText(words, entry), tip)
      for (const [options, told, brief] of chosen) {
        assert.equal(catalogue.optionsText(words, name, options), told)
        assert.equal(catalogue.briefOptionsText(words, name, options), brief)
        assert.deepEqual(catalogue.complete(name, options), options)
      }
    }
    decks.forEach((/** @type {string} */ text, /** @type {number} */ i) => {
      assert.equal(decksText(words, i + 1), text)
    })
  }
})
