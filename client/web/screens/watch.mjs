// The race as who has no board in it sees it: everybody's boards, standings, curve, chat.

import { remarksIn } from "../core/rooms/attendance.mjs"
import { rivalNews, winNews } from "../core/commentary.mjs"
import { leaderOf } from "../core/racing/grid.mjs"
import { watchingText } from "../core/rooms/room_words.mjs"
import { clock, duration, gameTitle } from "../core/texts.mjs"
import { now } from "../online/line.mjs"
import { BoardsGrid } from "../racing/boards.mjs"
import { CurveView } from "../racing/curve_view.mjs"
import { LASTS } from "../racing/last_look.mjs"
import { Standings } from "../racing/standings.mjs"
import { Chat } from "../widgets/chat.mjs"
import { button, h, write } from "../widgets/dom.mjs"
import { leaveButton } from "../widgets/leave_button.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/messages.mjs").Standing} Standing */

/** Seconds before the end from which the clock is lit. */
const LAST = 60
/** The parts of a narrow screen, one of which is seen: their texts' keys. */
const PARTS = { boards: "RaceSide.boards", scores: "RaceSide.scores", talk: "ChatBox.chat" }

/** Whether the screen has its parts behind each other: see watch.css. */
const NARROW = matchMedia("(max-width: 48rem)")

/** Every racer's board, live; a click shows one large. */
export class WatchScreen {
  /** @param {App} app */
  constructor(app) {
    this.seen = "cards"
    /** @private */
    this.app = app
    const { words } = app
    /** @private */
    this.grid = new BoardsGrid(app, { enlarged: (player) => this.enlarged(player) })
    /** Why there are no boards. @private */
    this.unseen = h("p", { class: "unseen", role: "status", hidden: true })
    /** @private */
    this.standings = new Standings(app, (player) => this.grid.enlarge(player))
    /** @private */
    this.curve = new CurveView(app)
    /** @private */
    this.chat = new Chat(app)
    /** @private */
    this.game = h("h1")
    /** @private */
    this.clock = h("div", { class: "clock", role: "timer" })
    /** @private */
    this.limit = h("div", { class: "muted" })
    /** @private */
    this.about = h("p", { class: "muted about" })
    /** @private */
    this.watching = h("p", { class: "muted watching" })
    /** @private */
    this.seat = button(words.text("RoomScreen.take-a-seat"), () => this.wantSeat(), {
      class: "main switch",
      "aria-pressed": "false",
    })
    /** @private */
    this.follow = button(words.text("WatchScreen.follow-the-leader"), () => this.setFollowing(), {
      class: "switch",
      "aria-pressed": "false",
    })
    /** @private */
    this.all = button(words.text("boards.all-boards"), () => this.grid.enlarge(null), {
      class: "all",
      hidden: true,
    })
    /** @private */
    this.tabs = h("div", { class: "tabs" })
    for (const [part, key] of Object.entries(PARTS)) {
      const tab = button(words.text(key), () => this.turnTo(part))
      tab.dataset.part = part
      this.tabs.append(tab)
    }
    this.element = h(
      "div",
      { class: "watch" },
      h("section", { class: "panel watch-head" }, this.game, this.clock, this.limit),
      this.tabs,
      h("div", { class: "part boards-part" }, this.grid.element, this.unseen),
      h("div", { class: "part scores-part" }, this.standings.element, this.curve.element),
      h("div", { class: "part talk-part" }, this.watching, this.chat.element),
      h(
        "div",
        { class: "row ways" },
        leaveButton(app),
        this.follow,
        this.all,
        this.about,
        this.seat,
      ),
    )
    /** Whether the leader's board is the large one. @private */
    this.following = false
    /** @type {readonly Standing[]} how everybody stood when it was last told @private */
    this.stood = []
    /** Who has won last. @private */
    this.news = ""
    /** What had been said last when the chat was seen last. @type {unknown} @private */
    this.read = remarksIn(app.session.chat).at(-1)
    /** @private */
    this.timer = setInterval(() => this.tick(), 500)
    this.turnTo("boards")
  }

  title() {
    const { session, words } = this.app
    const game = gameTitle(words, session.room?.settings.game ?? "")
    return words.text("WatchScreen.watching-game", { game })
  }

  /** How long the boards stay on which the race has ended. */
  lingers() {
    return this.grid.element.offsetParent ? LASTS : 0
  }

  closed() {
    clearInterval(this.timer)
    this.grid.close()
  }

  /** Escape shows all boards again. */
  back() {
    const large = this.grid.shown !== null
    this.grid.enlarge(null)
    return large
  }

