// The rooms of a server as rows, the open ones first, each with the ways into it.

import { dealsText } from "../core/rooms/deals.mjs"
import { seriesTitle } from "../core/rooms/evening.mjs"
import { kindText } from "../core/rooms/room_words.mjs"
import { clock, duration, gameTitle, joined, phaseText } from "../core/texts.mjs"
import { now } from "../online/line.mjs"
import { bdi, button, fill, h, write } from "./dom.mjs"
import { GamePicture } from "./game_picture.mjs"
import { GameTiles } from "./game_tiles.mjs"
import { shareButton } from "./share.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/messages.mjs").RoomInfo} RoomInfo */

/** Rooms that have a row: as many as a server lists, unless its operator wants it otherwise. */
const MOST_ROWS = 100

/** @param {RoomInfo} room */
const underWay = ({ phase }) => phase === "countdown" || phase === "running"

/** The open rooms, and below them the races under way. */
export class RoomRows {
  /** @param {App} app */
  constructor(app) {
    /** @private */
    this.app = app
    const { words } = app
    /** @type {Map<string, RoomRow>} @private */
    this.rows = new Map()
    /** @private */
    this.open = h("ul", { class: "rows" })
    /** @private */
    this.racing = h("ul", { class: "rows" })
    /** @private */
    this.sections = [
      h("section", {}, h("h2", {}, words.text("RoomList.open-rooms")), this.open),
      h("section", {}, h("h2", {}, words.text("RoomList.races-under-way")), this.racing),
    ]
    /** @private */
    this.more = h("p", { class: "muted" })
    /** @private */
    this.tiles = new GameTiles(app)
    const home = `${location.origin}/`
    /** @private */
    this.offer = h("b", {})
    const begin = h(
      "div",
      { class: "panel none" },
      h("p", {}, this.offer),
      this.tiles.element,
      h("p", { class: "muted" }, words.text("LobbyScreen.with-friends-make-a-room-and-send-them-its-link")),
      h("p", { class: "home" }, h("b", {}, home), shareButton(app, () => home, () => "Samedeal")),
    )
    this.element = h("div", { class: "rooms" }, ...this.sections, this.more, begin)
    this.element.addEventListener("keydown", (event) => this.moved(event))
  }

  /**
   * Show these rooms, each kind in the order given, and how many `more` there are.
   * @param {readonly RoomInfo[]} rooms
   * @param {number} more
   */
  show(rooms, more) {
    const { words } = this.app
    const shown = rooms.slice(0, MOST_ROWS)
    const known = new Set(shown.map(({ code }) => code))
    for (const code of this.rows.keys()) if (!known.has(code)) this.rows.delete(code)
    for (const room of shown) {
      const row = this.rows.get(room.code) ?? new RoomRow(this.app, room.code)
      this.rows.set(room.code, row)
      row.show(room)
    }
    const [still, racing] = [shown.filter((room) => !underWay(room)), shown.filter(underWay)]
    this.put(this.open, still)
    this.put(this.racing, racing)
    this.sections[0].hidden = !still.length
    this.sections[1].hidden = !racing.length
    const offer = shown.length ? "page.or-pick-a-game-for-a-room" : "page.pick-a-game-for-a-room"
    write(this.offer, words.text(offer))
    const beyond = more + rooms.length - shown.length
    this.more.hidden = !beyond
    const key = "room_list.and-n-more-rooms-whoever-has-the-code-of-one"
    write(this.more, words.text(key, {}, beyond))
  }

  /** Show how much time is left, as it goes by. */
  tick() {
    for (const row of this.rows.values()) row.tick()
  }

  /** Draw the pictures again, if they have to look otherwise now. */
  dress() {
    for (const row of this.rows.values()) row.picture.again()
    this.tiles.dress()
  }

  /** Put rows in their order; those in their places stay, with the keyboard in them.
   * @param {HTMLElement} list
   * @param {readonly RoomInfo[]} rooms
   * @private
   */
  put(list, rooms) {
    const wanted = rooms.map(({ code }) => /** @type {RoomRow} */ (this.rows.get(code)).element)
    for (const child of [...list.children]) {
      if (!wanted.includes(/** @type {HTMLLIElement} */ (child))) child.remove()
    }
    wanted.forEach((row, i) => {
      if (list.children[i] !== row) list.insertBefore(row, list.children[i] ?? null)
    })
  }

