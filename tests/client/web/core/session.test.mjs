import assert from "node:assert/strict"
import test from "node:test"

import { Session } from "../../../../client/web/core/session.mjs"
import { ModelServer, PLAYER } from "./model_server.mjs"

const plain = (value) => JSON.parse(JSON.stringify(value))

/** A session that has said hello, what it says, and a way to tell it something. */
function conversation(identity = { name: "Ada", run: "r" }) {
  const session = new Session(identity)
  const said = []
  session.opened((frame) => said.push(JSON.parse(frame)))
  const tell = (...messages) => session.receive(JSON.stringify(messages), 100)
  return { session, said, tell }
}

/** The same in a race of the model server, at its first position. */
function racing(server = new ModelServer(() => 0)) {
  const talk = conversation()
  talk.tell(...server.hello({ stream: "", seen: 0 }))
  talk.said.length = 0
  return { ...talk, server }
}

test("a new player says a name, and a known one the token", () => {
  const { session, said, tell } = conversation()
  assert.deepEqual(said[0], {
    type: "hello", version: 1, name: "Ada", stream: "", seen: 0, run: "r", attempt: 0, help: true,
  })
  tell({ type: "welcome", version: 1, player: 7, name: "Ada", token: "t" })
  assert.equal(session.player, 7)
  session.closed()
  session.opened((frame) => said.push(JSON.parse(frame)))
  assert.deepEqual([said[1].token, said[1].name, said[1].attempt], ["t", undefined, 1])
})

test("a guest has neither", () => {
  const { said } = conversation({ guest: true })
  assert.deepEqual(said[0], {
    type: "hello", version: 1, guest: true, stream: "", seen: 0, help: true,
  })
})

test("a token that nobody has is forgotten", () => {
  const { session, said, tell } = conversation({ name: "Ada", token: "old" })
  tell({ type: "problem", code: "unknown token", text: "…" })
  assert.deepEqual([session.token, said[1].name], ["", "Ada"])
})

test("a name that is refused is said again otherwise", () => {
  const { session, said, tell } = conversation()
  tell({ type: "problem", code: "name taken", text: "…", field: "$.name" })
  assert.deepEqual(session.problem, { code: "name taken", text: "…", field: "$.name" })
  session.introduce({ name: "Eve" })
  assert.equal(said[1].name, "Eve")
})

test("who is in the room, and what is said there", () => {
  const { session, tell } = racing()
  tell({ type: "member", member: { player: 8, name: "Bob", seated: true, ready: true } })
  assert.deepEqual(session.room.members.map(({ name, ready }) => [name, ready]), [
    ["Ada", false], ["Bob", true],
  ])
  assert.ok(session.isHost && session.seated)
  tell({ type: "said", player: 8, name: "Bob", text: "hello", seq: 4 })
  assert.deepEqual(session.chat.slice(1), [{ player: 8, name: "Bob", text: "hello" }])
  tell({ type: "member left", player: 8 }, { type: "guests", guests: 3 })
  assert.equal(session.room.members.length, 1)
  assert.equal(session.room.guests, 3)
  const [came, , left] = session.chat
  assert.deepEqual([came.came, left.came], [true, false])
  const remark = { player: 8, name: "Bob", text: "hello" }
  tell({ type: "said before", said: [{ player: 1, name: "Ada", text: "alone" }, remark] })
  assert.deepEqual(session.chat, [{ player: 1, name: "Ada", text: "alone" }, came, remark, left])
  tell({ type: "left room", reason: "closed" })
  assert.deepEqual([session.room, session.race, session.sentAway], [null, null, "closed"])
})

