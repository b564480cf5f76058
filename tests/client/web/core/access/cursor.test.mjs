import assert from "node:assert/strict"
import test from "node:test"

import { Cursor, dealAction, stops } from "../../../../../client/web/core/access/cursor.mjs"
import { Choices } from "../../../../../client/web/core/choices.mjs"
import { placesOf } from "../../../../../client/web/core/layout.mjs"
import { golden, pilesOf } from "../golden.mjs"

const PLACES = placesOf({
  places: [
    { kind: "stock", x: 0, y: 0, outlined: true, clicked: true },
    { kind: "foundation", x: 2000, y: 0, outlined: true },
    { kind: "tableau", x: 0, y: 1000, spread: "down", outlined: true },
    { kind: "tableau", x: 1000, y: 1000, spread: "down", outlined: true },
    { kind: "tableau", x: 2000, y: 1000, spread: "down", outlined: true },
  ],
})
const LAYOUT = { places: PLACES, tap: false, button: "", button_pile: null }
// Ten, nine and eight on the first column; a jack that takes the ten on the second.
const PILES = [[0x80], [0x01], [0x80, 0x1a, 0x39, 0x28], [0x0b], [0x3a, 0x29]]
const CHOICES = new Choices(
  { number: 4, moves: [[2, 1], [2, 2, 4], [2, 3, 3], [3, 1], [4, 1], [4, 2, 3]], clicks: [0] },
  {},
)
const HERE = { piles: PILES, choices: CHOICES }

test("more cards of a pile come into the hand one after the other", () => {
  const cursor = new Cursor(LAYOUT)
  cursor.toTop(2, PILES)
  assert.deepEqual(cursor.enter(HERE), { refused: null })
  cursor.along(HERE, true)
  assert.equal(cursor.enter(HERE), null)
  assert.deepEqual([cursor.held, cursor.spot.pile], [{ pile: 2, card: 2 }, 4])
  assert.ok(cursor.takeMore(HERE))
  assert.deepEqual([cursor.held, cursor.spot.pile], [{ pile: 2, card: 1 }, 3])
  assert.ok(!cursor.takeMore(HERE))
  assert.deepEqual([cursor.held, cursor.spot], [null, { pile: 2, card: 1 }])
})

test("what cannot be taken is asked about", () => {
  const cursor = new Cursor(LAYOUT)
  cursor.toTop(1, PILES)
  assert.deepEqual(cursor.enter(HERE), { refused: [1, 1, 1] })
  const empty = PILES.with(3, [])
  cursor.toTop(3, empty)
  const nothing = new Choices({ number: 5, moves: [] }, {})
  assert.deepEqual(cursor.enter({ piles: empty, choices: nothing }), { refused: [3, 1, 3] })
})

test("on a rival's board it goes over the faces, and takes nothing", () => {
  const cursor = new Cursor(LAYOUT)
  const theirs = { piles: PILES, choices: null }
  cursor.start(theirs)
  assert.deepEqual(stops(theirs, 2), [1, 2, 3])
  cursor.toTop(2, PILES)
  cursor.toEnd(theirs, true)
  assert.deepEqual(cursor.spot, { pile: 2, card: 1 })
  assert.deepEqual(cursor.enter(theirs), { refused: null })
  assert.equal(cursor.held, null)
})

golden("keys lead where they do in the window", "access/cursor", (games) => {
  for (const { layout: message, begun, deal, positions } of games) {
    const { button = "", button_pile = null, tap = false } = message
    const layout = { places: placesOf(message), button, button_pile, tap }
    assert.deepEqual(dealAction(layout), deal)
    const cursor = new Cursor(layout)
    positions.forEach(({ piles, choices, done }, i) => {
      const position = { piles: pilesOf(piles), choices: new Choices(choices, layout) }
      if (!i) {
        cursor.start(position)
        assert.deepEqual([cursor.spot.pile, cursor.spot.card], begun)
      }
      for (const [key, answer, spot, held, targets] of done) {
        const got = press(cursor, key, position, answer)
        if (typeof answer !== "string") assert.deepEqual(got ?? null, answer)
        else if (key === "click") assert.ok(!position.choices.allow(got))
        else {
          assert.equal(got.refused === null, answer === "it fits nowhere now")
          if (got.refused) assert.ok(!position.choices.liftable(...got.refused))
        }
        assert.deepEqual([cursor.spot.pile, cursor.spot.card], spot, key)
        assert.deepEqual(cursor.held && [cursor.held.pile, cursor.held.card], held)
        assert.deepEqual([...cursor.targets(position)].sort((a, b) => a - b), targets)
      }
    })
  }
})

function press(cursor, key, position, answer) {
  switch (key) {
    case "fit":
      return cursor.fit(position)
    case "to left":
    case "to down":
      return cursor.go(key.slice(3), position, true)
    case "deeper":
    case "shallower":
      return cursor.along(position, key === "deeper")
    case "deepest":
    case "top":
      return cursor.toEnd(position, key === "deepest")
    case "enter":
      return cursor.enter(position)
    case "best":
      return cursor.best(position)
    case "click":
      return cursor.click()
    case "next":
    case "back":
      return cursor.nextTarget(position, key === "back")
    case "hint":
      cursor.advise(position.piles, answer)
      return answer
    case "put back":
      return cursor.putBack()
    default:
      return cursor.go(key, position)
  }
}
