import assert from "node:assert/strict"
import test from "node:test"

import { Box, placesOf } from "../../../../../client/web/core/layout.mjs"
import {
  besideLarge, CAPTION, GAP, gridOf, leaderOf,
} from "../../../../../client/web/core/racing/grid.mjs"
import { golden } from "../golden.mjs"

const SIZES = [[348, 560], [560, 348], [620, 1100], [990, 738], [2200, 1380]]

/** One game in twelve: they are many, and much alike. */
const someOf = (games) =>
  games.filter((_, i) => i % 12 === 0).map(({ layout }) => placesOf(layout))

const apart = (one, other) =>
  one.right + GAP <= other.x || other.right + GAP <= one.x ||
  one.bottom + GAP <= other.y || other.bottom + GAP <= one.y

const areApart = (boxes) =>
  boxes.every((one, i) => boxes.slice(i + 1).every((other) => apart(one, other)))

golden("boards lie apart, and all of a size", "layout", (games) => {
  for (const places of someOf(games)) {
    for (const [width, height] of SIZES) {
      for (const count of [1, 2, 3, 5, 16]) {
        const boxes = gridOf(places, count, new Box(0, 0, width, height))
        assert.equal(boxes.length, count)
        assert(areApart(boxes))
        for (const box of boxes) {
          assert(box.x >= 0 && box.right <= width, "none sticks out at a side")
          assert.deepEqual([box.width, box.height], [boxes[0].width, boxes[0].height])
        }
        const last = boxes.filter(({ y }) => y === boxes[count - 1].y)
        const sides = [last[0].x, width - last.at(-1).right]
        assert(Math.abs(sides[0] - sides[1]) <= count, "the last row is in the middle")
      }
    }
  }
})

golden("a large board leaves room for the others", "layout", (games) => {
  for (const places of someOf(games)) {
    for (const [width, height] of SIZES) {
      for (const others of [0, 1, 4, 15]) {
        const { large, strip, small } = besideLarge(places, others, width, height)
        assert.equal(small.length, others)
        assert(!others || apart(large, strip))
        assert(large.right <= width && large.bottom <= height)
        assert(strip.right <= width && strip.bottom <= height)
        assert(large.width * large.height > 0.45 * width * height, "it is large indeed")
        assert(areApart(small))
      }
    }
  }
})

test("a wide window shows all boards at once, a phone as many as can be read", () => {
  // Seven columns, as in Klondike.
  const places = placesOf({
    places: Array.from({ length: 7 }, (_, i) => ({
      kind: "tableau", x: i * 1000, y: 0, spread: "down",
    })),
  })
  const shown = (width, height) => {
    const boxes = gridOf(places, 16, new Box(0, 0, width, height))
    return boxes.every(({ bottom }) => bottom <= height)
  }
  assert(shown(990, 738))
  assert(shown(348, 560))
  assert(!shown(348, 160), "there they are scrolled")
  const [one] = gridOf(places, 1, new Box(0, 0, 990, 738))
  assert.deepEqual([one.width, one.height], [990, 738])
  assert(CAPTION < 40)
})

test("the leader is the first who still races", () => {
  const racer = (player, place, status = "racing") => ({ player, place, status })
  assert.equal(leaderOf([]), null)
  assert.equal(leaderOf([racer(1, 2), racer(2, 1)]), 2)
  assert.equal(leaderOf([racer(1, 2), racer(2, 1, "won"), racer(3, 3)]), 1)
  assert.equal(leaderOf([racer(1, 2, "stuck"), racer(2, 1, "won")]), 2)
})
