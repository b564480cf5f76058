// The highest ratings, overall or in a family of games, in this season or another.

import {
  familyText, ownPlaceText, ratingsAddress, ratingsOf, ratingsTitle, ratingText, seasonText,
} from "../core/records/ratings.mjs"
import { ratingOf } from "../core/messages.mjs"
import { Lookup } from "../online/lookup.mjs"
import { button, fill, h, write } from "../widgets/dom.mjs"
import { placed, playerLink } from "../widgets/rankings.mjs"
import { recordsTable } from "../widgets/records_table.mjs"
import { Waiting } from "../widgets/waiting.mjs"

/** @typedef {import("../core/rooms/catalogue.mjs").Catalogue} Catalogue */
/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/messages.mjs").Message} Message */

/** While nothing is known. @type {Message} */
const NOTHING_YET = { type: "ratings" }
/** The seasons that are offered: the last ones. */
const MOST_SEASONS = 50

/**
 * The ratings at an address, with the families' titles if they can be had.
 * @param {App} app
 * @param {string} rest
 */
export async function ratingsScreen(app, rest) {
  await app.needGames()
  return new RatingsScreen(app, rest, app.games)
}

/** Who has the highest ratings. */
class RatingsScreen {
  /**
   * @param {App} app
   * @param {string} rest
   * @param {Catalogue} games
   */
  constructor(app, rest, games) {
    /** @private */
    this.app = app
    /** @private */
    this.games = games
    const { words } = app
    /** Which family, and which season: 0 for the one that is going on. @private */
    this.asked = ratingsOf(rest)
    /** @private */
    this.lookup = new Lookup(() => app.session, ({ type, family = "", season, seasons }) => {
      const current = season === seasons
      return type === "ratings" && family === this.asked.family &&
        (this.asked.season === season || (current && !this.asked.season))
    })
    /** @private */
    this.heading = h("h1", {})
    /** @private */
    this.filters = h("div", { class: "ranking-filters", role: "search" })
    /** @private */
    this.waiting = new Waiting(app, () => this.ask())
    /** @private */
    this.own = h("p", { class: "own-place", hidden: true })
    /** @private */
    this.table = h("div", { id: "ranked" })
    const why = "ratings.how-strong-a-player-is-as-far-as-races-show-it"
    const back = button(words.text("LeaderboardScreen.back"), () => app.goBack())
    const bots = h("p", { class: "muted" }, words.text("LeaderboardScreen.bots-are-not-listed"))
    this.element = h(
      "div",
      { class: "records leaderboard ratings" },
      h(
        "div",
        { class: "ranking-asked" },
        h("div", { class: "record-head" }, back, this.heading),
        this.filters,
        h("p", { class: "muted" }, words.text(why)),
      ),
      h("div", { class: "ranking-told" }, this.own, this.waiting.element, this.table, bots),
    )
    this.showFilters()
    this.ask()
  }

  title() {
    return ratingsTitle(this.app.words, this.asked.family)
  }

  /** @param {readonly Message[]} messages */
  update(messages) {
    if (!this.lookup.take(messages)) return
    this.showFilters()
    this.show()
    this.tell()
  }

  /** @param {Message} problem */
  refused(problem) {
    const ours = this.lookup.refuse(problem)
    if (ours) this.show()
    return ours
  }

  /** @private */
  ask() {
    this.lookup.ask("get ratings", this.asked)
    this.show()
  }

  /** @param {{ family?: string, season?: number }} change @private */
  choose(change) {
    this.asked = { ...this.asked, ...change }
    this.app.readdress(ratingsAddress(this.asked.family, this.asked.season))
    write(this.heading, this.title())
    this.ask()
  }

  /** @private */
  showFilters() {
    const { app, asked, games, lookup } = this
    const { words } = app
    write(this.heading, this.title())
    const compare = new Intl.Collator(words.language).compare
    const families = [...new Set(games.entries.map(({ family }) => family))]
      .map((family) => ({ value: family, text: familyText(words, family) }))
      .sort((one, other) => compare(one.text, other.text))
    const known = asked.family === "" || families.some(({ value }) => value === asked.family)
    if (!known) families.unshift({ value: asked.family, text: asked.family })
    const all = { value: "", text: familyText(words, "") }
    const seasons = lookup.answer?.seasons ?? 1
    const offered = Array.from({ length: Math.min(seasons, MOST_SEASONS) }, (_, i) => seasons - i)
      .map((season) => ({ value: String(season % seasons), text: seasonText(words, season, seasons) }))
    const season = String(seasons === asked.season ? 0 : asked.season)
    const focused = [...this.filters.querySelectorAll("select")].findIndex(
      (each) => each === document.activeElement)
    fill(
      this.filters,
      picker(words.text("RatingsList.family"), [all, ...families], asked.family, (family) =>
        this.choose({ family })),
      seasons > 1 &&
        picker(words.text("RatingsList.season"), offered, season, (value) =>
          this.choose({ season: Number(value) })),
    )
    this.filters.querySelectorAll("select")[focused]?.focus()
  }

  /** @private */
  show() {
    const { app, lookup } = this
    const { words, session } = app
    const { answer } = lookup
    const { players = [], own = null, listed = 0 } = answer ?? NOTHING_YET
    const empty = answer && !players.length ? words.text("ratings.nobody-has-a-rating-yet-race-with-two-or-more") : ""
    const make = () => app.goTo("make-room")
    const way = button(words.text("LeaderboardScreen.make-a-room"), make, { class: "main" })
    this.waiting.show(lookup.waits, lookup.refusal, empty, !session.room && way)
    this.table.hidden = !players.length
    this.table.setAttribute("aria-busy", String(lookup.waits))
    /** @type {import("../widgets/records_table.mjs").Column[]} */
    const columns = [
      { title: "", kind: "number" },
      { title: words.text("RatingsList.name"), kind: "wide" },
      { title: words.text("RatingsList.rating"), kind: "number" },
      { title: words.text("RatingsList.races"), kind: "number", spared: "named" },
    ]
    const rows = players.map((/** @type {any} */ { player, name, place, rating }) => ({
      cells: [placed(place), playerLink(player, name), ratingText(words, ratingOf(rating)), String(rating.races)],
      own: player === session.player,
      href: `#player/${player}`,
    }))
    fill(this.table, rows.length > 0 && recordsTable(words.text("RatingsPanel.ratings"), columns, rows))
    this.own.hidden = !own
    if (own) write(this.own, ownPlaceText(words, { ...own, rating: ratingOf(own.rating) }, listed))
  }

  /** Say how many are listed, and who comes first. @private */
  tell() {
    const { players = [] } = this.lookup.answer ?? NOTHING_YET
    if (!players.length) return // that nobody is there says the line in their place
    const { name } = players[0]
    this.app.say(this.app.words.text("leaderboard.n-listed-first-name", { name }, players.length))
  }
}

/**
 * A choice of one of a few.
 * @param {string} label
 * @param {readonly { value: string, text: string }[]} offered
 * @param {string} value
 * @param {(value: string) => void} chosen
 */
function picker(label, offered, value, chosen) {
  const select = h("select", {}, ...offered.map(({ value, text }) => h("option", { value }, text)))
  select.value = value
  select.addEventListener("change", () => chosen(select.value))
  return h("label", {}, label, select)
}
