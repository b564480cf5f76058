// The page as a whole: which screen is shown, what every screen is given, what is said aloud.

import { keep } from "./online/identity.mjs"
import { Lobby } from "./screens/lobby.mjs"
import { RaceScreen } from "./screens/race.mjs"
import { RoomScreen } from "./screens/room.mjs"
import { askName, askPassword } from "./widgets/ask.mjs"
import { button, fill, h, write } from "./widgets/dom.mjs"
import { now } from "./online/line.mjs"
import { Voice } from "./widgets/voice.mjs"

/** @typedef {import("./core/messages.mjs").Message} Message */
/** @typedef {import("./core/words.mjs").Words} Words */
/** @typedef {import("./online/line.mjs").Line} Line */
/** @typedef {import("./preferences.mjs").Chosen} Chosen */
/** @typedef {import("./core/race.mjs").Race} Race */

/**
 * What is shown in the page's stage. A screen is made when it is needed, told of everything that
 * changes, and forgotten when another takes its place.
 * @typedef {object} Screen
 * @property {HTMLElement} element
 * @property {() => string} title what it is, for the tab and for those who listen
 * @property {(messages: readonly Message[]) => void} update shows what is known now
 * @property {() => void} [closed] another screen takes its place
 * @property {HTMLElement} [first] what has the keys at first; without it, the stage has them
 * @property {() => string} [spoken] what is said when it comes, if not its title
 * @property {() => boolean} [back] Escape: returns whether there was anything to leave here
 */

/**
 * Screens to which one goes aside, by the first word of the address's fragment; each is loaded when
 * it is gone to first, and `rest` is what follows in the fragment.
 * @type {Record<string, (app: App, rest: string) => Promise<Screen>>}
 */
const ASIDE = {}

/** The screen that a race ends with, which is needed also where the line is lost by then. */
const RESULTS = () => import("./screens/results.mjs")
/** Milliseconds after which nothing of it holds up the first cards of a race. */
const FETCH_AHEAD = 4000

/** What screens are given: the line, the words, the settings, and how to go elsewhere. */
export class App {
  /**
   * @param {Line} line
   * @param {Words} words
   * @param {Chosen} chosen
   * @param {URL} root where the server is: rooms are at "r/CODE" below it
   */
  constructor(line, words, chosen, root) {
    this.line = line
    this.words = words
    this.chosen = chosen
    this.root = root
    /** @type {Screen | null} @private */
    this.screen = null
    /** What the screen is for: it stays while this does. @private */
    this.showing = ""
    /** The room that the address names, until one is in it or was refused. */
    this.invited = codeIn(location.pathname)
    /** Whether a seat is wanted there: at once, or when the race is over. */
    this.seat = false
    /** @type {{ race: number, screen: Promise<Screen> } | null} how the last race here ended */
    this.over = null
    /** Whether that is what is looked at. @private */
    this.reading = false
    /** What is written in the chat's field, and not sent. */
    this.draft = ""
    /** @private */
    this.stage = /** @type {HTMLElement} */ (document.getElementById("stage"))
    /** What was told last, and when. @private */
    this.told = ""
    /** @private */
    this.toldAt = -Infinity
    /** @private */
    this.news = /** @type {HTMLElement} */ (document.getElementById("news"))
    /** @private */
    this.voice = new Voice(
      /** @type {HTMLElement} */ (document.getElementById("polite")),
      /** @type {HTMLElement} */ (document.getElementById("urgent")),
      words.text("spoken.text--between-what-has-changed"),
    )
    /** What was said of the line, so that it is said once. @private */
    this.lineSaid = ""
  }

  get session() {
    return this.line.session
  }

