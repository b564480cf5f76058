// The end of a race: who came where, how the scores went, whether the deal was the promised one,
// and what comes next. It stays as it is until the next race begins.

import { BoardView } from "../board/board_view.mjs"
import { peopleText, resultsText } from "../core/commentary.mjs"
import { sha256 } from "../core/racing/sha256.mjs"
import { briefText, lookingAtText } from "../core/racing/analysis.mjs"
import { analysed } from "../core/racing/race_analysis.mjs"
import { dealCode, hostOf, outcomeOf, rankText, readableCode, wereAlone } from "../core/racing/words.mjs"
import { changeText, isRatable, ownRatingText, ratedTip, ratingText } from "../core/records/ratings.mjs"
import { ghostAddress, leaderboardAddress, replayAddress } from "../core/records/addresses.mjs"
import { featFacts } from "../core/records/feats.mjs"
import { SOLUTION } from "../core/replay.mjs"
import { searchText, solutionText } from "../core/rooms/deals.mjs"
import { rematchKey, stateText, waitedFor } from "../core/rooms/room_words.mjs"
import {
  botFacts, gameTitle, ghostAt, isGhost, joined, racerName, reachedAt, reasonText, sentence, statusText,
} from "../core/texts.mjs"
import { CurveView } from "../racing/curve_view.mjs"
import { EveningPanel } from "../racing/evening_panel.mjs"
import { podium } from "../racing/podium.mjs"
import { Chat, colourOf } from "../widgets/chat.mjs"
import { Countdown, raceBegins } from "../widgets/countdown.mjs"
import { copyable } from "../widgets/fields.mjs"
import { bdi, button, fill, h, write } from "../widgets/dom.mjs"
import { leaveButton } from "../widgets/leave_button.mjs"
import { raceLink, replayLink } from "../widgets/records_table.mjs"
import { SureButton } from "../widgets/sure_button.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/messages.mjs").Message} Message */
/** @typedef {import("../core/messages.mjs").Standing} Standing */

/** The least height in pixels in which a board is shown. */
const LEAST_BOARD = 150
/** How many pixels are seen at least of what is below all else, if any of it is. */
const PEEK = 90

/** The columns of the ranking, and the keys of their heads. */
const COLUMNS = {
  place: "ResultsScreen.place",
  name: "ResultsScreen.name",
  result: "ResultsScreen.result",
  score: "ResultsScreen.score",
  time: "ResultsScreen.reached-at",
  moves: "ResultsScreen.moves",
  undos: "ResultsScreen.undos",
}

