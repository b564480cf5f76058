// The daily deal: today's before and after one's own attempt, and those of the days gone by.

import {
  crowdText, dayOf, leftText, madeFacts, placedText, practisedText, shareText, streakText, whatText,
} from "../core/records/daily.mjs"
import { dailyTitle } from "../core/records/daily_title.mjs"
import { replayAddress } from "../core/records/addresses.mjs"
import { joined, reachedAt, statusText } from "../core/texts.mjs"
import { Lookup } from "../online/lookup.mjs"
import { Countdown, raceBegins } from "../widgets/countdown.mjs"
import { button, fill, h, write } from "../widgets/dom.mjs"
import { GamePicture } from "../widgets/game_picture.mjs"
import { Month } from "../widgets/month.mjs"
import { earned, playerLink } from "../widgets/rankings.mjs"
import { gameLinks, recordsTable } from "../widgets/records_table.mjs"
import { Rules } from "../widgets/rules.mjs"
import { copied, shareLineButton } from "../widgets/share.mjs"
import { SureButton } from "../widgets/sure_button.mjs"
import { Waiting } from "../widgets/waiting.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/messages.mjs").Message} Message */
/** @typedef {import("../core/records/daily.mjs").Made} Made */
/** @typedef {import("../widgets/records_table.mjs").Column} Column */

/** Milliseconds after which the time that is left is told anew. */
const TICK = 10_000

/** A day's deal and its table, beside the calendar. */
export class DailyScreen {
  /**
   * @param {App} app
   * @param {string} rest the day; "" for today
   */
  constructor(app, rest) {
    this.seen = "told"
    /** @private */
    this.app = app
    const { words } = app
    /** @private */
    this.day = dayOf(rest)
    /** @private */
    this.lookup = new Lookup(() => app.session, ({ type, day, over }) => {
      return type === "daily" && (this.day ? day === this.day : !over)
    })
    /** @private */
    this.heading = h("h1", {})
    /** @private */
    this.waiting = new Waiting(app, () => this.ask())
    /** @private */
    this.told = h("section", { class: "panel stack tight told", hidden: true })
    /** @private */
    this.countdown = new Countdown("p", () => raceBegins(app))
    /** @private */
    this.table = h("div", {})
    /** @private */
    this.month = new Month(app, { day: this.day })
    /** The ways out of a room: nobody leaves others by one click. @type {SureButton[]} @private */
    this.sure = []
    /** Of the game, where there is no table yet. @private */
    this.picture = new GamePicture(app)
    /** The same, to be read before the attempt that counts. @private */
    this.rules = new Rules(app)
    /** @private */
    this.known = h(
      "details",
      { class: "known", open: matchMedia("(min-width: 56rem)").matches },
      h("summary", {}, words.text("PracticeScreen.rules")),
      this.rules.element,
    )
    /** What is shown of the day. @private */
    this.shown = ""
    this.element = h(
      "div",
      { class: "records daily" },
      h("div", { class: "record-head" },
        button(words.text("DailyScreen.back"), () => this.leave()), this.heading),
      h("div", { class: "daily-parts" },
        h("div", { class: "stack" }, this.countdown.element, this.told, this.waiting.element, this.table),
        this.month.element),
    )
    /** The end of a day that was seen here, and asked about. @private */
    this.ended = 0
    /** @private */
    this.timer = setInterval(() => this.tick(), TICK)
    /** @private */
    this.copy = (/** @type {ClipboardEvent} */ event) => this.giveLine(event)
    document.addEventListener("copy", this.copy)
    this.ask()
  }

  title() {
    const { words } = this.app
    const day = this.lookup.answer?.day ?? this.day
    return day ? dailyTitle(words, day) : words.text("daily.daily-deal")
  }

  /** What there is to know of it. */
  spoken() {
    return [this.title(), this.summary()].filter(Boolean).join(". ")
  }

  closed() {
    clearInterval(this.timer)
    this.countdown.closed()
    document.removeEventListener("copy", this.copy)
  }

  /** Escape leads out of the room for it, too. */
  back() {
    const inRoom = !location.hash && Boolean(this.app.session.dailyRoom)
    if (inRoom) this.leave()
    return inRoom
  }

  /** @param {readonly Message[]} messages */
  update(messages) {
    this.month.update(messages)
    if (this.lookup.take(messages)) {
      this.show()
      this.app.say(this.summary())
    } else this.show()
    if (messages.some(({ type }) => type === "results" || type === "left room")) {
      this.ask()
      this.month.ask()
    }
    for (const way of this.sure) way.asks = this.app.practising.leaves
    this.countdown.update()
  }

