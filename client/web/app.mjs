// The page as a whole: which screen is shown, what every screen is given, what is said aloud.

import { knownOf, missedText } from "./core/rooms/absence.mjs"
import { Catalogue } from "./core/rooms/catalogue.mjs"
import { replayAddress, replayOf } from "./core/records/addresses.mjs"
import { courtLetters, reasonText, sentence, stoppingText } from "./core/texts.mjs"
import { addRules, hasTexts, needTexts, wordsFor } from "./language.mjs"
import { catalogue } from "./online/games.mjs"
import { forget, forgetOne, keep } from "./online/identity.mjs"
import { now } from "./online/line.mjs"
import { Practising } from "./practising.mjs"
import { LastLook } from "./racing/last_look.mjs"
import { screens } from "./screens.mjs"
import { RaceScreen } from "./screens/race.mjs"
import { marked } from "./seen.mjs"
import { askName, askPassword, askServer } from "./widgets/ask.mjs"
import { button, fill, h, write } from "./widgets/dom.mjs"
import { Header } from "./widgets/header.mjs"
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
 * @property {() => number} [lingers] for how many milliseconds it stays when the results of a race
 *   have come; without it, for none
 * @property {() => boolean} [back] Escape: returns whether there was anything to leave here
 * @property {(problem: Message) => boolean} [refused] the server has refused something: returns
 *   whether it is said here, beside what it is about
 * @property {string} [seen] the mark that it makes when what one came for is seen (`seen.mjs`);
 *   without it, that is as soon as it is shown
 */

/**
 * Screens to which one goes aside, by the first word of the address's fragment; each is loaded when
 * it is gone to first, and `rest` is what follows in the fragment.
 * @type {Record<string, (app: App, rest: string) => Promise<Screen>>}
 */
const ASIDE = {
  "make-room": async (app, rest) => new (await screens.makeRoom()).MakeRoom(app, rest),
  "change-room": async (app) => new (await screens.makeRoom()).ChangeRoom(app),
  settings: async (app) => new (await screens.settings()).SettingsScreen(app),
  leaderboard: async (app, rest) => (await screens.leaderboard()).leaderboardScreen(app, rest),
  overview: async (app) => (await screens.overview()).overviewScreen(app),
  evening: async (app, rest) => (await screens.evening()).eveningScreen(app, rest),
  evenings: async (app) => (await screens.evenings()).eveningsScreen(app),
  ratings: async (app, rest) => (await screens.ratings()).ratingsScreen(app, rest),
  player: async (app, rest) => (await screens.profile()).profileScreen(app, rest),
  daily: async (app, rest) => new (await screens.daily()).DailyScreen(app, rest),
  replay: async (app, rest) => (await screens.replay()).replayScreen(app, rest),
}

/** Problems after which one cannot be who one was. */
const NOBODY = new Set(["name taken", "bad name", "unknown token"])
/** Those of a room, or a server, that asks for a password. */
const LOCKED = new Set(["password needed", "wrong password"])
/** Those of a room into which one does not come. */
const CLOSED = new Set([
  "unknown room", "room full", "not allowed", "already in a room", "stopping", "server full",
])

/** Milliseconds after which the results that a race will end with, also where the line is lost by
 * then, hold up nothing of its first cards. */
