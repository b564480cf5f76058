// One evening that is past: its tally, its races with their replays, and what was said.

import { oneLine } from "../core/commentary.mjs"
import { colourNumbers } from "../core/racing/colours.mjs"
import { replayAddress } from "../core/records/addresses.mjs"
import { dealOf, keptText, pastOf, roomText, summaryLine, unsaidText } from "../core/records/past.mjs"
import { dealsText } from "../core/rooms/deals.mjs"
import { pointsNumber, rowText, ruleText, ruleTitle } from "../core/rooms/evening.mjs"
import { gameTitle, joined, reachedAt, statusText } from "../core/texts.mjs"
import { Parts } from "../online/parts.mjs"
import { dayOf, longDayOf, timeOf } from "../widgets/day.mjs"
import { bdi, button, fill, h, write } from "../widgets/dom.mjs"
import { GamePicture } from "../widgets/game_picture.mjs"
import { PointsCurve } from "../widgets/points_curve.mjs"
import { recordsTable, replayLink } from "../widgets/records_table.mjs"
import { Waiting } from "../widgets/waiting.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/messages.mjs").Message} Message */
/** @typedef {import("../core/rooms/catalogue.mjs").Catalogue} Catalogue */
/** @typedef {import("../widgets/records_table.mjs").Column} Column */

/** The most lines of a chat that are shown. */
const MOST_LINES = 2000

/**
 * An evening, with the games' options in words if they can be had.
 * @param {App} app
 * @param {string} rest its number
 */
export async function eveningScreen(app, rest) {
  await app.needGames()
  return new PastEveningScreen(app, /^\d{1,15}$/.test(rest) ? Number(rest) : 0, app.games)
}

/** An evening, as far as one was told of it. */
class PastEveningScreen {
  /**
   * @param {App} app
   * @param {number} evening
   * @param {Catalogue} games
   */
  constructor(app, evening, games) {
    /** @private */
    this.app = app
    /** @private */
    this.games = games
    const { words } = app
    /** What has come first, with all of it but the earlier lines. @type {Message | null} @private */
    this.past = null
    /** The lines that have come, the oldest first. @type {any[]} @private */
    this.said = []
    /** Whether there are lines before them. @private */
    this.more = false
    /** @private */
    this.lookup = new Parts(
      () => app.session, "get room past", { evening },
      (answer) => answer.type === "room past" && answer.evening.evening === evening,
      () => this.show(),
    )
    /** @private */
    this.heading = h("h1", {}, words.text("past.my-evenings"))
    /** @private */
    this.summary = h("p", { class: "muted" })
    /** @private */
    this.waiting = new Waiting(app, () => this.lookup.want(this.lookup.before))
    /** @private */
    this.curve = new PointsCurve()
    /** @private */
    this.told = h("div", { class: "past-told" })
    /** @private */
    this.lines = h("div", { class: "panel said past-said", tabindex: 0, role: "region", "aria-label": words.text("SaidBox.what-was-said") })
    /** @private */
    this.kept = h("p", { class: "muted" })
    /** @private */
    this.older = button(words.text("PastEveningScreen.earlier-lines"), () => this.lookup.want(this.said[0].number))
    const chat = words.text("PastEveningScreen.chat")
    /** @private */
    this.chat = h(
      "section", { class: "of-chat", "aria-label": chat, hidden: true },
      h("h2", {}, chat), this.older, this.lines, this.kept,
    )
    const back = button(words.text("PastEveningScreen.back"), () => app.goBack())
    this.element = h(
      "div",
      { class: "records past evening-past" },
      h("div", { class: "record-head" }, back, h("div", {}, this.heading, this.summary)),
      this.waiting.element,
      this.told,
      this.chat,
    )
    this.lookup.want(0)
  }

  title() {
    return this.heading.textContent ?? ""
  }

  closed() {
    this.curve.closed()
  }

  /** @param {readonly Message[]} messages */
  update(messages) {
    if (!this.lookup.take(messages)) return
    const answer = /** @type {Message} */ (this.lookup.answer)
    const { said = [], more = false } = answer
    if (this.lookup.before) this.said = [...said, ...this.said].slice(-MOST_LINES)
    else {
      this.past = answer
      this.said = said
      this.showRaces()
      this.app.say([this.title(), this.summary.textContent].join(" · "))
    }
    this.more = more && this.said.length < MOST_LINES
    this.show()
  }

  /** @param {Message} problem */
  refused(problem) {
    return this.lookup.refuse(problem)
  }

  /** @private */
  show() {
    const { lookup, past } = this
    const { words } = this.app
    this.waiting.show(lookup.waits && !past, lookup.refusal)
    this.chat.hidden = !past
    if (!past) return
    const { keeps = 0 } = past
    this.older.hidden = !this.more || lookup.waits
    this.lines.hidden = !this.said.length
    write(this.kept, this.said.length ? keptText(words, keeps) : unsaidText(words, keeps))
    const colours = this.colours()
    let day = ""
    fill(this.lines, ...this.said.flatMap(({ at, player, name, text }) => {
      const [before, today] = [day, dayOf(words, at)]
      day = today
      const time = h("time", { class: "muted", datetime: new Date(at * 1000).toISOString() }, timeOf(at))
      const who = h("b", { class: `racer-${colours(player)}` }, bdi(name), ": ")
      const line = h("p", {}, time, " ", who, bdi(oneLine(text)))
      return before === today ? [line] : [h("p", { class: "muted day" }, today), line]
    }))
  }

