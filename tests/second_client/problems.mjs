// The problems that a client can run into, met for real: `node problems.mjs ws://127.0.0.1:PORT/`.
//
// Prints a line of JSON: `stop` when the server is to be stopped, and `report` at the end.

import { Client, Problem, VERSION } from "./client.mjs"
import { REACTIONS } from "./reactions.mjs"

const url = process.argv[2]
const met = {}

function tell(event, more) {
  console.log(JSON.stringify({ event, ...more }))
}

/** Do something that has to be a problem, and note it under the code that is expected. */
async function provoke(code, ask) {
  try {
    await ask()
    met[code] = "no problem"
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem
    met[code] = problem.code === code ? REACTIONS[code] : problem.code
  }
}

async function someone(name) {
  const client = new Client(url)
  await client.connect(name)
  return client
}

// Before the welcome.
const stranger = new Client(`${url}any/path`)
await stranger.open()
const hello = (fields) => stranger.ask("hello", { version: VERSION, ...fields }, "welcome")
await provoke("hello first", () => stranger.ask("list rooms", {}, "rooms"))
await provoke("bad message", () => hello({ name: 7 }))
await provoke("bad name", () => hello({ name: "\u0007" }))
await provoke("bad name", () => hello({ name: "p\u0430ul" })) // its "a" is a Cyrillic one
await provoke("unknown token", () => hello({ token: "nobody has this" }))
const ann = await someone("ann")
await provoke("name taken", () => hello({ name: "ANN" }))
const bob = await someone("bob")
const newer = new Client(url)
await provoke("wrong version", () => newer.connect("newer", { version: VERSION + 1 }))
const codes = { "wrong version": await newer.ended() }

const endless = await someone("endless")
endless.socket.send(new Uint8Array(5000))
await provoke("bad message", () => endless.wait("nothing"))
codes["too long"] = await endless.ended()

// In no room.
await provoke("not in a room", () => ann.ask("set ready", { ready: true }, "member"))
await provoke("unknown room", () => ann.ask("join room", { code: "NOSUCH" }, "room"))
await provoke("unknown player", () => ann.ask("get profile", { player: 999 }, "profile"))
await provoke("unknown day", () => ann.ask("get daily", { day: "1999-12-31" }, "daily"))
await provoke("unknown replay", () => ann.ask("get replay", { race: 9, player: 1 }, "replay"))
const make = (settings, password) => ann.ask("create room", { settings, password }, "room")
await provoke("unknown game", () => make({ game: "whist" }, ""))
await provoke("bad option", () => make({ game: "thirteens", options: { jokers: true } }, ""))
await provoke("bad code", () => ann.ask("practise", { code: "thirteens" }, "room"))

// In a room with one seat and a password.
const { code } = await make({ game: "thirteens", seats: 1, countdown: 0 }, "secret")
const enter = (type, password) => bob.ask(type, { code, password }, "room")
await provoke("password needed", () => enter("join room", ""))
await provoke("wrong password", () => enter("join room", "guess"))
await provoke("room full", () => enter("join room", "secret"))
await enter("watch room", "secret")
await provoke("already in a room", () => ann.ask("create room", { settings: { game: "thirteens" } }, "room"))
await provoke("not the host", () => bob.ask("start race", {}, "countdown"))
await provoke("bad message", () => bob.ask("chat", { text: " \u0007 " }, "said"))
await ann.ask("mute", { player: bob.player }, "member", ({ member }) => member.muted)
await provoke("not allowed", () => bob.ask("chat", { text: "hello" }, "said"))
await provoke("wrong time", () => ann.ask("rematch", {}, "room"))
await provoke("not racing", () => ann.ask("give up", {}, "board"))
const twoSeats = { settings: { game: "thirteens", seats: 2, countdown: 0 } }
await ann.ask("change settings", twoSeats, "room", ({ settings }) => settings.seats === 2)
await enter("join room", "")
await provoke("not ready", () => ann.ask("start race", {}, "countdown"))

// Too many at once.
const hasty = await someone("hasty")
await provoke("too fast", async () => {
  for (let count = 0; count < 60; count++) hasty.send("list rooms")
  for (;;) await hasty.wait("rooms")
})

// The server is going to stop: a race goes on until its end, and no other begins.
const cat = await someone("cat")
await cat.ask("create room", { settings: { game: "thirteens", countdown: 0 } }, "room")
await ann.ask("start race", { anyway: true }, "race")
tell("stop")
await cat.wait("stopping")
await provoke("stopping", () => cat.ask("start race", {}, "countdown"))

// The same player from somewhere else.
const twin = new Client(url)
twin.token = cat.token
await twin.connect()
await provoke("replaced", () => cat.wait("nothing"))
codes.replaced = await cat.ended()
for (const client of [ann, bob, twin, hasty, stranger]) await client.close()
tell("report", { met, codes, reactions: Object.keys(REACTIONS) })
