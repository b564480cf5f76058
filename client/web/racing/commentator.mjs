// A race for those who listen: the countdown, how the rivals end, how long is left, the chat.
//
// What is seen on a screen, that screen says itself: one's own end, and the results.

import { attendance } from "../core/rooms/attendance.mjs"
import { attendanceText, rivalNews } from "../core/commentary.mjs"
import { duration, gameTitle, timeText } from "../core/texts.mjs"
import { now } from "../online/line.mjs"
import { practiceText } from "./practice.mjs"
import { primerOf } from "./rules.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/messages.mjs").Message} Message */
/** @typedef {import("../core/messages.mjs").Standing} Standing */

/** The seconds before a race that are counted aloud. */
const COUNTED = [10, 5, 3, 2, 1]
/** The seconds before its end that are told. */
const WARNINGS = [300, 60, 10]
/** Milliseconds between two looks at the clock. */
const LOOK = 100

/** The screens beside whose chat it is said who came and left; the room says more itself. */
const ATTENDED = new Set(["results", "watch"])

/** Follows what happens in the room, and says it. */
export class Commentator {
  /** @param {App} app */
  constructor(app) {
    /** @private */
    this.app = app
    /** @type {readonly Standing[]} how everybody stood when it was last told @private */
    this.stood = []
    /** The room as it was told last. @private */
    this.room = app.session.room
    /** The race that is followed. @private */
    this.race = 0
    /** What the clocks showed last: seconds until the start, and until the end. @private */
    this.before = { start: Infinity, end: Infinity }
    app.line.listen((messages) => this.hear(messages))
    setInterval(() => this.look(), LOOK)
  }

  /** @param {readonly Message[]} messages @private */
  hear(messages) {
    const { app } = this
    const { session, words } = app
    for (const message of messages) {
      switch (message.type) {
        case "countdown":
          this.begin(message)
          break
        case "race":
          this.start(message)
          break
        case "said":
          if (message.player !== session.player) {
            const { name, text } = message
            app.say(words.text("texts.name-says-text", { name, text }))
          }
          break
        case "progress":
        case "results":
          this.tellRivals(message.type === "results")
      }
    }
    this.tellAttendance()
  }

  /** @private */
  tellAttendance() {
    const { app, room: before } = this
    const { session, words } = app
    const { room } = session
    this.room = room
    if (!before || !room || before.code !== room.code || before.members === room.members) return
    if (!ATTENDED.has(document.documentElement.dataset.screen ?? "")) return
    for (const news of attendance(before.members, room.members, session.player)) {
      app.say(attendanceText(words, news))
    }
  }

  /** @param {Message} countdown @private */
  begin({ milliseconds }) {
    const { session, words } = this.app
    const seconds = Math.ceil(milliseconds / 1000)
    import("./race_keys.mjs").catch(() => {}) // needed with the first card, and asked for again
    this.before.start = seconds
    const name = session.room?.settings.game ?? ""
    const game = gameTitle(words, name)
    const practice = session.room?.practice
    const values = { game, time: duration(words, seconds) }
    const begins = words.text("RaceScreen.game-the-race-begins-in-time", values)
    this.app.say(practice ? `${game}: ${practiceText(words, practice)}` : begins, true)
    if (session.seated) for (const line of primerOf(this.app, name)) this.app.say(line)
  }

  /** @param {Message} message @private */
  start(message) {
    const { app } = this
    this.stood = app.session.race?.standings ?? []
    this.before.end = Infinity
    if (message.race === this.race) return // one has only come back to it
    this.race = message.race
    if (app.session.seated && message.elapsed < 1000) app.say(app.words.text("RaceScreen.go"), true)
  }

  /** @param {boolean} over @private */
  tellRivals(over) {
    const { session, words } = this.app
    const standings = session.race?.standings ?? []
    if (session.seated && !over) {
      for (const news of rivalNews(words, this.stood, standings, session.player)) this.app.say(news)
    }
    this.stood = standings
  }

  /** @private */
  look() {
    const { session, words } = this.app
    const { countdown, race, board } = session
    if (countdown) {
      const left = Math.ceil(countdown.starts - now())
      const told = COUNTED.includes(left) && left < this.before.start
      if (told) this.app.say(String(left), true)
      this.before.start = Math.min(left, this.before.start)
    }
    if (!race || board?.status !== "racing" || session.results) return
    const left = Math.ceil(race.remaining(now()))
    if (WARNINGS.some((warning) => left <= warning && warning < this.before.end)) {
      const told = this.before.end < Infinity // what one comes to in mid-race is no warning
      if (told) this.app.say(words.text("RoomRow.time-left", { time: timeText(words, left) }))
    }
    this.before.end = left
  }
}
