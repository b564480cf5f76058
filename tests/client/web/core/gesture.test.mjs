import assert from "node:assert/strict"
import test from "node:test"

import { Gesture } from "../../../../client/web/core/gesture.mjs"
import { golden } from "./golden.mjs"

const HERE = { x: 1.5, y: 0.5 }
const THERE = { x: 4.2, y: 0.5 }

test("a click lifts a card, and another one drops it", () => {
  const gesture = new Gesture()
  assert.deepEqual(gesture.press(0, HERE, "left", true), [
    { type: "lift", source: "left", at: HERE },
  ])
  assert.deepEqual(gesture.release(0.1, HERE, "left"), [{ type: "stick", source: "left" }])
  assert.deepEqual(gesture.move(THERE), [{ type: "carry", source: "left", at: THERE }])
  assert.equal(gesture.source, "left")
  assert.equal(gesture.press(0.9, THERE, "right", false)[0].type, "carry")
  assert.deepEqual(gesture.release(1, THERE, "right"), [
    { type: "drop", source: "left", target: "right", at: THERE },
  ])
  assert.equal(gesture.source, null)
})

test("places that are objects are compared as the caller says", () => {
  const gesture = new Gesture((a, b) => a.pile === b.pile)
  gesture.press(0, HERE, { pile: 1 }, true)
  assert.equal(gesture.release(3, HERE, { pile: 1 })[0].type, "put back")
})

golden("hands mean what they mean in the window", "gesture", (hands) => {
  for (const hand of hands) {
    const gesture = new Gesture()
    for (const [what, time, at, place, liftable, told] of hand) {
      const answer =
        what === "press" ? gesture.press(time, at, place, liftable)
        : what === "release" ? gesture.release(time, at, place)
        : what === "move" ? gesture.move(at)
        : gesture.cancel()
      assert.deepEqual(answer, told)
    }
  }
})
