import assert from "node:assert/strict"
import test from "node:test"

import { OwnDataFile, SECTIONS, fileName } from "../../../../../client/web/core/records/own_data.mjs"

const part = (section, rows, next) => ({ type: "own data", section, rows, next })

test("parts become one file", () => {
  const found = new OwnDataFile()
  assert.deepEqual(found.question, { section: "player", race: 0, number: 0 })
  assert(found.take(part("player", '[{"name": "Ann"}]', { section: "races" })))
  assert(found.take(part("races", '[{"race": 1}]', { section: "races", race: 2 })))
  assert.deepEqual(found.question, { section: "races", race: 2, number: 0 })
  assert(found.take(part("races", '[{"race": 2}]', { section: "bans" })))
  assert(found.take(part("bans", "[]")))
  assert.equal(found.question, null)
  const { server, player, races, moves } = JSON.parse(found.text("example.org"))
  assert.deepEqual(
    [server, player, races, moves],
    ["example.org", [{ name: "Ann" }], [{ race: 1 }, { race: 2 }], []],
  )
})

test("a server that does not do as it should is left", () => {
  for (const wrong of [
    part("moves", "[]"),
    part("player", "{}"),
    part("player", "[1,"),
    part("player", 5),
    part("player", "[]", { section: "player" }),
    part("player", "[]", { section: "no such", race: 9 }),
  ]) {
    assert.equal(new OwnDataFile().take(wrong), false)
  }
  const found = new OwnDataFile()
  assert(found.take(part("player", "[]", { section: "moves", race: 7, number: 5 })))
  assert.equal(found.take(part("moves", "[]", { section: "moves", race: 6, number: 9 })), false)
})

test("sections come in the order of the protocol", () => {
  assert.deepEqual(SECTIONS, [
    "player", "races", "moves", "bests", "ratings", "rating steps", "dailies", "evenings", "said",
    "rooms", "bans",
  ])
})

test("a file is called after its player", () => {
  assert.equal(fileName("Ann"), "samedeal-Ann.json")
  assert.equal(fileName("../x y"), "samedeal-x-y.json")
  assert.equal(fileName("…"), "samedeal-player.json")
})
