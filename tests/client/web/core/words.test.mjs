import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import test from "node:test"

import { bestOf, slug, Words } from "../../../../client/web/core/words.mjs"
import { golden } from "./golden.mjs"
import { english } from "./languages.mjs"

const ENGLISH = {
  "t.n-cards_one": "%n card", "t.n-cards_other": "%n cards", "t.hi": "{name} %n", "t.a--b": "A",
}

test("what goes in goes in as it is", () => {
  const words = new Words("en", ENGLISH)
  assert.equal(words.text("t.hi", { name: "{name} %n" }), "{name} %n %n")
  assert.equal(words.text("t.n-cards", {}, 1), "1 card")
})

test("what a language does not have stays English, by English plurals", () => {
  const words = new Words("pl", ENGLISH, { "t.n-cards_few": "%n karty" })
  assert.equal(words.text("t.n-cards", {}, 2), "2 karty")
  assert.equal(words.text("t.n-cards", {}, 5), "5 cards")
  assert.equal(words.translated("t", "%n card(s)", "", 3), "3 karty")
  assert.equal(words.translated("t", "%n thing(s)", "", 1), "1 thing")
  assert.equal(words.translated("t", "A", "b"), "A")
})

test("every text that is named here is there", () => {
  const folder = new URL("../../../../client/web/core/", import.meta.url)
  const contexts = "cards|commentary|cursor|help|reasons|session|spoken|texts|track"
  const named = new RegExp(`"((?:${contexts})\\.[\\w-]+)"`, "g")
  let found = 0
  for (const name of readdirSync(folder, { recursive: true }).filter((each) => each.endsWith(".mjs"))) {
    for (const [, key] of readFileSync(new URL(name, folder), "utf-8").matchAll(named)) {
      assert.ok(key in english || `${key}_other` in english, `${name}: ${key}`)
      found++
    }
  }
  assert.ok(found > 50, `${found}`)
})

golden("texts are the window's in every language", "words", (told) => {
  const { languages, texts, slugs, best } = told
  for (const [language, cases] of Object.entries(texts)) {
    const words = new Words(language, languages.en, languages[language])
    for (const [key, context, text, comment, n, values, said, filled] of cases) {
      assert.equal(words.text(key, values, n), filled, `${language} ${key} ${n}`)
      assert.equal(words.translated(context, text, comment, n), said, `${language} ${key} ${n}`)
    }
  }
  for (const [text, short] of slugs) assert.equal(slug(text), short)
  for (const [wanted, found] of best) assert.equal(bestOf(wanted, Object.keys(languages)), found)
})
