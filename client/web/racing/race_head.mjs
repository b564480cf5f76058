// The head of a race: the game, the time left, one's own place and score.

import { rankText } from "../core/racing/words.mjs"
import { dailyTitle, practiceTitle } from "../core/records/daily_title.mjs"
import { dealsText } from "../core/rooms/deals.mjs"
import { clock, gameTitle } from "../core/texts.mjs"
import { now } from "../online/line.mjs"
import { button, h, write } from "../widgets/dom.mjs"

/** @typedef {import("../app.mjs").App} App */

/** Seconds before the end from which the clock is lit. */
const LAST = 60

/** Seconds for who plays alone and has chosen no others: as good as all the time there is. */
const AMPLE = 3600

/** The head of the race in one's room. */
export class RaceHead {
  /**
   * @param {App} app
   * @param {() => void} rules the player wants to read the rules
   */
  constructor(app, rules) {
    /** @private */
    this.app = app
    const { words } = app
    this.game = h("h1", { class: "game" })
    /** Which deals it is raced on, and which of the game's options are in force. @private */
    this.options = h("div", { class: "options muted", hidden: true })
    /** @private */
    this.clock = h("div", { class: "clock", role: "timer", "aria-live": "off" })
    /** @private */
    this.limit = h("div", { class: "limit muted" })
    /** @private */
    this.place = h("b")
    /** @private */
    this.score = h("b")
    /** @private */
    this.placed = h("div", {}, h("small", {}, words.text("RaceSide.place")), this.place)
    /** @private */
    this.own = h("div", { class: "figures" },
      this.placed,
      h("div", {}, h("small", {}, words.text("RaceSide.score")), this.score))
    const read = button(words.text("RaceSide.rules"), rules, {
      class: "read", title: words.text("RaceSide.the-rules-and-the-keys-f1"),
    })
    this.element = h("section", { class: "race-head panel" },
      h("div", { class: "title" }, this.game, read),
      this.options,
      h("div", { class: "time" }, this.clock, this.limit),
      this.own)
  }

  /** Say what is raced: the game, or which daily deal it is. */
  entitle() {
    const { session, words } = this.app
    const { room, dailyRoom: day } = session
    const daily = () => (room?.practice ? practiceTitle(words, day) : dailyTitle(words, day, true))
    write(this.game, day ? daily() : gameTitle(words, room?.settings.game ?? ""))
  }

  /** Show the time, the place and the score. */
  update() {
    const { session, words } = this.app
    const { race } = session
    if (!race) return
    const { game, options, deals } = race.settings
    const brief = this.app.games.briefOptionsText(words, game, options)
    const title = session.dailyRoom && gameTitle(words, game)
    const chosen = [title, dealsText(words, deals), brief].filter(Boolean).join(" · ")
    write(this.options, chosen)
    this.options.title = this.app.games.optionsText(words, game, options)
    this.options.hidden = !chosen
    const alone = this.app.practising.alone && race.settings.time_limit >= AMPLE
    const practice = alone || Boolean(session.room?.practice)
    this.placed.hidden = race.standings.length < 2
    const over = session.results !== null
    const left = over ? null : race.remaining(now())
    if (left !== null) {
      // Who practises has all the time there is: what counts is how long it took.
      write(this.clock, clock(practice ? Math.floor(race.elapsed(now())) : Math.ceil(left)))
      this.clock.classList.toggle("late", left <= LAST)
    }
    const time = clock(race.settings.time_limit)
    write(this.limit, words.text("RaceSide.left-of-time", { time }))
    this.limit.hidden = practice
    const own = race.standings.find(({ player }) => player === session.player)
    this.own.hidden = !own
    if (!own) return
    write(this.place, rankText(words, own, race.standings.length))
    write(this.score, String(session.board?.position.score ?? own.score))
  }
}