test("a race from the countdown to its results", () => {
  const { session, tell } = racing()
  tell({ type: "countdown", race: 4, milliseconds: 3000, commitment: "c" })
  assert.deepEqual(session.countdown, { race: 4, starts: 103, commitment: "c" })
  assert.equal(session.race, null)
  const settings = { game: "model", time_limit: 60 }
  const standings = [{ player: PLAYER, name: "Ada" }, { player: 8, name: "Bob" }]
  tell({ type: "race", race: 4, settings, elapsed: 2000, commitment: "c", standings })
  assert.deepEqual([session.race.elapsed(100), session.race.remaining(100)], [2, 58])
  tell({ type: "board", player: 8, number: 0, piles: ["AQ=="] })
  tell({ type: "step", player: 8, number: 1, piles: { 0: "" }, score: 5 })
  assert.deepEqual(session.race.boards.get(8).position.piles, [[]])
  tell({ type: "progress", standings: [{ ...standings[1], score: 5 }, standings[0]] })
  assert.deepEqual(session.race.curves.get(8).points, [[0, 0], [2000, 5]])
  tell({ type: "curves", race: 4, curves: { 8: [[0, 0], [1900, 5]] } })
  assert.deepEqual(session.race.curves.get(8).points, [[0, 0], [1900, 5]])
  tell({ type: "results", race: 4, settings, standings, seed: "s", winners: [8] })
  assert.deepEqual([session.results.seed, session.results.standings[0].status], ["s", "racing"])
})

test("what the lobby, the operator and the server say", () => {
  const { session, tell } = racing()
  tell({ type: "rooms", rooms: [{ code: "A" }], more: 2 })
  tell({ type: "announcement", text: "tea" }, { type: "stopping", seconds: 9 }, { type: "later" })
  assert.deepEqual([session.rooms.more, session.announcement, session.stopping], [2, "tea", 109])
  session.putAway()
  assert.deepEqual([session.announcement, session.stopping], ["", null])
})

test("who is sent to another server asks for the room again there, and for nothing answered", () => {
  const { session, said, tell } = conversation()
  tell({ type: "welcome", version: 1, player: 7, name: "Ada", token: "t" })
  session.joinRoom("abcd", "pw")
  tell({ type: "moved", address: "wss://club/b/" })
  assert.equal(session.moved, "wss://club/b/")
  session.closed()
  session.opened((frame) => said.push(JSON.parse(frame)))
  assert.equal(session.moved, "")
  tell({ type: "welcome", version: 1, player: 7, name: "Ada" })
  assert.deepEqual(said.at(-1), { type: "join room", code: "ABCD", password: "pw" })
  tell({ type: "problem", code: "room full", text: "no" })
  const { length } = said
  session.closed()
  session.opened((frame) => said.push(JSON.parse(frame)))
  tell({ type: "welcome", version: 1, player: 7, name: "Ada" })
  assert.equal(said.length, length + 1, "a hello, and no more")
})

test("what cannot be understood is passed over, and what follows is not", () => {
  const { session, tell } = racing()
  const heard = tell(
    { type: "board", player: PLAYER, number: 0, piles: ["?", "", "", ""] },
    { type: "announcement", text: "tea" },
  )
  assert.deepEqual(heard.map(({ type }) => type), ["announcement"])
  assert.match(session.fault, /base64/)
  assert.deepEqual(session.receive("no JSON", 100), [])
  assert.equal(session.board.number, 0)
})

test("a move shows at once, and goes to the server", () => {
  const { session, said } = racing()
  assert.equal(session.act([2, 1, 3]), null)
  assert.deepEqual(session.board.position.piles.slice(2), [[0x05, 0x16], [0x38, 0x27]])
  assert.deepEqual(said, [{ type: "act", number: 0, race: 3, action: [2, 1, 3] }])
})

test("what the choices do not have is not sent", () => {
  const { session, said } = racing()
  assert.equal(session.act([3, 1, 3]), "reasons.that-doesn-t-go-there")
  assert.equal(session.act([2, 1, 0]), "reasons.that-doesn-t-go-there")
  assert.equal(session.undo(), "track.there-is-nothing-to-undo")
  assert.deepEqual(said, [])
})

