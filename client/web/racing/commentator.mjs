// A race for those who listen: the countdown, how the rivals end, how long is left, one's own end.
//
// Those who only watch hear of it from their screen, and the results say themselves.

import { rivalNews } from "../core/commentary.mjs"
import { duration, stopwatch, timeText } from "../core/texts.mjs"
import { now } from "../online/line.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/messages.mjs").Message} Message */
/** @typedef {import("../core/messages.mjs").Standing} Standing */
/** @typedef {import("../core/messages.mjs").Status} Status */

/** The seconds before a race that are counted aloud. */
const COUNTED = [10, 5, 3, 2, 1]
/** The seconds before its end that are told. */
const WARNINGS = [300, 60, 10]
/** Milliseconds between two looks at the clock. */
const LOOK = 100

/** How one's own race ended, by status. @type {Partial<Record<Status, string>>} */
const ENDINGS = {
  won: "RaceScreen.you-won-in-time-the-others-are-still-racing",
  stuck: "RaceScreen.no-move-is-left-the-others-are-still-racing",
  "gave up": "RaceScreen.you-gave-up-the-others-are-still-racing",
  "out of time": "RaceScreen.the-time-is-up",
  disconnected: "RaceScreen.you-were-away-for-too-long-the-others-are-still",
}

/**
 * How one's own race ended, while others still race; nothing while it goes on.
 * @param {import("../core/words.mjs").Words} words
 * @param {Standing} own
 */
export function endingText(words, { status, milliseconds }) {
  const key = ENDINGS[status]
  return key ? words.text(key, { time: stopwatch(words, milliseconds) }) : ""
}

/** Follows what happens in the room, and says it. */
export class Commentator {
  /** @param {App} app */
  constructor(app) {
    /** @private */
    this.app = app
    /** @type {readonly Standing[]} how everybody stood when it was last told @private */
    this.stood = []
    /** The race that is followed, and the one whose end was told. @private */
    this.race = 0
    /** @private */
    this.ended = 0
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
    this.tellEnd()
  }

  /** @param {Message} countdown @private */
  begin({ milliseconds }) {
    const { session, words } = this.app
    const seconds = Math.ceil(milliseconds / 1000)
    import("./race_keys.mjs") // which are needed with the first card
    this.before.start = seconds
    const name = session.room?.settings.game ?? ""
    const game = words.text(`games.${name}-title`) || words.text(`games.family-${name}`) || name
    const values = { game, time: duration(words, seconds) }
    this.app.say(words.text("RaceScreen.game-the-race-begins-in-time", values), true)
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

  /** Say how one's own race ended, after the move that led there. @private */
  tellEnd() {
    const { session, words } = this.app
    const { race } = session
    if (!race?.board || session.results || this.ended === race.number) return
    const own = race.standings.find(({ player }) => player === session.player)
    if (!own || own.status === "racing") return
    this.ended = race.number
    this.app.say(endingText(words, own))
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