  update() {
    const { app } = this
    const { race, results } = app.session
    this.chat.update()
    this.showWatchers()
    this.showSeat()
    this.markUnread()
    if (!race) return
    this.showSettings(race.settings)
    this.grid.update()
    this.showUnseen()
    this.standings.update()
    if (race.standings !== this.stood) {
      const news = rivalNews(app.words, this.stood, race.standings, app.session.player)
      if (!results) for (const each of news) app.say(each)
      const wins = winNews(app.words, this.stood, race.standings, app.session.player)
      if (wins.length) write(this.about, (this.news = wins.join(" · ")))
      this.stood = race.standings
      this.lookAtLeader()
    }
  }

  // What is shown -------------------------------------------------------------------------------

  /** @param {import("../core/messages.mjs").Settings} settings @private */
  showSettings({ game, delay, time_limit }) {
    const { words } = this.app
    write(this.game, gameTitle(words, game))
    write(this.limit, words.text("RaceSide.left-of-time", { time: clock(time_limit) }))
    const [at, later] = matchMedia("(pointer: coarse)").matches
      ? ["page.you-are-watching-tap", "page.you-are-watching-later-tap"]
      : [
          "WatchScreen.you-are-watching-a-click-shows-a-board-large",
          "WatchScreen.you-are-watching-time-later-than-it-happens-a",
        ]
    const key = delay ? later : at
    // What a click does is known by now, or there is but one board.
    const unseen = this.grid.shown !== null || this.racers < 2 || !this.sees("boards")
    const needless = !delay && unseen
    const about = needless ? "" : words.text(key, { time: duration(words, delay) })
    const seat = words.text("page.you-take-a-seat-when-this-race-is-over")
    write(this.about, this.app.seat ? seat : this.news || about)
  }

  /** How many race. @private */
  get racers() {
    return this.app.session.race?.standings.length ?? 0
  }

  /** Say why there are no boards, where the server has said it. @private */
  showUnseen() {
    const { session, words } = this.app
    const none = !this.grid.count && session.announcement !== ""
    this.unseen.hidden = !none
    this.grid.element.hidden = none
    this.follow.hidden = none || this.racers < 2
    if (none) write(this.unseen, words.translated("reasons", session.announcement))
  }

  /** @private */
  showWatchers() {
    const { session, words } = this.app
    const watching = session.room ? watchingText(words, session.room) : ""
    write(this.watching, watching)
    this.watching.hidden = !watching
  }

  /** @private */
  showSeat() {
    const { app } = this
    const { session } = app
    const free = (session.room?.settings.seats ?? 0) - seatedIn(session.room?.members ?? [])
    this.seat.hidden = session.seated || (free <= 0 && !app.seat)
    this.seat.ariaPressed = String(app.seat)
  }

  /** @private */
  tick() {
    const { race, results } = this.app.session
    if (!race || results) return
    const left = race.remaining(now())
    write(this.clock, clock(Math.ceil(left)))
    this.clock.classList.toggle("late", left <= LAST)
    if (this.sees("scores")) this.curve.update(race.elapsed(now()))
  }

  // What who watches does -----------------------------------------------------------------------

  /** @private */
  wantSeat() {
    const { app } = this
    const code = app.session.room?.code
    if (app.seat) app.seat = false
    else if (code) app.enter(code, true)
    this.update()
  }

  /** @private */
  setFollowing(wanted = !this.following) {
    this.following = wanted
    this.follow.ariaPressed = String(wanted)
    this.lookAtLeader()
  }

  /** Show the board of whoever comes first, if that is wanted. @private */
  lookAtLeader() {
    if (!this.following) return
    this.grid.enlarge(leaderOf(this.stood))
  }

  /** @param {number | null} player @private */
  enlarged(player) {
    this.all.hidden = player === null
    const { race } = this.app.session
    if (race) this.showSettings(race.settings)
    if (player !== leaderOf(this.stood)) this.setFollowing(false) // one looks elsewhere
  }

  /** @param {string} part @private */
  turnTo(part) {
    this.element.dataset.part = part
    for (const tab of this.tabs.children) {
      if (tab instanceof HTMLElement) tab.ariaPressed = String(tab.dataset.part === part)
    }
    this.markUnread()
    this.tick()
    const { race } = this.app.session
    if (race) this.showSettings(race.settings)
  }

  /**
   * Whether a part is in sight: asked of no element, which would have to be laid out for that.
   * @param {string} part
   * @private
   */
  sees(part) {
    return !NARROW.matches || this.element.dataset.part === part
  }

  /** Mark the chat where something was said that was not in sight. @private */
  markUnread() {
    const last = remarksIn(this.app.session.chat).at(-1)
    if (this.sees("talk")) this.read = last
    this.tabs.lastElementChild?.classList.toggle("unread", this.read !== last)
  }
}

/** @param {readonly import("../core/messages.mjs").Member[]} members */
const seatedIn = (members) => members.filter(({ seated }) => seated).length