test("fast hands need not wait for choices, and a refusal takes back what follows", () => {
  const { session, said, tell, server } = racing()
  session.act([2, 1, 3])
  session.act([3, 2, 0]) // nothing goes there, but that is not known yet
  session.act([2, 1, 3])
  assert.deepEqual(said.map(({ number }) => number), [0, 1, 2])
  tell(...server.answer(said[0]), ...server.answer(said[1]))
  assert.deepEqual(session.board.pending, [])
  assert.equal(session.board.number, 1)
  assert.equal(session.refused.number, 1)
  session.act([0])
  assert.equal(said.length, 3) // the one with the same number is on its way still
  tell(...server.answer(said[2]))
  assert.deepEqual([said[3].number, said[3].action], [1, [0]])
})

test("a click changes nothing until its step comes", () => {
  const { session, said, tell, server } = racing()
  const before = plain(session.board.position.piles)
  session.act([0])
  assert.deepEqual(session.board.position.piles, before)
  assert.equal(session.choices, null)
  tell(...server.answer(said[0]))
  assert.equal(session.board.position.piles[1].length, 1)
  assert.equal(session.choices.number, 1)
})

test("undo shows at once what is known", () => {
  const { session, said, tell, server } = racing()
  const before = plain(session.board.position.piles)
  session.act([2, 1, 3])
  tell(...server.answer(said[0]))
  assert.equal(session.undo(), null)
  assert.deepEqual(session.board.position.piles, before)
  tell(...server.answer(said[1]))
  assert.deepEqual(session.board.position.piles, before)
  assert.equal(session.undo(), "track.there-is-nothing-to-undo")
})

test("what was taken back is done again", () => {
  const { session, said, tell, server } = racing()
  assert.equal(session.redo(), "session.there-is-nothing-to-redo")
  session.act([2, 1, 3])
  session.undo()
  assert.deepEqual(session.redoable, [2, 1, 3])
  assert.equal(session.redo(), null)
  for (const message of said.slice()) tell(...server.answer(message))
  assert.equal(session.board.number, 3)
  assert.deepEqual(session.board.position.piles[3], [0x38, 0x27])
  assert.equal(session.redoable, null)
})

test("giving up is said when the line is back", () => {
  const { session, server, tell } = racing()
  session.closed()
  session.giveUp()
  const said = []
  session.opened((frame) => said.push(JSON.parse(frame)))
  tell(...server.hello(said[0]))
  assert.deepEqual(said.map(({ type }) => type), ["hello", "give up"])
})

test("who comes back says what was seen, and the entries that have no answer go out again", () => {
  const { session, said, tell, server } = racing()
  session.act([2, 1, 3])
  tell(...server.answer(said[0]))
  session.act([3, 1, 2])
  session.closed()
  session.act([0])
  const again = []
  session.opened((frame) => again.push(JSON.parse(frame)))
  assert.deepEqual([again[0].stream, again[0].seen, again[0].attempt], ["one", 2, 1])
  tell({ type: "welcome", version: 1, player: PLAYER, name: "Ada", room: "SAMEDL" })
  assert.deepEqual(again.slice(1).map(({ number, action }) => [number, action]), [
    [1, [3, 1, 2]], [2, [0]],
  ])
})

test("who is in the room no more when the line is back forgets it", () => {
  const { session, tell } = racing()
  session.closed()
  session.opened(() => {})
  tell({ type: "welcome", version: 1, player: PLAYER, name: "Ada" })
  assert.deepEqual([session.room, session.race, session.choices], [null, null, null])
})

test("who was in a room before knows so before anything is told of it", () => {
  const session = new Session({ token: "ada" })
  session.opened(() => {})
  const tell = (message) => session.receive(JSON.stringify(message), 0)
  tell({ type: "welcome", version: 1, player: PLAYER, name: "Ada", room: "ABCDEF" })
  assert.deepEqual([session.returning, session.room], ["ABCDEF", null])
  const settings = { game: "klondike", options: {} }
  tell({ type: "room", code: "ABCDEF", settings, host: PLAYER, phase: "lobby", members: [] })
  assert.deepEqual([session.returning, session.room.code], ["", "ABCDEF"])
  session.closed()
  session.opened(() => {})
  tell({ type: "welcome", version: 1, player: PLAYER, name: "Ada" })
  assert.deepEqual([session.returning, session.room], ["", null])
})

