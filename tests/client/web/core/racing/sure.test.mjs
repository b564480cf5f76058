import assert from "node:assert/strict"
import test from "node:test"

import { HASTE, PATIENCE, Sure } from "../../../../../client/web/core/racing/sure.mjs"

test("the second time does it, neither at once nor late", () => {
  let now = 100
  const sure = new Sure(() => now)
  assert(!sure.asking)
  assert(!sure.isMeant([]))
  assert(sure.asking)
  for (let i = 0; i < 3; i++) {
    now += HASTE * 0.9 // a hand that goes on
    assert(!sure.isMeant([]))
  }
  now += HASTE
  assert(sure.isMeant([]))
  assert(!sure.asking)
  now += HASTE
  assert(!sure.isMeant([]), "each time is asked")
  now += PATIENCE
  assert(!sure.asking)
  assert(!sure.isMeant([]))
})

test("what is done between is no answer", () => {
  let now = 100
  const sure = new Sure(() => now)
  assert(!sure.isMeant([0]))
  now += 1
  assert(!sure.isMeant([1]))
  now += 1
  assert(!sure.isMeant([0]))
  sure.forget()
  now += 1
  assert(!sure.isMeant([0]))
  now += 1
  assert(sure.isMeant([0]))
})
