const [address, game] = process.argv.slice(2)
const socket = new WebSocket(address ?? "ws://localhost:7713/", "samedeal.json")
const say = (type, fields = {}) => socket.send(JSON.stringify({ type, ...fields }))
const MOST = 100 // moves, and then it gives up
let own, layout

/** How good a move looks: home, and not away from there, is best; chance decides the rest. */
function worth([source, , target]) {
  const isHome = (pile) => layout.places[pile]?.kind === "foundation"
  return isHome(target) - isHome(source) + Math.random()
}

function choose({ moves, clicks = [], button }) {
  const actions = moves.flatMap(([source, count, ...targets]) => targets.map((to) => [source, count, to]))
  actions.push(...clicks.map((pile) => [pile]))
  if (button && layout.button_pile === undefined) actions.push([]) // else it is one of the clicks
  return actions.sort((a, b) => worth(b) - worth(a))[0]
}

const understood = {
  welcome({ player }) {
    own = player
    say("create room", { settings: { game: game ?? "golf", countdown: 0 } })
  },
  room({ phase }) {
    if (phase === "lobby") say("start race")
  },
  layout(message) {
    layout = message
    console.log(`${layout.places.length} piles, of them ${layout.places.filter((p) => p.clicked).length} to click`)
  },
  choices(choices) {
    if (choices.number < MOST) say("act", { number: choices.number, action: choose(choices) })
    else say("give up")
  },
  results({ standings }) {
    const { status = "racing", score = 0, moves } = standings.find(({ player }) => player === own)
    console.log(`${status} with ${score} points after ${moves} moves`)
    socket.close()
  },
  refused: ({ reason }) => console.log(`refused: ${reason}`),
  problem: ({ code, text }) => console.log(`${code}: ${text}`),
}
socket.onopen = () => say("hello", { version: 1, name: `Guest ${Date.now() % 10_000}`, help: true })
socket.onmessage = ({ data }) => {
  for (const message of [JSON.parse(data)].flat()) understood[message.type]?.(message)
}
