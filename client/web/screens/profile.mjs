// What a player has done on this server: games, wins, best times, and the last races.

import { ratingOf } from "../core/messages.mjs"
import { leaderboardAddress, replayAddress } from "../core/records/addresses.mjs"
import { byFamily, streaksText } from "../core/records/career.mjs"
import { familyText, ratingsAddress, ratingText } from "../core/records/ratings.mjs"
import { isContested, pastPlaceText } from "../core/racing/words.mjs"
import { dealsText } from "../core/rooms/deals.mjs"
import { gameTitle, joined, reachedAt, statusText, stopwatch } from "../core/texts.mjs"
import { Lookup } from "../online/lookup.mjs"
import { dayOf, longDayOf } from "../widgets/day.mjs"
import { bdi, button, fill, h, write } from "../widgets/dom.mjs"
import { GamePicture } from "../widgets/game_picture.mjs"
import { Month } from "../widgets/month.mjs"
import { GameTiles } from "../widgets/game_tiles.mjs"
import { RatingChart } from "../widgets/rating_chart.mjs"
import { MEAN, recentForm } from "../widgets/recent_form.mjs"
import { playerLink } from "../widgets/rankings.mjs"
import { gameLinks, recordsTable, WIN_KEY } from "../widgets/records_table.mjs"
import { unplayed, Waiting } from "../widgets/waiting.mjs"

/** @typedef {import("../core/rooms/catalogue.mjs").Catalogue} Catalogue */
/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/messages.mjs").Message} Message */
/** @typedef {import("../widgets/records_table.mjs").Column} Column */

const BETWEEN = " · "
/** So many races come before the games: what was done in each game hardly says more. */
const FEW = 3
/** From how many races on their places are drawn, if there is more than one to draw. */
const DRAWN = 3
/** The key of what a rating is. */
const ABOUT_KEY = "ratings.how-strong-a-player-is-as-far-as-races-show-it"
/** @type {Pick<Column, "kind" | "spared">} a column of figures */
const FIGURE = { kind: "number", spared: "named" }

/**
 * A player's page, with the games' titles if they can be had.
 * @param {App} app
 * @param {string} rest the player's id
 */
export async function profileScreen(app, rest) {
  await app.needGames()
  return new ProfileScreen(app, Math.trunc(Number(rest)) || 0, app.games)
}

/** A player's page: one's own, or anybody else's. */
class ProfileScreen {
  /**
   * @param {App} app
   * @param {number} player
   * @param {Catalogue} games
   */
  constructor(app, player, games) {
    /** @private */
    this.app = app
    /** @private */
    this.games = games
    const { words } = app
    /** @private */
    this.lookup = new Lookup(() => app.session, (message) => {
      return message.type === "profile" && message.player === player
    })
    /** @private */
    this.name = h("h1", {}, words.text("ProfileScreen.a-player-s-page"))
    /** @private */
    this.summary = h("p", { class: "muted" })
    /** @private */
    this.waiting = new Waiting(app, () => this.again())
    /** @private */
    this.told = h("div", { class: "profile-told" })
    /** How the ratings went, where there are any. @type {RatingChart | null} @private */
    this.chart = null
    /** The player's daily deals, where the server has any. @type {Month | null} @private */
    this.month = null
    this.element = h(
      "div",
      { class: "records profile" },
      h(
        "div",
        { class: "record-head" },
        button(words.text("ProfileScreen.back"), () => app.goBack()),
        h("div", {}, this.name, this.summary),
      ),
      this.waiting.element,
      this.told,
    )
    this.lookup.ask("get profile", { player })
    this.show()
  }

  title() {
    const { answer } = this.lookup
    return answer ? answer.name : this.app.words.text("ProfileScreen.a-player-s-page")
  }

  /** @param {readonly Message[]} messages */
  update(messages) {
    this.chart?.update(messages)
    this.month?.update(messages)
    if (!this.lookup.take(messages)) return
    this.show()
    this.tell()
  }