/** The ranking of the race that has just ended in one's room. */
export class ResultsScreen {
  /**
   * @param {App} app
   * @param {Message} results
   */
  constructor(app, results) {
    /** @private */
    this.app = app
    const { session, words } = app
    /** @type {number} @private */
    this.race = results.race
    /** Whether there are replays of it: it was not on the same deal once more. @private */
    this.counted = !session.room?.sameDeal
    /** Whose games raced along. @private */
    this.ghosts = session.room?.ghosts ?? []
    /** @type {readonly Standing[]} @private */
    this.standings = results.standings
    /** @type {readonly number[]} @private */
    this.winners = results.winners ?? []
    /** @private */
    this.own = session.player
    /** Whether ratings come of it: there is a place for them from the start. @private */
    this.ratable = this.counted && !session.room?.practice && !this.ghosts.length &&
      (results.settings.rated ?? true) && isRatable(this.standings)
    /** Where each racer's rating is going to stand. @type {Map<number, HTMLElement>} @private */
    this.ratings = new Map()
    /** @private */
    this.rated = false
    /** What it has changed for oneself on the leaderboards. @private */
    this.feat = h("div", { class: "feat good", hidden: true })
    /** @private */
    this.game = gameTitle(words, results.settings.game)
    /** @private */
    this.curve = new CurveView(app)
    /** How one's own game stood at the end, or that of the first, where there is room. @private */
    this.board = new BoardView(app.chosen)
    this.board.element.setAttribute("aria-hidden", "true") // in words it is a replay
    /** @private */
    this.ended = h("section", { class: "ended" }, this.board.element)
    /** @private */
    this.chat = new Chat(app)
    /** @private */
    this.evening = new EveningPanel(app, true)
    /** @private */
    this.verdict = h("p", { class: "verdict" })
    /** @private */
    this.proof = h("details", {}, h("summary", {}, words.text("ResultsScreen.details")))
    this.proof.addEventListener("toggle", () => {
      if (this.proof.open) this.proof.scrollIntoView({ block: "nearest" }) // on a phone it is below
    })
    const wish = { race: this.race, player: this.own, number: 0 }
    // Whoever only watched has it by its code, as the race may be for its racers alone.
    /** @private */
    this.dealAgain = new SureButton(
      words.text("DailyScreen.practise-it"), words.text("page.leave-the-room"),
      () => app.practising.play(this.raced ? wish : { code: dealCode(results.settings, results.seed) }),
      {
        attributes: { title: words.text("ResultsScreen.play-it-yourself-alone-from-the-start") },
        asked: (question) => app.say(question, true),
      },
    )
    /** What comes next, and who has a say in it. @private */
    this.state = h("p", { class: "muted state", role: "status" })
    /** @private */
    this.next = h("div", { class: "row next" })
    /** @private */
    this.countdown = new Countdown("strong", () => raceBegins(app))
    /** Says of each racer how the race ended, and until when it could be won. @private */
    this.endings = this.standings.map((racer) => {
      const under = h("small", { class: "muted under" })
      const could = h("small", { class: "muted under" })
      return { racer, result: h("td", { class: "result" }), under, could }
    })
    /** @private */
    this.analyse = button("", () => this.toggleAnalysis(), {
      title: words.text("ResultsScreen.find-out-until-which-move-each-of-them-could"),
    })
    /** How far that is. @private */
    this.found = h("p", { class: "muted", role: "status" })
    /** @private */
    this.analysing = h("div", { class: "row analysing" }, this.analyse, this.found)
    /** @private */
    this.fair = h(
      "section",
      { class: "panel fair" },
      this.verdict,
      this.solved(results.solution ?? []),
      this.proof,
      this.dealAgain.element,
    )
    /** @private */
    this.talking = h("aside", { class: "talking" }, this.curve.element,
      !session.dailyRoom && this.chat.element)
    const colours = new Map(
      this.standings.map(({ player }) => [player, colourOf(session, player)]),
    )
    const { game, options, deals = "any" } = results.settings
    const board = leaderboardAddress({ game, options, deals, period: "all", ranking: "" })
    const racer = this.standings.find(({ player }) => player === this.own)
    /** @private */
    this.raced = racer !== undefined
    const { winners } = this
    const festive = app.chosen.moves && (racer ? winners.includes(this.own) : winners.length > 0)
    const first = racer ?? this.standings[0]
    /** @private */
    this.podium = podium(words, this.standings, winners, colours, festive)
    this.element = h(
      "div",
      { class: racer ? "results raced" : "results" },
      h("h1", {}, words.text("ResultsScreen.game-results", { game: this.game })),
      this.came(racer),
      this.podium,
      h("div", { class: "ranked" }, this.evening.element, this.table(colours)),
      this.fair,
      this.ended,
      this.talking,
      h(
        "div",
        { class: "foot" },
        h(
          "div",
          { class: "row ways" },
          leaveButton(app),
          !session.dailyRoom && way(words.text("ResultsScreen.leaderboard"), board),
          this.counted && first && way(words.text("ResultsScreen.watch-the-replay"), this.replayOf(first)),
        ),
        h("div", { class: "row on" }, this.state, this.countdown.element, this.next),
      ),
    )
    // What is over is not drawn again every second, but in another window.
    new ResizeObserver(() => this.showCurve()).observe(this.curve.element)
    new ResizeObserver(() => this.fitBoard()).observe(this.ended)
    /** @private */
    this.below = new ResizeObserver(() => this.holdBelow())
    for (const part of [document.body, this.element, this.fair]) this.below.observe(part)
    this.showBoard()
    this.showAnalyses()
    this.check(results)
  }

  title() {
    return this.app.words.text("ResultsScreen.game-results", { game: this.game })
  }

