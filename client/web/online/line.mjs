// The line to the server: a websocket, the session on it, and coming back when it is lost.

import { SUBPROTOCOL } from "../core/messages.mjs"
import { Reconnecting, isHopeless } from "../core/reconnecting.mjs"
import { Session } from "../core/session.mjs"

/** @typedef {import("../core/messages.mjs").Message} Message */
/** @typedef {import("../core/session.mjs").Identity} Identity */
/** @typedef {(messages: readonly Message[]) => void} Listener */

/** Seconds of silence after which a server is asked whether it is there. */
const QUIET = 1.5
/** Seconds of silence after which it is not. */
const SILENT = 3
/** Seconds that making a connection may take. */
const PATIENCE = 5

/** The page's clock, in seconds. */
export const now = () => performance.now() / 1000

/** One page's line to its server. */
export class Line {
  /**
   * @param {string} url "ws://…", or "wss://…"
   * @param {Identity} identity
   */
  constructor(url, identity) {
    this.session = new Session({ ...identity, run: crypto.randomUUID?.() ?? `${Math.random()}` })
    /** @type {number | null} since when there is no server, by `now`; null while there is one */
    this.lostSince = null
    /** @type {import("../core/messages.mjs").Problem | null} why it is no use to come back */
    this.hopeless = null
    /** @private */
    this.url = url
    /** @type {WebSocket | null} @private */
    this.socket = null
    /** @type {Set<Listener>} @private */
    this.listeners = new Set()
    /** @private */
    this.reconnecting = new Reconnecting(Math.random)
    /** @private */
    this.retry = 0
    /** @private */
    this.waking = 0
    /** @private */
    this.opened = 0
    /** @private */
    this.heard = 0
    setInterval(() => this.watch(), 500)
    addEventListener("online", () => this.tryNow())
    addEventListener("pagehide", () => this.socket?.close())
  }

  /** Whether the server has let this page in, and answers. */
  get connected() {
    return this.session.welcomed && this.lostSince === null
  }

  /**
   * Be told of all that changes: with the messages that came, or none for changes made here.
   * @param {Listener} listener
   * @returns {() => void} ends it
   */
  listen(listener) {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /**
   * Do something with the session, and let everybody see what came of it.
   * @template T
   * @param {(session: Session) => T} deed
   * @returns {T}
   */
  do(deed) {
    const result = deed(this.session)
    this.tell([])
    return result
  }

  /** Connect, and stay connected. */
  open() {
    clearTimeout(this.retry)
    this.drop()
    this.opened = this.heard = now()
    const socket = new WebSocket(this.url, SUBPROTOCOL)
    this.socket = socket
    socket.onopen = () => this.session.opened((frame) => socket.send(frame))
    socket.onmessage = ({ data }) => this.receive(String(data))
    socket.onclose = ({ code }) => this.lose(code)
  }

  /** Try again at once, if there is no server now. */
  tryNow() {
    if (this.lostSince !== null && !this.hopeless) this.open()
  }

  /**
   * Go on as somebody else, on a new connection.
   * @param {Identity} identity
   */
  become(identity) {
    const { session } = this
    Object.assign(session, { name: "", token: "", guest: false, ...identity })
    this.hopeless = null
    session.closed()
    this.open()
  }

  /** @param {string} frame @private */
  receive(frame) {
    const { session } = this
    this.heard = now()
    const before = session.welcomed
    const messages = session.receive(frame, now())
    for (const message of messages) {
      if (message.type === "problem" && isHopeless(message.code, before) && !this.hopeless) {
        this.hopeless = { code: message.code, text: message.text ?? "", field: message.field ?? "" }
      }
    }
    if (session.welcomed && !before) {
      this.reconnecting.welcomed(now())
      this.hopeless = null
    }
    if (session.welcomed) this.lostSince = null
    this.awake()
    this.tell(messages)
  }

  /** Wake the session when it is due. @private */
  awake() {
    clearTimeout(this.waking)
    const { due } = this.session
    if (due === null) return
    this.waking = setTimeout(() => {
      this.session.wake(now())
      this.awake()
    }, Math.max(0, due - now()) * 1000)
  }

  /** @param {number} code @private */
  lose(code) {
    this.drop()
    this.session.closed()
    this.lostSince ??= this.heard
    const wait = this.reconnecting.lost(now(), code)
    if (!this.hopeless) this.retry = setTimeout(() => this.open(), wait * 1000)
    this.tell([])
  }

  /** Hear no more of the socket there is. @private */
  drop() {
    const { socket } = this
    this.socket = null
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }

  /** See whether the server still answers. @private */
  watch() {
    if (!this.socket) return
    const quiet = now() - this.heard
    if (!this.session.welcomed) {
      if (now() - this.opened > PATIENCE && !this.hopeless) this.lose(1006)
      return
    }
    if (quiet > QUIET) this.session.say("ping")
    if (quiet > SILENT && this.lostSince === null) {
      this.lostSince = this.heard
      this.tell([])
    }
  }

  /** @param {readonly Message[]} messages @private */
  tell(messages) {
    for (const listener of [...this.listeners]) listener(messages)
  }
}
