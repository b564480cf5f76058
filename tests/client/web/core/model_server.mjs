// What docs/protocol.md promises of a server to one racer, in a game of four piles that nobody
// plays: a click on the first pile turns its top card to the second, and cards go onto other ones
// as their ranks allow. It answers in the order in which it is asked.

import { Buffer } from "node:buffer"

const LAYOUT = [
  { kind: "stock", x: 0, y: 0, clicked: true },
  { kind: "waste", x: 1000, y: 0 },
  { kind: "tableau", x: 2000, y: 0, spread: "down" },
  { kind: "tableau", x: 3000, y: 0, spread: "down" },
]
export const PLAYER = 7
/** What ends the events that were missed. */
const PROGRESS = { type: "progress", standings: [{ player: PLAYER, name: "Ada" }] }
const base64 = (pile) => Buffer.from(pile).toString("base64")
const asText = JSON.stringify

export class ModelServer {
  /** `chance` gives random numbers from 0 to 1; of such a share of entries one hears no answer. */
  constructor(chance, careless = 0) {
    this.chance = chance
    this.careless = careless
    const stock = [...Array(26).keys()].map((n) => 0x81 + (n % 13))
    this.piles = [stock, [], [0x05, 0x16, 0x27], [0x38]]
    this.journal = [] // entries that were done, as they came
    this.answers = []
    this.past = []
    this.seq = 1 // who has seen less has not got the whole view
    this.events = []
  }

  /** Return what comes after a hello. */
  hello({ stream, seen }) {
    const welcome = { type: "welcome", version: 1, player: PLAYER, name: "Ada", room: "SAMEDL" }
    const missed = this.events.filter(({ seq }) => seq > seen)
    if (missed.length) missed.push(this.choices())
    const all = stream !== "one" || !seen || missed.length > 12 || this.chance() < 0.3
    return all ? [welcome, ...this.view()] : [welcome, ...missed, PROGRESS]
  }

  /** Return all about the race. */
  view() {
    const settings = { game: "model", undo: true, time_limit: 900 }
    const member = { player: PLAYER, name: "Ada", seated: true }
    const standing = { player: PLAYER, name: "Ada" }
    const room = { code: "SAMEDL", settings, host: PLAYER, phase: "running", stream: "one" }
    const board = { player: PLAYER, number: this.journal.length, piles: this.piles.map(base64) }
    return [
      { type: "room", ...room, members: [member] },
      { type: "race", race: 3, settings, elapsed: 0, commitment: "", standings: [standing] },
      { type: "layout", race: 3, places: LAYOUT },
      { type: "board", ...board, seq: this.seq },
      this.choices(),
    ]
  }

  /** Return the answers to a message. */
  answer(message) {
    if (message.type === "resync") return this.view()
    if (message.type !== "act" && message.type !== "undo") return []
    if (this.chance() < this.careless) return [{ type: "problem", code: "too fast", text: "!" }]
    const { number, action = "undo" } = message
    const expected = this.journal.length
    const refused = { type: "refused", number, expected, reason: "no" }
    if (number < expected) {
      const same = asText(this.journal[number]) === asText(action)
      const last = number === expected - 1
      return same ? [this.answers[number], ...(last ? [this.choices()] : [])] : [refused]
    }
    if (number > expected) return [refused]
    const after = action === "undo" ? this.past.at(-1) : this.after(action)
    if (!after) return [refused]
    if (action === "undo") this.past.pop()
    else this.past.push(this.piles)
    const changed = [...after.entries()].filter(([pile, cards]) => cards !== this.piles[pile])
    this.piles = after
    this.journal.push(action)
    const piles = Object.fromEntries(changed.map(([pile, cards]) => [pile, base64(cards)]))
    const step = { type: "step", player: PLAYER, number: expected + 1, piles, score: 0 }
    this.answers.push(step)
    this.events.push({ ...step, seq: ++this.seq })
    return [this.events.at(-1), this.choices()]
  }

  /** Return the piles after an action, or null where the rules refuse it. */
  after(action) {
    const piles = [...this.piles]
    if (action.length === 1) {
      if (action[0] !== 0) return null
      const [stock, waste] = piles
      if (stock.length) {
        piles[0] = stock.slice(0, -1)
        piles[1] = [...waste, stock.at(-1) & 0x7f]
      } else {
        piles[0] = waste.map((card) => card | 0x80).reverse()
        piles[1] = []
      }
      return waste.length || stock.length ? piles : null
    }
    const [source, count, target] = action
    const cards = piles[source].slice(-count)
    if (source === 0 || target < 2 || piles[source].length < count) return null
    if (((cards[0] & 15) + (piles[target].at(-1) ?? 0)) % 5 === 0) return null
    piles[source] = piles[source].slice(0, -count)
    piles[target] = [...piles[target], ...cards]
    return piles
  }

  choices() {
    const moves = []
    for (const source of [1, 2, 3]) {
      for (let count = 1; count <= this.piles[source].length; count++) {
        const targets = [2, 3].filter((to) => to !== source && this.after([source, count, to]))
        moves.push([source, count, ...targets])
      }
    }
    const clicks = this.after([0]) ? [0] : []
    return { type: "choices", number: this.journal.length, moves, clicks, undo: !!this.past.length }
  }
}
