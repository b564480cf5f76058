// The best of each game, and the ways to their replays and to their players' pages.

import {
  askedFor, formAddress, ghostAddress, leaderboardAddress, PERIODS, RANKINGS, replayAddress,
} from "../core/records/addresses.mjs"
import { ratingsAddress } from "../core/records/ratings.mjs"
import { dealsTitle, nearest } from "../core/rooms/deals.mjs"
import { gameTitle } from "../core/texts.mjs"
import { Lookup } from "../online/lookup.mjs"
import { button, fill, h, write } from "../widgets/dom.mjs"
import { GamePicture } from "../widgets/game_picture.mjs"
import { ownText, rankingTable, RANKING_TEXTS } from "../widgets/rankings.mjs"
import { Waiting } from "../widgets/waiting.mjs"

/** @typedef {import("../core/rooms/catalogue.mjs").Catalogue} Catalogue */
/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/messages.mjs").Message} Message */
/** @typedef {import("../core/records/addresses.mjs").Asked} Asked */
/** @typedef {import("../core/records/addresses.mjs").Ranking} Ranking */

const USUAL = "klondike"

/** Keys of why who has raced a game has no row in a list. */
const UNLISTED = {
  fastest: "LeaderboardScreen.you-have-raced-this-and-not-solved-it-yet",
  best: "LeaderboardScreen.you-have-raced-this-with-no-score-that-is",
  players: "LeaderboardScreen.nobody-yet-be-the-first",
}

/** Keys of how far back it looks. */
const PERIOD_TEXTS = {
  all: "leaderboard.of-all-time",
  year: "leaderboard.of-the-last-year",
  month: "leaderboard.of-the-last-month",
  week: "leaderboard.of-the-last-week",
  day: "leaderboard.of-the-last-day",
}

/**
 * The leaderboard at an address, with the games' titles if they can be had.
 * @param {App} app
 * @param {string} rest
 */
export async function leaderboardScreen(app, rest) {
  await app.needGames()
  return new LeaderboardScreen(app, rest, app.games)
}

