import assert from "node:assert/strict"
import test from "node:test"

import { BadMessage } from "../../../../client/web/core/messages.mjs"
import {
  howOf, moveText, playedBy, Recording, Replay, SOLUTION,
} from "../../../../client/web/core/replay.mjs"
import { Speaker } from "../../../../client/web/core/access/spoken.mjs"
import { cardSign, endingWords } from "../../../../client/web/core/texts.mjs"
import { golden, pilesOf } from "./golden.mjs"
import { wordsOf } from "./languages.mjs"

const LAYOUT = {
  type: "layout", race: 3,
  places: [{ kind: "stock", x: 0, y: 0 }, { kind: "waste", x: 1000, y: 0 }],
}
const ASKS_FOR = { race: 3, player: 7 }

/** A replay of three entries, which comes in parts of two. */
const replay = (fields = {}) => ({
  type: "replay", ...ASKS_FOR, name: "Ada", entries: [[0], "undo", [0]], times: [100, 100, 2500],
  status: "gave up", score: 1, milliseconds: 2500, ...fields,
})
const part = (number, changes, score = 0) => ({
  type: "positions", ...ASKS_FOR, layout: LAYOUT, changes,
  board: { type: "board", player: 7, number, piles: ["gIA=", ""], score },
})
const turned = { piles: { 0: "gA==", 1: "Jw==" }, score: 1 }
const back = { piles: { 0: "gIA=", 1: "" }, score: 0 }
const first = part(0, [turned, back])
const last = part(2, [turned])

function recorded(...messages) {
  const recording = new Recording(3, 7)
  return { recording, news: messages.map((message) => recording.take(message)) }
}

test("a replay comes bit by bit, and says what to ask for next", () => {
  const { recording } = recorded()
  const wanted = () => recording.wanted?.[1].number ?? recording.wanted?.[0]
  assert.deepEqual(recording.wanted, ["get replay", ASKS_FOR])
  assert.equal(recording.at(0), null)
  recording.take(replay())
  assert.deepEqual(recording.wanted, ["get positions", { ...ASKS_FOR, number: 0 }])
  recording.take(first)
  assert.deepEqual([wanted(), recording.whole, recording.moves.length], [2, false, 2])
  assert.equal(recording.numberAt(9999), 2, "as far as it has come")
  recording.take(last)
  assert.deepEqual([wanted(), recording.whole, recording.moves.length], [undefined, true, 3])
  assert.equal(recording.layout.places[1].kind, "waste")
})

test("any moment of it", () => {
  const { recording } = recorded(replay(), first, last)
  assert.deepEqual([0, 99, 100, 2499, 2500].map((at) => recording.numberAt(at)), [0, 0, 2, 2, 3])
  assert.deepEqual(recording.at(2500), {
    piles: [[0x80], [0x27]], score: 1, redeals: 0, marks: [],
  })
  assert.equal(recording.at(-1), recording.positions[0])
  assert.equal(recording.length, 2500)
  assert.deepEqual(recording.curve.points, [[0, 0], [100, 1], [100, 0], [2500, 1]])
})

test("the end of who gave up is the last moment", () => {
  const { recording } = recorded(replay({ racers: [{ player: 7, ended: 5000 }] }), first, last)
  assert.equal(recording.length, 5000)
  const told = [0, 2500, 4999, 5000].map((at) => recording.endsAt(at))
  assert.deepEqual(told, [false, false, false, true])
  const both = new Replay(3)
  both.recordings.set(7, recording)
  assert.deepEqual([both.after(2500), both.after(5000), both.before(5000)], [5000, null, 2500])
  const old = recorded(replay(), first, last).recording
  assert.equal(old.endsAt(9999), false, "nobody knows when that was")
  const words = wordsOf("en")
  const ends = [["gave up", 192_000], ["gave up", 0], ["stuck", 192_000], ["out of time", 900_000]]
  const texts = ends.map(([status, at]) => endingWords(words, status, at))
  assert.deepEqual(texts, ["gave up at 3:12", "gave up", "stuck", "out of time"])
})

test("a replay without a move", () => {
  const { recording } = recorded(replay({ entries: [], times: [], milliseconds: 0 }), part(0, []))
  assert.ok(recording.whole)
  assert.deepEqual([recording.length, recording.moves, recording.positions.length], [0, [], 1])
})

