import assert from "node:assert/strict"
import test from "node:test"

import { Curve, MOST, stepOf } from "../../../../client/web/core/curve.mjs"
import { golden } from "./golden.mjs"

test("the same score again is no new point", () => {
  const curve = new Curve([[0, 0]])
  curve.add(100, 0)
  curve.add(200, 3)
  assert.deepEqual(curve.points, [[0, 0], [200, 3]])
})

golden("scores go as the server's go", "curve", (curves) => {
  for (const [added, points] of curves) {
    const curve = new Curve([[0, 0]])
    for (const [at, score] of added) curve.add(at, score)
    assert.deepEqual(curve.points, points)
    assert.ok(curve.points.length <= MOST)
  }
})

test("the lines of a grid are at round numbers, however large they are", () => {
  for (const [least, step] of [[0.3, 1], [1, 1], [1.1, 2], [3, 5], [6, 10], [21, 50], [123_456, 200_000]]) {
    assert.equal(stepOf(least), step)
  }
})
