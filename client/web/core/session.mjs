// A page's side of the conversation, without a socket or a clock: frames in, frames out.
//
//     const session = new Session({ name: "Ada", run: crypto.randomUUID() })
//     session.opened((frame) => socket.send(frame)) // on every new connection
//     session.receive(frame, now)                   // returns the messages that were in it
//     session.act([6, 1, 2])                        // shows at once, and goes to the server
//     session.wake(now)                             // when it is `session.due`
//     session.closed()                              // the connection is gone
//
// `now` is a clock in seconds that never goes back. While there is no connection, moves and giving
// up are kept, and sent after the next welcome, as is leaving the room; whatever else is asked for
// is dropped.

import { attendance, toldAgain, withNews } from "./rooms/attendance.mjs"
import { cardsOf } from "./cards.mjs"
import {
  analysisOf, featOf, memberOf, messagesIn, ratingChangeOf, roomOf, VERSION,
} from "./messages.mjs"
import { Promised, Race, verdictOn } from "./race.mjs"
import { RaceAnalysis } from "./racing/race_analysis.mjs"
import { idOf, Replay } from "./replay.mjs"

/** @typedef {import("./messages.mjs").Message} Message */
/** @typedef {import("./messages.mjs").Member} Member */
/** @typedef {import("./rooms/attendance.mjs").Line} Line */
/** @typedef {import("./messages.mjs").Problem} Problem */
/** @typedef {import("./messages.mjs").Feat} Feat */
/** @typedef {import("./messages.mjs").RatingChange} RatingChange */
/** @typedef {import("./messages.mjs").Remark} Remark */
/** @typedef {import("./replay.mjs").Recording} Recording */
/** @typedef {import("./messages.mjs").Room} Room */
/** @typedef {import("./messages.mjs").Settings} Settings */
/** @typedef {import("./messages.mjs").Standing} Standing */
/** @typedef {import("./boards.mjs").OwnBoard} OwnBoard */
/** @typedef {import("./choices.mjs").Action} Action */

/** Seconds between two requests for all about the race: what does not fit may never fit. */
const RESYNC_PAUSE = 1
/** What the server announces ten seconds before it ends a race: protocol/racing.py. */
const ONLY_BOTS = "Only bots are still racing: the race ends in ten seconds."
/** Seconds after which such a request has been lost. */
const RESYNC_PATIENCE = 10
/** What was said that is kept. */
const MOST_SAID = 200
/** Problems after which an entry on its way may have been passed over. */
const DOUBTFUL = new Set(["too fast", "server error", "not racing"])

/** What members of a room are told of it. */
const OF_ROOM = new Set([
  "room", "member", "member left", "guests", "searching", "said", "said before", "countdown",
  "race", "board", "step", "choices", "refused", "progress", "curves", "results", "advice",
])
/** Problems by which a server says that it does not analyse what was asked for. */
const NO_ANALYSIS = new Set(["not allowed", "too fast", "unknown replay"])

/** What is asked for again at the server to which one is sent on. */
const WISHES = new Set([
  "create room", "practise", "race ghosts", "play daily", "join room", "watch room",
])

/**
 * Who says hello: a new player by a `name`, a known one by a `token`, or a `guest`.
 * @typedef {object} Identity
 * @property {string} [name]
 * @property {string} [token]
 * @property {boolean} [guest]
 * @property {string} [password] the server's, where it asks new players for one
 */