  /** @param {Message} problem */
  refused(problem) {
    const ours = this.lookup.refuse(problem)
    if (ours) this.show()
    return ours || Boolean(this.chart?.refused(problem) || this.month?.refused(problem))
  }

  closed() {
    this.chart?.closed()
  }

  /** @private */
  again() {
    this.lookup.again()
    this.show()
  }

  /** @private */
  show() {
    const { lookup, app } = this
    const { words } = app
    const { answer } = lookup
    this.waiting.show(lookup.waits, lookup.refusal)
    if (!answer) return
    fill(this.name, bdi(answer.name))
    const here = words.text("profile.here-since-date", { date: longDayOf(words, answer.since ?? 0) })
    const bot = answer.bot ? words.text("profile.a-bot") : ""
    const won = { streak: answer.streak, best_streak: answer.best_streak }
    const summary = [bot, answer.since ? here : "", streaksText(words, won)]
    write(this.summary, summary.filter(Boolean).join(BETWEEN))
    const { games = [], recent = [], player } = answer
    if (app.session.daily) this.month ??= new Month(app, { player, tallied: false })
    const isFew = recent.length > 0 && recent.length <= FEW
    this.told.classList.toggle("few", isFew)
    const sections = [
      this.section("of-games", words.text("ProfileScreen.games"), this.records(games, answer.player)),
      this.section("of-races", words.text("ProfileScreen.last-races"), this.races(answer)),
    ]
    fill(
      this.told,
      h("div", { class: "profile-figures" }, ...this.figures(answer)),
      this.ratings(answer),
      games.length || recent.length
        ? h("div", { class: "profile-tables" }, ...(isFew ? sections.reverse() : sections))
        : this.nothingYet(answer.player),
      this.rivals(answer),
      this.month && this.section("of-dailies", words.text("ProfileScreen.daily-deals"), this.month.element),
      isFew && answer.player === app.session.player && !app.session.room &&
        this.begin("LobbyScreen.make-a-room"),
    )
  }

  /**
   * Games for the next race.
   * @param {string} key of what stands above them
   * @private
   */
  begin(key) {
    const { app } = this
    const heading = h("b", {}, app.words.text(key))
    return h("div", { class: "panel none" }, heading, new GameTiles(app).element)
  }

  /**
   * What stands there before the first race.
   * @param {number} player
   * @private
   */
  nothingYet(player) {
    const { words, session } = this.app
    const told = words.text("ProfileScreen.no-race-yet")
    if (player !== session.player) return unplayed(told)
    const welcome = words.text("ProfileScreen.no-race-yet-after-your-first-one-you-find-here")
    if (session.room) return unplayed(welcome)
    const make = () => this.app.goTo("make-room")
    return h(
      "div",
      { class: "first-race" },
      unplayed(welcome, button(words.text("LobbyScreen.make-a-room"), make, { class: "main" })),
      this.begin("page.or-pick-a-game-for-a-room"),
    )
  }

  /**
   * What stands large above the rest.
   * @param {Message} profile
   * @private
   */
  figures({ player, races = 0, wins = 0, games = [], recent = [], ratings = [] }) {
    const { words } = this.app
    const [overall] = ratings.map(ratingOf)
    const texts = [words.text("ProfileScreen.last-places-the-latest-at-the-right")]
    const drawn = recent.filter(isContested).length
    if (drawn >= MEAN) texts.push(words.text("ProfileScreen.the-line-is-the-mean-of-five"))
    return [
      figure(words.text("ProfileScreen.races"), h("b", {}, races)),
      figure(words.text("ProfileScreen.races-won"), h("b", {}, wins)),
      figure(words.text("ProfileScreen.solved-to-the-end"), h("b", {}, solved(games))),
      overall && figure(words.text("RatingsPanel.rating"), h("b", {}, ratingText(words, overall))),
      races >= DRAWN && drawn > 1
        ? figure(texts.join(BETWEEN), recentForm(this.app, recent, player), "form")
        : null,
    ]
  }

