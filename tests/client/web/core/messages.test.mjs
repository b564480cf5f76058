import assert from "node:assert/strict"
import test from "node:test"

import {
  BadMessage, messagesIn, positionOf, roomOf, standingOf, stepped,
} from "../../../../client/web/core/messages.mjs"

test("a frame holds a message, or several", () => {
  const types = (frame) => messagesIn(JSON.stringify(frame)).map(({ type }) => type)
  assert.deepEqual(types({ type: "a" }), ["a"])
  assert.deepEqual(types([{ type: "a" }, 3, null, { type: "b" }]), ["a", "b"])
  assert.throws(() => messagesIn("{"), BadMessage)
})

test("a step changes what it names, and what it leaves out is nothing", () => {
  const before = positionOf({ type: "board", piles: ["AYA=", ""], redeals: 2, marks: [1] })
  assert.deepEqual(before, { piles: [[1, 0x80], []], score: 0, redeals: 2, marks: [1] })
  const after = stepped(before, { type: "step", piles: { 1: "Aw==" }, score: 4 })
  assert.deepEqual(after, { piles: [[1, 0x80], [3]], score: 4, redeals: 0, marks: [] })
  assert.throws(() => stepped(before, { type: "step", piles: { 2: "" } }), BadMessage)
})

test("what is left out has its default", () => {
  assert.equal(standingOf({ player: 1, name: "Ada" }).status, "racing")
  const room = roomOf({ type: "room", seq: 3, code: "A", members: [{ player: 1, name: "Ada" }] })
  assert.deepEqual([room.locked, room.guests, room.members[0].connected], [false, 0, true])
  assert.ok(!("seq" in room))
})

test("a room against ghosts is a race of all who are there, which counts nowhere", () => {
  const ghost = { race: 7, player: 3, name: "Ada", at: 9, status: "won", score: 5, milliseconds: 8, bot: false }
  const told = { type: "room", seq: 3, code: "A", members: [], practice: { code: "klondike/1", ghosts: [ghost] } }
  const room = roomOf(told)
  assert.deepEqual([room.practice, room.sameDeal, room.ghosts], [null, true, [ghost]])
  const alone = roomOf({ ...told, practice: { code: "klondike/1" } })
  assert.deepEqual([alone.practice, alone.sameDeal, alone.ghosts], [{ code: "klondike/1" }, false, []])
})
