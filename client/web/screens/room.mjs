// A room before and after a race: the invitation, who is there, and the way to the start.

import { roomNews } from "../core/commentary.mjs"
import {
  freeSeats, invitedText, rematchKey, remarks, settingsLines, settingsNews, stateText, waitedFor,
} from "../core/rooms/room_words.mjs"
import { seriesLines } from "../core/rooms/evening.mjs"
import { factsOf } from "../core/racing/words.mjs"
import { gameTitle, ghostName, joined } from "../core/texts.mjs"
import { now } from "../online/line.mjs"
import { EveningPanel } from "../racing/evening_panel.mjs"
import { practiceNote } from "../racing/practice.mjs"
import { primerOf } from "../racing/rules.mjs"
import { Chat } from "../widgets/chat.mjs"
import { DealSearch } from "../widgets/deal_search.mjs"
import { dayOf } from "../widgets/day.mjs"
import { bdi, button, fill, h, write } from "../widgets/dom.mjs"
import { GamePicture } from "../widgets/game_picture.mjs"
import { Invitation } from "../widgets/invitation.mjs"
import { leaveButton } from "../widgets/leave_button.mjs"
import { Members } from "../widgets/members.mjs"
import { Rules } from "../widgets/rules.mjs"
import { SureButton } from "../widgets/sure_button.mjs"

/** The key of how a change is told. */
const CHANGED = "RoomScreen.the-host-has-changed-the-room-news"
/** The same for who has to say again that they are ready. */
const CHANGED_AGAIN = "RoomScreen.the-host-has-changed-the-room-news-say-again"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/messages.mjs").Room} Room */

/**
 * Whether a start would look once more for what was looked for in vain.
 * @param {Room | null} room
 */
const looksAgain = (room) => room?.phase === "lobby" && room.search === "no deal"

/** The room that one is in. */
export class RoomScreen {
  /** @param {App} app */
  constructor(app) {
    /** @private */
    this.app = app
    const { words, session } = app
    const code = session.room?.code ?? ""
    /** Who has asked one to come, for who has no seat yet. @private */
    this.invited = h("p", { class: "panel invited", hidden: true })
    /** The room as it was shown last. @type {Room | null} @private */
    this.before = null
    /** @private */
    this.members = new Members(app)
    /** @private */
    this.search = new DealSearch(app)
    /** @private */
    this.chat = new Chat(app)
    /** @private */
    this.evening = new EveningPanel(app)
    /** @private */
    this.sameDeal = h("p", { class: "panel same-deal", hidden: true }, words.text("evening.the-same-deal-once-more-this-race-counts"))
    /** @private */
    this.rules = new Rules(app)
    /** @private */
    this.picture = new GamePicture(app)
    /** @private */
    this.game = h("h1", {})
    /** @private */
    this.settings = h("ul", { class: "settings-lines muted" })
    /** @private */
    this.change = button(words.text("RoomScreen.change"), () => {
      app.session.starting = false
      app.goTo("change-room")
    })
    /** @private */
    this.state = h("p", { class: "state muted" })
    /** @param {string} key @param {() => void} clicked @param {string} [kind] */
    const way = (key, clicked, kind = "") => button(words.text(key), clicked, { class: kind })
    /** @param {string} type @param {object} [fields] */
    const say = (type, fields) => () => app.line.do((s) => s.say(type, fields))
    /** @private */
    this.leave = leaveButton(app)
    /** @private */
    this.close = new SureButton(
      words.text("RoomScreen.close-the-room"),
      words.text("RoomScreen.really"),
      () => app.line.do((s) => s.closeRoom()),
      { asked: (question) => app.say(question, true) },
    ).element
    /** @private */
    this.results = way("RoomScreen.results", () => app.read(true))
    /** @private */
    this.stand = way("RoomScreen.only-watch", () => app.line.do((s) => s.watchRoom(code)))
    /** @private */
    this.sit = way("RoomScreen.take-a-seat", () => app.enter(code, true), "main")
    /** @private */
    this.anyway = way("RoomScreen.start-anyway", say("start race", { anyway: true }))
    /** @private */
    this.start = way("RoomScreen.start", () => {
      // The race was started already: nobody is asked again whether they are ready for it.
      const fields = looksAgain(app.session.room) ? { anyway: true } : {}
      app.line.do((s) => s.say("start race", fields))
    }, "main")
    /** @private */
    this.ready = way("RoomScreen.i-am-ready", () =>
      app.line.do((s) => s.say("set ready", { ready: !s.me?.ready })),
    )
    /** @private */
    this.rematch = way("room.rematch", () => app.line.do((s) => s.rematch()), "main")
    /** @private */
    this.again = way("EveningScreen.same-deal-again", () => app.line.do((s) => s.sameDealAgain()))
    this.again.title = words.text("EveningScreen.everybody-races-this-deal-once-more-it-counts")
    /** @private */
    this.number = h("div", { class: "number" })
    /** What to know before one's first race in a game. @private */
    this.primer = h("div", { class: "primer" })
    /** @private */
    this.countdown = h(
      "div",
      { class: "countdown", hidden: true, "aria-hidden": "true" },
      h("div", {}, this.number, this.primer),
    )
    const practice = session.room?.practice
    /** @private */
    this.invitation = practice || this.isClosed ? null : new Invitation(app, code)
    const above = practice ? practiceNote(app, practice) : this.invitation?.element
    const told = h(
      "details",
      { class: "panel rules-panel", open: matchMedia("(min-width: 48rem)").matches },
      h("summary", {}, words.text("PracticeScreen.rules")),
      this.rules.element,
    )
    const about = h(
      "section",
      { class: "panel game" },
      h("div", { class: "game-title" }, this.game, this.change),
      this.picture.element,
      this.settings,
    )
    this.element = h(
      "div",
      { class: "room" },
      this.invited,
      h(
        "div",
        { class: "room-parts" },
        h("div", { class: "room-main" },
          h("div", { class: "room-above" }, above, this.search.element, this.sameDeal, this.evening.element),
          this.members.element, told),
        h("aside", { class: "room-side" }, about, this.chat.element),
      ),
      h(
        "div",
        { class: "foot-bar" },
        h("div", { class: "row" }, this.leave, this.close, this.results, this.stand),
        this.state,
        h("div", { class: "row on" }, this.sit, this.anyway, this.start, this.ready, this.again, this.rematch),
      ),
      this.countdown,
    )
    /** @private */
    this.timer = setInterval(() => this.count(), 100)
    /** @private */
    this.unlisten = app.chosen.listen(() => this.picture.again())
    app.needGames()
  }

