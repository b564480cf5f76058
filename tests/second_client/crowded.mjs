// On a small server, which is killed and comes back: `node crowded.mjs ws://127.0.0.1:PORT/`.
//
// It has place for three connections and one room; when it comes back, for two connections from one
// address. Asks the test for what it has to do (`ban`, `kill`, `stop`), and prints a `report`.

import { Client } from "./client.mjs"
import { ask, meet, report } from "./prompter.mjs"

const TURN = [0] // a click on the stock, which can be done many times in any deal
const url = process.argv[2]
const codes = {}

const [ann, bob, eve, dan] = [1, 2, 3, 4].map(() => new Client(url))
await ann.connect("ann")
await bob.connect("bob")
await eve.connect("eve")

// Too many.
await meet("server full", dan.connect("dan"))
codes["server full"] = await dan.ended()
const settings = { game: "klondike", countdown: 0 }
await ann.ask("create room", { settings }, "room")
await meet("too many rooms", bob.ask("create room", { settings }, "room"))

// Not welcome any more, and not again either.
await ask("ban", { name: "eve" })
await meet("banned", eve.wait("nothing"))
codes.banned = await eve.ended()
await meet("banned", eve.connect())

// In the middle of a race the server is killed: what it had answered is still so.
await ann.ask("start race", { anyway: true }, "race")
await ann.wait("board")
await ann.enter(TURN)
const { piles, number, score } = ann.board
const { stream } = ann
await ask("kill")
codes.killed = await ann.ended()
await ann.connect()
await ann.wait("board")
const same = JSON.stringify([piles, number, score])
const comeback = {
  stream: ann.stream !== stream,
  board: same === JSON.stringify([ann.board.piles, ann.board.number, ann.board.score]),
  goesOn: (await ann.enter(TURN)).type,
}

// Too many from one address: who is there stays.
await bob.connect()
await meet("too many connections", dan.connect("dan"))
codes["too many connections"] = await dan.ended()
await bob.close()

// It is told to stop, and does when the race is over.
await ask("stop")
await ann.wait("stopping")
ann.send("give up")
codes.stopped = await ann.ended()
report({ codes, ...comeback })
