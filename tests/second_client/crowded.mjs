// On a small server, which is killed and comes back: `node crowded.mjs ws://127.0.0.1:PORT/`.
//
// It has place for three connections and one room. Prints a line of JSON for each thing that the
// test has to do (`ban`, `kill`, `stop`), goes on when the test says so by a line, and prints a
// `report` at the end.

import { createInterface } from "node:readline"

import { Client, Problem } from "./client.mjs"
import { REACTIONS } from "./reactions.mjs"
import { discards } from "./thirteens.mjs"

const url = process.argv[2]
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const met = {}
const codes = {}

/** Ask the test for something, and wait until it is done. */
async function ask(event, more) {
  console.log(JSON.stringify({ event, ...more }))
  await lines.next()
}

/** Note what is to be done about the problem that this has to be. */
async function meet(expected, doing) {
  try {
    await doing
    met[expected] = "no problem"
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem
    met[expected] = problem.code === expected ? REACTIONS[expected] : problem.code
  }
}

const [ann, bob, eve, dan] = [1, 2, 3, 4].map(() => new Client(url))
await ann.connect("ann")
await bob.connect("bob")
await eve.connect("eve")

// Too many.
await meet("server full", dan.connect("dan"))
codes["server full"] = await dan.ended()
const settings = { game: "thirteens", countdown: 0 }
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
await ann.enter(discards(ann.board.piles)[0])
const { piles, number, score } = ann.board
const { stream } = ann
await ask("kill")
codes.killed = await ann.ended()
await ann.connect()
await ann.wait("board")
const same = JSON.stringify([piles, number, score])
const report = {
  stream: ann.stream !== stream,
  board: same === JSON.stringify([ann.board.piles, ann.board.number, ann.board.score]),
}
report.goesOn = (await ann.enter(discards(ann.board.piles)[0])).type

// It is told to stop, and does when the race is over.
await ask("stop")
await ann.wait("stopping")
ann.send("give up")
codes.stopped = await ann.ended()
console.log(JSON.stringify({ event: "report", met, codes, ...report }))
process.exit()