test("what was not asked for, or is known, is passed over", () => {
  const { recording, news } = recorded(
    first, replay(), replay(), { ...first, player: 8 }, { ...replay(), race: 4 }, last, first,
    first, last, last, part(2, []),
  )
  assert.deepEqual(news, [
    false, true, false, false, false, false, true, false, true, false, false,
  ])
  assert.equal(recording.positions.length, 4)
})

test("a part that brings nothing is not asked for again and again", () => {
  const { news } = recorded(replay(), part(0, []), part(0, []))
  assert.deepEqual(news, [true, true, false])
})

test("what cannot be is refused", () => {
  assert.throws(() => recorded(replay({ times: [1] })), BadMessage)
  const wrong = [part(0, [turned, back, turned, back]), { ...first, layout: { places: [] } }]
  for (const each of wrong) assert.throws(() => recorded(replay(), each), BadMessage)
  const { recording } = recorded(replay())
  assert.throws(() => recording.take(part(0, [turned, { piles: { 9: "" } }])), BadMessage)
  assert.deepEqual([recording.positions, recording.curve.points], [[], []])
})

test("two side by side at the same second", () => {
  const race = new Replay(3)
  const [one, other] = [race.add(7), race.add(8)]
  assert.equal(race.add(7), one)
  assert.deepEqual([race.length, race.after(0), race.before(5)], [0, null, 0])
  one.take(replay())
  other.take(replay({ player: 8, times: [40, 3000, 3000], milliseconds: 3200 }))
  assert.equal(race.length, 3200)
  assert.deepEqual([-1, 0, 40, 100, 2500, 3000, 3200].map((at) => race.after(at)), [
    0, 40, 100, 2500, 3000, 3200, null,
  ])
  assert.deepEqual([0, 40, 41, 100, 2600, 9999].map((at) => race.before(at)), [
    0, 0, 40, 40, 2500, 3200,
  ])
})

test("it goes on as time goes by, and waits for nothing for long", () => {
  const race = new Replay(3)
  race.add(7).take(replay({ times: [100, 100, 9000], milliseconds: 20_000 }))
  assert.equal(race.goneOn(0, 30, 2), 60)
  assert.equal(race.goneOn(100, 16, 1), 7500, "a second and a half before the next move")
  assert.equal(race.goneOn(100, 16, 4), 7500, "a quarter of it for who watches it faster")
  assert.equal(race.goneOn(8000, 16, 1), 8016)
  assert.equal(race.goneOn(9000, 16, 1), 18_500, "then the end")
  assert.equal(race.goneOn(19_990, 16, 4), 20_000)
})

test("how somebody could have won is another recording than what was done", () => {
  const how = new Recording(3, howOf(7))
  const won = { ...ASKS_FOR, won: true }
  assert.deepEqual(how.wanted, ["get replay", won])
  assert.equal(how.take(replay()), false, "that is what was done")
  assert.equal(how.take(replay({ won: true, status: "won" })), true)
  assert.deepEqual(how.wanted, ["get positions", { ...won, number: 0 }])
  assert.equal(how.take({ ...first, won: true }), true)
  assert.equal(how.moves.length, 2)
  assert.equal(recorded().recording.take(replay({ won: true })), false)
})

test("the solution is called so, whatever a server calls it", () => {
  const words = wordsOf("en")
  assert.equal(playedBy(words, SOLUTION, "Lösung"), "Solution")
  assert.equal(playedBy(words, 7, "Ada"), "Ada")
})

golden("races are played again as in the window", "replay", (races) => {
  const words = wordsOf("en")
  for (const told of races) {
    const { race, player } = told.replay
    const recording = new Recording(race, player)
    const alone = new Replay(race)
    alone.recordings.set(player, recording)
    for (const message of [told.replay, ...told.parts]) assert.ok(recording.take(message))
    assert.ok(recording.whole)
    assert.deepEqual(
      recording.positions,
      told.positions.map((position) => ({ ...position, piles: pilesOf(position.piles) })),
    )
    assert.deepEqual(recording.times, told.times)
    assert.deepEqual([recording.length, recording.curve.points], [told.length, told.curve])
    for (const [at, number, before, after] of told.moments) {
      assert.deepEqual(
        [recording.numberAt(at), alone.before(at), alone.after(at)],
        [number, before, after],
      )
    }
    const speaker = new Speaker(words, recording.layout, (card) => cardSign(words, card), true)
    const moves = recording.moves.map((move) => moveText(words, speaker, move))
    assert.deepEqual(moves, told.moves)
  }
})
