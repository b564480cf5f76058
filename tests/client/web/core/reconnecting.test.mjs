import assert from "node:assert/strict"
import test from "node:test"

import { isHopeless, pause, Reconnecting, Route } from "../../../../client/web/core/reconnecting.mjs"
import { golden } from "./golden.mjs"

test("pauses grow until a connection has stood for a while", () => {
  const line = new Reconnecting(() => 0)
  const first = [0, 1, 2, 3, 4].map((now) => line.lost(now))
  assert.deepEqual(first, [0.25, 0.25, 0.25, 0.25, 0.5])
  line.welcomed(10)
  assert.equal(line.lost(11), 1) // it hardly stood
  line.welcomed(20)
  assert.equal(line.lost(60, 1013), 2) // the server is in trouble, and it stood long
  line.welcomed(70)
  assert.equal(line.lost(80), 0.25)
})

golden("pauses are the window's", "reconnecting", ({ pauses, hopeless }) => {
  for (const [failures, chance, seconds] of pauses) assert.equal(pause(failures, chance), seconds)
  for (const [code, welcomed, said] of hopeless) assert.equal(isHopeless(code, welcomed), said)
})

test("one goes where one is sent, once, and then begins at home again", () => {
  const route = new Route("ws://club/")
  assert.equal(route.next(), "ws://club/")
  assert.ok(!route.atOnce)
  route.move("ws://club/b/")
  assert.ok(route.atOnce)
  assert.equal(route.next(), "ws://club/b/")
  assert.equal(route.next(), "ws://club/")
})

test("nobody is sent on without end, unless a connection has stood in between", () => {
  const route = new Route("wss://club/")
  for (let moves = 0; moves < 4; moves++) {
    route.move(`wss://club/${moves}/`)
    assert.ok(route.atOnce)
    route.next()
  }
  route.move("wss://club/5/")
  assert.ok(!route.atOnce, "it takes its time")
  assert.equal(route.next(), "wss://club/5/")
  route.arrived()
  route.move("wss://club/6/")
  assert.ok(route.atOnce)
})

test("what is no websocket's URL, or not encrypted any more, is not followed", () => {
  const route = new Route("wss://club/")
  for (const url of ["ws://club/b/", "https://club/b/", "javascript:alert(1)", ""]) route.move(url)
  assert.ok(!route.atOnce)
  assert.equal(route.next(), "wss://club/")
})