/** What one page knows, and what it says to the server. */
export class Session {
  /** @param {Identity & { run?: string }} identity `run` is a random text of this page's own */
  constructor({ name = "", token = "", guest = false, password = "", run = "" } = {}) {
    this.name = name
    this.token = token
    this.guest = guest
    this.password = password
    /** One's own id; 0 until the server has said welcome. */
    this.player = 0
    /** Whether there is a connection on which the server has answered the hello. */
    this.welcomed = false
    /** How many of the server's own bots the host of a room may call. */
    this.bots = 0
    /** The day whose deal the server has; empty without one. */
    this.daily = ""
    /** @type {Room | null} */
    this.room = null
    /** Whether one has closed one's last room oneself. */
    this.closes = false
    /** Whether the next race is to begin as soon as everybody is ready. */
    this.starting = false
    /** The code of the room that one is still in, as long as nothing else is known of it. */
    this.returning = ""
    /** Why one was sent away from the room that one was in; empty for who left. */
    this.sentAway = ""
    /** @type {readonly Line[]} what was said in the room, and who came and left between */
    this.chat = []
    /** @type {{ race: number, starts: number, commitment: string } | null} */
    this.countdown = null
    /** @type {Race | null} */
    this.race = null
    /** @type {Message | null} */
    this.results = null
    /**
     * What the last race that was rated has made of its racers' ratings.
     * @type {{ race: number, changes: readonly RatingChange[] } | null}
     */
    this.rated = null
    /**
     * What the last race has changed on the leaderboards, where it has changed anything.
     * @type {{ race: number, feats: readonly Feat[] } | null}
     */
    this.feats = null
    /**
     * The question whether the race may end, and until when it may be answered.
     * @type {{ race: number, agreed: readonly number[], until: number } | null}
     */
    this.endAsked = null
    /** When the room opens for the next deal of a series by itself, by the caller's clock. */
    this.opens = 0
    /** @type {Promised | null} what was promised of the last deal that was heard of */
    this.promised = null
    /** @type {Replay | null} the race that is played again */
    this.replay = null
    /** @type {RaceAnalysis | null} until when the racers of the last race could have won */
    this.found = null
    /** @type {{ rooms: readonly any[], more: number } | null} the lobby's list */
    this.rooms = null
    /** @type {{ deals: number, since: number } | null} how the room's search for a deal goes */
    this.searching = null
    /** @type {Problem | null} what the server has refused last */
    this.problem = null
    /** @type {{ number: number, reason: string } | null} the last entry that was refused */
    this.refused = null
    /** @type {Message | null} the last `advice`, while it fits the board */
    this.advice = null
    /** What the server has to say to everybody; empty when there is nothing. */
    this.announcement = ""
    /** @type {number | null} when the server is going to stop, by the caller's clock */
    this.stopping = null
    /** Where to connect instead, once the server has said so; `opened` takes it back. */
    this.moved = ""
    /** @typedef {{ type: string, fields: object }} Wish */
    /** What was wished of a room, without an answer yet. @type {Wish | null} @private */
    this.wanted = null
    /**
     * The room, by its code, that was left while there was no connection, until the server has said
     * that it knows.
     * @private
     */
    this.left = ""
    /** What was wrong with the last message that could not be understood. */
    this.fault = ""
    /** @type {number | null} when `wake` is to be called, by the caller's clock */
    this.due = null
    /** @private */
    this.run = run
    /** @private */
    this.attempt = 0
    /** @private */
    this.stream = ""
    /** @private */
    this.seen = 0
    /** The race that is given up, also if that is lost with the connection. @private */
    this.quits = 0
    /** Whether everything is asked for again, or will be when it is `due`. @private */
    this.resyncing = false
    /** @private */
    this.resynced = -Infinity
    /** @type {((frame: string) => void) | null} @private */
    this.transmit = null
  }

  // The connection ------------------------------------------------------------------------------

  /**
   * Say hello on a new connection; what is known and pending stays.
   * @param {(frame: string) => void} transmit takes each frame to the server, in order
   */
  opened(transmit) {
    this.transmit = transmit
    if (!this.moved) this.wanted = null
    this.moved = ""
    this.sayHello()
  }

  /** Take note that the connection is lost: nothing is sent until the next is opened. */
  closed() {
    this.transmit = null
    this.welcomed = false
    this.forgetResync()
  }