  /** How the race ended for everybody, one's own end first. */
  spoken() {
    return resultsText(this.app.words, this.standings, this.own)
  }

  closed() {
    this.board.close()
    this.evening.closed()
    this.below.disconnect()
    this.countdown.closed()
  }

  /** Escape leads to the room. */
  back() {
    this.app.read(false)
    return true
  }

  update() {
    this.chat.update()
    this.evening.update()
    this.crown()
    const { alone, leaves, lonely } = this.app.practising
    this.dealAgain.asks = leaves
    this.dealAgain.element.hidden = alone // it is among the ways on
    this.chat.element.hidden = lonely
    this.element.classList.toggle("lonely", lonely)
    this.showCurve()
    this.showAnalyses()
    this.showRatings()
    this.showFeat()
    this.showNext()
    this.countdown.update()
  }

  /** The podium of a series that is over takes the place of its last race's. @private */
  crown() {
    const { evening, podium } = this
    if (!podium || !podium.parentElement || !evening.crowns) return
    podium.remove()
    evening.celebrate(podium.querySelector(".paper"))
  }

  // What is shown -------------------------------------------------------------------------------

  /** @private */
  showCurve() {
    const { race } = this.app.session
    if (race?.number !== this.race) { // the room has gone on
      if (!this.curve.shown) this.curve.element.toggleAttribute("hidden", true)
      return
    }
    this.curve.update(this.length / 1000)
    const points = [...race.curves.values()].flatMap((curve) => curve.points)
    const scored = points.some(([, score]) => score) || this.standings.some(({ score }) => score)
    this.curve.element.toggleAttribute("hidden", !scored)
  }

  /** Show what the race has made of ratings, once that is known, and say one's own. @private */
  showRatings() {
    const { session, words } = this.app
    if (this.rated || session.rated?.race !== this.race) return
    this.rated = true
    for (const change of session.rated.changes) {
      const cell = this.ratings.get(change.player)
      const { family, family_before: before } = change
      if (!cell) continue
      cell.title = ratedTip(words, change)
      const more = family.value - before
      const changed = h("span", { class: more < 0 ? "muted" : "good" }, changeText(more))
      fill(cell, ratingText(words, family), " ", changed)
      if (change.player === this.own) this.app.say(ownRatingText(words, change))
    }
  }

  /** Show what the race has changed for oneself on the leaderboards, once that is known. @private */
  showFeat() {
    const { session, words } = this.app
    if (!this.feat.hidden || session.feats?.race !== this.race) return
    const own = session.feats.feats.find(({ player }) => player === this.own)
    if (!own || !session.results) return
    const text = featFacts(words, own, session.results.settings.game).join(" · ")
    write(this.feat, text)
    this.feat.hidden = !text
    this.app.say(text)
  }

  /** @private */
  showBoard() {
    const { race } = this.app.session
    const { boards = new Map(), layout = null } = race?.number === this.race ? race : {}
    const players = [this.own, ...this.standings.map(({ player }) => player)]
    const seen = players.find((player) => boards.has(player))
    this.ended.hidden = !layout || seen === undefined
    if (layout && seen !== undefined) this.board.show(layout, boards.get(seen).position)
  }

  /** Have enough of what is below in a small window in sight, or nothing of it. @private */
  holdBelow() {
    const { talking, fair } = this
    const foot = this.element.querySelector(".foot")
    talking.style.marginTop = ""
    const top = talking.getBoundingClientRect().top
    if (!foot || !this.element.isConnected || top < fair.getBoundingClientRect().bottom) return
    const scrolled = this.element.parentElement?.scrollTop ?? 0
    const peeks = foot.getBoundingClientRect().top - top - scrolled
    if (peeks > 0 && peeks < PEEK) talking.style.marginTop = `${peeks}px`
  }

  /** Show no board that is too small to be looked at. @private */
  fitBoard() {
    this.board.element.hidden = this.ended.clientHeight < LEAST_BOARD
  }