  /**
   * The ratings in all families, and how one of them went; nothing before the first rated race.
   * @param {Message} profile
   * @private
   */
  ratings({ player, ratings = [] }) {
    const { words } = this.app
    this.chart?.closed()
    this.chart = null
    if (!ratings.length) return null
    const all = ratings.map(ratingOf)
    /** @type {Column[]} */
    const columns = [
      { title: words.text("RatingsPanel.games"), kind: "wide" },
      { title: words.text("RatingsPanel.rating"), kind: "number", why: words.text(ABOUT_KEY) },
      { title: words.text("RatingsPanel.races"), ...FIGURE },
    ]
    const heading = words.text("RatingsPanel.ratings")
    const table = recordsTable(heading, columns, all.map((/** @type {any} */ rating) => {
      const href = `#${ratingsAddress(rating.family)}`
      const way = h("a", { class: "to-family", href }, familyText(words, rating.family))
      return { cells: [way, ratingText(words, rating), rating.races], href }
    }))
    this.chart = new RatingChart(this.app, player, all)
    return h(
      "section", { class: "of-ratings", "aria-label": heading }, h("h2", {}, heading),
      h("div", { class: "rated" }, table, this.chart.element))
  }

  /**
   * Whom this player has met most often, and who came in before whom; nothing where that is nobody.
   * @param {Message} profile
   * @private
   */
  rivals({ rivals = [] }) {
    const { words, session } = this.app
    if (!rivals.length) return null
    /** @type {Column[]} */
    const columns = [
      { title: words.text("RivalsPanel.name"), kind: "wide" },
      { title: words.text("RivalsPanel.races-together"), ...FIGURE },
      { title: words.text("RivalsPanel.ahead--how-often-one-came-in-before-another"), ...FIGURE },
      { title: words.text("RivalsPanel.behind--how-often-one-came-in-after-another"), ...FIGURE },
    ]
    const heading = words.text("RivalsPanel.rivals")
    const rows = rivals.map((/** @type {any} */ { player, name, races, ahead, behind }) => ({
      cells: [playerLink(player, name), races, ahead, behind],
      href: `#player/${player}`,
      own: player === session.player,
    }))
    const made = this.section("of-rivals", heading, recordsTable(heading, columns, rows))
    const about = words.text("career.the-people-met-most-often-in-the-last-2-000")
    made.append(h("p", { class: "muted" }, about))
    return made
  }

  /**
   * @param {string} style
   * @param {string} heading
   * @param {HTMLElement | null} table
   * @private
   */
  section(style, heading, table) {
    const { words } = this.app
    const empty = h("p", { class: "muted" }, words.text("ProfileScreen.no-race-yet"))
    return h("section", { class: style, "aria-label": heading }, h("h2", {}, heading), table ?? empty)
  }