  /**
   * Say hello again on the same connection as somebody else: the name was refused.
   * @param {Identity} identity
   */
  introduce({ name = "", token = "", guest = false, password = this.password }) {
    Object.assign(this, { name, token, guest, password })
    this.sayHello()
  }

  /**
   * Ask for what could not be asked for at once, if it is `due`.
   * @param {number} now
   */
  wake(now) {
    if (this.due === null || now < this.due) return
    this.resynced = now
    this.due = now + RESYNC_PATIENCE
    this.send("resync")
  }

  /**
   * Take in a frame; return the messages that were in it and could be understood.
   * @param {string} frame
   * @param {number} now
   * @returns {Message[]}
   */
  receive(frame, now) {
    return this.attend(() => messagesIn(frame), []).filter((message) => {
      const understood = this.attend(() => {
        this.understand(message, now)
        return true
      }, false)
      if (Number(message.seq) > this.seen) this.seen = Number(message.seq)
      return understood
    })
  }

  /**
   * Do something with what has come; what cannot be understood is noted, and nothing else is lost.
   * @template T
   * @param {() => T} todo
   * @param {T} otherwise
   * @returns {T}
   * @private
   */
  attend(todo, otherwise) {
    try {
      return todo()
    } catch (error) {
      this.fault = String(error)
      return otherwise
    }
  }

  // What is known -------------------------------------------------------------------------------

  /**
   * One's own board, while one is a racer in a race.
   * @returns {OwnBoard | null}
   */
  get board() {
    return this.race?.board ?? null
  }

  /** What may be done on it now; null where that is not known (yet). */
  get choices() {
    return this.results ? null : (this.race?.choices ?? null)
  }

  /** One's own place in the room. */
  get me() {
    return this.room?.members.find(({ player }) => player === this.player) ?? null
  }

  /** The day whose deal the room is for, as an attempt or as practice; "" for any other. */
  get dailyRoom() {
    return this.room?.daily || (this.room?.practice?.daily ?? "")
  }

  /** Whether one is a racer in the room, and no spectator. */
  get seated() {
    return this.me?.seated ?? false
  }

  /** Whether one is the host of the room. */
  get isHost() {
    return this.room !== null && this.room.host === this.player
  }

  /** Whether somebody else who is there becomes the host when one leaves the room. */
  get handsRoomOn() {
    const others = this.room?.members.filter(({ player }) => player !== this.player) ?? []
    return this.isHost && others.some(({ connected, bot }) => connected && !bot)
  }

  // What a player does --------------------------------------------------------------------------

  /**
   * Open the room for another race, as the host.
   * @param {boolean} [start] whether it begins as soon as everybody is ready
   */
  rematch(start = true) {
    this.starting = start && !this.inSeries
    // The server starts the next race of a series by itself.
    if (start && this.inSeries && this.seated) this.say("set ready", { ready: true })
    this.say("rematch")
  }

  /** Open the room for the deal of the last race once more, as the host: it will not count. */
  sameDealAgain() {
    this.starting = true
    this.say("rematch", { same_deal: true })
  }

  /** Whether one may have the deal of the last race once more, as the host. */
  get offersSameDeal() {
    const { room } = this
    return room !== null && this.isHost && room.phase === "finished" && !room.practice &&
      !this.dailyRoom && !room.ghosts.length
  }

  /** Whether the room races a series, which goes on by itself once it has begun. */
  get inSeries() {
    const { settings, evening } = this.room ?? {}
    return Boolean(settings?.series) && (evening?.deals ?? 0) > 0 && !evening?.over
  }

  /** How often one may have another game come next. */
  get vetoes() {
    return this.room?.evening.vetoes[this.player] ?? 0
  }

  /** Whether one is asked whether the race may end, and has not agreed. */
  get isAsked() {
    const racing = this.board?.status === "racing" && !this.results
    return racing && this.endAsked !== null && !this.endAsked.agreed.includes(this.player)
  }

  /** Close the room, as the host. */
  closeRoom() {
    this.closes = true
    this.say("close room")
  }