  /** Whether nobody else may come: a daily deal is raced against ghosts. @private */
  get isClosed() {
    const { room } = this.app.session
    return room !== null && room.ghosts.length > 0 && room.settings.seats === 1
  }

  title() {
    const { session, words } = this.app
    const { room } = session
    if (!room) return ""
    const names = room.members.map((member) =>
      [member.name, remarks(words, member, room.host, session.player)].filter(Boolean).join(" "),
    )
    return words.text("RoomScreen.game-room-code-here-names", {
      game: gameTitle(words, room.settings.game),
      code: room.code,
      names: names.slice(0, 16).join("; "),
    })
  }

  /** Who invites, to whom that is new; and what it is. */
  spoken() {
    return [this.invitedText, this.title()].filter(Boolean).join(". ")
  }

  /** @private */
  get invitedText() {
    const { session, words } = this.app
    return session.room ? invitedText(words, session.room, session.player) : ""
  }

  closed() {
    clearInterval(this.timer)
    this.evening.closed()
    this.unlisten()
  }

  update() {
    const { app } = this
    const { session, words } = app
    const { room } = session
    this.chat.update()
    this.count()
    if (!room) return
    this.evening.update()
    write(this.invited, this.invitedText)
    this.invited.hidden = !this.invited.textContent
    this.sameDeal.hidden = !room.sameDeal
    if (room.ghosts.length) fill(this.sameDeal, ...this.ghosts(room))
    const { me, isHost: host, seated } = session
    const lobby = room.phase === "lobby"
    const between = lobby || room.phase === "finished"
    const looking = lobby && room.search === "looking"
    this.members.show(room)
    this.search.show(room, host)
    this.invitation?.fold(!host || room.members.length > 1)
    this.rules.show(room.settings.game)
    this.picture.show(room.settings.game)
    write(this.game, gameTitle(words, room.settings.game))
    const lines = [
      ...seriesLines(words, room.settings.series), ...settingsLines(words, app.games, room.settings),
    ]
    if (room.locked) lines.push(words.text("RoomScreen.with-a-password"))
    if (this.settings.textContent !== lines.join("")) {
      fill(this.settings, ...lines.map((line) => h("li", {}, line)))
    }
    const waiting = waitedFor(room)
    this.change.hidden = !(between && host) || room.practice !== null || room.ghosts.length > 0
    const readiness = me?.ready ? "RoomScreen.not-ready-after-all" : "RoomScreen.i-am-ready"
    write(this.ready, words.text(readiness))
    this.ready.className = me?.ready ? "" : "main"
    this.ready.hidden = !(between && seated && !host)
    this.start.hidden = !(lobby && host && !looking)
    const again = looksAgain(room)
    this.start.disabled = waiting.length > 0 && !again
    write(this.start, words.text(again ? "RoomScreen.look-again" : "RoomScreen.start"))
    this.anyway.hidden = !(lobby && host && waiting.length > 0 && !looking && !again)
    this.rematch.hidden = !(room.phase === "finished" && host)
    this.again.hidden = !session.offersSameDeal || app.practising.alone
    write(this.rematch, words.text(rematchKey(room)))
    this.close.hidden = !host
    this.results.hidden = !app.over
    this.sit.hidden = !(between && !seated && freeSeats(room) > 0)
    this.stand.hidden = !(between && seated)
    const soon = waiting.length > 0 && session.starting && lobby
    write(this.state, soon
      ? words.text("room.the-race-starts-as-soon-as-everybody-is-ready")
      : stateText(words, room, session.player))
    if (this.before && this.before !== room) this.tellNews(this.before, room)
    this.before = room
  }

