// The line to the server: a websocket, the session on it, and coming back when it is lost.

import { SUBPROTOCOL } from "../core/messages.mjs"
import { Reconnecting, Route, isHopeless } from "../core/reconnecting.mjs"
import { Session } from "../core/session.mjs"

/** @typedef {import("../core/messages.mjs").Message} Message */
/** @typedef {import("../core/session.mjs").Identity} Identity */
/** @typedef {(messages: readonly Message[]) => void} Listener */

/** Seconds of silence after which the server is asked whether it is there. */
const QUIET = 1
/** The same for a page that nobody looks at: it asks seldom, and is asleep for most of the time. */
const UNSEEN_QUIET = 20
/** Seconds that its answer may take. */
const ANSWER = 1.2
/** Seconds without an answer after which a new connection is made. */
const GIVEN_UP = 5
/** Seconds that making a connection may take. */
const PATIENCE = 5
/** Milliseconds from one look at the line to the next. */
const LOOK = 250

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
    this.route = new Route(url)
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
    /** When something came last. @private */
    this.heard = 0
    /** When the server was asked, and has not answered since. @type {number | null} @private */
    this.asked = null
    setInterval(() => this.look(), LOOK)
    addEventListener("online", () => this.tryNow())
    addEventListener("offline", () => this.miss())
    // A page that comes back may have slept for hours, and does not know whether its line held.
    document.addEventListener("visibilitychange", () => !document.hidden && this.comeBack())
    addEventListener("pageshow", ({ persisted }) => persisted && this.comeBack())
    addEventListener("pagehide", () => {
      // With a socket, the browser would not keep the page for the way back.
      this.drop()
      this.session.closed()
    })
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

  /**
   * Connect, and stay connected.
   * @param {WebSocket} [socket] a new one, or one that has been opened already
   */
  open(socket = new WebSocket(this.route.next(), SUBPROTOCOL)) {
    clearTimeout(this.retry)
    this.drop()
    this.opened = this.heard = now()
    this.socket = socket
    socket.onopen = () => this.session.opened((frame) => socket.send(frame))
    socket.onmessage = ({ data }) => this.receive(String(data))
    socket.onclose = ({ code }) => this.lose(code)
    if (socket.readyState === WebSocket.OPEN) this.session.opened((frame) => socket.send(frame))
    else if (socket.readyState === WebSocket.CLOSED) this.lose(1006)
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
    this.asked = null
    const before = session.welcomed
    const messages = session.receive(frame, now())
    for (const { type, code, text = "", field = "" } of messages) {
      if (type !== "problem" || this.hopeless || !isHopeless(code, before)) continue
      this.hopeless = { code, text, field }
    }
    if (session.welcomed && !before) {
      this.reconnecting.welcomed(now())
      this.hopeless = null
    }
    if (session.moved) {
      this.route.move(session.moved)
      this.goOn()
      return
    }
    const back = session.welcomed && this.lostSince !== null
    if (back) this.lostSince = null
    this.awake()
    const news = messages.filter(({ type }) => type !== "pong")
    if (news.length || back) this.tell(news)
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

  /** Connect to the server that was named, at once. @private */
  goOn() {
    this.session.closed()
    if (this.route.atOnce) this.open()
    else this.lose(1006)
  }

  /** @param {number} code @private */
  lose(code) {
    this.drop()
    this.session.closed()
    this.lostSince ??= this.heard
    const wait = this.reconnecting.lost(now(), code)
    if (this.reconnecting.steady) this.route.arrived()
    if (!this.hopeless) this.retry = setTimeout(() => this.open(), wait * 1000)
    this.tell([])
  }

  /** Hear no more of the socket there is. @private */
  drop() {
    const { socket } = this
    this.socket = this.asked = null
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }

  /** See whether the server still answers. @private */
  look() {
    const time = now()
    if (!this.socket) return
    if (!this.session.welcomed) {
      if (time - this.opened > PATIENCE && !this.hopeless) this.lose(1006)
      return
    }
    if (this.asked === null) {
      if (time - this.heard > (document.hidden ? UNSEEN_QUIET : QUIET)) this.ask()
      return
    }
    if (time - this.asked > ANSWER) this.miss()
    if (time - this.asked > GIVEN_UP) this.lose(1006)
  }

  /** @private */
  ask() {
    this.asked = now()
    this.session.ping()
  }

  /** Nothing comes any more. @private */
  miss() {
    if (this.lostSince !== null || this.hopeless) return
    this.lostSince = this.heard
    this.tell([])
  }

  /** The page is looked at again: come back, or see whether the server is there. @private */
  comeBack() {
    if (this.hopeless) return
    if (!this.socket || this.lostSince !== null) this.open()
    else if (this.session.welcomed) this.ask()
  }

  /** @param {readonly Message[]} messages @private */
  tell(messages) {
    for (const listener of [...this.listeners]) listener(messages)
  }
}
