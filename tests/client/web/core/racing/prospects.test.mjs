import assert from "node:assert/strict"
import test from "node:test"

import { OwnBoard } from "../../../../../client/web/core/boards.mjs"
import { LONGER, PAUSE, Prospects } from "../../../../../client/web/core/racing/prospects.mjs"

/** A board of two piles, on which the one card goes from one to the other. */
function begun() {
  const board = new OwnBoard({ type: "board", player: 7, number: 0, piles: ["AQ==", ""], score: 0 })
  return { board, prospects: new Prospects() }
}

/** Do something, with the step that answers: it tells what the first pile holds then. */
function done(board, entry, held) {
  board.enter(entry)
  board.take()
  board.confirm({ number: board.number + 1, piles: { 0: btoa(String.fromCharCode(...held)) } })
}

const told = (number, verdict, solution = []) => ({
  type: "outlook", number, state: "done", verdict, solution,
})
const WAY = [[0, 1, 1], [1, 1, 0], []]

test("it is asked once, when nothing was done for a while", () => {
  const { board, prospects } = begun()
  assert.equal(prospects.ask(9), false, "there is no game yet")
  prospects.follow(board, 10)
  assert.deepEqual([prospects.verdict, prospects.looking], ["unknown", true])
  assert.equal(prospects.ask(10 + PAUSE / 2), false)
  done(board, [0, 1, 1], [2])
  prospects.follow(board, 10 + PAUSE / 2)
  assert.equal(prospects.ask(10 + PAUSE), false, "the pause begins anew")
  assert.equal(prospects.ask(10 + 2 * PAUSE), true)
  assert.equal(prospects.ask(10 + 3 * PAUSE), false, "an answer is waited for")
  prospects.take({ type: "outlook", number: 1, state: "under way" })
  assert.equal(prospects.waits, true)
  prospects.take(told(0, "impossible"))
  assert.equal(prospects.verdict, "unknown", "that was about another position")
  prospects.take(told(1, "won", WAY))
  assert.deepEqual([prospects.verdict, prospects.looking], ["won", false])
  assert.equal(prospects.ask(99), false)
})

test("who follows the way is on it still, and elsewhere it is asked again", () => {
  const { board, prospects } = begun()
  prospects.follow(board, 0)
  prospects.take(told(0, "won", WAY))
  done(board, WAY[0], [2])
  prospects.follow(board, 1)
  assert.equal(prospects.verdict, "won")
  done(board, WAY[1], [3])
  done(board, WAY[2], [4])
  prospects.follow(board, 2)
  assert.equal(prospects.verdict, "won", "two at once")
  done(board, [0, 1, 1], [5])
  prospects.follow(board, 3)
  assert.deepEqual([prospects.verdict, prospects.ask(3 + PAUSE)], ["unknown", true])
  done(board, "undo", [4])
  prospects.follow(board, 4)
  assert.deepEqual([prospects.verdict, prospects.waits], ["won", false], "it was there before")
})

test("what follows a lost position is lost, and what was before it is not", () => {
  const { board, prospects } = begun()
  prospects.follow(board, 0)
  done(board, [0, 1, 1], [2])
  prospects.follow(board, 0)
  prospects.take(told(1, "impossible"))
  done(board, [0, 1, 1], [3])
  prospects.follow(board, 1)
  assert.equal(prospects.verdict, "impossible")
  done(board, "undo", [2])
  done(board, "undo", [1])
  prospects.follow(board, 2)
  assert.equal(prospects.verdict, "unknown")
  done(board, [1, 1, 0], [6])
  prospects.follow(board, 2)
  assert.equal(prospects.verdict, "unknown")
})

test("moves that are on their way do not count yet", () => {
  const { board, prospects } = begun()
  prospects.follow(board, 0)
  prospects.take(told(0, "impossible"))
  board.enter([0, 1, 1])
  prospects.follow(board, 1)
  assert.equal(prospects.verdict, "impossible")
  assert.equal(prospects.ask(9), false)
})

test("where the server does not know it either, it is not asked again", () => {
  for (const state of ["done", "failed"]) {
    const { board, prospects } = begun()
    prospects.follow(board, 0)
    assert.equal(prospects.ask(PAUSE), true)
    prospects.take({ type: "outlook", number: 0, state })
    assert.deepEqual([prospects.verdict, prospects.looking], ["unknown", false])
    assert.equal(prospects.ask(99), false)
  }
})

test("what was refused is asked later, or never", () => {
  const { board, prospects } = begun()
  prospects.follow(board, 0)
  assert.equal(prospects.refuse("too fast", 0), false, "nothing was asked")
  prospects.ask(PAUSE)
  assert.equal(prospects.refuse("not racing", PAUSE), false, "that was something else")
  assert.equal(prospects.refuse("too fast", PAUSE), true)
  assert.equal(prospects.ask(2 * PAUSE), false)
  assert.equal(prospects.ask(PAUSE + LONGER), true)
  assert.equal(prospects.refuse("not allowed", 20), true)
  assert.deepEqual([prospects.looking, prospects.ask(99)], [false, false])
})

test("a question that was lost with the line is asked again", () => {
  const { board, prospects } = begun()
  prospects.follow(board, 0)
  prospects.ask(PAUSE)
  prospects.lose()
  assert.equal(prospects.ask(PAUSE), true)
})