  /**
   * How one came in oneself, large, and how people did among themselves.
   * @param {Standing | undefined} racer nobody for who watched
   * @private
   */
  came(racer) {
    const { winners } = this
    const { words } = this.app
    const people = peopleText(words, this.standings, this.own)
    if (!racer) return people && h("div", { class: "came" }, h("p", {}, people))
    const won = winners.includes(racer.player)
    const host = hostOf(this.app.session.room, this.own)
    const { headline, facts } = outcomeOf(words, racer, this.standings.length, won, host)
    const how = [...facts, people].filter(Boolean).join(" · ")
    const head = h("strong", { class: won ? "headline won" : "headline" }, headline)
    return h("div", { class: "came" }, head, h("p", {}, how), this.feat)
  }

  /**
   * @param {ReadonlyMap<number, string>} colours
   * @private
   */
  table(colours) {
    const { words } = this.app
    const columns = { ...COLUMNS, ...(this.ratable && { rating: "ResultsScreen.rating" }) }
    const heads = Object.entries(columns).map(([column, key]) =>
      h("th", { scope: "col", class: column }, words.text(key)),
    )
    const rows = this.endings.map(({ racer, result, under, could }) => {
      const colour = h("i", { class: `dot racer-${colours.get(racer.player)}` })
      const bot = joined(words, botFacts(words, racer))
      const smalls = [bot && h("small", { class: "muted bot" }, bot), under, could]
      const name = racerName(words, racer)
      const game = this.gameOf(racer)
      const replay = `${words.text("ResultsScreen.watch-the-replay")}: ${name}`
      const against = `${words.text("ghosts.race-against-this")}: ${name}`
      const rating = h("td", { class: "rating" })
      if (!racer.bot) this.ratings.set(racer.player, rating)
      return h(
        "tr",
        { class: racer.player === this.own ? "own" : "", "data-status": racer.status },
        h("td", { class: "place" }, rankText(words, racer, this.standings.length)),
        h("th", { class: "name", scope: "row" }, colour, bdi(name), ...smalls),
        result,
        h("td", { class: "score" }, String(racer.score)),
        h("td", { class: "time" }, reachedAt(words, racer.milliseconds)),
        h("td", { class: "moves" }, String(racer.moves)),
        h("td", { class: "undos" }, String(racer.undos)),
        this.ratable && rating,
        h("td", { class: "way" }, game && h("span", { class: "ways" },
          !this.app.session.guest && raceLink(against, `#${ghostAddress(game.race, game.player)}`),
          replayLink(replay, `#${replayAddress(game.race, [game.player])}`))),
      )
    })
    const caption = h("caption", { class: "heard" }, words.text("ResultsScreen.results"))
    const head = h("thead", {}, h("tr", {}, ...heads, h("td")))
    const table = h("table", {}, caption, head, h("tbody", {}, ...rows))
    return h("section", { class: "panel ranking" }, table, this.analysing, this.why())
  }

  /** Say how each race ended, until when it could be won, and what can still be found out. @private */
  showAnalyses() {
    const { session, words } = this.app
    const found = session.found?.race === this.race ? session.found : null
    for (const { racer, result, under, could } of this.endings) {
      const status = statusText(words, racer.status)
      const bot = racer.bot ? words.text("standings.bot") : ""
      const until = briefText(words, found?.of(racer.player) ?? null, racer.moves)
      const winnable = words.text("ResultsScreen.winnable--until-which-move-a-game-could-be-won")
      const brief = until && words.text("analysis.name-text", { name: winnable, text: until })
      write(result, [status, brief].filter(Boolean).join(" · "))
      write(under, joined(words, [status, bot].filter(Boolean)))
      write(could, brief)
    }
    const all = analysed(this.standings).length
    const open = found?.open(this.standings) ?? analysed(this.standings)
    const looking = Boolean(found?.next)
    this.analyse.hidden = !open.length
    write(this.analyse, words.text(looking ? "ResultsScreen.stop-analysing" : "ResultsScreen.analyse"))
    const luck = all > 0 && found !== null && !open.length && this.ofLuck(found)
    let told = ""
    if (looking) told = lookingAtText(words, all - open.length + 1, all)
    else if (found?.refusal) told = sentence(words, reasonText(words, found.refusal))
    else if (luck) told = words.text("page.luck-alone-decided-this-game")
    write(this.found, told)
    this.analysing.hidden = this.analyse.hidden && !told
  }

