import assert from "node:assert/strict"
import test from "node:test"

import { indexWithin, stripOf } from "../../../../client/web/cards/strip.mjs"
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