  /** @param {Message} problem */
  refused(problem) {
    const ours = this.lookup.refuse(problem)
    if (ours) this.show()
    return this.month.refused(problem) || ours
  }

  /** @private */
  ask() {
    this.lookup.ask("get daily", { day: this.day })
    this.show()
  }

  /** @private */
  tick() {
    const { answer } = this.lookup
    const over = answer && !answer.over && answer.until <= Date.now() / 1000
    if (over && this.ended !== answer.until) {
      this.ended = answer.until
      this.ask() // unless the clock here is wrong, it is over
    } else this.show()
  }

  /** Go back: out of the room for it, or to where one came from. @private */
  leave() {
    const { app } = this
    if (!location.hash && app.session.dailyRoom) app.leave()
    else app.goBack()
  }

  // What is shown ---------------------------------------------------------------------------------

  /** @private */
  show() {
    const { app, lookup } = this
    write(this.heading, this.title())
    const { answer } = lookup
    this.waiting.show(lookup.waits && !this.shown, lookup.refusal)
    if (!answer) {
      if (lookup.refusal) this.told.hidden = true
      return
    }
    const { room, results } = app.session
    app.seen.then(() => app.needGames()) // to say which the options are, and the rules
    const left = leftText(app.words, answer, answer.until - Date.now() / 1000)
    const shown = JSON.stringify([
      answer, left, room?.code, room?.phase, results?.race, app.games.entries.length,
      app.session.countdown !== null,
    ])
    if (shown === this.shown) return
    this.shown = shown
    if (this.told.hidden) requestAnimationFrame(() => performance.mark("told"))
    this.told.hidden = false
    fill(this.told, ...this.about(answer, left))
    fill(this.table, this.rows(answer))
  }

  /**
   * @param {Message} daily
   * @param {string} left how long the day lasts
   * @private
   */
  about(daily, left) {
    const { app } = this
    const { words } = app
    const { own, attempt = "none", over = false, players = 0, streak } = daily
    this.picture.show(daily.game)
    const options = app.games.briefOptionsText(words, daily.game, daily.options ?? {})
    const fresh = attempt === "none" && !over
    this.rules.show(daily.game, false, options)
    this.known.hidden = this.rules.element.hidden
    const row = over && !own ? "" : streakText(words, streak)
    const how = own ? [joined(words, madeFacts(words, own)), row] : [row]
    const elsewhere = attempt === "on" && !app.session.dailyRoom
    const practised = this.practised()
    const rule = words.text("daily.everybody-has-the-same-deal-and-your-first")
    const underWay = words.text("daily.your-attempt-is-under-way")
    const example = words.text("daily.an-example-today-s-cards-are-dealt-when-you")
    const text = how.filter(Boolean).join(" · ")
    const crowd = crowdText(words, daily)
    return [
      h("h2", {}, whatText(words, daily, options)),
      h("p", { class: "muted" }, [crowd, left].filter(Boolean).join(" · ")),
      fresh && h("p", {}, rule),
      elsewhere && h("p", {}, underWay),
      own && h("strong", { class: own.status === "won" ? "headline won" : "headline" },
        placedText(words, own, players, over)),
      text && h("p", {}, text),
      own && this.lineOf(daily),
      practised && h("p", { class: "muted" }, practisedText(words, practised)),
      h("div", { class: "row ways" }, ...this.ways(daily)),
      fresh && this.picture.element,
      fresh && h("p", { class: "muted example" }, example),
      fresh && this.known,
    ]
  }