  /** @param {import("../core/racing/race_analysis.mjs").RaceAnalysis} found @private */
  ofLuck(found) {
    return this.standings.some(({ player }) => found.of(player)?.luck)
  }

  /** @private */
  toggleAnalysis() {
    const { session } = this.app
    const looking = session.found?.race === this.race && session.found.next
    this.app.line.do((each) => {
      if (looking) each.stopAnalysis()
      else each.askAnalyses(this.race, this.standings)
    })
    this.showAnalyses()
  }

  /**
   * Say here that the server analyses nothing; returns whether it was asked for it.
   * @param {Message} problem
   */
  refused({ text = "" }) {
    const { found } = this.app.session
    if (found?.race !== this.race || !text || found.refusal !== text) return false
    this.showAnalyses()
    return true
  }

  /**
   * Somebody's game, to be seen again or raced against; null where nobody can. A ghost's is that
   * which it has played once more.
   * @param {Standing} racer
   * @returns {{ race: number, player: number } | null}
   * @private
   */
  gameOf({ player }) {
    const ghost = isGhost(player) && this.ghosts[ghostAt(player)]
    if (ghost) return ghost
    return this.counted ? { race: this.race, player } : null
  }

  /** Where somebody's replay is: an address that a reload, or a friend, finds. @param {Standing} racer @private */
  replayOf({ player }) {
    return replayAddress(this.race, [player])
  }

  /**
   * In how many moves the deal could have been won, and the way to see it; nothing for any deal.
   * @param {readonly unknown[]} solution
   * @private
   */
  solved({ length }) {
    const { words } = this.app
    const watch = words.text("ResultsScreen.watch-the-solution")
    const there = `#${replayAddress(this.race, [SOLUTION])}`
    return length > 0 && h(
      "p", { class: "solved" }, h("span", {}, solutionText(words, length)), h("a", { href: there }, watch))
  }

  /**
   * Why racers were stopped, and that nobody has beaten them; nothing if none were.
   * @private
   */
  why() {
    const { session, words } = this.app
    const { ends = new Map(), length = 0 } = session.race?.number === this.race ? session.race : {}
    const stopped = this.standings.filter(({ player, status }) => status === "stopped" && !isGhost(player))
    const bots = "ResultsScreen.bots-are-stopped-when-they-have-raced-on-alone"
    const why = [
      wereAlone(this.standings, ends, length) && words.text(bots),
      !this.winners.length && words.text("ResultsScreen.to-be-ahead-of-them-is-no-win"),
    ]
    return stopped.length > 0 && h("p", { class: "muted why" }, why.filter(Boolean).join(" "))
  }

  /** The milliseconds until the race was over, or nothing happened any more. @private */
  get length() {
    const { race } = this.app.session
    const { length = 0, curves = new Map() } = race?.number === this.race ? race : {}
    const points = [...curves.values()].map((curve) => curve.points.at(-1)?.[0] ?? 0)
    const reachedAt = this.standings.map(({ milliseconds }) => milliseconds)
    return Math.max(1000, length, ...reachedAt, ...points)
  }

  /**
   * Say whether the deal was the promised one, and show the proof.
   * @param {Message} results
   * @private
   */
  async check({ seed, commitment, settings }) {
    const { app } = this
    const { session, words } = app
    const verdict = await session.verdict(async (text) => sha256(text))
    if (verdict) {
      // What was checked is among the details where all is well; what is not is told at once.
      const told = verdict.texts.map((key) => words.text(key)).join(" ")
      write(this.verdict, verdict.fair ? words.text("ResultsScreen.the-deal-was-fair") : told)
      this.verdict.classList.add(verdict.fair ? "good" : "bad")
      if (verdict.fair) this.proof.append(h("p", { class: "muted" }, told))
    }
    await app.needGames()
    const entry = app.games.entry(settings.game)
    const usual = (entry?.options ?? []).map((each) => [each.name, each.default])
    const code = readableCode(dealCode(settings, seed, Object.fromEntries(usual)))
    const copied = (/** @type {string} */ key) => ({
      copy: words.text("DealCode.copy"),
      copied: () => this.app.tell(words.text(key)),
    })
    const seedCopied = copied("ResultsScreen.the-seed-is-on-the-clipboard")
    const codeCopied = copied("DealCode.the-deal-s-code-is-on-the-clipboard")
    this.proof.append(
      copyable(words.text("ResultsScreen.seed"), seed, seedCopied),
      copyable("SHA-256", commitment),
      copyable(words.text("DealCode.deal-code"), code, codeCopied),
    )
  }