  /** The game, and the names of who has a seat. @param {Room} room @private */
  racers({ settings, members }) {
    const names = members.filter((each) => each.seated).flatMap(({ name }) => [" · ", bdi(name)])
    return h("p", {}, h("b", {}, gameTitle(this.app.words, settings.game)), h("br"), ...names.slice(1))
  }

  /**
   * Against whom the room races, a line each, and that nothing counts.
   * @param {Room} room
   * @private
   */
  ghosts({ ghosts }) {
    const { words } = this.app
    const lines = ghosts.map((ghost) => {
      const made = joined(words, factsOf(words, { ...ghost, level: 0 }))
      return h("span", { class: "ghost" },
        h("b", {}, bdi(ghostName(words, ghost.name))), " · ", dayOf(words, ghost.at), ` · ${made}`)
    })
    return [...lines, words.text("ghosts.against-a-game-of-before-this-race-counts")]
  }

  /**
   * Say what others did since, and what that means for the start.
   * @param {Room} before
   * @param {Room} room
   * @private
   */
  tellNews(before, room) {
    const { app } = this
    const { session, words } = app
    const changed = JSON.stringify(before.settings) !== JSON.stringify(room.settings)
    // The server itself has the next game of a series come.
    const goesOn = before.phase === "finished" && room.settings.series
    if (changed && !session.isHost && !goesOn) {
      const wasReady = before.members.some(
        ({ player, ready }) => player === session.player && ready,
      )
      const { game } = room.settings
      const told = settingsNews(words, app.games, before.settings, room.settings)
      // Of another game, the news begin with its name.
      const named = before.settings.game === game ? [gameTitle(words, game), told] : [told]
      const news = named.filter(Boolean).join(" · ")
      app.tell(words.text(session.seated && wasReady ? CHANGED_AGAIN : CHANGED, { news }))
    }
    if (before.search === "looking" && room.search === "none" && room.phase === "lobby" && !session.isHost) {
      app.tell(words.text("RoomScreen.no-deal-is-being-looked-for-any-more"))
    }
    if (room.phase !== before.phase) return // with a race, all are ready no more: that is no news
    const news = roomNews(words, before.members, room.members, session.player)
    if (news.length) {
      const end = words.text("texts.text--ends-a-sentence")
      app.say([...news, this.state.textContent].filter(Boolean).join(`${end} `))
    }
  }

  /** Show how long it is until the race. @private */
  count() {
    const { countdown } = this.app.session
    this.search.tick()
    this.countdown.hidden = !countdown
    if (!countdown) return
    const left = Math.max(0, Math.ceil(countdown.starts - now()))
    if (this.number.textContent === String(left)) return
    fill(this.number, h("span", {}, String(left)))
    const { seated, room } = this.app.session
    const lines = primerOf(this.app, room?.settings.game ?? "")
    // Who watches reads who is about to race.
    fill(this.primer, !seated && room && this.racers(room), ...lines.map((line) => h("p", {}, line)))
  }
}