/** Fastest wins, best scores and the players of a game with its options. */
class LeaderboardScreen {
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
    const asked = askedFor(rest)
    const { room } = app.session
    const known = asked.game || room?.settings.game || app.chosen.now.recent[0]
    const game = known || USUAL
    /** Whether the server is to say with which game to begin. @private */
    this.unguided = !known
    const options = asked.game ? asked.options : (room?.settings.options ?? {})
    const deals = asked.deals || (asked.game ? "any" : (room?.settings.deals ?? "any"))
    /** @type {Asked} @private */
    this.asked = { ...asked, game, deals, options: this.complete(game, options) }
    /** @private */
    this.lookup = new Lookup(() => app.session, (message) => this.fits(message))
    /** @private */
    this.heading = h("h1", {})
    /** @private */
    this.picture = new GamePicture(app)
    /** @private */
    this.filters = h("div", { class: "ranking-filters", role: "search" })
    /** @private */
    this.tabs = RANKINGS.map((ranking) =>
      h(
        "button",
        {
          type: "button",
          role: "tab",
          id: `tab-${ranking}`,
          "aria-controls": "ranked",
          onclick: () => this.turn(ranking),
        },
        words.text(RANKING_TEXTS[ranking]),
      ),
    )
    const tabs = h("div", { role: "tablist", class: "ranking-tabs" }, ...this.tabs)
    tabs.addEventListener("keydown", (event) => this.walk(event))
    /** @private */
    this.waiting = new Waiting(app, () => this.ask())
    /** @private */
    this.own = h("p", { class: "own-place", hidden: true })
    /** @private */
    this.table = h("div", { role: "tabpanel", id: "ranked", tabindex: 0 })
    const head = h(
      "div",
      { class: "record-head" },
      button(words.text("LeaderboardScreen.back"), () => app.goBack()),
      this.picture.element,
      this.heading,
      h(
        "span",
        { class: "to-others" },
        h("a", { class: "button", href: "#overview" }, words.text("LeaderboardScreen.overview")),
        h("a", { class: "button", href: `#${ratingsAddress()}` }, words.text("RatingsPanel.ratings")),
      ),
    )
    const bots = h("p", { class: "muted" }, words.text("LeaderboardScreen.bots-are-not-listed"))
    this.element = h(
      "div",
      { class: "records leaderboard" },
      h("div", { class: "ranking-asked" }, head, this.filters),
      h("div", { class: "ranking-told" }, tabs, this.own, this.waiting.element, this.table, bots),
    )
    this.showFilters()
    this.ask()
  }

  title() {
    if (this.unguided) return this.app.words.text("LeaderboardScreen.leaderboard")
    const game = gameTitle(this.app.words, this.asked.game)
    return this.app.words.text("LeaderboardScreen.leaderboard-game", { game })
  }

  /** @param {readonly Message[]} messages */
  update(messages) {
    if (this.lookup.take(messages)) {
      if (this.unguided) this.begin()
      this.show()
      this.tell()
    }
  }

  /**
   * A refusal as it is shown: the server's names all games that there are.
   * @param {Message} problem
   * @private
   */
  inWords(problem) {
    if (problem.code !== "unknown game") return problem
    const text = this.app.words.translated("reasons", "there is no game called '{game}'")
    return { ...problem, text: text.replace("{game}", () => this.asked.game) }
  }

  /** @param {Message} problem */
  refused(problem) {
    const ours = this.lookup.refuse(this.inWords(problem))
    if (ours) this.show()
    return ours
  }

  /** Begin with the game that is raced most here, if anybody has raced yet. @private */
  begin() {
    const { answer } = this.lookup
    this.unguided = false
    if (answer?.game) {
      this.asked = { ...this.asked, game: answer.game, options: this.complete(answer.game, answer.options) }
    }
    this.showFilters()
  }

  // What is asked for -----------------------------------------------------------------------------

  /**
   * The choices of all of a game's options. Where the game is not known here, the server knows.
   * @param {string} game
   * @param {Readonly<Record<string, any>>} options
   * @private
   */
  complete(game, options) {
    return this.games.entry(game) ? this.games.complete(game, options) : { ...options }
  }

  /** @param {Partial<Asked>} change @private */
  choose(change) {
    const asked = { ...this.asked, ...change }
    this.asked = { ...asked, deals: nearest(asked.deals, this.games.deals(asked.game, asked.options)) }
    this.app.readdress(leaderboardAddress(this.asked))
    this.showFilters()
    this.ask()
  }

  /** @private */
  ask() {
    const { game, options, period, deals } = this.asked
    const asked = this.unguided ? { game: "", period } : { game, options, period, deals }
    this.lookup.ask("get leaderboard", asked)
    this.show()
  }

  /** @param {Message} message @private */
  fits({ type, game, options, period = "all", deals = "any" }) {
    const { asked } = this
    if (type !== "leaderboard" || period !== asked.period) return false
    if (this.unguided) return true // nothing else was asked for
    if (game !== asked.game || deals !== asked.deals) return false
    return Object.entries(asked.options).every(([name, choice]) => options?.[name] === choice)
  }

  /** @private */
  showFilters() {
    const { app, asked, games } = this
    const { words } = app
    write(this.heading, this.title())
    if (this.unguided) return
    this.picture.show(asked.game)
    const entry = games.entry(asked.game)
    const called = (/** @type {string} */ text) => words.translated("games", text)
    const options = (entry?.options ?? []).map(({ name, title, choices }) => {
      const offered = choices.map((each) => ({
        value: String(each.choice),
        text: called(each.title),
      }))
      return picker(called(title), offered, String(asked.options[name]), (value) => {
        const found = choices.find(({ choice }) => String(choice) === value)
        if (found) this.choose({ options: { ...asked.options, [name]: found.choice } })
      })
    })
    const kinds = games.deals(asked.game, asked.options)
    const deals = kinds.map((value) => ({ value, text: dealsTitle(words, value) }))
    const periods = PERIODS.map((value) => ({ value, text: words.text(PERIOD_TEXTS[value]) }))
    const before = [...this.filters.querySelectorAll("select")]
    const focused = before.findIndex((each) => each === document.activeElement)
    fill(
      this.filters,
      this.gamePicker(),
      ...options,
      kinds.length > 1 &&
        picker(words.text("RoomForm.deals"), deals, asked.deals, (value) => this.choose({ deals: value })),
      picker(words.text("LeaderboardScreen.period"), periods, asked.period, (value) => {
        this.choose({ period: PERIODS.find((each) => each === value) ?? "all" })
      }),
    )
    const all = this.filters.querySelectorAll("select")
    if (focused === 0) all[0].focus() // the others may have gone, or become others
    else if (focused > 0) all[Math.min(focused, all.length - 1)].focus()
  }

  /** All games, by their families. @private */
  gamePicker() {
    const { words } = this.app
    const compare = new Intl.Collator(words.language).compare
    /** @type {Map<string, { value: string, text: string }[]>} */
    const families = new Map()
    for (const { name, title, family } of this.games.entries) {
      const here = words.translated("games", family)
      const others = families.get(here) ?? []
      families.set(here, [...others, { value: name, text: words.translated("games", title) }])
    }
    const groups = [...families].sort(([one], [other]) => compare(one, other))
    const select = h(
      "select",
      {},
      ...groups.map(([label, games]) => {
        games.sort((one, other) => compare(one.text, other.text))
        return h("optgroup", { label }, ...optionsOf(games))
      }),
    )
    const { game } = this.asked
    if (!this.games.entry(game)) select.prepend(h("option", { value: game }, game))
    select.value = game
    select.addEventListener("change", () => {
      this.choose({ game: select.value, options: this.complete(select.value, {}), ranking: "" })
    })
    return h("label", { class: "game" }, words.text("ProfileScreen.game"), select)
  }

  // What is shown ---------------------------------------------------------------------------------

  /**
   * The list that is shown: of those with anybody in it the first, unless one was chosen.
   * @private
   */
  get ranking() {
    const { answer } = this.lookup
    const first = RANKINGS.find((ranking) => answer?.[ranking]?.length)
    return this.asked.ranking || first || "fastest"
  }

  /** The lists there are: the best scores only where they say more than the fastest times. @private */
  get rankings() {
    const { answer } = this.lookup
    const repeated = answer && isRepeated(answer) && this.asked.ranking !== "best"
    return RANKINGS.filter((each) => each !== "best" || !repeated)
  }

  /** @param {Ranking} ranking @private */
  turn(ranking) {
    this.asked = { ...this.asked, ranking }
    if (!this.unguided) this.app.readdress(leaderboardAddress(this.asked))
    this.show()
    this.tell()
  }

  /** @private */
  show() {
    const { app, lookup, ranking } = this
    const { answer } = lookup
    const offered = this.rankings
    for (const [i, tab] of this.tabs.entries()) {
      const chosen = RANKINGS[i] === ranking
      tab.hidden = !offered.includes(RANKINGS[i])
      tab.setAttribute("aria-selected", String(chosen))
      tab.tabIndex = chosen ? 0 : -1
    }
    this.table.setAttribute("aria-labelledby", `tab-${ranking}`)
    this.table.setAttribute("aria-busy", String(lookup.waits))
    const rows = answer?.[ranking] ?? []
    const { words, session } = app
    const empty = answer && !rows.length ? words.text("LeaderboardScreen.nobody-yet-be-the-first") : ""
    const { game, options, deals } = this.asked
    const make = () => app.goTo(formAddress(game, options, deals))
    const way = button(words.text("LeaderboardScreen.make-a-room"), make, { class: "main" })
    this.waiting.show(lookup.waits, lookup.refusal, empty, !session.room && way)
    this.table.hidden = !rows.length
    fill(this.table, rows.length > 0 && rankingTable(app, ranking, rows))
    this.showOwn()
  }

  /** Show where the player stands, and the way to that replay. @private */
  showOwn() {
    const { app, lookup, ranking } = this
    const { words, session } = app
    const rows = lookup.answer?.own
    const own = rows?.[ranking]
    this.own.hidden = !own && !rows?.players
    if (!own) {
      if (rows?.players) fill(this.own, words.text(UNLISTED[ranking]))
      return
    }
    const listed = lookup.answer?.listed?.[ranking] ?? 0
    const race = own.result?.race
    const href = race ? `#${replayAddress(race, [session.player])}` : ""
    fill(
      this.own,
      ownText(words, ranking, own, listed),
      href && h("a", { href }, words.text("LeaderboardScreen.show-my-replay")),
      href && h("a", { href: `#${ghostAddress(race, session.player)}` }, words.text("ghosts.race-against-this")),
    )
  }

  /** Say how many are listed, and who comes first. @private */
  tell() {
    const { app, lookup, ranking } = this
    const rows = lookup.answer?.[ranking]
    if (!rows?.length) return // that nobody is there says the line in their place
    const { name } = rows[0]
    app.say(app.words.text("leaderboard.n-listed-first-name", { name }, rows.length))
  }

  /** The arrows go from list to list. @param {KeyboardEvent} event @private */
  walk(event) {
    const { rankings } = this
    const at = rankings.indexOf(this.ranking)
    const last = rankings.length - 1
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = rankings[(to + rankings.length) % rankings.length]
    this.turn(next)
    this.tabs[RANKINGS.indexOf(next)].focus()
  }
}

/**
 * Whether the best scores of a leaderboard say no more than its fastest times: all have solved it.
 * @param {Message} answer
 */
function isRepeated({ fastest = [], best = [], listed = {} }) {
  const same = fastest.length === best.length && fastest.every(
    (/** @type {any} */ row, /** @type {number} */ i) => row.race === best[i].race && row.player === best[i].player,
  )
  return best.length > 0 && same && (listed.fastest ?? 0) === (listed.best ?? 0)
}

/** @param {readonly { value: string, text: string }[]} offered */
const optionsOf = (offered) => offered.map(({ value, text }) => h("option", { value }, text))

/**
 * A choice of one of a few.
 * @param {string} label
 * @param {readonly { value: string, text: string }[]} offered
 * @param {string} value
 * @param {(value: string) => void} chosen
 */
function picker(label, offered, value, chosen) {
  const select = h("select", {}, ...optionsOf(offered))
  select.value = value
  select.addEventListener("change", () => chosen(select.value))
  return h("label", {}, label, select)
}
