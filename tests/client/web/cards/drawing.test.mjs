import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import test from "node:test"

import { Drawing } from "../../../../client/web/cards/drawing.mjs"
import { lettersIn } from "../../../../client/web/cards/letters.mjs"
import { LETTERS } from "../../../../client/web/cards/signs.mjs"

const CARDS = join(import.meta.dirname, "../../../../client/web/cards")
const decks = readdirSync(CARDS).filter((name) => name.endsWith(".svg"))

for (const deck of decks) {
  const text = readFileSync(join(CARDS, deck), "utf8")

  test(`${deck}: a part has all that its cards are made of, and nothing else`, () => {
    const drawing = new Drawing(text)
    assert.ok(drawing.symbols.length > 60)
    for (const name of drawing.symbols) {
      const picture = drawing.picture([name], 90, 126)
      const named = [...picture.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      const used = new Set([...picture.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id))
      assert.deepEqual(named.toSorted(), [...used].toSorted())
    }
  })

  test(`${deck}: nothing of the file is lost on the whole deck`, () => {
    const drawing = new Drawing(text)
    const picture = drawing.picture(drawing.symbols, 90, 126).split("\n")
    const lines = text.trim().split("\n").slice(1).filter((line) => !/^<\/?(svg|defs)>$/.test(line))
    assert.deepEqual(lines.filter((line) => !picture.includes(line)), [])
  })
}

test("letters of another language take the places of jack, queen and king", () => {
  const drawing = new Drawing(readFileSync(join(CARDS, "classic.svg"), "utf8"))
  const names = (letters) => [...lettersIn(letters, false).keys()]
  assert.deepEqual(names("AVDK"), ["rank-J", "rank-Q"])
  assert.deepEqual(names("AJQK"), [])
  const picture = drawing.picture(["JS", "KS"], 90, 126, lettersIn("AVDK", false))
  assert.equal(picture.split('id="rank-J"').length, 2)
  assert.ok(picture.includes(`d="${LETTERS.V.d}"`))
  assert.ok(!picture.includes(`d="${LETTERS.D.d}"`), "no queen is wanted")
})

test("cards lie side by side, from the left", () => {
  const drawing = new Drawing('<symbol id="7H"></symbol>\n<symbol id="*C"></symbol>')
  const [first, second] = drawing.picture(["*C", "7H"], 10, 14).matchAll(/<use [^>]+>/g)
  assert.equal(first[0], '<use href="#*C" x="0" width="10" height="14"/>')
  assert.equal(second[0], '<use href="#7H" x="10" width="10" height="14"/>')
})
