import assert from "node:assert/strict"
import test from "node:test"

import { Choices, isSame } from "../../../../client/web/core/choices.mjs"
import { golden } from "./golden.mjs"

const MESSAGE = {
  number: 3, moves: [[1, 1, 4, 5], [1, 2, 6], [2, 1]], clicks: [0, 2], button: true,
  signs: { 0: "redeal" },
}

test("what a hand may do", () => {
  const choices = new Choices(MESSAGE, { tap: true })
  assert.ok(choices.liftable(2, 1) && !choices.liftable(1, 3))
  assert.deepEqual(choices.targets(1, 1), [4, 5])
  assert.deepEqual(choices.movable, [[1, 1], [1, 2]])
  assert.deepEqual(choices.click(2, 1), [2])
  assert.deepEqual(choices.click(1, 2), [1, 2, 6])
  assert.equal(choices.click(1, 1), null)
  assert.deepEqual(choices.click(0, 3), [0])
  assert.deepEqual(choices.doubleClick(1, 3), [1, 1, 4])
  assert.deepEqual([choices.sign(0), choices.sign(1)], ["redeal", ""])
  assert.ok(choices.allow([1, 1, 5]) && choices.allow([0]) && choices.allow([]))
  assert.ok(!choices.allow([1, 2, 5]) && !choices.allow([1]))
})

test("a button may be the click on a pile", () => {
  const choices = new Choices(MESSAGE, { button_pile: 0 })
  assert.deepEqual(choices.buttonAction, [0])
  assert.ok(!choices.allow([]))
  assert.deepEqual(new Choices(MESSAGE, {}).buttonAction, [])
  assert.equal(new Choices({ ...MESSAGE, button: false }, {}).buttonAction, null)
})

test("when two actions are one", () => {
  assert.ok(isSame([1, 2, 3], [1, 2, 3]) && isSame([], []))
  assert.ok(!isSame([1], [1, 2, 3]) && !isSame([1], [2]))
})

golden("hands may do what the rules let them do", "choices", (cases) => {
  for (const { layout, positions } of cases) {
    for (const { choices: message, lifts, legal, button } of positions) {
      const choices = new Choices(message, layout)
      for (const [pile, count, click] of lifts) {
        assert.ok(choices.liftable(pile, count))
        assert.deepEqual(choices.click(pile, count), click)
      }
      for (const action of legal) assert.ok(choices.allow(action))
      assert.deepEqual(choices.buttonAction, button)
    }
  }
})