  /** Start the race that a rematch is to be, if nobody is waited for any more. @private */
  startIfReady() {
    const { room } = this
    this.starting = this.starting && this.isHost
    if (!this.starting || room?.phase !== "lobby") return
    const seated = room.members.filter((member) => member.seated)
    if (!seated.length || !seated.every(({ ready, player }) => ready || player === this.player)) {
      return
    }
    this.starting = false
    this.say("start race")
  }

  /**
   * Make a move, which shows at once. Returns null, or the key of a text that says why not: the
   * `choices` do not have it. Where these are not known yet, as for fast hands, the server decides.
   * @param {Action} action
   * @returns {string | null}
   */
  act(action) {
    const refusal = this.refusal()
    if (refusal !== null || !this.board) return refusal
    const fits = this.board.hasFor(action) && (this.choices?.allow(action) ?? true)
    if (!fits) return "reasons.that-doesn-t-go-there"
    this.enter([...action])
    return null
  }

  /**
   * Take the last move back; return null, or the key of a text that says why not.
   * @returns {string | null}
   */
  undo() {
    const refusal = this.refusal()
    if (refusal !== null || !this.board) return refusal
    if (!this.race?.settings.undo) return "session.this-room-plays-without-undo"
    if (!(this.choices?.undo ?? this.board.canUndo)) return "track.there-is-nothing-to-undo"
    this.enter("undo")
    return null
  }

  /** The action that a redo would do again; null where there is none, or it cannot be done now. */
  get redoable() {
    const action = this.board?.line.redoable ?? null
    if (!action || !this.board || this.refusal() !== null) return null
    return this.board.hasFor(action) && (this.choices?.allow(action) ?? true) ? action : null
  }

  /**
   * Do again what was taken back last; return null, or the key of a text that says why not.
   * @returns {string | null}
   */
  redo() {
    const action = this.redoable
    return action ? this.act(action) : "session.there-is-nothing-to-redo"
  }

  /** End the race for oneself: now, or else when the connection is back. */
  giveUp() {
    this.quits = this.race?.number ?? 0
    if (this.welcomed) this.send("give up")
  }

  /**
   * Ask what to do: `advice` answers.
   * @param {"hint" | "finish"} [about]
   */
  askAdvice(about = "hint") {
    this.say("get advice", { about })
  }

  /**
   * Ask why an action cannot be done: `advice` answers, unless the board is another by then.
   * @param {Action} action [pile, count, pile] for cards that cannot be lifted
   * @returns {boolean} whether anybody was asked
   */
  askWhy(action) {
    const known = this.choices !== null && this.welcomed
    if (known) this.send("get advice", { about: "why", action })
    return known
  }

  /** Ask whether the server is there: anything that comes says so. */
  ping() {
    this.transmit?.(JSON.stringify({ type: "ping" }))
  }

  /**
   * Ask for the open rooms; with `follow`, also for changes until one is in a room.
   * @param {boolean} [follow]
   */
  listRooms(follow = false) {
    this.say("list rooms", { follow })
  }

  /**
   * Make a room and take its first seat.
   * @param {Partial<Settings> & { game: string }} settings
   * @param {string} [password]
   */
  createRoom(settings, password = "") {
    this.say("create room", { settings, password })
  }

  /**
   * Take a seat in a room.
   * @param {string} code
   * @param {string} [password]
   */
  joinRoom(code, password = "") {
    this.say("join room", { code: code.trim().toUpperCase(), password })
  }

  /**
   * Come into a room as a spectator.
   * @param {string} code
   * @param {string} [password]
   */
  watchRoom(code, password = "") {
    this.say("watch room", { code: code.trim().toUpperCase(), password })
  }

  /**
   * Change the room, as the host; without a password it keeps its own.
   * @param {Partial<Settings> & { game: string }} settings
   * @param {string | null} [password]
   */
  changeSettings(settings, password = null) {
    this.starting = false // it would be another race than the one that was wanted
    this.say("change settings", { settings, password })
  }

