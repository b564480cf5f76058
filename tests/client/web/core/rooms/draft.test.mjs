import assert from "node:assert/strict"
import test from "node:test"

import {
  ALONE, BOUNDS, Draft, fieldOf, USUAL,
} from "../../../../../client/web/core/rooms/draft.mjs"
import { golden } from "../golden.mjs"

test("what is not touched goes back as it came", () => {
  for (const settings of [USUAL, ALONE, { ...USUAL, time_limit: 147, same_address: true }]) {
    const draft = new Draft(settings)
    assert.deepEqual(draft.faults, [])
    assert.deepEqual(draft.settings, settings)
    assert.equal(draft.password, "")
  }
})

test("of the deals the nearest that there are to what is wished", () => {
  const draft = new Draft({ ...USUAL, deals: "hard" })
  assert.equal(draft.settings.deals, "hard", "nobody knows yet what there is")
  const cases = [[["any", "winnable", "hard"], "hard"], [["any", "winnable"], "winnable"], [["any"], "any"]]
  for (const [offered, deals] of cases) {
    draft.offered = offered
    assert.equal(draft.settings.deals, deals)
  }
  draft.wish = "any"
  draft.offered = ["any", "winnable"]
  assert.equal(draft.settings.deals, "any")
})

test("numbers are checked as they are typed", () => {
  const draft = new Draft(USUAL)
  for (const [text, number] of [["1", 1], [" 16 ", 16], ["0", null], ["17", null], ["", null],
    ["x", null], ["1.5", null], ["-2", null], ["1e1", null], ["99999", null]]) {
    draft.typed.seats = String(text)
    assert.equal(draft.number("seats"), number, String(text))
    assert.deepEqual(draft.faults, number === null ? ["seats"] : [])
  }
  draft.typed.seats = "4"
  draft.typed.minutes = "20"
  assert.deepEqual(draft.settings, { ...USUAL, seats: 4, time_limit: 1200 })
})

test("a room that asks for a password has one", () => {
  const open = new Draft(USUAL)
  open.locks = true
  assert.deepEqual(open.faults, ["secret"])
  open.secret = "sesame"
  assert.deepEqual([open.faults, open.password], [[], "sesame"])
  const locked = new Draft(USUAL, true)
  assert.deepEqual([locked.faults, locked.password], [[], null]) // it keeps what it has
  locked.secret = "other"
  assert.equal(locked.password, "other")
  locked.locks = false
  assert.equal(locked.password, "")
})

test("whether households may watch follows from the rest until it is chosen", () => {
  const draft = new Draft(USUAL)
  assert.equal(draft.besideRacers, true) // as the racers see each other's boards
  draft.switches.show_boards = false
  assert.equal(draft.besideRacers, false)
  draft.typed.delay = "30"
  assert.equal(draft.besideRacers, true)
  assert.equal(draft.settings.same_address, null)
  draft.beside = false
  assert.equal(draft.besideRacers, false)
  assert.equal(draft.settings.same_address, false)
})

test("what the server finds wrong is told at its field", () => {
  assert.equal(fieldOf("$.settings.time_limit"), "minutes")
  assert.equal(fieldOf("$.settings.seats"), "seats")
  assert.equal(fieldOf("$.password"), "secret")
  assert.equal(fieldOf("$.settings.game"), null)
  assert.equal(fieldOf(""), null)
})

golden("bounds are the protocol's, defaults the window's", "rooms/draft", ({ bounds, usual }) => {
  assert.deepEqual(USUAL, usual)
  for (const [field, [least, most]] of Object.entries(bounds)) {
    const [own, unit] = field === "time_limit" ? ["minutes", 60] : [field, 1]
    const [from, to] = BOUNDS[/** @type {keyof typeof BOUNDS} */ (own)]
    assert.equal(to * unit, most, field)
    assert.ok(from * unit >= least, field)
  }
})
