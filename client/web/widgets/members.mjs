// Who is in a room, and what its host can do about each.

import { freeSeatsText, remarks } from "../core/rooms/room_words.mjs"
import { bdi, button, fill, h, write } from "./dom.mjs"
import { SureButton } from "./sure_button.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/messages.mjs").Member} Member */
/** @typedef {import("../core/messages.mjs").Room} Room */

/** Members that have a row: nobody reads more. */
const MOST_ROWS = 100
/** More rows and free seats than these stand in two columns where they are places at a table. */
const MANY = 8
/** Milliseconds of delay from which it is told with emphasis. */
const SLOW = 250

/** What bots of each level are like, the first below. */
const LEVELS = [
  "levels.level-1-has-just-learnt-the-rules",
  "levels.level-2-plays-what-comes-to-hand",
  "levels.level-3-thinks-ahead",
  "levels.level-4-reckons-with-hidden-cards",
  "levels.level-5-reckons-the-most-and-is-quick",
]

/** Where the choice of a bot's level has no room for what the level means. */
const NARROW = "(max-width: 40rem)"
/** What stands between a level and its meaning, in any language. */
const COLON = /\s*[:：]\s*/

/** The free seats, then a row for each racer, and a row for each spectator. */
export class Members {
  /** @param {App} app */
  constructor(app) {
    /** @private */
    this.app = app
    /** @type {Map<number, MemberRow>} @private */
    this.rows = new Map()
    /** @private */
    this.free = h("p", { class: "muted" })
    /** @private */
    this.list = h("ul", {
      class: "members", "aria-label": app.words.text("LeaderboardScreen.players"),
    })
    /** A line for each free seat, as far as there is room: they are counted above. @private */
    this.seats = h("div", { class: "free-seats", "aria-hidden": "true" })
    /** @private */
    this.more = h("p", { class: "muted" })
    /** @private */
    this.guests = h("p", { class: "muted" })
    /** Which level a bot is to have that is called. @private */
    this.level = h("select", { "aria-label": app.words.text("MemberList.call-a-bot") })
    /** What it means, where the choice has room for its number alone. @private */
    this.meaning = h("p", { class: "muted level-meaning", hidden: !matchMedia(NARROW).matches })
    const levels = LEVELS.map((key) => app.words.text(key).split(COLON))
    fill(this.level, ...levels.map(([level], i) =>
      h("option", { value: i + 1 }, this.meaning.hidden ? app.words.text(LEVELS[i]) : level)))
    this.level.value = String(app.chosen.now.botLevel)
    const mean = () => write(this.meaning, levels[Number(this.level.value) - 1]?.[1] ?? "")
    this.level.addEventListener("change", mean)
    mean()
    const call = button(app.words.text("MemberList.call-a-bot"), () => this.callBot(), { class: "narrow" })
    /** @private */
    this.call = h("div", { class: "call-bot", hidden: true }, call, this.level, this.meaning)
    this.element = h("section", { class: "panel members-panel" }, this.free, this.call, this.list, this.seats, this.more, this.guests)
  }

  /** Have one of the server's own bots come, and remember its level. @private */
  callBot() {
    const { app } = this
    const level = Number(this.level.value)
    app.chosen.set({ botLevel: level })
    app.session.starting = false // the bot is to be in it, too
    app.line.do((session) => session.say("call bot", { level }))
  }

  /** @param {Room} room */
  show(room) {
    const { app } = this
    const { words } = app
    const racers = room.members.filter(({ seated }) => seated)
    const others = room.members.filter(({ seated }) => !seated)
    const shown = [...racers, ...others].slice(0, MOST_ROWS)
    const here = new Set(shown.map(({ player }) => player))
    for (const [player, row] of this.rows) {
      if (here.has(player)) continue
      row.element.remove()
      this.rows.delete(player)
    }
    shown.forEach((member, i) => {
      const row = this.rows.get(member.player) ?? new MemberRow(app, member.player)
      this.rows.set(member.player, row)
      row.show(member, room.host)
      if (this.list.children[i] !== row.element) {
        this.list.insertBefore(row.element, this.list.children[i] ?? null)
      }
    })
    const free = Math.max(0, room.settings.seats - racers.length)
    while (this.seats.children.length > free) this.seats.lastChild?.remove()
    while (this.seats.children.length < free) this.seats.append(h("i"))
    const { session } = app
    const open = room.phase === "lobby" || room.phase === "finished"
    this.call.hidden = !(session.isHost && session.bots && open && free)
    this.element.classList.toggle("many", shown.length + free > MANY)
    const hidden = room.members.length - shown.length
    write(this.free, freeSeatsText(words, room))
    write(this.more, hidden ? words.text("members.and-n-more", {}, hidden) : "")
    const guests = "texts.n-watching-without-a-name"
    write(this.guests, room.guests ? words.text(guests, {}, room.guests) : "")
    this.more.hidden = !hidden
    this.guests.hidden = !room.guests
  }
}

/** A dot for ready, the name, what else to say, the delay; and for the host, two buttons. */
class MemberRow {
  /**
   * @param {App} app
   * @param {number} player
   */
  constructor(app, player) {
    /** @private */
    this.app = app
    /** @private */
    this.player = player
    /** What is shown now. @private */
    this.shown = ""
    const { words } = app
    /** @private */
    this.dot = h("i", { class: "dot" })
    /** @private */
    this.name = h("a", { class: "name", href: `#player/${player}` })
    /** @private */
    this.remarks = h("span", { class: "muted" })
    /** @private */
    this.ping = h("span", { class: "ping muted" })
    /** Whether a click takes the word away, or gives it back. @private */
    this.mutes = true
    /** @private */
    this.mute = button(words.text("MemberRow.mute"), () => {
      app.line.do((session) => session.say("mute", { player, muted: this.mutes }))
    }, { class: "narrow" })
    /** @private */
    this.away = new SureButton(
      words.text("MemberRow.send-away"),
      words.text("MemberRow.really"),
      () => app.line.do((session) => session.say("kick", { player })),
      { asked: (question) => app.say(question, true) },
    ).element
    this.away.classList.add("narrow")
    /** @private */
    this.ways = h("span", { class: "ways" }, this.mute, this.away)
    this.element = h(
      "li",
      { class: "member" },
      this.dot,
      h("span", { class: "told" }, this.name, this.remarks),
      this.ping,
      this.ways,
    )
  }

  /** @param {Member} member @param {number} host */
  show(member, host) {
    const { session, words } = this.app
    const shown = JSON.stringify([member, host, session.player])
    if (shown === this.shown) return
    this.shown = shown
    const { seated, connected, ping, player, bot } = member
    const ready = seated && (member.ready || player === host)
    this.dot.className = `dot${ready ? " ready" : ""}${seated ? "" : " none"}`
    if (this.name.textContent !== member.name) fill(this.name, bdi(member.name))
    this.element.classList.toggle("away", !connected)
    write(this.remarks, remarks(words, member, host, session.player))
    write(this.ping, ping && connected ? `${ping} ms` : "")
    this.ping.classList.toggle("warning", ping >= SLOW)
    this.mutes = !member.muted
    write(this.mute, words.text(this.mutes ? "MemberRow.mute" : "MemberRow.unmute"))
    this.mute.setAttribute("aria-label", `${this.mute.textContent}: ${member.name}`)
    this.mute.hidden = bot
    this.away.setAttribute("aria-describedby", this.nameId)
    this.ways.hidden = !session.isHost || player === session.player
  }

  /** @private */
  get nameId() {
    this.name.id = `member-${this.player}`
    return this.name.id
  }
}