  /**
   * Race on any deal instead of those that can be won, now, as the host. Who had said to be ready
   * has said it for this race, so nobody is asked again.
   */
  raceAnyDeal() {
    if (!this.room) return
    this.changeSettings({ ...this.room.settings, deals: "any" })
    this.say("start race", { anyway: true })
  }

  /**
   * Say something to everybody in the room.
   * @param {string} text
   */
  chatter(text) {
    this.say("chat", { text: [...text.trim()].slice(0, 300).join("") })
  }

  /**
   * Play a finished race of somebody's again, beside others of the same race that are played: it
   * comes bit by bit. What was refused is asked for again by the same.
   * @param {number} race
   * @param {number} player the racer, `SOLUTION`, or `howOf` a racer
   */
  openReplay(race, player) {
    if (this.replay?.race !== race) this.replay = new Replay(race)
    const recording = this.replay.add(player)
    const known = this.found?.race === race ? this.found.of(player) : null
    if (known?.state === "done") recording.analysis ??= known
    this.askFor(recording)
  }

  /**
   * Ask until when a racer's game could be won that is played again: `analysis` tells, bit by bit.
   * What was asked for before is given up.
   * @param {Recording} recording
   */
  askAnalysis(recording) {
    if (!this.welcomed) return
    this.forgetAnalyses()
    recording.looking = true
    this.say("get analysis", { race: recording.race, player: recording.player })
  }

  /**
   * Ask the same of everybody who has not won the race that is over, one after the other.
   * @param {number} race
   * @param {readonly Standing[]} standings
   */
  askAnalyses(race, standings) {
    if (!this.welcomed) return
    this.forgetAnalyses()
    if (this.found?.race !== race) this.found = new RaceAnalysis(race)
    this.found.ask(standings)
    this.askNextAnalysis()
  }

  /** Wait for no analysis any more. */
  stopAnalysis() {
    this.forgetAnalyses()
    this.say("stop analysis")
  }

  /** Ask for no more of what is played again, and forget it. */
  closeReplay() {
    this.replay = null
  }

  /**
   * Whether the race that is over had the deal that was promised before; null where there is none.
   * @param {(text: string) => Promise<string>} digest returns the SHA-256 of a text's UTF-8, in
   *   hexadecimal
   */
  async verdict(digest) {
    return this.results && verdictOn(this.promised, this.results, digest)
  }

  /**
   * Ask for anything else, by the message's type; it is dropped while there is no connection.
   * @param {string} type
   * @param {object} [fields]
   */
  say(type, fields = {}) {
    if (!this.welcomed) return
    if (WISHES.has(type)) {
      this.wanted = { type, fields } // another server may have the room
      this.left = ""
    }
    this.send(type, fields)
  }

  /**
   * Leave the room. Where the server is silent, or there is no connection, that is done here at
   * once, and said again when there is one.
   * @param {boolean} [silent]
   */
  leaveRoom(silent = false) {
    this.say("leave room")
    if (!this.room || (this.welcomed && !silent)) return
    this.left = this.room.code
    this.leave()
  }

  /** What the server had to say to everybody has been read. */
  putAway() {
    this.announcement = ""
    this.stopping = null
  }

  // The works -----------------------------------------------------------------------------------

  /**
   * Why nothing can be done now.
   * @returns {string | null}
   * @private
   */
  refusal() {
    if (!this.board) return "session.you-are-in-no-race"
    if (this.results || this.board.status !== "racing") return "track.your-race-is-over"
    return null
  }

  /**
   * @param {import("./boards.mjs").Entry} entry
   * @private
   */
  enter(entry) {
    this.board?.enter(entry)
    this.advice = null
    this.flush()
  }

