import assert from "node:assert/strict"
import test from "node:test"

import { analysed, RaceAnalysis } from "../../../../../client/web/core/racing/race_analysis.mjs"

const racer = (player, status = "gave up", moves = 5) => ({ player, status, moves })
const RACERS = [racer(7, "won"), racer(8), racer(9, "stuck"), racer(10, "gave up", 0)]
const told = (player, fields = {}) => ({
  type: "analysis", race: 3, player, state: "done", won_until: 2, ...fields,
})

test("those are analysed who have moved, and not won", () => {
  assert.deepEqual(analysed(RACERS).map(({ player }) => player), [8, 9])
})

test("one after the other is asked for, until all are known", () => {
  const race = new RaceAnalysis(3)
  assert.equal(race.next, 0)
  race.ask(RACERS)
  assert.equal(race.next, 8)
  assert.equal(race.take(told(8, { state: "under way" })), false)
  assert.equal(race.open(RACERS).length, 2)
  assert.equal(race.take(told(8)), true, "the next one is wanted")
  assert.equal(race.next, 9)
  assert.equal(race.take(told(9, { won_until: null })), false)
  assert.deepEqual([race.next, race.open(RACERS)], [0, []])
  assert.deepEqual([8, 9, 7].map((player) => race.of(player)?.won_until), [2, null, undefined])
})

test("what was found out otherwise is not asked for again", () => {
  const race = new RaceAnalysis(3)
  assert.equal(race.take(told(8)), false)
  race.ask(RACERS)
  assert.equal(race.next, 9)
  race.stop()
  assert.deepEqual([race.next, race.of(8)?.won_until], [0, 2])
})

test("where one cannot be gone on with, the others are looked at", () => {
  const race = new RaceAnalysis(3)
  race.ask(RACERS)
  assert.equal(race.take(told(8, { state: "failed" })), true)
  race.take(told(9))
  assert.deepEqual(race.open(RACERS).map(({ player }) => player), [8], "it may be asked for again")
})

test("of a game of luck nothing is asked for any more", () => {
  const race = new RaceAnalysis(3)
  race.ask(RACERS)
  assert.equal(race.take(told(8, { luck: true })), false)
  assert.deepEqual([race.next, race.open(RACERS)], [0, []])
})

test("another race is not meant, and a refusal ends it", () => {
  const race = new RaceAnalysis(3)
  race.ask(RACERS)
  assert.equal(race.take(told(8, { race: 4 })), false)
  assert.equal(race.of(8), null)
  race.refuse("no")
  assert.deepEqual([race.next, race.refusal], [0, "no"])
  race.ask(RACERS)
  assert.deepEqual([race.next, race.refusal], [8, ""])
})
