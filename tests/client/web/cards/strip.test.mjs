import assert from "node:assert/strict"
import test from "node:test"

import { indexWithin, stripOf, TALL, tallFace } from "../../../../client/web/cards/strip.mjs"
import { golden } from "../core/golden.mjs"

const SIX_OF_HEARTS = 0x26

test("what is drawn fits into what is seen", () => {
  for (const side of ["top", "left"]) {
    for (const seen of [12, 16, 22, 28]) {
      const placed = indexWithin("bold", SIX_OF_HEARTS, { side, seen }, "AJQK")
      assert.equal(placed.length, 2)
      for (const { x, y, size } of placed) {
        const [from, to] = side === "top" ? [y - size / 2, y + size / 2] : [x - size / 2, x + size / 2]
        assert.ok(from >= 0 && to <= seen, `${side} ${seen}: ${from} to ${to}`)
      }
    }
  }
})

test("on a tall card rank and suit are as wide as it is, and the suit stands below them", () => {
  for (let card = 0x11; card <= 0x1d; card++) {
    const [label, pip, large] = tallFace(card, 190, "AJQK")
    const [left, right] = [label.x - label.sign.right * label.size, pip.x + pip.size / 2]
    assert.ok(left > 0 && right < 99, `${card}: ${left} to ${right}`)
    const below = Math.max(label.y + label.size / 2, pip.y + pip.size / 2)
    assert.ok(large.y - large.size / 2 > below && large.y + large.size / 2 < 188)
  }
})

test("what is drawn of a covered tall card fits, and is as large as that lets it be", () => {
  for (const seen of [20, 30, 41, 50]) {
    const strip = stripOf(0, seen, 100, true)
    const [label] = indexWithin(TALL, SIX_OF_HEARTS, strip, "AJQK")
    assert.ok(label.y + label.size / 2 <= strip.seen)
    assert.ok(label.size >= 0.8 * strip.seen)
  }
  assert.equal(stripOf(0, 62, 100, true), null)
  assert.equal(stripOf(96, 0, 100, true), null)
  assert.equal(stripOf(60, 0, 100, true).side, "left")
})

test("a card of which enough is seen is drawn as ever", () => {
  assert.equal(indexWithin("classic", SIX_OF_HEARTS, { side: "top", seen: 36 }, "AJQK"), null)
  assert.equal(stripOf(0, 60, 100), null)
  assert.equal(stripOf(0, 0, 100), null)
  assert.equal(stripOf(20, 20, 100), null)
})

golden("strips are those of the window", "strips", (told) => {
  for (const [right, down, width, strip] of told.strips) {
    assert.deepEqual(stripOf(right, down, width), strip)
  }
  for (const [deck, card, letters, strip, box] of told.indices) {
    const placed = indexWithin(deck, card, strip, letters)
    if (box === null) assert.equal(placed, null)
    else {
      const edges = placed.map(({ sign, x, size }) => x + sign.right * size)
      const right = Math.max(...edges)
      const top = Math.min(...placed.map(({ y, size }) => y - size / 2))
      assert.ok(Math.abs(right - box.right) < 0.35, `${deck} ${card}: ${right} ${box.right}`)
      assert.ok(Math.abs(top - box.top) < 1, `${deck} ${card}: ${top} ${box.top}`)
    }
  }
})
