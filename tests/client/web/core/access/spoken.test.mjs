import assert from "node:assert/strict"
import test from "node:test"

import { Choices } from "../../../../../client/web/core/choices.mjs"
import { placesOf, topSpot } from "../../../../../client/web/core/layout.mjs"
import { Speaker } from "../../../../../client/web/core/access/spoken.mjs"
import { golden, pilesOf } from "../golden.mjs"
import { wordsOf } from "../languages.mjs"

const PLACES = placesOf({
  places: [
    { kind: "stock", x: 0, y: 0 },
    { kind: "foundation", x: 1000, y: 0, sign: "A" },
    { kind: "tableau", x: 0, y: 1000, spread: "down" },
    { kind: "tableau", x: 1000, y: 1000, spread: "down" },
  ],
})
const PILES = [[], [], [0x80, 0x27], [0x38]]

test("a pile, a card, and where it goes", () => {
  const speaker = new Speaker(wordsOf("en"), { places: PLACES })
  assert.equal(speaker.pile(PILES, 1), "foundation, empty, begins with an ace")
  assert.equal(speaker.pile(PILES, 2), "tableau 1, 2 cards, top: seven of hearts, 1 face up")
  assert.equal(speaker.pile(PILES, 0), "stock, empty") // of a rival's nobody knows more
  const choices = new Choices({ number: 0, moves: [], signs: { 0: "redeal" } }, {})
  assert.equal(speaker.pile(PILES, 0, choices), "stock, empty, can be turned over again")
  assert.equal(
    speaker.action(PILES, [2, 1, 3]),
    "seven of hearts from tableau 1 onto eight of spades, tableau 2",
  )
})

test("a finger clicks nothing", () => {
  const places = placesOf({ places: [{ kind: "stock", x: 0, y: 0 }, { kind: "tableau", x: 1000, y: 0 }] })
  const speaker = new Speaker(wordsOf("en"), { places })
  const piles = [[0x80], [0x38]]
  const told = (touch) => [0, 1].map((pile) => speaker.action(piles, [pile], null, touch))
  assert.deepEqual(told(false), ["click the stock", "click tableau: eight of spades"])
  assert.deepEqual(told(true), ["tap the stock", "tap tableau: eight of spades"])
})

test("what has changed", () => {
  const speaker = new Speaker(wordsOf("en"), { places: PLACES })
  assert.equal(speaker.change(PILES, PILES), "")
  assert.equal(
    speaker.change(PILES, [[], [], [0x01], [0x38, 0x27]]),
    "seven of hearts onto eight of spades; uncovered the ace of clubs",
  )
})

golden("boards sound as in the window", "access/spoken", (languages) => {
  for (const [language, games] of Object.entries(languages)) {
    const words = wordsOf(language)
    for (const { layout, names, positions, changes } of games) {
      const places = placesOf(layout)
      const speaker = new Speaker(words, { ...layout, places })
      assert.deepEqual(speaker.names, names)
      for (const position of positions) check(speaker, layout, position)
      for (const [before, after, said] of changes) {
        assert.equal(speaker.change(pilesOf(before), pilesOf(after)), said)
      }
    }
  }
})

function check(speaker, layout, told) {
  const piles = pilesOf(told.piles)
  const choices = new Choices(told.choices, layout)
  assert.deepEqual(piles.map((_, pile) => speaker.pile(piles, pile, choices)), told.said)
  assert.deepEqual(piles.map((_, pile) => speaker.wholePile(piles, pile)), told.whole)
  const places = piles.map((_, pile) => [speaker.named(pile), speaker.place(piles, pile)])
  assert.deepEqual(places, told.places)
  for (const [pile, card, said] of told.spots) {
    assert.equal(speaker.spot(piles, { pile, card }, choices), said)
  }
  assert.equal(speaker.row(piles, told.over), told.row)
  assert.equal(speaker.column(piles, told.over), told.column)
  assert.equal(speaker.action(piles, told.action, choices), told.advice)
  assert.equal(speaker.refusal(piles, told.action, "so"), told.refusal)
  if (!told.held) return
  const { spot, targets, taken, over, back } = told.held
  assert.equal(speaker.taken(piles, spot, targets), taken)
  assert.equal(speaker.over(piles, topSpot(piles, told.over), spot), over)
  assert.equal(speaker.over(piles, spot, spot), back)
}