  /** Send what is pending, unless that has to wait. @private */
  flush() {
    if (!this.welcomed || this.resyncing || !this.board || this.results) return
    for (const { number, entry } of this.board.take()) {
      const race = this.race?.number
      if (entry === "undo") this.send("undo", { number, race })
      else this.send("act", { number, race, action: entry })
    }
  }

  /**
   * @param {string} type
   * @param {object} [fields]
   * @private
   */
  send(type, fields = {}) {
    this.transmit?.(JSON.stringify({ type, ...fields }))
  }

  /** @private */
  sayHello() {
    this.welcomed = false
    this.forgetResync()
    this.board?.recall()
    const who = this.guest ? { guest: true } : this.token ? { token: this.token } : {}
    const named = this.guest || this.token ? {} : { name: this.name }
    this.send("hello", {
      version: VERSION,
      ...who,
      ...named,
      ...(this.password ? { password: this.password } : {}),
      stream: this.stream,
      seen: this.seen,
      ...(this.run ? { run: this.run, attempt: this.attempt } : {}),
      help: true,
    })
    this.attempt++
  }

  /** @private */
  forgetResync() {
    this.resyncing = false
    this.due = null
  }

  /**
   * Ask for everything again: what came does not fit what is known. Until that is here nothing is
   * sent, so that all that was on its way has been answered then.
   * @param {number} now
   * @private
   */
  resync(now) {
    if (this.resyncing) return // steps that come before the answer don't fit either
    this.resyncing = true
    this.due = Math.max(now, this.resynced + RESYNC_PAUSE)
    this.wake(now)
  }

  /**
   * @param {Message} message
   * @param {number} now
   * @private
   */
  understand(message, now) {
    if (this.left && OF_ROOM.has(message.type)) return
    switch (message.type) {
      case "welcome":
        this.beWelcome(message)
        break
      case "new token":
        this.token = message.token
        break
      case "deleted":
        this.token = ""
        break
      case "problem":
        this.wanted = null
        this.face(message, now)
        break
      case "moved":
        this.moved = message.address
        break
      case "rooms":
        this.rooms = { rooms: message.rooms ?? [], more: message.more ?? 0 }
        break
      case "room":
        this.wanted = null
        this.follow(now, () => this.enterRoom(message))
        this.opens = now + (this.room?.evening.pause ?? 0) / 1000
        break
      case "member":
        this.follow(now, () => this.seat(message.member.player, memberOf(message.member)))
        break
      case "member left":
        this.follow(now, () => this.seat(message.player))
        break
      case "guests":
        if (this.room) this.room = { ...this.room, guests: message.guests ?? 0 }
        break
      case "searching":
        this.searching = {
          deals: message.deals ?? 0,
          since: now - (message.milliseconds ?? 0) / 1000,
        }
        break
      case "left room":
        this.wanted = null
        this.left = ""
        this.leave()
        this.sentAway = message.reason ?? ""
        break
      case "said":
        this.chat = [...this.chat, remarkOf(message)].slice(-MOST_SAID)
        break
      case "said before":
        this.chat = toldAgain(this.chat, message.said.map(remarkOf))
        break
      case "announcement":
        this.announcement = message.text
        break
      case "stopping":
        this.stopping = now + (message.seconds ?? 0)
        break
      case "pong":
        break
      default:
        this.understandRace(message, now)
    }
  }

