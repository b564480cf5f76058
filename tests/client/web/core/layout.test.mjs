import assert from "node:assert/strict"
import test from "node:test"

import {
  arrange, Box, layoutOf, leastStep, placesOf, plan, planFor, redealsLeft, signOf, spotsOf, stepOver,
} from "../../../../client/web/core/layout.mjs"
import { golden, pilesOf } from "./golden.mjs"

const flat = ({ x, y, width, height }) => [x, y, width, height]

test("what is left out of a place has its default", () => {
  const [place] = placesOf({ places: [{ kind: "stock", x: 1500, y: 333 }] })
  assert.deepEqual(place.at, [1.5, 1 / 3])
  assert.deepEqual([place.spread, place.fan, place.mark], ["squared", 0, ""])
})

test("a game without places cannot be laid out", () => {
  assert.throws(() => plan([], 800, 600), RangeError)
})

test("on a phone held upright the cards of thirteen columns are tall, and of seven as ever", () => {
  const columns = (number) =>
    placesOf({ places: [...Array(number).keys()].map((x) => ({ kind: "tableau", x: 1000 * x, y: 0 })) })
  const [width, height] = planFor(columns(13), 712, 1070, 2).card
  assert.equal(height, Math.round(1.9 * width))
  assert.ok(width < 2 * 34)
  for (const places of [columns(7), columns(13)]) {
    const [wide, high] = planFor(places, places.length > 7 ? 1200 : 712, 1070, 2).card
    assert.equal(high, Math.round(1.4 * wide))
  }
  const [, low] = planFor(columns(13), 712, 100, 2).card
  assert.ok(low <= 100, "no taller than there is room")
})

test("where an action is done", () => {
  const piles = [[1, 2, 3], [], [4]]
  assert.deepEqual(spotsOf(piles, [0, 2, 1]), [{ pile: 0, card: 1 }, { pile: 1, card: -1 }])
  assert.deepEqual(spotsOf(piles, [2]), [{ pile: 2, card: 0 }])
  assert.deepEqual(spotsOf(piles, []), [])
})

test("what an empty place says of itself, by the redeals that were used", () => {
  const stock = { kind: "stock", x: 0, y: 0, clicked: true, filled: [1] }
  const waste = { kind: "waste", x: 0, y: 0 }
  const aces = { kind: "foundation", x: 0, y: 0, sign: "A" }
  const twice = layoutOf({ places: [stock, waste, aces], redeals: 2 })
  const ever = layoutOf({ places: [stock, waste, aces] })
  const never = layoutOf({ places: [{ ...stock, filled: [] }, waste, aces] })
  const piles = [[], [1], []]
  assert.deepEqual([0, 1, 2, 3].map((used) => redealsLeft(twice, used)), [2, 1, 0, 0])
  assert.equal(redealsLeft(ever, 7), null)
  assert.equal(signOf(twice, piles, 0, 1), "redeal")
  assert.equal(signOf(twice, piles, 0, 2), "x")
  assert.equal(signOf(ever, piles, 0, 9), "redeal")
  assert.equal(signOf(ever, [[], [], [1]], 0, 0), "x", "nothing is left to come")
  assert.equal(signOf(never, piles, 0, 0), "x")
  assert.equal(signOf(twice, piles, 2, 0), "A")
})

golden("all cards of all games lie where the window's lie", "layout", (games) => {
  for (const { layout, positions, tables } of games) {
    const places = placesOf(layout)
    for (const { size, card, bases, rooms, over, arranged } of tables) {
      const table = plan(places, ...size)
      assert.deepEqual(table.card, card)
      assert.deepEqual(table.bases.map(flat), bases)
      assert.deepEqual(table.rooms.map(flat), rooms)
      assert.deepEqual(table.over, over)
      arranged.forEach((told, i) => check(table, pilesOf(positions[i]), told))
    }
  }
})

function check(table, piles, told) {
  const laid = arrange(table, piles)
  assert.deepEqual(laid.at, told.at)
  for (const [x, y, spot] of told.hits) assert.deepEqual(laid.hit(x, y), spot)
  for (const [held, [x, y], source, legal, target] of told.drops) {
    assert.equal(laid.dropTarget(new Box(...held), x, y, source, legal), target)
  }
  assert.deepEqual(piles.map((_, pile) => stepOver(table, piles, pile)), told["step over"])
  assert.deepEqual(piles.map((cards, i) => leastStep(cards, laid.at[i])), told["least step"])
}