const FETCH_AHEAD = 4000
/** Milliseconds after which what comes later waits no longer for what one came for. */
const LATEST = 4000
/** Milliseconds in which a server that was lost has told what happened meanwhile. */
const CAUGHT_UP = 500

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
    chosen.letters = courtLetters(words)
    this.root = root
    /** @type {Screen | null} @private */
    this.screen = null
    /** What the screen is for: it stays while this does. @private */
    this.showing = ""
    /** The room that one wants into, until one is in it or was refused: first the address's. */
    this.invited = codeIn(location.pathname)
    /** Whether a seat is wanted there: at once, or when the race is over. */
    this.seat = false
    /** The room that one is still in, when one has come without asking for any. @private */
    this.stillIn = ""
    /** Whether one is on the way to the lobby, out of a daily deal's room. @private */
    this.homeward = false
    /** The password of the room that was last asked for one. @private */
    this.password = { code: "", text: "" }
    /** @type {{ race: number, screen: Promise<Screen> } | null} how the last race here ended */
    this.over = null
    /** Whether that is what is looked at. @private */
    this.reading = false
    /** On the board, while the results are there already. @private */
    this.lastLook = new LastLook(() => this.update([]))
    /** Deals that one plays by oneself. */
    this.practising = new Practising(this)
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
    /** Whether the line was lost when that was looked at last. @private */
    this.wasLost = false
    /** @type {import("./core/rooms/absence.mjs").Known | null} @private */
    this.known = null
    /** How much others have said since the connection was lost. @private */
    this.saidMeanwhile = 0
    /** The games that there are; none until `needGames` has brought them. */
    this.games = new Catalogue()
    /** @type {Promise<[Catalogue, void]> | null} who asked first asked for all @private */
    this.gamesAsked = null
    /** Resolves when what one came for is seen: what can wait comes then. @type {Promise<void>} */
    this.seen = new Promise((done) => {
      /** @private */
      this.showed = done
    })
    /** Whether what comes then is asked for, or there. @private */
    this.laterAsked = false
    /** @type {import("./racing/commentator.mjs").Commentator | null} @private */
    this.commentator = null
    /** @private */
    this.header = new Header(this)
  }

  get session() {
    return this.line.session
  }

  /** Show the first screen, and follow what happens. */
  start() {
    document.documentElement.lang = this.words.language
    this.dress()
    let { language } = this.chosen.now
    this.chosen.listen(() => {
      this.dress()
      if (language === this.chosen.now.language) return
      language = this.chosen.now.language
      this.speak(language)
    })
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.dress())
    this.line.listen((messages) => this.update(messages))
    markEntry(false)
    addEventListener("hashchange", () => {
      markEntry(true)
      if (this.toldAt === Infinity) this.told = "" // who goes on has read it
      this.update([])
    })
    addEventListener("popstate", () => this.update([]))
    addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented) return
      if (document.querySelector("dialog[open]")) return // that is what it closes
      if (!this.screen?.back?.()) this.goBack()
    })
    setInterval(() => this.tellLine(), 1000)
    setTimeout(this.showed, 2 * LATEST) // where no screen comes at all
    this.seen.then(() => this.needLater())
    this.arrive() // the server may have said all that before the texts were here
    this.leaveDone()
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

  /** Go to the room, or to the lobby: also out of the room of a daily deal that is done. */
  goHome() {
    if (!this.dayDone) return this.goBack()
    this.homeward = true
    this.leave()
    if (!this.session.room) this.comeHome()
  }

  /** Whether one's room is a daily deal's with nothing under way: all of it is seen elsewhere, too. */
  get dayDone() {
    const { dailyRoom, room } = this.session
    return dailyRoom !== "" && (room?.phase === "lobby" || room?.phase === "finished")
  }

  /** Be in the room, or in the lobby, in the place of the screen that one went aside to. */
  comeHome() {
    if (!location.hash) return
    history.replaceState(null, "", location.pathname)
    this.update([])
  }

  /**
   * Come into a room: with a seat, which needs a name, or only to watch.
   * @param {string} code
   * @param {boolean} seat
   */
  async enter(code, seat) {
    this.invited = code
    this.seat = seat
    const nameless = seat && this.session.guest
    if (!nameless) this.knock()
    else if (!(await this.named())) {
      // (Where there is one, the welcome under it has let one knock.)
      this.invited = ""
      this.seat = false
    }
  }

  /** Have a name, asking for one if need be; return whether there is one. */
  async named() {
    if (!this.session.guest) return true
    await askName(this)
    return !this.session.guest
  }

  /**
   * Look at the results of the last race here, or at the room again.
   * @param {boolean} wanted
   */
  read(wanted) {
    this.reading = wanted
    this.update([])
  }

  /** Ask for what one has come for, once the server has said welcome. @private */
  arrive() {
    const { returning, room } = this.session
    if (!codeIn(location.pathname) && !location.hash) this.stillIn = returning || (room?.code ?? "")
    this.knock()
  }

  /** Leave the room that one is still in, if it is done and the lobby was asked for. @private */
  leaveDone() {
    const { room } = this.session
    if (!room || !this.stillIn) return
    if (this.stillIn === room.code && this.dayDone) this.leave()
    this.stillIn = ""
  }

  /** Leave the room. */
  leave() {
    this.invited = ""
    this.seat = false
    const lost = this.line.lostSince !== null
    this.line.do((session) => session.leaveRoom(lost))
  }

  /** Be a guest here from now on: the browser forgets all names that one had. */
  forgetMe() {
    this.leave()
    forget()
    this.line.become({ guest: true })
    this.goBack()
  }

  /** The server has deleted this player: be a guest from now on. @private */
  beGone() {
    const { words, session } = this
    this.invited = ""
    this.seat = false
    forgetOne(session.name)
    this.line.become({ guest: true })
    this.tell(words.text("Link.you-are-deleted-on-server", { server: location.host }))
  }

  /** Have the games with their rules, as soon as they can be had; `update` tells when. */
  async needGames() {
    if (this.games.entries.length) return
    this.gamesAsked ??= Promise.all([catalogue(), addRules(this.words)])
    try {
      this.games = (await this.gamesAsked)[0]
    } catch {
      this.gamesAsked = null
      return // Names do, and whoever needs them next asks again.
    }
    this.update([])
  }

  // The works -----------------------------------------------------------------------------------

  /**
   * Have all texts, and who says what happens: here before they are needed, and also where the line
   * is lost by then.
   * @private
   */
  async needLater() {
    if (this.laterAsked) return
    this.laterAsked = true
    try {
      const [{ Commentator }] = await Promise.all([import("./racing/commentator.mjs"), needTexts()])
      this.commentator ??= new Commentator(this)
    } catch {
      this.laterAsked = false
      this.seen.then(() => setTimeout(() => this.needLater(), LATEST))
      return
    }
    this.update([])
  }

  /** @param {readonly Message[]} messages @private */
  update(messages) {
    const { session } = this
    for (const message of messages) {
      if (message.type === "welcome" || message.type === "new token") {
        if (session.token && !session.guest) keep({ name: session.name, token: session.token })
      }
      if (message.type === "welcome") this.arrive()
      if (message.type === "room") this.leaveDone()
      if (message.type === "left room") {
        if (this.homeward) history.replaceState(null, "", location.pathname)
        this.homeward = false
      }
      if (message.type === "said" && message.player !== session.player) this.saidMeanwhile++
      if (message.type === "deleted") this.beGone()
      if (message.type === "problem") this.face(message)
      if (message.type === "stopping") this.say(stoppingText(this.words, message.seconds ?? 0))
      if (message.type === "left room" && message.reason) {
        const own = session.closes
        this.tell(own ? this.words.text("Window.you-closed-the-room") : this.reason(message.reason))
      }
      if (message.type === "room" || message.type === "results") this.sit()
      if (message.type === "results" && !session.room?.practice) this.keepResults()
      this.practising.hear(message)
      if (message.type === "race") setTimeout(() => screens.results().catch(() => {}), FETCH_AHEAD)
      if (message.type === "countdown" && session.seated && location.hash) {
        history.replaceState(null, "", location.pathname) // whoever races comes back for it
      }
    }
    const { over } = this
    if (over && (!session.room || (session.race && session.race.number !== over.race))) {
      this.over = null
    }
    const asked = this.seat && session.guest // for a name, under which to go in
    const here = session.welcomed && session.room?.code === this.invited
    if (here && !asked) this.invited = ""
    this.address()
    this.show()
    this.header.update()
    this.screen?.update(messages)
    this.entitle()
    this.tellLine()
  }

  /** Ask to be let in where one wants to be. @private */
  knock() {
    const { session, invited } = this
    const seat = this.seat && !session.guest // who is asked for a name looks on meanwhile
    if (!session.welcomed) return
    if (!invited || invited === session.returning || invited === session.room?.code) {
      this.sit()
      return
    }
    if (session.room) session.say("leave room")
    const password = this.password.code === invited ? this.password.text : ""
    if (seat) session.joinRoom(invited, password)
    else session.watchRoom(invited, password)
  }

  /** Take the seat that is wanted, if it may be taken yet: nobody sits down in a race. @private */
  sit() {
    const { seated, guest, room } = this.session
    if (seated) this.seat = false
    if (!this.seat || guest || !room) return
    if (room.phase === "lobby" || room.phase === "finished") this.session.joinRoom(room.code)
  }

  /** Have the results ready to be read, and to be come back to. @private */
  keepResults() {
    const { results } = this.session
    if (!results || this.over?.race === results.race) return
    const screen = screens.results().then(({ ResultsScreen }) => new ResultsScreen(this, results))
    screen.catch(() => (this.over = null)) // then the room is shown
    this.over = { race: results.race, screen }
    this.reading = !this.session.dailyRoom // how the day goes is what one looks at
    if (this.practising.waiting) return // for another deal: this one was given up for it
    this.lastLook.begin(this.screen?.lingers?.() ?? 0)
  }

  /** @param {Message} problem @private */
  async face(problem) {
    const { code, text = "" } = problem
    const { session, invited } = this
    if (!hasTexts()) await needTexts().catch(() => {}) // then it is said in English
    if (!session.welcomed) {
      if (document.querySelector("dialog")) return // it is said where one is asked who to be
      if (LOCKED.has(code)) {
        await askServer(this, this.asking(problem))
        return
      }
      if (NOBODY.has(code)) this.line.become({ guest: true })
    } else if (LOCKED.has(code) && invited) {
      const password = await askPassword(this, invited, this.asking(problem))
      if (password === null) this.invited = ""
      else this.password = { code: invited, text: password }
      if (password !== null) this.knock()
      else this.update([])
      return
    } else if (CLOSED.has(code)) {
      this.invited = ""
      this.seat = false
    }
    if (this.screen?.refused?.(problem)) return
    if (text) this.tell(this.reason(text), CLOSED.has(code) && Boolean(invited))
    if (CLOSED.has(code)) this.update([]) // the texts may have come after what is shown was settled
  }

  /**
   * What is said where a password is asked for: nothing is wrong before one was given.
   * @param {Message} problem
   * @private
   */
  asking({ code, text = "" }) {
    return code === "password needed" ? { about: this.reason(text) } : { wrong: this.reason(text) }
  }

  /** A reason as the server gives it, as a sentence. @param {string} text @private */
  reason(text) {
    return sentence(this.words, reasonText(this.words, text))
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
    if (this.practising.waiting) return
    const [where, ...rest] = location.hash.slice(1).split("/")
    if (where === "against") {
      this.raceAgainst(rest.join("/"))
      return
    }
    const aside = ASIDE[where]
    if (aside) this.put(location.hash, () => aside(this, decodeURIComponent(rest.join("/"))))
    else if (!session.room) {
      if (this.invited) return // one is about to be let in
      this.put("lobby", async () => new (await screens.lobby()).Lobby(this))
    } else if (session.race && session.results && this.lastLook.lasts) {
      this.showRace(session.race)
    } else if (this.over && this.reading) {
      this.lastLook.stop()
      const { race, screen } = this.over
      this.put(`results ${race}`, () => screen)
    } else if (session.race && (!session.results || session.room.practice)) {
      this.showRace(session.race) // what was practised is looked at where it was played
    }
    else if (session.dailyRoom) {
      const day = session.dailyRoom
      const daily = async () => new (await screens.daily()).DailyScreen(this, day)
      this.put(`#daily/${day}`, daily)
    } else {
      this.put(`room ${session.room.code}`, async () => new (await screens.room()).RoomScreen(this))
    }
  }

  /**
   * Race against a game, and show it meanwhile; who would leave others for that is asked there.
   * @param {string} rest its race and its player
   * @private
   */
  raceAgainst(rest) {
    const { race, players: [player = 0] } = replayOf(rest)
    history.replaceState(history.state, "", `#${replayAddress(race, player ? [player] : [])}`)
    if (race && player && this.session.welcomed && !this.practising.leaves) {
      this.practising.race([{ race, player }])
    }
    this.show()
  }

  /** Show a race: to its racers their own board, to others all. @param {Race} race @private */
  showRace(race) {
    const { session } = this
    const own = race.standings.some(({ player }) => player === session.player)
    const watch = async () => new (await screens.watch()).WatchScreen(this)
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
    document.documentElement.dataset.screen = what.split(/[ /]/)[0].replace("#", "")
    screen.update([])
    if (screen.seen) marked(screen.seen, LATEST).then(this.showed)
    else this.showed()
    this.entitle()
    this.say(screen.spoken?.() ?? screen.title())
    this.stage.scrollTop = 0
    // Who is saying something in the chat goes on with it.
    const field = talking && screen.element.querySelector(".chat input")
    if (field instanceof HTMLInputElement) {
      field.focus({ preventScroll: true })
      field.setSelectionRange(field.value.length, field.value.length)
    } else (screen.first ?? this.stage).focus({ preventScroll: true })
  }

  /** Let the tab say what the screen is. @private */
  entitle() {
    const title = this.screen ? `${this.screen.title()} – Samedeal` : "Samedeal"
    if (document.title !== title) document.title = title
  }

  /**
   * Go on in another language: all that is seen is made anew.
   * @param {string} language
   * @private
   */
  async speak(language) {
    try {
      const words = await wordsFor(language)
      await needTexts()
      if (this.gamesAsked) await addRules(words)
      this.words = words
      this.chosen.letters = courtLetters(words)
    } catch {
      return // It stays as it was.
    }
    document.documentElement.lang = this.words.language
    this.header = new Header(this)
    this.showing = ""
    this.update([])
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
   * @param {boolean} [lasts] until it is put away, or one goes on: a friend's link led nowhere
   */
  tell(text, lasts = false) {
    this.told = text
    this.toldAt = lasts ? Infinity : now()
    this.tellLine()
    this.say(text, true)
  }

  /** Say how the line is, or what else there is to be told. @private */
  tellLine() {
    const { line, session, words, news } = this
    const server = location.host
    const lost = line.lostSince !== null
    const lasts = this.toldAt === Infinity
    if (this.wasLost && !lost && !line.hopeless) {
      this.told = words.text("Window.the-connection-stands")
      this.toldAt = now()
      this.lineSaid = ""
      this.say(this.told)
      setTimeout(() => this.tellMissed(), CAUGHT_UP)
    }
    if (lost && !this.wasLost) {
      this.known = knownOf(session)
      this.saidMeanwhile = 0
    }
    this.wasLost = lost
    if (line.hopeless) {
      const text = words.translated("reasons", line.hopeless.text)
      this.inNews(text, null)
      this.sayOnce(text)
    } else if (lost) {
      const seconds = Math.round(now() - (line.lostSince ?? 0))
      const begun = words.text("Link.the-connection-to-server-was-lost-coming-back", { server })
      const silent = words.text("Link.server-has-not-answered-for-seconds-s", { server, seconds })
      const ago = words.text("Link.the-connection-to-server-was-lost-seconds-s-ago", { server, seconds })
      const gone = seconds ? `${ago} ${words.text("Link.coming-back")}` : begun
      const again = button(words.text("StatusLine.try-now"), () => line.tryNow(), { class: "try-now" })
      this.inNews(session.welcomed ? silent : gone, again)
      this.sayOnce(begun) // and not every second for how long
    } else if (session.announcement || session.stopping !== null) {
      const { announcement, stopping } = session
      const text = announcement && words.translated("reasons", announcement)
      const left = stopping === null ? 0 : Math.max(0, Math.ceil(stopping - now()))
      const stops = stopping === null ? "" : stoppingText(words, left)
      const read = () => line.do((mine) => mine.putAway())
      const texts = [text, stops].filter(Boolean)
      this.inNews(texts.join(" "), button(words.text("NewsBar.put-away"), read, { class: "put-away" }))
      if (text) this.sayOnce(text)
    } else if (this.told && (lasts ? !session.room : now() - this.toldAt < 6)) {
      const forget = () => {
        this.told = ""
        this.tellLine()
      }
      const away = button(words.text("NewsBar.put-away"), forget, { class: "put-away" })
      this.inNews(this.told, lasts ? away : null)
    } else {
      news.hidden = true
      this.lineSaid = ""
    }
  }

  /** Say what has happened while the connection was lost. @private */
  tellMissed() {
    const { known, line, session, words } = this
    if (!known || line.lostSince !== null) return
    const told = missedText(words, known, knownOf(session), session.player, this.saidMeanwhile)
    if (told) this.tell(told)
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
    const { firstElementChild: told, lastElementChild: way } = news
    // What counts the seconds leaves the button where it is: it may have the keys.
    const same = told && (way === told ? null : way)?.textContent === beside?.textContent
    if (!same) fill(news, h("span", {}), beside)
    if (news.firstElementChild) write(news.firstElementChild, text)
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