  /**
   * @param {Message} message
   * @param {number} now
   * @private
   */
  understandRace(message, now) {
    const { race } = this
    switch (message.type) {
      case "countdown": {
        const { milliseconds, commitment } = message
        if (this.found?.next) this.stopAnalysis() // the server has better things to do now
        this.forgetRace()
        this.bePromised(message)
        this.countdown = { race: message.race, starts: now + milliseconds / 1000, commitment }
        break
      }
      case "race":
        this.bePromised(message)
        if (race && race.number === message.race) race.again(message, now)
        else this.race = new Race(message, this.player, now)
        this.countdown = this.results = this.endAsked = null
        if (!this.board) this.forgetResync() // who plays waits for the own board
        break
      case "end asked": {
        const { milliseconds = 0, agreed = [] } = message
        const asks = milliseconds > 0 && race?.number === message.race
        const until = now + milliseconds / 1000
        this.endAsked = asks ? { race: message.race, agreed, until } : null
        break
      }
      case "layout":
        race?.lay(message)
        break
      case "board":
        race?.show(message)
        if (message.player === this.player) this.begin(message)
        break
      case "step": {
        const board = race?.boards.get(message.player)
        if (board && !board.confirm(message)) this.resync(now)
        if (message.player === this.player) this.advice = null
        this.flush()
        break
      }
      case "choices":
        if (race) race.told = message
        break
      case "advice":
        if (this.board?.number === message.number && !this.board?.pending.length) {
          this.advice = { ...message, cards: cardsOf(message.cards ?? "") }
        }
        break
      case "refused":
        this.drop(message, now)
        break
      case "progress":
        race?.stand(message.standings, now)
        if (this.lacksChoices()) this.resync(now)
        break
      case "curves":
        race?.draw(message)
        break
      case "results":
        this.endAsked = null
        if (this.announcement === ONLY_BOTS) this.putAway() // it is over
        race?.finish(message.standings, now)
        this.board?.giveBack() // nothing on its way will still be done
        this.results = { ...message, standings: race?.standings ?? [] }
        break
      case "rated":
        this.rated = { race: message.race, changes: (message.changes ?? []).map(ratingChangeOf) }
        break
      case "feats":
        this.feats = { race: message.race, feats: (message.feats ?? []).map(featOf) }
        break
      case "replay":
      case "positions":
        this.takeReplay(message)
        break
      case "analysis":
        this.takeAnalysis(message)
        break
    }
  }

  /**
   * @param {Message} message
   * @private
   */
  beWelcome(message) {
    if (this.welcomed) return // a connection has one
    if (!message.room || message.player !== this.player) this.leave()
    this.player = message.player
    this.name = message.name
    if (message.token) this.promised = null // who does not know us may have begun anew
    this.token = message.token || this.token
    this.bots = message.bots ?? 0
    this.daily = message.daily ?? ""
    this.welcomed = true
    if (this.left && this.left === message.room) this.send("leave room")
    else this.left = ""
    this.returning = this.left ? "" : (message.room ?? "")
    this.problem = null
    this.announcement = ""
    this.stopping = null
    this.flush()
    if (this.board?.status === "racing" && this.race?.number === this.quits) this.send("give up")
    for (const recording of this.replay?.recordings.values() ?? []) {
      this.askFor(recording)
      if (recording.looking) this.askAnalysis(recording)
    }
    this.askNextAnalysis()
    if (this.wanted) this.send(this.wanted.type, this.wanted.fields) // sent here with it
  }

  /**
   * @param {Message} message
   * @param {number} now
   * @private
   */
  face({ code, text = "", field = "" }, now) {
    this.problem = { code, text, field }
    if (this.found?.next && NO_ANALYSIS.has(code)) this.found.refuse(text)
    if (code === "unknown token" && this.token) {
      this.token = ""
      if (this.name) this.sayHello()
    } else if (DOUBTFUL.has(code) && this.welcomed && this.board?.waits) {
      this.forgetResync() // that, or an entry, may be what got lost
      this.resync(now)
    }
  }

  /**
   * @param {Message} message
   * @private
   */
  enterRoom(message) {
    const room = roomOf(message)
    if (this.room?.code !== room.code) this.chat = []
    if (this.room?.code !== room.code || room.search !== "looking") this.searching = null
    if (this.room?.code !== room.code || room.phase === "lobby") this.forgetRace()
    this.room = room
    this.closes = false
    this.returning = this.sentAway = ""
    if (room.stream === this.stream) return
    this.stream = room.stream
    this.seen = 0
  }

