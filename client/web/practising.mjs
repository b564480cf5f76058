// Deals that are known, played by oneself: in a room that the server makes for it and in which
// nothing counts. One is in one room at a time, so another is left for it, and can be come back to.

import { fetchAhead } from "./cards/drawings.mjs"
import { nearest } from "./core/rooms/deals.mjs"

/** @typedef {import("./app.mjs").App} App */
/** @typedef {import("./core/messages.mjs").Message} Message */

/**
 * What is to be played: the deal of a code, or somebody's game after so many entries.
 * @typedef {{ code: string } | { race: number, player: number, number: number, won?: boolean }} Wish
 */

/** The way into practice, to its beginning again, and back. */
export class Practising {
  /** @param {App} app */
  constructor(app) {
    /** @private */
    this.app = app
    /** Whether the cards are about to come: what is shown stays until then. */
    this.waiting = false
    /** Whether the room for a daily deal is about to come, in which the race begins at once. */
    this.starting = false
    /** The code of the room that was left for it, in which others still are. */
    this.from = ""
    /** What is done once the game is over that is given up for it. @type {(() => void) | null} @private */
    this.next = null
    /** Whether the room for a new deal is about to come, in which the game begins at once. @private */
    this.fresh = false
  }

  /** Whether one plays by oneself, where a new deal is one's own business. */
  get alone() {
    const { room, dailyRoom, isHost } = this.app.session
    return room !== null && isHost && room.settings.seats === 1 && !dailyRoom &&
      !room.settings.series && !room.ghosts.length
  }

  /** Whether there is nobody either to talk to. */
  get lonely() {
    return this.alone && this.app.session.room?.members.length === 1
  }

  /** Whether a game is under way in which something was done. */
  get begun() {
    const { board, results } = this.app.session
    return board?.status === "racing" && !results && board.number > 0
  }

  /** Whether something is left for it that would be missed: others, or one's own game. */
  get leaves() {
    const { room, board, results, guest } = this.app.session
    return room !== null && !guest && (this.hasOthers || (board?.status === "racing" && !results))
  }

  /** @private */
  get hasOthers() {
    const { room, player } = this.app.session
    return room !== null && !room.practice && room.members.some((each) => each.player !== player)
  }

  /**
   * Play a deal, leaving the room that one is in.
   * @param {Wish} wish
   */
  async play(wish) {
    if (this.waiting || !(await this.app.named())) return
    const { room } = this.app.session
    if (this.hasOthers) this.from = room?.code ?? ""
    else if (!room?.practice) this.from = ""
    this.waiting = true
    this.app.line.do((session) => {
      if (room) session.say("leave room")
      session.say("practise", wish)
    })
  }

  /**
   * Race against games of before, in a room where friends may come, leaving the room that one is in.
   * @param {readonly { race: number, player: number }[]} ghosts all of one deal
   */
  async race(ghosts) {
    if (this.waiting || !(await this.app.named())) return
    const { room } = this.app.session
    if (this.hasOthers) this.from = room?.code ?? ""
    this.waiting = true
    this.app.line.do((session) => {
      if (room) session.say("leave room")
      session.say("race ghosts", { ghosts })
    })
  }

  /**
   * Play the deal of a day: one's attempt at today's, and practice after it.
   * @param {string} [day] "" for today's
   */
  async playDaily(day = "") {
    if (this.waiting || !(await this.app.named())) return
    const { room } = this.app.session
    this.starting = true
    fetchAhead(this.app.chosen.deck) // the countdown is long enough for them
    this.app.line.do((session) => {
      if (room) session.say("leave room")
      session.say("play daily", { day })
    })
  }

  /** Play what is played, or was last, once more from where that began. */
  again() {
    this.instead((session) => {
      if (session.room?.practice) session.say("rematch")
      else session.sameDealAgain()
    })
  }

  /** Play another deal of the same game. */
  anew() {
    this.instead((session) => {
      const { room } = session
      if (!room?.practice) {
        session.rematch()
        return
      }
      const { chosen, games } = this.app
      const { settings } = room
      const deals = nearest(chosen.now.deals, games.deals(settings.game, settings.options))
      this.fresh = true
      session.say("leave room")
      session.createRoom({ ...settings, deals }, "")
    })
  }

  /**
   * Do something in the place of the game that is under way here, which is given up for it.
   * @param {(session: import("./core/session.mjs").Session) => void} deed
   * @private
   */
  instead(deed) {
    if (this.waiting) return
    const { board, results } = this.app.session
    const next = () => this.app.line.do(deed)
    this.waiting = true
    if (results || board?.status !== "racing") {
      next()
      return
    }
    this.next = next
    this.app.line.do((session) => session.giveUp())
  }

  /** Go back to the room that was left. */
  back() {
    const { from } = this
    this.from = ""
    this.app.enter(from, true)
  }

  /** @param {Message} message */
  hear({ type }) {
    const { room, isHost, dailyRoom } = this.app.session
    if (type === "problem" || type === "welcome") {
      this.starting = this.fresh = false
      this.next = null
    }
    if (this.starting && type === "room" && dailyRoom && room?.phase === "lobby" && isHost) {
      this.starting = false
      this.app.session.say("start race")
      return
    }
    if (!this.waiting) return
    const { next } = this
    if (type === "results" && next) {
      this.next = null
      next()
      return
    }
    if (type === "room" && this.fresh && room && !room.practice) {
      this.fresh = false
      this.app.session.say("start race", { anyway: true })
      return
    }
    // One is told that a deal is looked for, or that there is none.
    if (type === "room" && room && room.search !== "none") {
      this.waiting = false
      this.app.read(false)
      return
    }
    const isReady = room?.practice && room.phase === "lobby" && isHost
    if (type === "room" && room?.ghosts.length) {
      this.waiting = false // where one starts when all are there who are to come
      this.app.comeHome()
      const nobodyElse = room.settings.seats === 1 // on a daily deal
      if (nobodyElse && room.phase === "lobby" && isHost) this.app.session.say("start race")
    } else if (type === "room" && isReady) this.app.session.say("start race")
    else if (type === "race" || type === "welcome") this.waiting = false
    else if (type === "problem") {
      this.waiting = false
      if (!room && this.from) this.back()
    }
  }
}