  /** The colours of the racers, and of who only spoke. @private */
  colours() {
    const { player: own } = this.app.session
    const rows = pastOf(this.past?.evening).tally.rows
    const known = colourNumbers(rows.map(({ player }) => player))
    return (/** @type {number} */ player) =>
      player === own ? "own" : String(known.get(player) ?? colourNumbers([player]).get(player))
  }

  /** @private */
  showRaces() {
    const { words } = this.app
    const past = pastOf(this.past?.evening)
    const { tally } = past
    if (!tally.deals) return // it is going on still
    write(this.heading, words.text("PastEveningScreen.room-date--a-heading", {
      room: roomText(words, past), date: longDayOf(words, past.began),
    }))
    write(this.summary, summaryLine(words, past))
    const colours = this.colours()
    this.curve.show(tally.rows, tally.deals, colours)
    const heading = words.text("PastEveningScreen.tally")
    const rule = [ruleTitle(words, tally.points), ruleText(words, tally.points)].join(" · ")
    const deals = (this.past?.races ?? []).map(dealOf)
    fill(
      this.told,
      h(
        "section", { class: "of-tally", "aria-label": heading }, h("h2", {}, heading),
        h("div", { class: "evening" }, this.curve.element), this.tally(tally.rows, tally.deals, colours),
        h("p", { class: "muted" }, rule),
      ),
      h(
        "section", { class: "of-races", "aria-label": words.text("PastEveningScreen.races") },
        h("h2", {}, words.text("PastEveningScreen.races")),
        ...deals.map((/** @type {any} */ deal) => this.race(deal, colours)),
      ),
    )
  }

  /**
   * @param {readonly import("../core/messages.mjs").Tallied[]} rows
   * @param {number} deals
   * @param {(player: number) => string} colours
   * @private
   */
  tally(rows, deals, colours) {
    const { words, session } = this.app
    /** @type {Column[]} */
    const columns = [
      { title: words.text("PastEveningScreen.place"), kind: "number" },
      { title: words.text("PastEveningScreen.name"), kind: "wide" },
      { title: words.text("PastEveningScreen.points"), kind: "number" },
      { title: words.text("PastEveningScreen.races"), kind: "number", spared: "named" },
      { title: words.text("PastEveningScreen.won"), kind: "number", spared: "named" },
    ]
    return recordsTable(words.text("PastEveningScreen.the-tally"), columns, rows.map((row) => ({
      cells: [
        row.place, this.named(row, colours), h("span", { title: rowText(words, row, deals) }, pointsNumber(row.points)),
        row.deals, row.wins,
      ],
      own: row.player === session.player,
      href: `#player/${row.player}`,
    })))
  }

  /**
   * A name with its colour, which leads to the player's page.
   * @param {{ player: number, name: string, bot?: boolean }} racer
   * @param {(player: number) => string} colours
   * @private
   */
  named({ player, name, bot = false }, colours) {
    const { words } = this.app
    return h(
      "a", { class: "to-player", href: `#player/${player}` },
      h("i", { class: `dot racer-${colours(player)}` }), bdi(name),
      bot && h("small", { class: "muted bot" }, words.text("standings.bot")),
    )
  }

  /**
   * A race: its game, and how it ended for everybody.
   * @param {any} deal
   * @param {(player: number) => string} colours
   * @private
   */
  race({ race, game, options, deals, racers, replay }, colours) {
    const { app, games } = this
    const { words, session } = app
    const facts = [dealsText(words, deals), games.briefOptionsText(words, game, options)]
    const title = gameTitle(words, game)
    const label = words.text("PastEveningScreen.show-the-replay")
    const unseen = words.text("past.there-is-no-replay-for-you-the-moves-are-not")
    /** @type {Column[]} */
    const columns = [
      { title: words.text("PastEveningScreen.place"), kind: "number" },
      { title: words.text("PastEveningScreen.name"), kind: "wide" },
      { title: words.text("PastEveningScreen.result"), spared: "plain" },
      { title: words.text("PastEveningScreen.score"), kind: "number", spared: "named" },
      { title: words.text("PastEveningScreen.reached-at"), kind: "number", spared: "named" },
      ...(replay ? [/** @type {Column} */ ({ title: "", kind: "way" })] : []),
    ]
    const rows = racers.map((/** @type {any} */ racer) => {
      const href = replay ? `#${replayAddress(race, [racer.player])}` : ""
      const cells = [
        racer.place, this.named(racer, colours), statusText(words, racer.status),
        racer.score, reachedAt(words, racer.milliseconds),
      ]
      const way = replay ? [replayLink(label, href)] : []
      return { cells: [...cells, ...way], own: racer.player === session.player, href }
    })
    const told = joined(words, facts.filter(Boolean))
    return h(
      "section", { class: "past-race", "aria-label": title },
      h(
        "div", { class: "pictured" }, new GamePicture(app, game).element,
        h("h3", {}, title, told && h("small", { class: "muted" }, ` ${told}`)),
      ),
      recordsTable(title, columns, rows),
      !replay && h("p", { class: "muted" }, unseen),
    )
  }
}
