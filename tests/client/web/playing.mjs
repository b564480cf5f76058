// The page's session on a real server: `node playing.mjs ADDRESS GAME` plays by its choices alone,
// often without waiting for answers, and tells each time that its line is to be cut. A guest looks
// on, and watches the race again when it is over.

import { createHash } from "node:crypto"
import { isDeepStrictEqual } from "node:util"

import { Reconnecting } from "../../../client/web/core/reconnecting.mjs"
import { Session } from "../../../client/web/core/session.mjs"
import { SUBPROTOCOL } from "../../../client/web/core/messages.mjs"

const [address, game] = process.argv.slice(2)
const MOST = 60 // entries, and then it gives up
const now = () => performance.now() / 1000
const digest = async (text) => createHash("sha256").update(text).digest("hex")
const session = new Session({ name: "Ada", run: crypto.randomUUID() })
const guest = new Session({ guest: true })
const line = new Reconnecting(() => 0.9)
const report = { event: "report", cuts: 0, faults: [], refused: 0, entries: 0, hasty: 0 }
const cutAt = [10, 25]
let turn = 0
let watched = false

function connect() {
  const socket = new WebSocket(address, SUBPROTOCOL)
  socket.onopen = () => session.opened((frame) => socket.send(frame))
  socket.onmessage = ({ data }) => {
    for (const { type } of session.receive(data, now())) {
      if (type === "welcome") line.welcomed(now())
      if (type === "refused") report.refused++
      if (type === "problem") report.faults.push(session.problem.code)
      if (type === "results") replay()
    }
    act()
  }
  socket.onclose = ({ code }) => {
    if (session.results) return
    session.closed()
    setTimeout(connect, 1000 * line.lost(now(), code))
  }
}

/** Let the guest look on. */
function watch(code) {
  const socket = new WebSocket(address, SUBPROTOCOL)
  socket.onopen = () => guest.opened((frame) => socket.send(frame))
  socket.onmessage = ({ data }) => {
    for (const { type } of guest.receive(data, now())) {
      if (type === "welcome") guest.watchRoom(code)
      if (type === "problem") report.faults.push(guest.problem.code)
      if (type === "room" && guest.room.phase === "lobby" && !session.race) {
        session.say("start race")
      }
      if (type === "results") replay()
      if (guest.replay?.recordings.get(session.player)?.whole) finish()
    }
  }
}

/** Do what chance wants; every third time, something more before it is known what may be done. */
function act() {
  if (session.due !== null) setTimeout(() => session.wake(now()), 1000 * (session.due - now()))
  const { board, choices, room } = session
  if (session.welcomed && !room) session.createRoom({ game, countdown: 0 })
  if (room && !watched) {
    watched = true
    watch(room.code)
  }
  if (!choices || board.status !== "racing") return
  if (board.number >= MOST) return session.giveUp()
  if (board.number >= cutAt[0]) {
    cutAt.shift()
    report.cuts++
    console.log(JSON.stringify({ event: "cut", player: session.player }))
  }
  const actions = choices.movable.flatMap(([pile, count]) =>
    choices.targets(pile, count).map((target) => [pile, count, target]),
  )
  actions.push(...choices.clicks.map((pile) => [pile]))
  if (choices.buttonAction?.length === 0) actions.push([])
  const action = actions[(turn * 7) % actions.length]
  if (session.act(action) !== null) report.faults.push(`${action}`)
  if (turn++ % 3) return
  report.hasty++
  session.act(action) // may be refused, as fast hands are
  session.undo()
}

/** Let the guest see the race once more, when both have heard of the end. */
function replay() {
  if (session.results && guest.results) guest.openReplay(guest.results.race, session.player)
}

/** Tell how it went. */
async function finish() {
  const recording = guest.replay.recordings.get(session.player)
  report.replayed = recording.moves.length
  report.endsAsSeen = isDeepStrictEqual(recording.at(Infinity), session.board.position)
  report.verdicts = [await session.verdict(digest), await guest.verdict(digest)]
  const seen = guest.race.boards.get(session.player).position
  report.seenAlike = isDeepStrictEqual(seen, session.board.position)
  report.laidAlike = isDeepStrictEqual(guest.race.layout, session.race.layout)
  report.guest = [guest.player >= 2 ** 52, guest.token, guest.me]
  report.entries = session.board.number
  report.standing = session.results.standings[0]
  report.moves = report.standing.moves
  report.pending = session.board.pending.length
  if (session.fault) report.faults.push(session.fault)
  console.log(JSON.stringify(report))
  process.exit(0)
}

connect()
