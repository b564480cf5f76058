import assert from "node:assert/strict"
import test from "node:test"

import { isHopeless, pause, Reconnecting } from "../../../../client/web/core/reconnecting.mjs"
import { golden } from "./golden.mjs"

test("pauses grow until a connection has stood for a while", () => {
  const line = new Reconnecting(() => 0)
  assert.deepEqual([line.lost(0), line.lost(1), line.lost(2)], [0.25, 0.5, 1])
  line.welcomed(10)
  assert.equal(line.lost(11), 2) // it hardly stood
  line.welcomed(20)
  assert.equal(line.lost(60, 1013), 4) // the server is in trouble, and it stood long
  line.welcomed(70)
  assert.equal(line.lost(80), 0.25)
})

golden("pauses are the window's", "reconnecting", ({ pauses, hopeless }) => {
  for (const [failures, chance, seconds] of pauses) assert.equal(pause(failures, chance), seconds)
  for (const [code, welcomed, said] of hopeless) assert.equal(isHopeless(code, welcomed), said)
})
