import assert from "node:assert/strict"
import test from "node:test"

import { BadMessage } from "../../../../client/web/core/messages.mjs"
import { Race } from "../../../../client/web/core/race.mjs"

const STANDINGS = [{ player: 7, name: "Ada" }, { player: 8, name: "Bob", score: 2 }]
const RACE = {
  type: "race", race: 3, settings: { time_limit: 60 }, elapsed: 5000, commitment: "c",
  standings: STANDINGS,
}
const LAYOUT = { type: "layout", race: 3, places: [{ kind: "stock", x: 0, y: 0 }], tap: true }
const board = (player, number = 0) => ({ type: "board", player, number, piles: ["AQ=="] })

test("its clock", () => {
  const race = new Race(RACE, 7, 100)
  assert.deepEqual([race.elapsed(100), race.remaining(100), race.remaining(500)], [5, 55, 0])
  assert.equal(race.elapsed(0), 0)
})

test("curves begin with the scores, and go on with progress", () => {
  const race = new Race(RACE, 7, 100)
  race.stand([{ ...STANDINGS[1], score: 3, status: "won" }], 101.5)
  assert.deepEqual(race.curves.get(8).points, [[0, 2], [6500, 3]])
})

test("choices are those of the position that is shown", () => {
  const race = new Race(RACE, 7, 100)
  race.lay(LAYOUT)
  race.show(board(7))
  assert.equal(race.choices, null)
  race.told = { type: "choices", number: 0, moves: [], clicks: [0] }
  assert.deepEqual(race.choices.click(0, 1), [0])
  race.board.enter([0])
  assert.equal(race.choices, null)
})

test("a layout of another race, and a board with other piles, are passed over", () => {
  const race = new Race(RACE, 7, 100)
  race.lay({ ...LAYOUT, race: 4 })
  assert.equal(race.layout, null)
  race.lay(LAYOUT)
  assert.throws(() => race.show({ ...board(8), piles: [] }), BadMessage)
  race.show(board(8))
  assert.equal(race.board, null)
  assert.equal(race.boards.size, 1)
})

test("a race also ends without an entry", () => {
  const race = new Race(RACE, 7, 100)
  race.show(board(7))
  race.board.enter([0])
  race.stand([{ ...STANDINGS[0], status: "out of time" }])
  assert.deepEqual([race.board.status, race.board.pending], ["out of time", []])
})
