// What there is to see on the leaderboards: what is new, and which games were raced here.

import { ratingOf } from "../core/messages.mjs"
import { pastPlaceText } from "../core/racing/words.mjs"
import { leaderboardAddress, replayAddress } from "../core/records/addresses.mjs"
import { differenceText } from "../core/records/feats.mjs"
import { changeText, ratingsAddress, ratingText } from "../core/records/ratings.mjs"
import { dealsText } from "../core/rooms/deals.mjs"
import { gameTitle, joined, NOTHING, statusText, stopwatch } from "../core/texts.mjs"
import { Lookup } from "../online/lookup.mjs"
import { dayOf } from "../widgets/day.mjs"
import { button, fill, h } from "../widgets/dom.mjs"
import { GamePicture } from "../widgets/game_picture.mjs"
import { playerLink } from "../widgets/rankings.mjs"
import { recordsTable, replayLink } from "../widgets/records_table.mjs"
import { Waiting } from "../widgets/waiting.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/messages.mjs").Message} Message */
/** @typedef {import("../widgets/records_table.mjs").Column} Column */
/** @typedef {import("../widgets/records_table.mjs").Row} Row */

/** While nothing is known. @type {Message} */
const NOTHING_YET = { type: "overview" }
/** The rows of each list that are shown; the games have twice as many. */
const TOLD = 5

/**
 * The overview, with the games' titles if they can be had.
 * @param {App} app
 */
export async function overviewScreen(app) {
  await app.needGames()
  return new OverviewScreen(app)
}

/** Four lists, whose rows lead on: to replays, to a game's leaderboard, to players. */
class OverviewScreen {
  /** @param {App} app */
  constructor(app) {
    /** @private */
    this.app = app
    const { words } = app
    /** @private */
    this.lookup = new Lookup(() => app.session, ({ type }) => type === "overview")
    /** @private */
    this.waiting = new Waiting(app, () => this.ask())
    /** @private */
    this.day = h("p", { class: "muted" })
    /** @private */
    this.told = h("div", { class: "overview-told" })
    const way = (/** @type {string} */ where, /** @type {string} */ text) =>
      h("a", { class: "button", href: `#${where}` }, text)
    this.element = h(
      "div",
      { class: "records overview" },
      h(
        "div",
        { class: "record-head" },
        button(words.text("OverviewScreen.back"), () => app.goBack()),
        h("div", {}, h("h1", {}, this.title()), this.day),
        h(
          "div",
          { class: "row to-ratings" },
          way("leaderboard", words.text("OverviewScreen.choose-a-game")),
          way(ratingsAddress(), words.text("RatingsPanel.ratings")),
        ),
      ),
      this.waiting.element,
      this.told,
    )
    this.ask()
  }

  title() {
    return this.app.words.text("OverviewScreen.leaderboards")
  }

  /** @param {readonly Message[]} messages */
  update(messages) {
    if (!this.lookup.take(messages)) return
    this.show()
    this.app.say(this.day.textContent ?? "")
  }

  /** @param {Message} problem */
  refused(problem) {
    const ours = this.lookup.refuse(problem)
    if (ours) this.show()
    return ours
  }

  /** @private */
  ask() {
    this.lookup.ask("get overview", {})
    this.show()
  }

  /** @private */
  show() {
    const { app, lookup } = this
    const { words, session } = app
    const { answer } = lookup
    const { races = 0, people = 0, latest = [], games = [], records = [], risers = [] } = answer ?? NOTHING_YET
    const nobody = answer !== null && !games.length && !latest.length
    const make = () => app.goTo("make-room")
    const way = button(words.text("OverviewScreen.make-a-room"), make, { class: "main" })
    const empty = nobody ? words.text("OverviewScreen.nobody-has-raced-here-yet") : ""
    this.waiting.show(lookup.waits, lookup.refusal, empty, !session.room && way)
    const day = [
      words.text("overview.n-races-in-the-past-day", {}, races),
      words.text("overview.n-players", {}, people),
    ]
    fill(this.day, races > 0 && day.join(" · "))
    this.told.hidden = !answer || nobody
    if (!answer || nobody) return
    fill(
      this.told,
      this.section("OverviewScreen.latest-races", this.latest(latest.slice(0, TOLD)),
        "OverviewScreen.nobody-has-raced-here-in-the-past-day"),
      this.section("OverviewScreen.latest-records", this.records(records.slice(0, TOLD)),
        "OverviewScreen.nobody-has-won-a-game-here-yet"),
      this.section("OverviewScreen.games-raced-here", this.games(games.slice(0, 2 * TOLD)),
        "OverviewScreen.nobody-has-raced-here-yet"),
      this.section("OverviewScreen.on-the-rise-this-week", this.risers(risers.slice(0, TOLD)),
        "OverviewScreen.nobody-s-rating-has-risen-this-week"),
    )
  }

