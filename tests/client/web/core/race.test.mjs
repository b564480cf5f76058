import assert from "node:assert/strict"
import test from "node:test"

import { BadMessage } from "../../../../client/web/core/messages.mjs"
import { Promised, Race, verdictOn } from "../../../../client/web/core/race.mjs"
import { wordsOf } from "./languages.mjs"

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

test("each racer's end is known, and the race's", () => {
  const race = new Race(RACE, 7, 100)
  const [ada, bob] = STANDINGS
  race.stand([{ ...ada, status: "racing" }, { ...bob, status: "stuck" }], 102)
  race.stand([{ ...ada, status: "racing" }, { ...bob, status: "stuck" }], 103)
  race.finish([{ ...ada, status: "gave up" }, { ...bob, status: "stuck" }], 110)
  assert.deepEqual([...race.ends, race.length], [[8, 7000], [7, 15000], 15000])
  race.finish([ada, bob], 1000)
  assert.equal(race.length, 15000)
  const late = new Race(RACE, 7, 100)
  late.finish([], 1000)
  assert.equal(late.length, 60_000)
})

test("nobody is the first until somebody has scored", () => {
  const race = new Race(RACE, 7, 0)
  const even = [{ player: 7, place: 1 }, { player: 8, place: 1, moves: 2 }]
  const places = () => race.standings.map(({ place }) => place)
  race.stand(even, 1)
  assert.deepEqual(places(), [0, 0])
  race.stand([{ player: 8, place: 1, score: 1, milliseconds: 9 }, { player: 7, place: 2 }], 2)
  assert.deepEqual(places(), [1, 2])
  race.stand(even.map((each) => ({ ...each, status: "out of time" })), 3)
  assert.deepEqual(places(), [1, 1])
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

// What was promised

const digest = async (text) => `SHA-256 of ${text}`
const results = (fields = {}) => ({
  type: "results", race: 3, seed: "s", commitment: "SHA-256 of s", ...fields,
})
const said = (type, seed, race = 3) => ({ type, race, commitment: `SHA-256 of ${seed}` })
const HERE = { stream: "a", connection: 1 }
const BACK = { stream: "a", connection: 2 }
const RESTARTED = { stream: "b", connection: 2 }

/** The verdict on a race with the seed "s" after what was said before it. */
async function verdict(...heard) {
  const [[first, told] = [], ...later] = heard
  let promised = first ? new Promised(first, told) : null
  for (const [message, at] of later) promised = promised.hear(message, at)
  const { fair, texts } = await verdictOn(promised, results(), digest)
  for (const text of texts) assert.ok(wordsOf("en").text(text), text)
  return [fair, ...texts.map((text) => wordsOf("en").text(text).split(/[.:,] /)[0])]
}

test("a seed that was promised", async () => {
  const good = [true, "Checked"]
  assert.deepEqual(await verdict([said("race", "s"), HERE]), good, "one came in late")
  const whole = [[said("countdown", "s"), HERE], [said("race", "s"), HERE]]
  assert.deepEqual(await verdict(...whole), good)
  assert.deepEqual(await verdict(...whole, [said("race", "s"), BACK]), good)
  assert.deepEqual(await verdict([said("race", "x", 2), HERE], ...whole), good)
})

test("a seed that was not", async () => {
  const late = "Not the promised seed"
  assert.deepEqual(await verdict([said("race", "x"), HERE]), [false, late])
  assert.deepEqual(await verdict(), [false, "Not checked"])
  const [fair] = await verdict([said("race", "s", 2), HERE])
  assert.equal(fair, false, "another race was promised")
  const forged = await verdictOn(null, results({ commitment: "?" }), digest)
  assert.match(forged.texts[0], /not-the-promised-seed/)
})

test("a deal that can be won", async () => {
  const solution = [[6, 1, 2], [0], []]
  const certificate = "SHA-256 of s\n[[6,1,2],[0],[]]"
  const settings = { deals: "winnable" }
  /** What is said of results after these messages, in which `fields` are otherwise. */
  const judged = async (fields, ...later) => {
    const [first, ...rest] = later.map((told) => ({ ...said("race", "s"), ...told }))
    let promised = new Promised(first, HERE)
    for (const message of rest) promised = promised.hear(message, HERE)
    const told = results({ settings, certificate, solution, ...fields })
    const { fair, texts } = await verdictOn(promised, told, digest)
    for (const text of texts) assert.ok(wordsOf("en").text(text), text)
    return [fair, texts[0]]
  }
  const another = "fairness.not-the-promised-solution-that-this-deal-can-be"
  const none = "fairness.the-server-never-promised-a-solution-of-this"
  assert.equal((await judged({}, { certificate }))[0], true)
  assert.equal((await judged({}, { certificate }, { certificate }))[0], true)
  assert.deepEqual(await judged({ solution: [[0]] }, { certificate }), [false, another])
  assert.deepEqual(await judged({ solution: undefined }, { certificate }), [false, another])
  assert.deepEqual(await judged({ certificate: "" }, { certificate }), [false, another])
  assert.deepEqual(await judged({}, { certificate: "?" }), [false, another])
  assert.deepEqual(await judged({}, { certificate }, { certificate: "?" }), [false, another])
  assert.deepEqual(await judged({}, {}), [false, none])
  for (const deals of ["easy", "medium", "hard"]) {
    assert.deepEqual(await judged({ settings: { deals } }, {}), [false, none])
  }
  assert.deepEqual(await judged({ settings: { deals: "any" } }, {}), [false, another])
})

test("a promise that changes is broken, unless the server died in the countdown", async () => {
  const changed = [false, "The server promised one seed"]
  const before = [said("countdown", "x"), HERE]
  for (const told of [HERE, BACK, { ...HERE, stream: "b" }]) {
    assert.deepEqual(await verdict(before, [said("race", "s"), told]), changed)
  }
  const again = [said("countdown", "s"), RESTARTED]
  const calledOff = [true, "Checked", "Another seed had been promised before"]
  assert.deepEqual(await verdict(before, again), calledOff)
  const begun = [said("race", "x"), HERE]
  assert.deepEqual(await verdict(begun, again), changed)
  const twice = [said("race", "x"), { stream: "c", connection: 3 }]
  assert.deepEqual(await verdict(before, again, [said("race", "s"), RESTARTED], twice), changed)
})
