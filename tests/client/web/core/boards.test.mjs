import assert from "node:assert/strict"
import test from "node:test"

import { Board, OwnBoard } from "../../../../client/web/core/boards.mjs"

const BOARD = { type: "board", player: 7, number: 4, piles: ["AQID", "", "BA=="] }
const step = (number, piles, more = {}) => ({ type: "step", number, piles, score: 0, ...more })
const numbers = (board) => board.take().map(({ number }) => number)

/** A board with these entries on their way. */
function playing(...entries) {
  const board = new OwnBoard(BOARD)
  for (const entry of entries) board.enter(entry)
  board.take()
  return board
}

test("a rival's board goes step by step", () => {
  const board = new Board(BOARD)
  assert.equal(board.confirm(step(6, {})), false)
  assert.equal(board.confirm(step(4, { 0: "" })), true)
  assert.deepEqual(board.position.piles[0], [1, 2, 3])
  assert.equal(board.confirm(step(5, { 0: "" }, { status: "won" })), true)
  assert.deepEqual([board.position.piles[0], board.status], [[], "won"])
})

test("entries go out once, by their numbers", () => {
  const board = new OwnBoard(BOARD)
  board.enter([0, 2, 1])
  assert.deepEqual(board.take(), [{ number: 4, entry: [0, 2, 1] }])
  board.enter([2, 1, 1])
  assert.deepEqual(numbers(board), [5])
  assert.deepEqual(board.position.piles, [[1], [2, 3, 4], []])
  board.confirm(step(5, { 0: "AQ==", 1: "AgM=" }))
  board.recall()
  assert.deepEqual(numbers(board), [5])
})

test("nothing goes out until what was on its way behind a refused one is answered", () => {
  const board = playing([0, 1, 1], [0, 1, 1], [0, 1, 1])
  assert.equal(board.refuse({ number: 4, expected: 4 }), "dropped")
  board.enter([2, 1, 1])
  assert.deepEqual(numbers(board), [])
  assert.equal(board.refuse({ number: 5, expected: 4 }), "settled")
  assert.deepEqual(numbers(board), [])
  assert.equal(board.refuse({ number: 6, expected: 4 }), "settled")
  assert.deepEqual(numbers(board), [4])
})

test("a server with another journal is noticed", () => {
  const board = playing([0, 1, 1])
  assert.equal(board.refuse({ number: 4, expected: 6 }), "astray")
  assert.deepEqual(board.pending, [])
})

test("a whole board keeps what it does not hold yet", () => {
  const board = playing([0, 1, 1], [0, 1, 2])
  board.reset({ ...BOARD, number: 5 })
  assert.deepEqual(board.pending, [[0, 1, 2]])
  board.reset({ ...BOARD, number: 2 }) // nobody knows what those numbers were about
  assert.deepEqual([board.pending, board.number], [[], 2])
})

test("the end of the race takes back what was pending", () => {
  const board = playing([0, 1, 1])
  board.end("out of time")
  assert.deepEqual(board.position.piles, [[1, 2, 3], [], [4]])
})

test("an undo of what is not known changes nothing until its step comes", () => {
  const board = playing("undo", [0, 1, 1])
  assert.deepEqual(board.position.piles, [[1, 2], [3], [4]])
  assert.ok(board.canUndo)
})

test("what cannot be meant is known without rules", () => {
  const board = new OwnBoard(BOARD)
  const none = [[0, 4, 1], [0, 1, 0], [1, 1, 0], [0, 1, 3], [3], [0, 0, 1], [0.5], [1, 2]]
  for (const action of none) {
    assert.ok(!board.hasFor(action), `${action}`)
  }
  for (const action of [[0, 3, 1], [1], []]) assert.ok(board.hasFor(action))
})