  /**
   * @param {string} key of the heading
   * @param {{ columns: Column[], rows: Row[] }} list
   * @param {string} empty the key of what is said where there is nothing
   * @private
   */
  section(key, { columns, rows }, empty) {
    const { words } = this.app
    const heading = words.text(key)
    const none = h("p", { class: "muted" }, words.text(empty))
    const table = rows.length ? recordsTable(heading, columns, rows) : none
    return h("section", { "aria-label": heading }, h("h2", {}, heading), table)
  }

  /** @param {readonly any[]} results @private */
  latest(results) {
    const { words, session } = this.app
    /** @type {Column[]} */
    const columns = [
      { title: words.text("OverviewScreen.game"), kind: "wide" },
      { title: words.text("OverviewScreen.best-player"), spared: "plain" },
      { title: words.text("OverviewScreen.place"), spared: "plain" },
      { title: words.text("OverviewScreen.result"), spared: "plain" },
      { title: words.text("OverviewScreen.date"), spared: "plain" },
      { title: "", kind: "way" },
    ]
    const rows = results.map((result) => {
      const { race, player, name, status, score, milliseconds, at } = result
      const href = replayOf(race, player)
      const told =
        status === "won" ? stopwatch(words, milliseconds) : `${statusText(words, status)} · ${score}`
      const cells = [
        this.game(result), playerLink(player, name), pastPlaceText(words, result), told,
        dayOf(words, at), this.watch(href),
      ]
      return { cells, href, own: player === session.player }
    })
    return { columns, rows }
  }

  /** @param {readonly any[]} records @private */
  records(records) {
    const { words, session } = this.app
    const why = words.text("OverviewScreen.by-how-much-it-is-quicker-than-the-record")
    /** @type {Column[]} */
    const columns = [
      { title: words.text("OverviewScreen.game"), kind: "wide" },
      { title: words.text("OverviewScreen.name"), spared: "plain" },
      { title: words.text("OverviewScreen.time"), kind: "number" },
      { title: words.text("OverviewScreen.gained"), kind: "number", spared: "named", why },
      { title: words.text("OverviewScreen.date"), spared: "plain" },
      { title: "", kind: "way" },
    ]
    const rows = records.map((record) => {
      const { race = 0, player, name, milliseconds, before = 0, at } = record
      const href = replayOf(race, player)
      const gained = before ? differenceText(words, before - milliseconds) : NOTHING
      const cells = [
        this.game(record), playerLink(player, name), stopwatch(words, milliseconds), gained,
        dayOf(words, at), this.watch(href),
      ]
      return { cells, href, own: player === session.player }
    })
    return { columns, rows }
  }

  /** @param {readonly any[]} games @private */
  games(games) {
    const { words } = this.app
    const why = words.text("OverviewScreen.one-for-each-person-in-each-race")
    /** @type {Column[]} */
    const columns = [
      { title: words.text("OverviewScreen.game"), kind: "wide" },
      { title: words.text("OverviewScreen.results"), kind: "number", why },
    ]
    const rows = games.map((raced) => (
      { cells: [this.game(raced), String(raced.results)], href: boardOf(raced) }))
    return { columns, rows }
  }

  /** @param {readonly any[]} risers @private */
  risers(risers) {
    const { words, session } = this.app
    const why = words.text("OverviewScreen.by-the-rating-in-all-games-together")
    /** @type {Column[]} */
    const columns = [
      { title: words.text("OverviewScreen.name"), kind: "wide" },
      { title: words.text("OverviewScreen.rating"), kind: "number", why },
      { title: words.text("OverviewScreen.risen-by"), kind: "number" },
    ]
    const rows = risers.map(({ player, name, rating, gained }) => ({
      cells: [playerLink(player, name), ratingText(words, ratingOf(rating)), changeText(gained)],
      href: `#player/${player}`,
      own: player === session.player,
    }))
    return { columns, rows }
  }

  /** @param {string} href @private */
  watch(href) {
    return href && replayLink(this.app.words.text("OverviewScreen.show-the-replay"), href)
  }

  /**
   * A game with its picture and options, which leads to its leaderboard.
   * @param {{ game: string, options: Record<string, string | boolean>, deals?: string }} raced
   * @private
   */
  game(raced) {
    const { words, games } = this.app
    const { game, options, deals } = raced
    const parts = [dealsText(words, deals), games.briefOptionsText(words, game, options)].filter(Boolean)
    const told = parts.length > 0 && h("small", { class: "muted" }, joined(words, parts))
    const picture = new GamePicture(this.app, game).element
    const named = h("span", { class: "pictured" }, picture, h("span", {}, gameTitle(words, game), " ", told))
    return h("a", { class: "to-game", href: boardOf(raced) }, named)
  }
}

/**
 * The address of a game's leaderboard.
 * @param {{ game: string, options: Record<string, string | boolean>, deals?: string }} raced
 */
const boardOf = ({ game, options, deals = "any" }) =>
  `#${leaderboardAddress({ game, options, deals, period: "all", ranking: "" })}`

/**
 * The address of a replay; empty for one that is not for the reader.
 * @param {number} race
 * @param {number} player
 */
const replayOf = (race, player) => (race ? `#${replayAddress(race, [player])}` : "")