  /** The line to share: in block characters to be seen, without them to be heard. @param {Message} daily @private */
  lineOf(daily) {
    const { app } = this
    const { words, root } = app
    const line = shareText(words, daily, root.href)
    const plain = shareText(words, daily, root.href, false)
    const heard = words.text("DailyScreen.the-line-to-share", { line: plain })
    const at = line.lastIndexOf(" ") + 1
    const parts = line.slice(at).split(/(?=#)/) // a link too long for a line is broken there
    const link = h("span", { class: "link" }, ...parts.flatMap((part, i) => (i ? [h("wbr"), part] : [part])))
    return h("div", { class: "share-line" },
      h("p", { "aria-hidden": "true" }, line.slice(0, at), link),
      h("p", { class: "heard" }, heard),
      shareLineButton(app, () => line))
  }

  /** How one's practice in this room went, once it is over. @private */
  practised() {
    const { room, results, player } = this.app.session
    const over = room?.practice?.daily && room.practice.daily === this.lookup.answer?.day
    return over ? results?.standings.find((/** @type {any} */ each) => each.player === player) : null
  }

  /** @param {Message} daily @private */
  ways({ day, own, attempt = "none", over = false, rows = [] }) {
    const { app } = this
    const { session, words } = app
    const { room, dailyRoom, results } = session
    const here = dailyRoom === day
    const waits = here && Boolean(room?.daily) && room?.phase === "lobby"
    const fresh = attempt === "none" && !over
    const start = () => app.line.do((each) => each.say("start race"))
    const known = over || attempt === "over"
    const best = known && rows[0]?.race ? rows[0] : null
    const rule = words.text("daily.the-deal-is-known-now-to-play-it-again-is")
    const practise = own ? "DailyScreen.practise-it-again" : "DailyScreen.practise-it"
    /** @param {string} key @param {() => void} deed @param {Record<string, any>} [attributes] */
    const sure = (key, deed, attributes = {}) => {
      const asked = (/** @type {string} */ question) => app.say(question, true)
      const way = new SureButton(words.text(key), words.text("page.leave-the-room"), deed, { attributes, asked })
      this.sure.push(way)
      return way.element
    }
    this.sure = []
    return [
      fresh && !waits && !session.countdown &&
        sure("DailyScreen.play-today-s-deal", () => app.practising.playDaily(), { class: "main" }),
      waits && !session.countdown && button(words.text("DailyScreen.play-today-s-deal"), start, { class: "main" }),
      known && sure(practise, () => app.practising.playDaily(day), { title: rule }),
      best && sure(
        "daily.race-the-day-s-best", () => app.practising.race([{ race: best.race, player: best.player }]),
        { title: words.text("ghosts.the-same-deal-once-more-with-this-game-as-a") },
      ),
      here && results && app.over && button(words.text("DailyScreen.the-race"), () => app.read(true), {
        title: words.text("DailyScreen.the-results-and-that-the-deal-was-fair"),
      }),
      over && session.daily && h("a", { class: "button", href: "#daily" },
        words.text("DailyScreen.today-s-deal")),
    ]
  }

  /** @param {Message} daily @private */
  rows({ rows = [], own, players = 0 }) {
    const { words, session } = this.app
    const listed = rows.some((/** @type {Made} */ row) => row.player === own?.player)
    /** @type {Made[]} */
    const all = own && !listed ? [...rows, own] : rows
    if (!all.length) return null
    /** @type {Column[]} */
    const columns = [
      { title: "", kind: "number" },
      { title: words.text("DailyScreen.name"), kind: "wide" },
      { title: words.text("DailyScreen.time"), kind: "number" },
      { title: words.text("DailyScreen.result"), spared: "plain" },
      { title: words.text("DailyScreen.score"), kind: "number", spared: "named" },
      { title: words.text("DailyScreen.moves"), kind: "number", spared: "named" },
      { title: "", kind: "way" },
    ]
    const shown = all.map((row) => {
      const { player, name, place, status, score = 0, milliseconds = 0, moves = 0, race = 0 } = row
      const href = race ? `#${replayAddress(race, [player])}` : ""
      const way = href && gameLinks(this.app, race, player, words.text("DailyScreen.watch-the-replay"))
      return {
        cells: [
          earned(place, status === "won" || score > 0), playerLink(player, name), reachedAt(words, milliseconds),
          statusText(words, status), String(score), String(moves), way,
        ],
        own: player === session.player,
        href,
      }
    })
    const label = words.text("DailyScreen.the-day-s-table")
    return h("section", { "aria-label": label, class: players > all.length ? "cut" : "" },
      recordsTable(label, columns, shown))
  }

  /** What is said when it has come. @private */
  summary() {
    const { answer } = this.lookup
    const { words } = this.app
    if (!answer) return ""
    const { own, attempt = "none", over = false, players = 0 } = answer
    const left = leftText(words, answer, answer.until - Date.now() / 1000)
    const placedAt = own ? placedText(words, own, players, over) : ""
    const counts = attempt === "none" && !over ? words.text("daily.your-first-attempt-counts") : ""
    const facts = [whatText(words, answer), placedAt, counts, crowdText(words, answer), left]
    return facts.filter(Boolean).join(". ")
  }

  /** The key that copies gives the line away, where nothing is marked. @param {ClipboardEvent} event @private */
  giveLine(event) {
    const { answer } = this.lookup
    const { app } = this
    if (!answer?.own || getSelection()?.toString() || !event.clipboardData) return
    event.clipboardData.setData("text/plain", shareText(app.words, answer, app.root.href))
    event.preventDefault()
    copied(app)
  }
}
