import { decode, encode } from "./msgpack.mjs" // or any other MessagePack library

const socket = new WebSocket(process.argv[2] ?? "ws://localhost:7713/")
socket.binaryType = "arraybuffer"
const say = (type, fields = {}) => socket.send(encode({ type, ...fields }))
const cards = (pile) => [...pile].map((c) => " A23456789TJQK*"[c & 15] + "CDHS"[(c >> 4) & 3]).join(" ")

const understood = {
  welcome({ player, name, token }) {
    console.log(`player ${player}, ${name}; keep this, it is you: ${token}`)
    say("create room", { settings: { game: "thirteens", countdown: 1 } })
  },
  room({ code, phase }) {
    if (phase === "lobby") say("start race", { anyway: true })
    console.log(`room ${code}: ${phase}`)
  },
  board({ piles, status = "racing" }) {
    console.log(piles.slice(0, 15).map(cards).join(" | "))
    if (status === "racing") say("give up") // or "act", and wait for its "step"
  },
  results({ seed, standings }) {
    console.log(`${standings[0].name} is first; the cards came from the seed ${seed}`)
    socket.close()
  },
  problem: ({ code, text }) => console.log(`${code}: ${text}`),
}
socket.onopen = () => say("hello", { version: 1, name: `Guest ${Date.now() % 10_000}` })
socket.onmessage = ({ data }) => {
  for (const message of [decode(new Uint8Array(data))].flat()) understood[message.type]?.(message)
}