  /** @param {readonly any[]} games @param {number} player @private */
  records(games, player) {
    const { words } = this.app
    if (!games.length) return null
    /** @type {Column[]} */
    const columns = [
      { title: words.text("ProfileScreen.game"), kind: "wide" },
      { title: words.text("ProfileScreen.races"), ...FIGURE },
      { title: words.text("ProfileScreen.races-won"), why: words.text(WIN_KEY), ...FIGURE },
      { title: words.text("ProfileScreen.solved--how-many-games"), ...FIGURE },
      { title: words.text("ProfileScreen.fastest"), ...FIGURE },
      { title: words.text("ProfileScreen.best-score"), ...FIGURE },
    ]
    const families = byFamily(games, (game) => this.games.entry(game)?.family ?? "")
    const rowsOf = (/** @type {readonly any[]} */ records) =>
      records.map((record) => {
        const { game, options, races, wins, solved, fastest = 0, best = 0 } = record
        const { deals = "any" } = record
        const { fastest_race: quick = 0, best_race: high = 0 } = record
        const href = `#${leaderboardAddress({ game, options, deals, period: "all", ranking: "" })}`
        const replay = words.text("ProfileScreen.show-the-replay")
        const led = (/** @type {number} */ race, /** @type {string} */ text, /** @type {string} */ to) =>
          race
            ? h("a", { class: to, href: `#${replayAddress(race, [player])}`, title: replay }, text)
            : text
        const quickest = solved ? led(quick, stopwatch(words, fastest), "to-fastest") : ""
        const way = h("a", { class: "to-game", href }, this.game(record))
        return { cells: [way, races, wins, solved, quickest, led(high, String(best), "to-best")], href }
      })
    const rows = families.flatMap(([family, records]) => {
      const title = family ? familyText(words, family) : words.text("career.other-games")
      const sum = (/** @type {"races" | "wins" | "solved"} */ of) =>
        records.reduce((all, each) => all + each[of], 0)
      const cells = [title, sum("races"), sum("wins"), sum("solved"), "", ""]
      const head = { cells, heads: true }
      return families.length > 1 ? [head, ...rowsOf(records)] : rowsOf(records)
    })
    return recordsTable(words.text("ProfileScreen.games"), columns, rows)
  }

  /** @param {Message} profile @private */
  races({ player, bot, recent = [] }) {
    const { words } = this.app
    if (!recent.length) return null
    /** @type {Column[]} */
    const columns = [
      { title: words.text("ProfileScreen.date"), spared: "plain" },
      { title: words.text("ProfileScreen.game"), kind: "wide" },
      { title: words.text("ProfileScreen.place"), spared: "plain" },
      { title: words.text("ProfileScreen.result"), spared: "plain" },
      { title: words.text("ProfileScreen.score"), ...FIGURE },
      { title: words.text("ProfileScreen.reached-at"), ...FIGURE },
      { title: "", kind: "way" },
    ]
    return recordsTable(
      words.text("ProfileScreen.last-races"),
      columns,
      recent.map((/** @type {any} */ raced) => {
        const { race, racers, won = false, status, score, milliseconds, at } = raced
        const undecided = racers > 1 && !isContested(raced)
        const href = `#${replayAddress(race, [player])}`
        const cells = [
          dayOf(words, at),
          this.game(raced),
          h(
            "span",
            { class: won && "race-won", title: undecided && words.text(WIN_KEY) },
            pastPlaceText(words, raced),
          ),
          statusText(words, status),
          score,
          reachedAt(words, milliseconds),
          gameLinks(this.app, race, player, words.text("ProfileScreen.show-the-replay")),
        ]
        return { cells, href }
      }),
    )
  }

  /**
   * Which game, with its picture, and with which options and deals.
   * @param {{ game: string, options: Record<string, string | boolean>, deals?: string }} raced
   * @private
   */
  game({ game, options, deals }) {
    const { words } = this.app
    const chosen = this.games.briefOptionsText(words, game, options)
    const picture = new GamePicture(this.app, game).element
    const parts = [dealsText(words, deals), chosen].filter(Boolean)
    const told = parts.length > 0 && h("small", { class: "muted" }, ` ${joined(words, parts)}`)
    return h("span", { class: "pictured" }, picture, h("span", {}, gameTitle(words, game), told))
  }

  /** Say the figures. @private */
  tell() {
    const { app, lookup } = this
    if (!lookup.answer) return
    const { name, races = 0, wins: firsts = 0, games = [] } = lookup.answer
    const figures = { name, races, firsts, solved: solved(games) }
    app.say(app.words.text("ProfileScreen.name-races-races-firsts-firsts-games-solved", figures))
  }
}

/** @param {readonly { solved: number }[]} games */
const solved = (games) => games.reduce((sum, game) => sum + game.solved, 0)

/** @param {string} name @param {HTMLElement} value @param {string} [kind] */
const figure = (name, value, kind = "") =>
  h("div", { class: `panel ${kind}` }, h("div", { class: "muted" }, name), value)