  /**
   * @param {Message} message `countdown` or `race`
   * @private
   */
  bePromised(message) {
    const told = { stream: this.stream, connection: this.attempt }
    this.promised = this.promised?.hear(message, told) ?? new Promised(message, told)
  }

  /**
   * Take in something of a replay, and ask for what comes after it.
   * @param {Message} message
   * @private
   */
  takeReplay(message) {
    if (message.race !== this.replay?.race) return
    const recording = this.replay?.recordings.get(idOf(message))
    if (recording?.take(message)) this.askFor(recording)
  }

  /**
   * Take in what is known of a game that is played again.
   * @param {Message} message
   * @private
   */
  takeAnalysis(message) {
    if (this.found?.take(message)) this.askNextAnalysis()
    if (message.race !== this.replay?.race) return
    const recording = this.replay?.recordings.get(message.player)
    if (!recording) return
    recording.analysis = analysisOf(message)
    if (message.state === "done" || message.state === "failed") recording.looking = false
  }

  /** @private */
  askNextAnalysis() {
    const { race = 0, next = 0 } = this.found ?? {}
    if (next) this.say("get analysis", { race, player: next })
  }

  /** Wait for none, though the server is not told. @private */
  forgetAnalyses() {
    for (const recording of this.replay?.recordings.values() ?? []) recording.looking = false
    this.found?.stop()
  }

  /**
   * @param {Recording} recording
   * @private
   */
  askFor({ wanted }) {
    if (wanted) this.say(...wanted)
  }

  /**
   * Put a member in the place of that player's entry, or take the entry out.
   * @param {number} player
   * @param {Member} [member]
   * @private
   */
  seat(player, member) {
    if (!this.room) return
    const members = [...this.room.members]
    const at = members.findIndex((each) => each.player === player)
    if (member) members.splice(at < 0 ? members.length : at, at < 0 ? 0 : 1, member)
    else if (at >= 0) members.splice(at, 1)
    this.room = { ...this.room, members }
  }

  /**
   * Do what may change who is here, and note for the chat who came and who left by it.
   * @param {number} now
   * @param {() => void} change
   * @private
   */
  follow(now, change) {
    const before = this.room
    change()
    this.startIfReady()
    const { room } = this
    if (!before || !room || before.code !== room.code || before.members === room.members) return
    const news = attendance(before.members, room.members, this.player, now)
    if (news.length) this.chat = withNews(this.chat, news).slice(-MOST_SAID)
  }

  /** @private */
  leave() {
    this.room = null
    this.starting = false
    this.returning = ""
    this.chat = []
    this.forgetRace()
    this.rated = null
    this.feats = null
    this.stream = ""
    this.seen = 0
  }

  /** @private */
  forgetRace() {
    this.countdown = this.race = this.results = this.advice = this.refused = null
    this.forgetResync()
  }

  /**
   * Whether the line broke between a step and its choices: these are no event, and don't come again
   * by themselves. (The two go out together, so that nothing of the race comes between them.)
   * @private
   */
  lacksChoices() {
    const { race, board } = this
    if (!race?.layout || board?.status !== "racing" || board.pending.length) return false
    return race.told?.number !== board.number
  }

  /**
   * Go on from one's own board that has come.
   * @param {Message} message
   * @private
   */
  begin(message) {
    if (this.resyncing) this.board?.recall() // all that was sent before has been answered
    this.forgetResync()
    if (this.advice && this.advice.number !== message.number) this.advice = null
    this.flush()
  }

  /**
   * @param {Message} message
   * @param {number} now
   * @private
   */
  drop(message, now) {
    const found = this.board?.refuse(/** @type {any} */ (message))
    if (found === "dropped" || found === "astray") {
      this.refused = { number: message.number, reason: message.reason }
    }
    if (found === "astray" || this.lacksChoices()) this.resync(now)
    else this.flush()
  }
}

/**
 * @param {any} said
 * @returns {Remark}
 */
const remarkOf = ({ player, name, text }) => ({ player, name, text })