  /** Say what comes next, and show one's own part in it. @private */
  showNext() {
    const { app } = this
    const { words } = app
    const { state, steps } = this.nextSteps()
    write(this.state, state)
    const shown = JSON.stringify(steps.map(({ key, main }) => [key, main]))
    if (this.next.dataset.shown === shown) return
    this.next.dataset.shown = shown
    const at = [...this.next.children].indexOf(/** @type {Element} */ (document.activeElement))
    const ways = steps.map(({ key, deed, main, tip }) =>
      button(words.text(key), deed, { class: main ? "main" : "", title: tip && words.text(tip) }),
    )
    fill(this.next, ...ways)
    if (at >= 0) ways[Math.min(at, ways.length - 1)].focus()
  }

  /**
   * What one can do for the next race, and what one waits for.
   * @returns {{ state: string, steps: { key: string, deed: () => void, main?: boolean, tip?: string }[] }}
   * @private
   */
  nextSteps() {
    const { app } = this
    const { session, words } = app
    const { room, me, isHost } = session
    const back = {
      key: session.dailyRoom ? "daily.daily-deal" : "ResultsScreen.back-to-the-room",
      deed: () => app.read(false),
    }
    const say = (/** @type {string} */ type, fields = {}) => () =>
      app.line.do((each) => each.say(type, fields))
    const isOver = room?.phase === "finished"
    if (session.dailyRoom) return { state: "", steps: [{ ...back, main: true }] }
    if (!room || (!isOver && room.phase !== "lobby")) {
      return { state: "", steps: [{ ...back, main: true }] }
    }
    const opened = searchText(words, room.search) || words.text(session.starting
      ? "room.the-race-starts-as-soon-as-everybody-is-ready"
      : "ResultsScreen.the-room-is-open-for-the-next-race")
    const waits = app.practising.alone ? "" : stateText(words, room, session.player)
    const state = isOver ? waits : opened
    const sit = { key: "RoomScreen.take-a-seat", deed: () => app.enter(room.code, true) }
    /** @type {{ key: string, deed: () => void, main?: boolean, tip?: string }[]} */
    const steps = me?.seated ? [back] : [back, { ...sit, main: !isOver && !isHost }]
    if (app.practising.alone && isOver) {
      steps.push(
        { key: "PracticeScreen.same-deal-again", deed: () => app.practising.again() },
        { key: "PracticeScreen.new-deal", deed: () => app.practising.anew(), main: true },
      )
    } else if (isHost) {
      const again = { key: rematchKey(room), deed: () => app.line.do((each) => each.rematch()), main: true }
      const start = { key: "RoomScreen.start", deed: say("start race"), main: true }
      if (session.offersSameDeal) {
        steps.push({
          key: "EveningScreen.same-deal-again", deed: () => app.line.do((each) => each.sameDealAgain()),
          tip: "EveningScreen.everybody-races-this-deal-once-more-it-counts",
        })
      }
      if (isOver) steps.push(again)
      else if (!waitedFor(room).length && room.search !== "looking") steps.push(start)
    } else if (me?.seated) {
      const ready = "ResultsScreen.ready-for-the-next-race"
      const key = me.ready ? "RoomScreen.not-ready-after-all" : ready
      steps.push({ key, deed: say("set ready", { ready: !me.ready }), main: !me.ready })
    }
    if (!steps.some(({ main }) => main)) steps[0] = { ...back, main: true }
    return { state, steps }
  }
}

/** A way to a screen aside, as a button. @param {string} text @param {string} where */
const way = (text, where) => h("a", { class: "button", href: `#${where}` }, text)