test("advice goes with the position that it is about", () => {
  const { session, said, tell } = racing()
  session.askAdvice()
  assert.deepEqual(said, [{ type: "get advice", about: "hint" }])
  tell({ type: "advice", about: "hint", number: 0, actions: [[0]] })
  assert.deepEqual(session.advice.actions, [[0]])
  session.act([0])
  assert.equal(session.advice, null)
})

// Delays, losses, and lines that break -----------------------------------------------------------

/** Random numbers from 0 to 1, always the same ones: mulberry32. */
function chances(seed) {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A session and a model server on a line that delays, loses and breaks as chance wants. */
class Trial {
  constructor(seed) {
    this.chance = chances(seed)
    this.server = new ModelServer(this.chance, seed % 3 ? 0 : 0.05)
    this.session = new Session({ name: "Ada", run: "r" })
    this.now = 0
    this.done = [] // what was done here, in this order
    this.line = null
    this.connect()
  }

  connect() {
    const line = { up: [], down: [], flying: [] }
    this.line = line
    this.session.opened((frame) => {
      const message = JSON.parse(frame)
      if (message.type === "act" || message.type === "undo") this.check(line, message)
      line.up.push(message)
    })
  }

  /** Nothing goes out with the number of something that is on its way. */
  check(line, { number }) {
    assert.ok(!line.flying.includes(number), `two with the number ${number}`)
    line.flying.push(number)
  }

  cut() {
    if (!this.line) return
    // What had arrived may have been done, and its answers are lost.
    while (this.line.up.length && this.chance() < 0.5) this.arrive()
    this.line = null
    this.session.closed()
  }

  arrive() {
    const message = this.line.up.shift()
    if (!message) return
    const { server } = this
    const answers = message.type === "hello" ? server.hello(message) : server.answer(message)
    for (const answer of answers) this.line.down.push({ answer, to: message })
  }

  hear() {
    const heard = this.line.down.shift()
    if (!heard) return
    const { answer, to } = heard
    if (answer.type === "step" || answer.type === "refused" || answer.type === "problem") {
      const at = this.line.flying.indexOf(to.number)
      if (at >= 0) this.line.flying.splice(at, 1)
    }
    this.session.receive(JSON.stringify(answer), this.now)
  }

  /** Do something with the board, and see it there. */
  play() {
    const { session, chance } = this
    const { board } = session
    if (!board) return
    const before = board.position
    if (chance() < 0.15) {
      if (session.undo() === null) this.done.push("undo")
      return
    }
    const action = this.action(before.piles)
    if (session.act(action) !== null) return
    this.done.push(action)
    if (action.length === 1) assert.deepEqual(board.position, before)
    else {
      const [source, count, target] = action
      const lifted = before.piles[source].slice(-count)
      assert.deepEqual(board.position.piles[target].slice(-count), lifted)
      assert.equal(board.position.piles[source].length, before.piles[source].length - count)
    }
  }

  action(piles) {
    const { chance } = this
    if (chance() < 0.4) return [0]
    const source = 1 + Math.floor(3 * chance())
    const target = 2 + Math.floor(2 * chance())
    return [source, 1 + Math.floor(chance() * Math.min(3, piles[source].length)), target]
  }

  step() {
    const what = this.chance()
    this.now += this.chance() / 5
    if (this.session.due !== null && this.now >= this.session.due) this.session.wake(this.now)
    if (!this.line) {
      if (what < 0.4) this.connect()
      else this.play()
    } else if (what < 0.3) this.play()
    else if (what < 0.63) this.arrive()
    else if (what < 0.97) this.hear()
    else this.cut()
  }

  /** Let all arrive that is on its way. */
  settle() {
    if (!this.line) this.connect()
    this.server.careless = 0
    for (let i = 0; i < 2000; i++) {
      this.now += 0.1
      this.session.wake(this.now)
      this.arrive()
      this.hear()
    }
  }
}

test("whatever the line does, nothing is done twice, lost or in another order", () => {
  let moves = 0
  for (let seed = 0; seed < 250; seed++) {
    const trial = new Trial(seed)
    for (let i = 0; i < 400; i++) trial.step()
    trial.settle()
    const { session, server } = trial
    const { board } = session
    const told = `seed ${seed}: ${session.fault}`
    assert.equal(session.fault, "", told)
    assert.deepEqual(board.pending, [], told)
    assert.equal(board.number, server.journal.length, told)
    assert.deepEqual(board.position.piles, server.piles, told)
    assert.equal(session.choices.number, board.number, told)
    moves += server.journal.length
    // What the server has done is what was done here, in that order, but for what was refused.
    const rest = trial.done.map((entry) => JSON.stringify(entry))
    let at = 0
    for (const entry of server.journal) {
      at = rest.indexOf(JSON.stringify(entry), at) + 1
      assert.ok(at > 0, told)
    }
  }
  assert.ok(moves > 2000, `${moves}`)
})

// Races that are over

const DONE = { race: 3, player: 8 }
const REPLAY = {
  type: "replay", ...DONE, name: "Bob", entries: [[0], [0]], times: [100, 200], status: "won",
  score: 2, milliseconds: 200,
}
const part = (number, changes) => ({
  type: "positions", ...DONE, layout: { places: [{ kind: "stock", x: 0, y: 0 }] }, changes,
  board: { player: 8, number, piles: ["gIA="] },
})
const change = (score) => ({ piles: {}, score })

test("a replay is asked for until all of it is here", () => {
  const { session, said, tell } = racing()
  session.openReplay(3, 8)
  assert.deepEqual(said.splice(0), [{ type: "get replay", ...DONE }])
  tell(REPLAY)
  assert.deepEqual(said.splice(0), [{ type: "get positions", ...DONE, number: 0 }])
  tell(part(0, [change(1)]))
  assert.deepEqual(said.splice(0), [{ type: "get positions", ...DONE, number: 1 }])
  assert.equal(session.replay.recordings.get(8).at(150).score, 1)
  tell(part(1, [change(2)]), part(1, [change(2)]), REPLAY)
  assert.deepEqual(said, [])
  assert.equal(session.replay.recordings.get(8).at(200).score, 2)
  assert.equal(session.fault, "")
})

test("what was lost or refused is asked for again, and a rival comes beside", () => {
  const { session, said, tell, server } = racing()
  session.openReplay(3, 8)
  tell(REPLAY, { type: "problem", code: "too fast", text: "…" })
  said.length = 0
  session.openReplay(3, 8)
  assert.deepEqual(said.splice(0), [{ type: "get positions", ...DONE, number: 0 }])
  session.closed()
  session.openReplay(3, 9)
  session.opened((frame) => said.push(JSON.parse(frame)))
  tell(...server.hello({ stream: "", seen: 0 }))
  assert.deepEqual(said.filter(({ type }) => type.startsWith("get")), [
    { type: "get positions", ...DONE, number: 0 }, { type: "get replay", race: 3, player: 9 },
  ])
})

test("everybody's game is analysed in turn, and what is known stays for the replay", () => {
  const { session, said, tell, server } = racing()
  const racer = (player) => ({ player, status: "gave up", moves: 2 })
  const done = (player) => ({ type: "analysis", race: 3, player, state: "done", won_until: 1 })
  session.askAnalyses(3, [racer(8), racer(9)])
  assert.deepEqual(said.splice(0), [{ type: "get analysis", race: 3, player: 8 }])
  tell(done(8))
  assert.deepEqual(said.splice(0), [{ type: "get analysis", race: 3, player: 9 }])
  session.closed()
  session.opened((frame) => said.push(JSON.parse(frame)))
  tell(...server.hello({ stream: "", seen: 0 }))
  const again = said.splice(0).filter(({ type }) => type === "get analysis")
  assert.deepEqual(again, [{ type: "get analysis", race: 3, player: 9 }])
  session.openReplay(3, 8)
  assert.equal(session.replay.recordings.get(8).analysis.won_until, 1)
  tell({ type: "problem", code: "too fast", text: "wait" })
  assert.deepEqual([session.found.next, session.found.refusal], [0, "wait"])
})

test("one analysis at a time is wanted, and none when the next race begins", () => {
  const { session, said, tell } = racing()
  const racers = [{ player: 8, status: "gave up", moves: 2 }]
  session.openReplay(3, 8)
  const recording = session.replay.recordings.get(8)
  session.askAnalysis(recording)
  session.askAnalyses(3, racers)
  assert.equal(recording.looking, false)
  session.askAnalysis(recording)
  assert.equal(session.found.next, 0)
  session.askAnalyses(3, racers)
  said.length = 0
  tell({ type: "countdown", race: 4, milliseconds: 1000, commitment: "" })
  assert.deepEqual([said, session.found.next], [[{ type: "stop analysis" }], 0])
})

test("another race takes its place, and nothing is asked for what is closed", () => {
  const { session, said, tell } = racing()
  session.openReplay(3, 8)
  session.openReplay(4, 8)
  said.length = 0
  tell(REPLAY)
  session.closeReplay()
  tell({ ...REPLAY, race: 4 })
  assert.deepEqual([said, session.replay], [[], null])
})

test("whether the deal is the one that was promised", async () => {
  const { session, tell } = conversation()
  const digest = async (text) => `#${text}`
  const settings = { game: "model", time_limit: 60 }
  const about = { race: 4, commitment: "#seed", settings, standings: [] }
  const heard = async (...messages) => {
    tell(...messages)
    return (await session.verdict(digest))?.fair
  }
  tell({ type: "welcome", player: 7, name: "Ada" })
  assert.equal(await heard({ type: "countdown", milliseconds: 0, ...about }), undefined)
  assert.equal(await heard({ type: "race", elapsed: 0, ...about }), undefined)
  assert.equal(await heard({ type: "results", seed: "seed", ...about }), true)
  const changed = { ...about, commitment: "#other" }
  assert.equal(await heard({ type: "results", seed: "other", ...changed }), false)
  assert.equal(await heard({ type: "race", elapsed: 0, ...changed }), undefined)
  assert.equal(await heard({ type: "results", seed: "seed", ...about }), false, "it was another")
})

test("why something is refused is asked for the position that is known", () => {
  const { session, said, tell, server } = racing()
  assert.ok(session.askWhy([0, 1, 2]))
  assert.deepEqual(said, [{ type: "get advice", about: "why", action: [0, 1, 2] }])
  const why = { type: "advice", about: "why", actions: [[0, 1, 2]], text: "only {cards} goes there" }
  tell({ ...why, number: 0, cards: "Bw==" })
  assert.deepEqual([session.advice.text, session.advice.cards], [why.text, [7]])
  const [action] = session.choices.movable.length ? [session.choices.movable[0]] : [null]
  session.act(action ? [...action, session.choices.targets(...action)[0]] : [0])
  assert.equal(session.askWhy([0, 1, 2]), false) // a move is on its way
  tell({ ...why, number: 0, text: "late" })
  assert.equal(session.advice, null)
  assert.ok(server)
})

test("a ping goes out on any line, and its answer changes nothing", () => {
  const { session, said, tell } = racing()
  session.ping()
  assert.deepEqual(said, [{ type: "ping" }])
  const before = plain(session.race.standings)
  tell({ type: "pong" })
  assert.deepEqual([plain(session.race.standings), session.fault], [before, ""])
  session.closed()
  session.ping()
  assert.equal(said.length, 1)
})

test("a rematch starts when everybody is ready, unless the host wants something else first", () => {
  const { session, said, tell } = conversation()
  tell({ type: "welcome", player: 7, name: "Ada" })
  const settings = { game: "klondike", options: {} }
  const members = [{ player: 7, name: "Ada", seated: true }, { player: 8, name: "Bob", seated: true }]
  const room = { type: "room", code: "ABCDEF", host: 7, settings, members }
  const ready = { type: "member", member: { ...members[1], ready: true } }
  const types = () => said.splice(0).map(({ type }) => type)
  types()
  tell({ ...room, phase: "finished" })
  session.rematch()
  tell({ ...room, phase: "lobby" })
  assert.deepEqual([types(), session.starting], [["rematch"], true])
  tell(ready, { type: "member", member: members[1] }, ready)
  assert.deepEqual([types(), session.starting], [["start race"], false])
  tell({ ...room, phase: "finished" })
  session.rematch(false)
  tell({ ...room, phase: "lobby" }, ready)
  assert.deepEqual(types(), ["rematch"])
})

test("any deal is raced instead of one that is looked for, and nobody is asked again", () => {
  const { session, said, tell } = conversation()
  tell({ type: "welcome", player: 7, name: "Ada" })
  const settings = { game: "klondike", options: {}, deals: "winnable" }
  const members = [{ player: 7, name: "Ada", seated: true }, { player: 8, name: "Bob", seated: true }]
  said.length = 0
  session.raceAnyDeal()
  assert.deepEqual(said, [], "there is no room")
  tell({ type: "room", code: "ABCDEF", host: 7, settings, members, phase: "lobby", search: "looking" })
  tell({ type: "searching", deals: 3, milliseconds: 2000 })
  assert.equal(session.searching?.deals, 3)
  session.raceAnyDeal()
  assert.deepEqual(said.map(({ type }) => type), ["change settings", "start race"])
  assert.equal(said[0].settings.deals, "any")
  assert.equal(said[1].anyway, true)
})

test("a room is left by a lost connection too, and what is told of it then is past", () => {
  const { session, said, tell } = conversation()
  const settings = { game: "klondike", options: {} }
  const room = { type: "room", code: "ABCDEF", host: 8, settings, members: [], phase: "lobby" }
  tell({ type: "welcome", player: 7, name: "Ada" }, room)
  session.closed()
  session.leaveRoom()
  assert.equal(session.room, null)
  session.opened((frame) => said.push(JSON.parse(frame)))
  said.length = 0
  tell({ type: "welcome", player: 7, name: "Ada", room: "ABCDEF" }, room)
  assert.deepEqual(said.map(({ type }) => type), ["leave room"])
  assert.equal(session.room, null)
  tell({ type: "left room" }, room)
  assert.equal(session.room?.code, "ABCDEF", "who comes in again is told of it")
  session.leaveRoom(true)
  assert.deepEqual(said.map(({ type }) => type), ["leave room", "leave room"])
  assert.equal(session.room, null, "a silent server is not waited for")
})

test("who closed the room is known until the next", () => {
  const { session, tell } = conversation()
  tell({ type: "welcome", player: 7, name: "Ada" })
  session.closeRoom()
  tell({ type: "left room", reason: "the host has closed the room" })
  assert.equal(session.closes, true)
  const settings = { game: "klondike", options: {} }
  tell({ type: "room", code: "ABCDEF", host: 8, settings, members: [], phase: "lobby" })
  assert.equal(session.closes, false)
})

test("what a race has made of ratings is known until the room is left", () => {
  const { session, tell } = conversation()
  const rating = { value: 812, spread: 290, races: 20 }
  tell({ type: "rated", race: 7, changes: [{ player: 7, overall: rating, family: { ...rating, sure: true, family: "FreeCell" }, family_before: 788 }] })
  assert.equal(session.rated.race, 7)
  assert.deepEqual(plain(session.rated.changes), [{
    player: 7, overall_before: 0, family_before: 788,
    overall: { ...rating, sure: false, family: "" }, family: { ...rating, sure: true, family: "FreeCell" },
  }])
  tell({ type: "feats", race: 7, feats: [{ player: 7, first_win: true }] })
  assert.equal(session.feats.race, 7)
  assert.equal(session.feats.feats[0].first_win, true)
  assert.equal(session.feats.feats[0].score_before, null)
  tell({ type: "left room", reason: "" })
  assert.equal(session.rated, null)
  assert.equal(session.feats, null)
})
