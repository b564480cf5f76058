// The page as a whole: which screen is shown, what every screen is given, what is said aloud.

import { keep } from "./online/identity.mjs"
import { Lobby } from "./screens/lobby.mjs"
import { RaceScreen } from "./screens/race.mjs"
import { RoomScreen } from "./screens/room.mjs"
import { askName, askPassword } from "./widgets/ask.mjs"
import { button, fill, h, styled, write } from "./widgets/dom.mjs"
import { now } from "./online/line.mjs"

/** @typedef {import("./core/messages.mjs").Message} Message */
/** @typedef {import("./core/words.mjs").Words} Words */
/** @typedef {import("./online/line.mjs").Line} Line */
/** @typedef {import("./preferences.mjs").Chosen} Chosen */

/**
 * What is shown in the page's stage. A screen is made when it is needed, told of everything that
 * changes, and forgotten when another takes its place.
 * @typedef {object} Screen
 * @property {HTMLElement} element
 * @property {() => string} title what it is, for the tab and for those who listen
 * @property {(messages: readonly Message[]) => void} update shows what is known now
 * @property {() => void} [closed] another screen takes its place
 * @property {() => boolean} [back] Escape: returns whether there was anything to leave here
 * @property {(problem: Message) => boolean} [refused] the server has refused something: returns
 *   whether it is said here, beside what it is about
 */

/**
 * Screens to which one goes aside, by the first word of the address's fragment; each is loaded when
 * it is gone to first, and `rest` is what follows in the fragment.
 * @type {Record<string, (app: App, rest: string) => Promise<Screen>>}
 */
const ASIDE = {
  leaderboard: async (app, rest) => {
    const style = recordsStyle()
    const [{ leaderboardScreen }] = await Promise.all([import("./screens/leaderboard.mjs"), style])
    return leaderboardScreen(app, rest)
  },
  player: async (app, rest) => {
    const style = recordsStyle()
    const [{ profileScreen }] = await Promise.all([import("./screens/profile.mjs"), style])
    return profileScreen(app, rest)
  },
  replay: async (app, rest) => {
    const style = styled("styles/replay.css")
    const [{ replayScreen }] = await Promise.all([import("./screens/replay.mjs"), style])
    return replayScreen(app, rest)
  },
}
const recordsStyle = () => styled("styles/records.css")

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
    /** Whether a seat is wanted in it, and not only a look. @private */
    this.seat = false
    /** @private */
    this.stage = /** @type {HTMLElement} */ (document.getElementById("stage"))
    /** What was told last, and when. @private */
    this.told = ""
    /** @private */
    this.toldAt = -Infinity
    /** @private */
    this.news = /** @type {HTMLElement} */ (document.getElementById("news"))
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
    markEntry(false)
    addEventListener("hashchange", () => {
      markEntry(true)
      this.update([])
    })
    addEventListener("popstate", () => this.update([]))
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented && !this.screen?.back?.()) this.goBack()
    })
    setInterval(() => this.tellLine(), 1000)
    this.knock() // the server may have said welcome before the texts were here
    this.update([])
  }

  /**
   * Say something to those who listen.
   * @param {string} text
   * @param {boolean} [urgent]
   */
  say(text, urgent = false) {
    if (!text) return
    const region = document.getElementById(urgent ? "urgent" : "polite")
    // A line of its own each time, so that the same words are heard again.
    const line = h("p", {}, text)
    region?.append(line)
    while (region && region.children.length > 5) region.firstChild?.remove()
  }

  /**
   * Go aside, to "settings", "leaderboard/klondike" and the like.
   * @param {string} where
   */
  goTo(where) {
    location.hash = where
  }

  /**
   * Let the address say what the screen aside shows now, for a reload and for friends.
   * @param {string} where as for `goTo`
   */
  readdress(where) {
    this.showing = `#${where}`
    if (location.hash !== this.showing) history.replaceState(history.state, "", this.showing)
  }

  /** Come back from aside: to where one came from, or else to the lobby or the room. */
  goBack() {
    if (!location.hash) return
    if (history.state?.within) return history.back()
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

  /** Leave the room. */
  leave() {
    this.invited = ""
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
    if (!session.welcomed || !invited || session.room?.code === invited) {
      if (this.seat && session.room && !session.seated) session.joinRoom(session.room.code)
      this.seat = false
      return
    }
    if (session.room) session.say("leave room")
    if (this.seat) session.joinRoom(invited)
    else session.watchRoom(invited)
  }

  /** @param {Message} problem @private */
  async face(problem) {
    const { code, text = "" } = problem
    if ((code === "wrong password" || code === "password needed") && this.invited) {
      const password = await askPassword(this, this.invited)
      if (password === null) this.invited = ""
      else if (this.seat) this.session.joinRoom(this.invited, password)
      else this.session.watchRoom(this.invited, password)
      return
    }
    if (code === "unknown room") this.invited = ""
    if (this.screen?.refused?.(problem)) return
    if (text) this.tell(this.words.translated("reasons", text))
  }

  /** Let the address be that of the room, so that a reload leads back. @private */
  address() {
    const code = this.session.room?.code ?? this.invited
    const path = new URL(code ? `r/${code}` : "./", this.root).pathname
    if (location.pathname !== path) history.replaceState(history.state, "", path + location.hash)
  }

  /** Show the screen that fits. @private */
  show() {
    const { session } = this
    const [where, ...rest] = location.hash.slice(1).split("/")
    const aside = ASIDE[where]
    if (aside) this.put(location.hash, () => aside(this, decodeURIComponent(rest.join("/"))))
    else if (!session.room) this.put("lobby", () => new Lobby(this))
    else if (session.race) this.put(`race ${session.room.code}`, () => new RaceScreen(this))
    else this.put(`room ${session.room.code}`, () => new RoomScreen(this))
  }

  /**
   * @param {string} what
   * @param {() => Screen | Promise<Screen>} made
   * @private
   */
  async put(what, made) {
    if (what === this.showing) return
    this.showing = what
    const screen = await made()
    if (this.showing !== what) return
    this.screen?.closed?.()
    this.screen = screen
    fill(this.stage, screen.element)
    screen.update([])
    document.title = `${screen.title()} – Samedeal`
    this.say(screen.title())
    this.stage.focus({ preventScroll: true })
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
      this.inNews(words.translated("reasons", line.hopeless.text), null)
    } else if (line.lostSince !== null) {
      const seconds = Math.round(now() - line.lostSince)
      const key = session.welcomed ? "Link.server-has-not-answered-for-seconds-s" : "Link.the-connection-to-server-was-lost-coming-back"
      const text = words.text(key, { server, seconds })
      this.inNews(text, button(words.text("StatusLine.try-now"), () => line.tryNow()))
    } else if (session.announcement) this.inNews(session.announcement, null)
    else if (this.told && now() - this.toldAt < 6) this.inNews(this.told, null)
    else news.hidden = true
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
 * Note of a new entry of the browser's history whether one came to it from within the page.
 * @param {boolean} within
 */
function markEntry(within) {
  if (history.state === null) history.replaceState({ within }, "")
}

/**
 * The code of a room in a path: "/r/DCEKKW".
 * @param {string} path
 */
const codeIn = (path) => /\/r\/([A-Za-z]{4,8})\/?$/.exec(path)?.[1].toUpperCase() ?? ""