  /** Show the first screen, and follow what happens. */
  start() {
    document.documentElement.lang = this.words.language
    this.dress()
    this.chosen.listen(() => this.dress())
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.dress())
    this.line.listen((messages) => this.update(messages))
    addEventListener("hashchange", () => this.update([]))
    addEventListener("popstate", () => this.update([]))
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented && !this.screen?.back?.()) this.goBack()
    })
    setInterval(() => this.tellLine(), 1000)
    import("./racing/commentator.mjs").then(({ Commentator }) => new Commentator(this))
    this.knock() // the server may have said welcome before the texts were here
    this.update([])
  }

  /**
   * Say something to those who listen.
   * @param {string} text
   * @param {boolean} [urgent]
   */
  say(text, urgent = false) {
    this.voice.say(text, urgent)
  }

  /**
   * Go aside, to "settings", "leaderboard/klondike" and the like.
   * @param {string} where
   */
  goTo(where) {
    location.hash = where
  }

  /** Come back from aside. */
  goBack() {
    if (!location.hash) return
    history.pushState(null, "", location.pathname)
    this.update([])
  }

  /**
   * Come into a room: with a seat, which needs a name, or only to watch.
   * @param {string} code
   * @param {boolean} seat
   */
  async enter(code, seat) {
    if (seat && !(await this.named())) return
    this.invited = code
    this.seat = seat
    this.knock()
  }

  /** Have a name, asking for one if need be; return whether there is one. */
  async named() {
    const { session } = this
    if (!session.guest) return true
    const name = await askName(this)
    return name !== null && !this.session.guest
  }

  /**
   * Look at the results of the last race here, or at the room again.
   * @param {boolean} wanted
   */
  read(wanted) {
    this.reading = wanted
    this.update([])
  }

  /** Leave the room. */
  leave() {
    this.invited = ""
    this.seat = false
    this.line.do((session) => session.say("leave room"))
  }

  // The works -----------------------------------------------------------------------------------

  /** @param {readonly Message[]} messages @private */
  update(messages) {
    const { session } = this
    for (const message of messages) {
      if (message.type === "welcome" || message.type === "new token") {
        if (session.token && !session.guest) keep({ name: session.name, token: session.token })
        if (message.type === "welcome") this.knock()
      }
      if (message.type === "problem") this.face(message)
      if (message.type === "room" || message.type === "results") this.sit()
      if (message.type === "results") this.keepResults()
      if (message.type === "race") setTimeout(() => RESULTS().catch(() => {}), FETCH_AHEAD)
      if (message.type === "countdown" && session.seated && location.hash) {
        history.replaceState(null, "", location.pathname) // whoever races comes back for it
      }
    }
    const { over } = this
    if (over && (!session.room || (session.race && session.race.number !== over.race))) {
      this.over = null
    }
    if (session.room && session.room.code === this.invited) this.invited = ""
    this.address()
    this.show()
    this.screen?.update(messages)
    this.tellLine()
  }

  /** Ask to be let in where the address leads. @private */
  knock() {
    const { session, invited } = this
    if (!session.welcomed) return
    if (!invited || session.room?.code === invited) return this.sit()
    if (session.room) session.say("leave room")
    if (this.seat) session.joinRoom(invited)
    else session.watchRoom(invited)
  }

  /** Take the seat that is wanted, if it can be: nobody sits down during a race. @private */
  sit() {
    const { seated, room } = this.session
    if (seated) this.seat = false
    if (!this.seat || !room || room.phase === "countdown" || room.phase === "running") return
    this.session.joinRoom(room.code)
  }

  /** Have the results ready to be read, and to be come back to. @private */
  keepResults() {
    const { results } = this.session
    if (!results || this.over?.race === results.race) return
    const screen = RESULTS().then(({ ResultsScreen }) => new ResultsScreen(this, results))
    screen.catch(() => (this.over = null)) // then the room is shown
    this.over = { race: results.race, screen }
    this.reading = true
  }

  /** @param {Message} problem @private */
  async face({ code, text = "" }) {
    if ((code === "wrong password" || code === "password needed") && this.invited) {
      const password = await askPassword(this, this.invited)
      if (password === null) this.invited = ""
      else if (this.seat) this.session.joinRoom(this.invited, password)
      else this.session.watchRoom(this.invited, password)
      return
    }
    if (code === "room full") this.seat = false
    if (code === "unknown room") this.invited = ""
    if (text) this.tell(this.words.translated("reasons", text))
  }

  /** Let the address be that of the room, so that a reload leads back. @private */
  address() {
    const code = this.session.room?.code ?? this.invited
    const path = new URL(code ? `r/${code}` : "./", this.root).pathname
    if (location.pathname !== path) history.replaceState(null, "", path + location.hash)
  }

  /** Show the screen that fits. @private */
  show() {
    const { session } = this
    const [where, ...rest] = location.hash.slice(1).split("/")
    const aside = ASIDE[where]
    if (aside) this.put(location.hash, () => aside(this, decodeURIComponent(rest.join("/"))))
    else if (!session.room) this.put("lobby", () => new Lobby(this))
    else if (this.over && this.reading) {
      const { race, screen } = this.over
      this.put(`results ${race}`, () => screen)
    } else if (session.race && !session.results) this.showRace(session.race)
    else this.put(`room ${session.room.code}`, () => new RoomScreen(this))
  }

  /** Show a race: to its racers their own board, to others all. @param {Race} race @private */
  showRace(race) {
    const { session } = this
    const own = race.standings.some(({ player }) => player === session.player)
    const watch = async () => {
      const { WatchScreen } = await import("./screens/watch.mjs")
      return new WatchScreen(this)
    }
    if (!own || !session.seated) this.put(`watch ${race.number}`, watch)
    else this.put(`race ${session.room?.code}`, () => new RaceScreen(this))
  }

  /**
   * @param {string} what
   * @param {() => Screen | Promise<Screen>} made
   * @private
   */
  async put(what, made) {
    if (what === this.showing) return
    this.showing = what
    /** @type {Screen} */
    let screen
    try {
      screen = await made()
    } catch {
      if (this.showing === what) this.showing = "" // its files did not come: with the next news
      return
    }
    if (this.showing !== what) {
      screen.closed?.()
      return
    }
    const talking = document.activeElement?.closest(".chat") !== null
    this.screen?.closed?.()
    this.screen = screen
    fill(this.stage, screen.element)
    screen.update([])
    document.title = `${screen.title()} – Samedeal`
    this.say(screen.spoken?.() ?? screen.title())
    // Who is saying something in the chat goes on with it.
    const field = talking && screen.element.querySelector(".chat input")
    if (field instanceof HTMLInputElement) {
      field.focus({ preventScroll: true })
      field.setSelectionRange(field.value.length, field.value.length)
    } else (screen.first ?? this.stage).focus({ preventScroll: true })
  }

  /** Put on the colours. @private */
  dress() {
    const { dataset } = document.documentElement
    dataset.theme = this.chosen.dark ? "dark" : "light"
    dataset.table = this.chosen.now.table
    dataset.motion = this.chosen.moves ? "full" : "none"
  }

  /**
   * Say something in the bar above everything, until something else is to be said there.
   * @param {string} text
   */
  tell(text) {
    this.told = text
    this.toldAt = now()
    this.tellLine()
    this.say(text, true)
  }

  /** Say how the line is, or what else there is to be told. @private */
  tellLine() {
    const { line, session, words, news } = this
    const server = location.host
    if (line.hopeless) {
      const text = words.translated("reasons", line.hopeless.text)
      this.inNews(text, null)
      this.sayOnce(text)
    } else if (line.lostSince !== null) {
      const seconds = Math.round(now() - line.lostSince)
      const lost = words.text("Link.the-connection-to-server-was-lost-coming-back", { server })
      const silent = words.text("Link.server-has-not-answered-for-seconds-s", { server, seconds })
      const again = button(words.text("StatusLine.try-now"), () => line.tryNow())
      this.inNews(session.welcomed ? silent : lost, again)
      this.sayOnce(lost) // and not every second for how long
    } else if (session.announcement) {
      this.inNews(session.announcement, null)
      this.sayOnce(session.announcement)
    } else if (this.told && now() - this.toldAt < 6) this.inNews(this.told, null)
    else {
      news.hidden = true
      if (this.lineSaid) this.say(words.text("Window.the-connection-stands"))
      this.lineSaid = ""
    }
  }

  /** Say how the line is, unless that was the last thing said of it. @param {string} text @private */
  sayOnce(text) {
    if (text !== this.lineSaid) this.say(text)
    this.lineSaid = text
  }

  /** @param {string} text @param {HTMLElement | null} beside @private */
  inNews(text, beside) {
    const { news } = this
    news.hidden = false
    if (news.firstChild?.textContent !== text) {
      fill(news, h("span", {}), beside)
      if (news.firstElementChild) write(news.firstElementChild, text)
    }
  }
}

/**
 * The code of a room in a path: "/r/DCEKKW".
 * @param {string} path
 */
const codeIn = (path) => /\/r\/([A-Za-z]{4,8})\/?$/.exec(path)?.[1].toUpperCase() ?? ""
