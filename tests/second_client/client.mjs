// A client's side of the conversation, written from docs/protocol.md alone: one player on one
// server, and what is known of the room and the race.

import { decode, encode } from "./msgpack.mjs"
import { REACTIONS } from "./reactions.mjs"

export const VERSION = 1
const PATIENCE = 60_000 // milliseconds that an answer may take before the test fails
const run = crypto.randomUUID()

/** Something that was asked for was not done. */
export class Problem extends Error {
  constructor({ code, text, field = "" }) {
    super(`${code}: ${text}`)
    this.code = code
    this.field = field
  }
}

export class Client {
  /** Be nobody yet, on the server at this address (`ws://host:port/`). */
  constructor(url) {
    this.url = url
    this.token = ""
    this.attempt = 0
    this.player = 0
    this.room = null
    this.stream = ""
    this.seen = 0
    this.race = null
    this.commitment = "" // as it came before the start
    this.boards = new Map() // the boards known, by player
    this.first = new Map() // the piles of each board before the first entry
    this.members = new Map()
    this.results = null
    this.curves = null
    this.heard = [] // what has come and was not waited for yet
    this.log = [] // all that has come on this connection
    this.wake = () => {}
  }

  // The connection ------------------------------------------------------------------------------

  /** Open a connection, without a word. */
  async open() {
    const socket = new WebSocket(this.url)
    socket.binaryType = "arraybuffer"
    this.socket = socket
    this.heard = []
    this.log = []
    this.closed = null
    socket.addEventListener("message", ({ data }) => {
      if (socket !== this.socket) return
      const held = decode(new Uint8Array(data))
      for (const message of Array.isArray(held) ? held : [held]) this.take(message)
    })
    socket.addEventListener("close", ({ code }) => {
      if (socket !== this.socket) return
      this.closed = code
      this.wake()
    })
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve)
      socket.addEventListener("error", () => reject(new Error(`no server at ${this.url}`)))
    })
  }

  /** Connect as a new player of this name, or as the known one; return `welcome`. */
  async connect(name = "", more = {}) {
    await this.open()
    this.send("hello", {
      version: VERSION,
      ...(this.token ? { token: this.token } : { name }),
      stream: this.stream,
      seen: this.seen,
      run,
      attempt: this.attempt++,
      ...more,
    })
    const welcome = await this.wait("welcome")
    this.player = welcome.player
    this.token = welcome.token ?? this.token
    return welcome
  }

  /** Connect again as the known player, after as many pauses as it takes; tell `note` of each try
   * that failed. Throws a `Problem` that will not pass. */
  async comeBack(note = () => {}) {
    for (let pause = 250; ; pause = Math.min(2 * pause, 5000)) {
      const shortened = pause * (1 - Math.random() / 3)
      await new Promise((resolve) => setTimeout(resolve, shortened))
      try {
        return await this.connect()
      } catch (trouble) {
        if (trouble instanceof Problem && REACTIONS[trouble.code] !== "try again later") throw trouble
        note(trouble.code ?? "no connection")
      }
    }
  }

  /** Close the connection, and wait until it is closed. */
  async close() {
    this.socket.close()
    await this.ended()
  }

  /** Hear nothing any more of what comes; return a promise of the connection's end. */
  lose() {
    const { socket } = this
    this.socket = null
    return new Promise((resolve) => socket.addEventListener("close", resolve))
  }

  /** Wait until the connection is closed; return the code. */
  async ended() {
    await this.until(() => this.closed !== null, "the end of the connection")
    return this.closed
  }

  send(type, fields = {}) {
    this.socket.send(encode({ type, ...fields }))
  }

  // What has come -------------------------------------------------------------------------------

  /** Wait for the next message of this type that `test` accepts; those before it are passed over.
   * Throws a `Problem` if one comes instead. */
  async wait(type, test = () => true) {
    for (;;) {
      await this.until(() => this.heard.length, type)
      const message = this.heard.shift()
      if (message.type === type && test(message)) return message
      if (message.type === "problem") throw new Problem(message)
    }
  }

  /** Ask for something and return the answer, a message of this type. */
  async ask(type, fields, answer, test) {
    this.heard = []
    this.send(type, fields)
    return this.wait(answer, test)
  }

  /** Wait until a condition holds, which is looked at whenever something has come. */
  async until(condition, what) {
    const late = AbortSignal.timeout(PATIENCE)
    while (!condition()) {
      if (late.aborted) throw new Error(`waited too long for: ${what}`)
      if (this.closed !== null) throw new Error(`closed (${this.closed}) before: ${what}`)
      await new Promise((resolve) => {
        this.wake = resolve
        late.addEventListener("abort", resolve)
      })
    }
  }

  /** Take a message in. */
  take(message) {
    this.heard.push(message)
    this.log.push(message)
    this.understand(message)
    if (message.seq) this.seen = Math.max(this.seen, message.seq)
    this.wake()
  }

  understand(message) {
    switch (message.type) {
      case "room":
        if (message.stream !== this.stream) this.seen = 0
        this.stream = message.stream
        this.room = message
        this.members = new Map(message.members.map((member) => [member.player, member]))
        break
      case "left room":
        this.room = null
        this.stream = ""
        this.seen = 0
        break
      case "member":
        this.members.set(message.member.player, message.member)
        break
      case "member left":
        this.members.delete(message.player)
        break
      case "countdown":
        this.forgetRace()
        this.commitment = message.commitment
        break
      case "race":
        if (message.race !== this.race?.race) this.forgetRace(this.commitment)
        this.race = message
        this.standings = message.standings
        break
      case "board": {
        // What is left out has its default.
        const piles = message.piles.map((pile) => [...pile])
        this.boards.set(message.player, { score: 0, ...message, piles })
        if (!message.number) this.first.set(message.player, message.piles.map((p) => [...p]))
        break
      }
      case "step":
        this.step(message)
        break
      case "progress":
        this.standings = message.standings
        break
      case "curves":
        this.curves = message.curves
        break
      case "results":
        this.results = message
        this.standings = message.standings
        break
    }
  }

  forgetRace(commitment = "") {
    this.race = this.results = this.curves = null
    this.boards.clear()
    this.first.clear()
    this.commitment = commitment
  }

  /** Lead a board on; ask for everything if something is missing. */
  step({ player, number, piles, score, redeals, marks, status }) {
    const board = this.boards.get(player)
    if (board && number <= board.number) return // the answer to an entry that was sent again
    if (!board || number !== board.number + 1) {
      this.send("resync")
      return
    }
    for (const [pile, cards] of Object.entries(piles)) board.piles[pile] = [...cards]
    Object.assign(board, { number, score, redeals, marks, status })
  }

  // Races ---------------------------------------------------------------------------------------

  /** My own board. */
  get board() {
    return this.boards.get(this.player)
  }

  /** How a racer's race stands: the status is left out while it is "racing". */
  status(player = this.player) {
    return this.boards.get(player)?.status ?? "racing"
  }

  /** Make a move, or take one back (null); return `step` or `refused`. */
  async enter(action, number = this.board.number) {
    this.heard = []
    const entry = { number, race: this.race.race }
    if (action) this.send("act", { ...entry, action })
    else this.send("undo", entry)
    for (;;) {
      await this.until(() => this.heard.length, "an answer to an entry")
      const message = this.heard.shift()
      if (message.type === "problem") throw new Problem(message)
      if (message.type === "refused" && message.number === number) return message
      if (message.type === "step" && message.player === this.player)
        if (message.number === number + 1) return message
    }
  }
}