  /** @param {KeyboardEvent} event @private */
  moved(event) {
    const steps = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    const here = event.target instanceof Element ? event.target.closest("li") : null
    if (!steps || !here) return
    const rows = [...this.element.querySelectorAll("li")]
    const next = rows[rows.indexOf(here) + steps]
    const kind = event.target instanceof Element && event.target.classList.contains("join")
    const ways = next ? [...next.querySelectorAll("button")].filter((way) => !way.disabled) : []
    const way = kind ? ways[0] : ways.at(-1)
    if (!way) return
    event.preventDefault()
    way.focus()
  }
}

/** One room: what is played, who hosts it, who is there, and the ways in. */
class RoomRow {
  /**
   * @param {App} app
   * @param {string} code
   */
  constructor(app, code) {
    /** @private */
    this.app = app
    const { words } = app
    this.picture = new GamePicture(app)
    /** @type {RoomInfo | null} @private */
    this.room = null
    /** When this was heard of the room. @private */
    this.since = 0
    const lock = words.text("Padlock.this-room-asks-for-a-password")
    /** @private */
    this.lock = h("span", { class: "lock", role: "img", "aria-label": lock, title: lock })
    /** @private */
    this.game = h("b", { class: "game" })
    /** @private */
    this.about = h("span", { class: "about muted" })
    /** @private */
    this.people = h("span", {})
    /** @private */
    this.watching = h("span", { class: "muted" })
    /** @private */
    this.state = h("span", { class: "time" })
    /** @private */
    this.join = button(words.text("RoomRow.join"), () => app.enter(code, true), { class: "join" })
    /** @private */
    this.watch = button(words.text("RoomRow.watch"), () => app.enter(code, false))
    this.element = h(
      "li",
      { class: "room-row panel" },
      this.picture.element,
      h("div", { class: "what" }, h("span", { class: "titled" }, this.lock, this.game), this.about),
      h(
        "div",
        { class: "under" },
        h("div", { class: "who" }, this.people, this.watching),
        h("div", { class: "when" }, this.state, h("span", { class: "muted code" }, code)),
      ),
      h("div", { class: "ways" }, this.join, this.watch),
    )
    this.element.addEventListener("dblclick", () => this.enter())
  }

  /**
   * Show a room as it is now.
   * @param {RoomInfo} room
   */
  show(room) {
    const { words, games } = this.app
    this.room = room
    this.since = now()
    const { settings, racers, spectators } = room
    const title = gameTitle(words, settings.game)
    this.picture.show(settings.game)
    write(this.game, title)
    this.lock.hidden = !room.locked
    const taken = words.text("room_list.taken-of-n-seats", { taken: racers }, settings.seats)
    const racing = words.text("room_list.n-racers", {}, racers)
    write(this.people, underWay(room) ? racing : taken)
    write(this.watching, spectators ? words.text("room_list.n-watching", {}, spectators) : "")
    this.join.hidden = underWay(room)
    this.join.disabled = racers >= settings.seats
    const options = games.briefOptionsText(words, settings.game, settings.options ?? {})
    const deals = dealsText(words, settings.deals)
    const kind = kindText(words, settings)
    const series = seriesTitle(words, settings.series)
    const about = [series, kind, deals, options].filter(Boolean)
    fill(this.about, bdi(room.host), ...about.map((fact) => ` · ${fact}`))
    this.tick()
    const whose = words.text("RoomRow.game-host-name", { game: title, name: room.host })
    const told = [
      whose, this.people.textContent, this.watching.textContent, series, kind, deals,
      room.locked ? words.text("RoomRow.with-a-password") : "",
    ]
    const full = joined(words, told.filter((part) => part !== null && part !== ""))
    this.join.setAttribute("aria-label", words.text("RoomRow.join-room", { room: full }))
    this.watch.setAttribute("aria-label", words.text("RoomRow.watch-room", { room: full }))
  }

  /** Show how much time is left. */
  tick() {
    const { room } = this
    const { words } = this.app
    if (!room) return
    const limit = room.settings.time_limit
    if (room.phase === "running") {
      const gone = (room.elapsed ?? 0) / 1000 + now() - this.since
      const time = clock(Math.max(0, limit - gone))
      write(this.state, words.text("RoomRow.time-left", { time }))
    } else if (room.phase === "lobby") write(this.state, duration(words, limit))
    else write(this.state, phaseText(words, room.phase))
  }

  /** Go in by the likeliest way. @private */
  enter() {
    if (!this.room) return
    const full = this.room.racers >= this.room.settings.seats
    this.app.enter(this.room.code, !full && !underWay(this.room))
  }
}
