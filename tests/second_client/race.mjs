// A room, a rival, a whole race, and everything about it: `node race.mjs ws://127.0.0.1:PORT/`.
//
// Prints a line of JSON for each thing that the test has to know of: `room` when a rival may come
// in, and `report` at the end.

import { Client, Problem } from "./client.mjs"
import { deal, hex, view } from "./dealing.mjs"
import { faults, positions } from "./fairness.mjs"
import { discards, goesOn, layOut, legalActions } from "./thirteens.mjs"

const url = process.argv[2]
const report = {}

function tell(event, more) {
  console.log(JSON.stringify({ event, ...more }))
}

/** Return the boards that somebody knows, as texts, by player. */
function shown(client) {
  return Object.fromEntries(
    [...client.boards].map(([player, { number, piles, score }]) => [
      player,
      `${number} ${score ?? 0} ${piles.map(hex).join()}`,
    ]),
  )
}

/** Return the piles of every position of a replay, as the server tells them. */
async function shownPositions(client, { race, player, entries }) {
  const shown = []
  while (shown.length <= entries.length) {
    const number = Math.max(0, shown.length - 1)
    const { layout, board, changes } = await client.ask(
      "get positions",
      { race, player, number },
      "positions",
    )
    if (layout.places.length !== board.piles.length) throw new Error("a place for each pile")
    shown.splice(board.number, 1, board.piles)
    for (const { piles } of changes) {
      const next = [...shown.at(-1)]
      for (const [pile, cards] of Object.entries(piles)) next[pile] = cards
      shown.push(next)
    }
  }
  return shown
}

// Connect, and with the token again.
const me = new Client(url)
const first = await me.connect("Zwei")
await me.close()
const again = await me.connect()
report.samePlayer = first.player === again.player && first.name === again.name && !again.token

// A room; a rival and a spectator come in.
const settings = { game: "thirteens", time_limit: 120, countdown: 1 }
const room = await me.ask("create room", { settings }, "room")
report.settings = room.settings
const watcher = new Client(url)
await watcher.connect("Zora")
const { rooms } = await watcher.ask("list rooms", {}, "rooms")
report.listed = rooms.map(({ code, host }) => [code === room.code, host])
await watcher.ask("watch room", { code: room.code }, "room")
tell("room", { code: room.code })
await me.until(() => [...me.members.values()].some((m) => m.bot && m.ready), "a bot that is ready")
const rival = [...me.members.values()].find((member) => member.bot).player

// Chat, ready, start.
const text = "Guten Tag ♠"
await me.ask("chat", { text }, "said")
report.chat = (await watcher.wait("said")).text === text
await me.ask("set ready", { ready: true }, "member", ({ member }) => member.ready)
await me.ask("start race", {}, "countdown")
await me.wait("board")
await watcher.until(() => watcher.boards.size === 2, "both boards")
report.promisedToBoth = me.commitment === watcher.commitment && me.commitment.length === 64
report.ownBoardsOnly = [...me.boards.keys()].join() === String(me.player)
const promised = me.commitment
const boards = Object.fromEntries([...me.first, ...watcher.first])

/** Return the next move: one that takes cards away, where there is one. */
function choice() {
  return discards(me.board.piles)[0] ?? legalActions(me.board.piles)[0]
}

// An illegal move, and one with a wrong number, are refused and cost nothing.
const refused = [await me.enter([15, 1, 0]), await me.enter(choice(), 7)]
report.refused = refused.map(({ number, expected, reason }) => [number, expected, !!reason])

// A move and its undo; the same again is answered again and not done twice.
const before = hex(me.board.piles.flat())
const move = choice()
const done = await me.enter(move)
await me.enter(null)
report.undone = before === hex(me.board.piles.flat()) && me.board.number === 2
const repeated = await me.enter(move, 0)
report.repeated = repeated.number === done.number && me.board.number === 2

// The line breaks while a move is under way; it is sent again, and only what was missed comes.
await me.enter(choice())
const pending = choice()
me.send("act", { number: me.board.number, action: pending, race: me.race.race })
const number = me.board.number
const lost = me.lose()
tell("cut", { player: me.player })
await lost
await watcher.until(() => !watcher.members.get(me.player).connected, "the loss to be seen")
await watcher.ask("chat", { text: "missed" }, "said")
const seen = me.seen
const welcome = await me.connect()
await me.enter(pending, number)
await me.ask("chat", { text: "back" }, "said", (said) => said.text === "back")
report.comeback = {
  room: welcome.room === room.code,
  missed: me.log.filter(({ type }) => type === "said").map((said) => said.text),
  onlyNew: me.log.every(({ seq = Infinity }) => seq > seen),
  wholeView: me.log.some(({ type }) => type === "room" || type === "race"),
  done: me.board.number === number + 1,
}

// To the end.
while (me.status() === "racing" && !me.results) await me.enter(choice())
report.ended = me.status()
await me.until(() => me.results, "the results")
await watcher.until(() => watcher.results, "the results for the spectator")

// What the spectator made of the steps is what the server says.
const made = shown(watcher)
watcher.boards.clear()
await watcher.ask("resync", {}, "results")
report.stepsLeadToBoards = JSON.stringify(made) === JSON.stringify(shown(watcher))
report.boardsWatched = watcher.boards.size
report.curvesEndAtScores = me.results.standings.every(
  ({ player, score }) => me.curves[player].at(-1)[1] === score,
)

// The results, and whether the race was fair.
const { race, seed, standings } = me.results
report.standings = standings
const replays = []
for (const player of [me.player, rival])
  replays.push(await me.ask("get replay", { race, player }, "replay"))
const record = { promised, seed, commitment: me.results.commitment, boards, replays }
report.record = record
report.faults = faults(record)
const dealt = deal(seed, layOut, goesOn)
report.positionsAsPlayed = []
for (const replay of replays) {
  const told = (await shownPositions(me, replay)).map((piles) => piles.map(hex).join())
  const played = positions(replay, dealt).map((piles) => view(piles).map(hex).join())
  report.positionsAsPlayed.push(told.join("\n") === played.join("\n"))
}
report.endsAsShown = replays.map(
  (replay) =>
    hex(view(positions(replay, dealt).at(-1)).flat()) ===
    hex(watcher.boards.get(replay.player).piles.flat()),
)

// The past.
const board = await me.ask("get leaderboard", { game: "thirteens" }, "leaderboard")
report.leaderboard = { period: board.period ?? "all", best: board.best ?? [], players: board.players ?? [] }
report.profile = await me.ask("get profile", { player: me.player }, "profile")

// A rematch, given up.
await me.ask("rematch", {}, "room", ({ phase }) => phase === "lobby")
await me.ask("start race", { anyway: true }, "countdown")
await me.wait("board")
report.promisedAgain = me.commitment.length === 64
me.send("give up")
await me.wait("board", ({ status }) => status === "gave up")
report.gaveUp = me.status()
try {
  report.afterwards = (await me.enter(choice())).type
} catch (problem) {
  if (!(problem instanceof Problem)) throw problem
  report.afterwards = problem.code
}
await me.ask("close room", {}, "left room")
report.left = me.room === null

await me.close()
await watcher.close()
tell("report", report)
