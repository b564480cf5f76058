import assert from "node:assert/strict"
import test from "node:test"

import {
  askedFor, formAddress, ghostAddress, leaderboardAddress, replayAddress, replayOf,
} from "../../../../../client/web/core/records/addresses.mjs"

test("a leaderboard's address leads back to it", () => {
  const all = [
    { game: "golf", options: {}, period: "all", ranking: "", deals: "" },
    {
      game: "napoleons-tomb", options: { deal: "three-card-deals", autoplay: false },
      period: "week", ranking: "players", deals: "winnable",
    },
    {
      game: "athena", options: { three_card_deals: true },
      period: "day", ranking: "best", deals: "hard",
    },
  ]
  for (const asked of all) {
    const address = leaderboardAddress(asked)
    assert.match(address, /^leaderboard\/[\w/=-]+$/) // nothing that a browser would write otherwise
    assert.deepEqual(askedFor(address.slice("leaderboard/".length)), asked)
  }
})

test("the address of a room's form names the game and its options", () => {
  const options = { deal: "three-card-deals", autoplay: false }
  const address = formAddress("napoleons-tomb", options, "any")
  const { game, options: told, deals } = askedFor(address.slice("make-room/".length))
  assert.deepEqual([game, told, deals], ["napoleons-tomb", options, "any"])
  assert.equal(formAddress("golf"), "make-room/golf")
})

test("what an address says that is not to be understood is left out", () => {
  const nothing = { game: "", options: {}, period: "all", ranking: "", deals: "" }
  assert.deepEqual(askedFor(""), nothing)
  assert.deepEqual(askedFor("golf/century//best/x/a=b=c"), {
    game: "golf", options: { a: "b" }, period: "all", ranking: "best", deals: "",
  })
})

test("a replay's address", () => {
  for (const players of [[], [3], [3, 4], [0], [3, 0], [0, 4]]) {
    const address = replayAddress(12, players)
    assert.deepEqual(replayOf(address.slice("replay/".length)), { race: 12, players })
  }
  assert.deepEqual(replayOf("12/3/3/4/5"), { race: 12, players: [3, 4] })
  for (const bad of ["", "x", "-1", "1.5", "9".repeat(16)]) assert.equal(replayOf(bad).race, 0)
  assert.deepEqual(replayOf("12/x/4/0"), { race: 12, players: [4] })
  assert.equal(replayAddress(12, [3, 0]), "replay/12/3/solution")
})

test("the address of a race against a game is read like a replay's", () => {
  const address = ghostAddress(12, 3)
  assert.deepEqual(replayOf(address.slice("against/".length)), { race: 12, players: [3] })
})
