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

test("where nobody knows better, another place takes the card", () => {
  const gesture = new Gesture()
  gesture.press(0, HERE, "left", true)
  assert.equal(gesture.release(0.12, THERE, "right")[0].type, "drop")
  gesture.press(1, HERE, "left", true)
  gesture.release(1.1, HERE, "left")
  assert.equal(gesture.press(2, THERE, "right", true)[0].type, "carry")
  assert.equal(gesture.source, "left")
})

test("a quick drag to another place is a drag, also where the card is refused", () => {
  const gesture = new Gesture()
  gesture.press(0, HERE, "left", true)
  assert.equal(gesture.release(0.12, THERE, "right", false)[0].type, "drop")
  gesture.press(1, HERE, "left", true)
  assert.equal(gesture.release(1.1, { x: 2.4, y: 0.5 }, "right", false)[0].type, "stick")
  gesture.cancel()
  gesture.press(2, HERE, "left", true)
  assert.equal(gesture.release(2.1, THERE, "right", false, false)[0].type, "stick")
})

test("places that are objects are compared as the caller says", () => {
  const gesture = new Gesture((a, b) => a.pile === b.pile)
  gesture.press(0, HERE, { pile: 1 }, true)
  assert.equal(gesture.release(3, HERE, { pile: 1 })[0].type, "put back")
  gesture.press(4, HERE, { pile: 1 }, true)
  assert.equal(gesture.release(4.1, THERE, { pile: 1 })[0].type, "stick")
  assert.equal(gesture.press(5, THERE, { pile: 1 }, true, false)[0].type, "carry")
})

golden("hands mean what they mean in the window", "gesture", (hands) => {
  for (const hand of hands) {
    const gesture = new Gesture()
    for (const [what, time, at, place, liftable, takes, rightOn, told] of hand) {
      const answer =
        what === "press" ? gesture.press(time, at, place, liftable, takes)
        : what === "release" ? gesture.release(time, at, place, takes, rightOn)
        : what === "move" ? gesture.move(at)
        : gesture.cancel()
      assert.deepEqual(answer, told)
    }
  }
})
