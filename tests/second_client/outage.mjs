// On a server whose disk is full for a while: `node outage.mjs ws://127.0.0.1:PORT/`.
//
// Asks the test to fill the disk (`fill`) and to make space again (`free`), and prints a `report`.

import { Client } from "./client.mjs"
import { ask, meet, report } from "./prompter.mjs"

const TURN = [0] // a click on the stock, which can be done many times in any deal
const ann = new Client(process.argv[2])
await ann.connect("ann")
await ann.ask("create room", { settings: { game: "klondike", countdown: 0 } }, "room")
await ann.ask("start race", { anyway: true }, "race")
await ann.wait("board")
await ann.enter(TURN)
const before = JSON.stringify([ann.board.piles, ann.board.number, ann.board.score])
const { player, stream } = ann

// A move that cannot be written down is not answered: everybody is let go.
await ask("fill")
const entry = { number: ann.board.number, race: ann.race.race, action: TURN }
ann.send("act", entry)
await meet("out of service", ann.wait("nothing"))
const codes = [await ann.ended()]
const unchanged = before === JSON.stringify([ann.board.piles, ann.board.number, ann.board.score])

// Nor is anybody let in, as long as it lasts.
await meet("out of service", ann.connect())
codes.push(await ann.ended())

// It comes back by itself, and sends again what was not answered.
const tries = []
const back = ann.comeBack((trouble) => tries.push(trouble))
await ask("free")
await back
await ann.wait("board")
const there = before === JSON.stringify([ann.board.piles, ann.board.number, ann.board.score])
const { type } = await ann.enter(entry.action, entry.number)
report({
  codes,
  unchanged,
  there,
  again: type,
  same: ann.player === player,
  stream: ann.stream !== stream,
  tries: [...new Set(tries)],
})
