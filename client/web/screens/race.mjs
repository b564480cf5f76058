// A race for who plays in it: the own board with its hands, standings, curve, chat. Once one's own
// race is over, the curve and the others' boards can be looked at until theirs are, too.

import { BoardView } from "../board/board_view.mjs"
import { PointerHand } from "../board/pointer_hand.mjs"
import { remarksIn } from "../core/rooms/attendance.mjs"
import { winNews } from "../core/commentary.mjs"
import { spotsOf } from "../core/layout.mjs"
import { place } from "../core/racing/bubble.mjs"
import { HintTurns } from "../core/racing/hint_turns.mjs"
import { PATIENCE, Sure } from "../core/racing/sure.mjs"
import { reasonText, refusalText, sentence } from "../core/texts.mjs"
import { needTexts } from "../language.mjs"
import { now } from "../online/line.mjs"
import { AutoFinish } from "../racing/auto_finish.mjs"
import { CurveView } from "../racing/curve_view.mjs"
import { DealWays } from "../racing/deal_ways.mjs"
import { paper } from "../racing/paper.mjs"
import { Lamp } from "../racing/lamp.mjs"
import { PracticeEnd, practiceNote } from "../racing/practice.mjs"
import { EndQuestion } from "../racing/end_question.mjs"
import { RaceEnd } from "../racing/race_end.mjs"
import { RaceHead } from "../racing/race_head.mjs"
import { RaceStrip } from "../racing/race_strip.mjs"
import { RaceTools } from "../racing/race_tools.mjs"
import { rememberGame, showRules } from "../racing/rules.mjs"
import { Standings } from "../racing/standings.mjs"
import { screens } from "../screens.mjs"
import { Chat } from "../widgets/chat.mjs"
import { h, write } from "../widgets/dom.mjs"
import { Rules } from "../widgets/rules.mjs"
import { icon } from "../widgets/icons.mjs"
import { Sounds } from "../widgets/sounds.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/choices.mjs").Action} Action */
/** @typedef {import("../core/layout.mjs").Spot} Spot */
/** @typedef {import("../core/messages.mjs").Message} Message */
/** @typedef {import("../racing/race_end.mjs").Look} Look */

/** Milliseconds that a hint stays lit. */
const HINT = 2500
/** Milliseconds that a word on the board is seen at the least, and for each letter of a longer one. */
const NOTICE = 3000
const LETTER = 55
/** Milliseconds that the news of a rival's win is seen. */
const NEWS = 7000
/** Cards that a click turns at the most. */
const MOST_TURNED = 3
/** CSS pixels of a card's width below which a phone is better held across. */
const SMALL = 30
const UPRIGHT = matchMedia("(max-width: 40rem) and (orientation: portrait) and (pointer: coarse)")
const TOUCH = matchMedia("(pointer: coarse)")
/** Whether that was said: once is enough. */
let toldToTurn = false

/** The race in one's room. */
export class RaceScreen {
  /** @param {App} app */
  constructor(app) {
    this.seen = "cards"
    /** @private */
    this.app = app
    const { words, session } = app
    this.view = new BoardView(app.chosen)
    this.view.element.tabIndex = 0
    this.first = this.view.element
    this.hand = new PointerHand(
      this.view,
      {
        layout: () => (this.playing ? (session.race?.layout ?? null) : null),
        choices: () => session.choices,
        wanted: (action) => this.want(action),
        refused: (asked, spot) => this.refuse(asked, [spot]),
      },
      app.chosen,
    )
    /** @private */
    this.sounds = new Sounds(app.chosen)
    this.finishing = new AutoFinish(session, (action) => this.act(action))
    /** @private */
    this.sure = new Sure(now)
    /** What was wanted before it could be known whether to ask. @type {Action | null} @private */
    this.later = null
    /** @private */
    this.head = new RaceHead(app, () => this.showRules())
    this.lamp = new Lamp(app)
    this.head.element.append(this.lamp.element)
    /** @private */
    this.standings = new Standings(app, (player) => this.lookAt("boards", player))
    /** @private */
    this.curve = new CurveView(app)
    /** @private */
    this.chat = new Chat(app)
    /** What there is to read beside the board where nobody talks. @private */
    this.rules = new Rules(app)
    /** @private */
    this.strip = new RaceStrip(app, (what) => this.openSide(what))
    /** @private */
    this.deals = new DealWays(app)
    this.tools = new RaceTools(app, {
      undo: () => this.takeBack((s) => s.undo()),
      redo: () => this.takeBack((s) => s.redo()),
      hint: () => this.askHint(),
      finish: () => this.finishing.ask(),
      deal: () => this.pressButton(),
      giveUp: () => this.giveUp(),
    })
    /** @private */
    this.practice = session.room?.practice ?? null
    /** @private */
    this.end = this.practice
      ? new PracticeEnd(app, this.practice)
      : new RaceEnd(app, (look, player) => this.lookAt(look, player))
    /** @private */
    this.question = new EndQuestion(app)
    /** @private */
    this.notice = h("div", { class: "notice", "aria-hidden": "true" })
    /** Which rival has just won; the commentator says it. @private */
    this.news = h("div", { class: "notice news", "aria-hidden": "true" })
    /** How everybody stood when that was looked at last. @private */
    this.stood = session.race?.standings ?? []
    /** @private */
    this.newsFading = 0
    /** What is looked at in the board's place. @private */
    this.large = new CurveView(app)
    this.large.element.classList.add("large")
    /** @private */
    this.table = h("div", { class: "table" }, this.view.element, this.large.element, this.notice,
      this.news, this.question.element)
    /** The boards of ghosts, beside one's own. @private */
    this.beside = h("div", { class: "beside", hidden: !session.room?.ghosts.length })
    /** @type {import("../racing/boards.mjs").BoardsGrid | null} @private */
    this.ghosts = null
    /** @private */
    this.side = h("aside", { class: "side" },
      h("button", {
        type: "button", class: "plain close", "aria-label": words.text("page.close"),
        onclick: () => this.closeSide(),
      }, icon("close")),
      this.practice ? practiceNote(app, this.practice) : this.standings.element,
      this.deals.element,
      this.beside, this.curve.element,
      h("section", { class: "panel rules-beside" }, h("h2", {}, words.text("PracticeScreen.rules")), this.rules.element),
      !this.practice && !session.dailyRoom && this.chat.element)
    this.element = h("div", { class: this.practice ? "race practising" : "race" },
      this.head.element, this.strip.element, this.table, this.tools.element, this.end.element,
      this.side)
    /** @type {Look} @private */
    this.look = "own"
    /** @type {import("../racing/boards.mjs").BoardsGrid | null} the others' boards @private */
    this.others = null
    /** The cards that went back when the last moves were refused. @type {readonly Spot[]} @private */
    this.goneBack = []
    /** The race whose deal was shown. @private */
    this.begun = 0
    /** What was said when somebody last looked. @private */
    this.read = remarksIn(session.chat).length
    /** @private */
    this.fading = 0
    /** @private */
    this.unhinting = 0
    /** @private */
    this.hintTurns = new HintTurns()
    /** The turn that is waited for. @private */
    this.hinting = 0
    /** @private */
    this.timer = setInterval(() => this.tick(), 250)
    // What was said of the last thing goes with the next one that the hand does.
    this.view.element.addEventListener("pointerdown", () => this.goOn())
    this.element.addEventListener("keydown", () => this.goOn())
    /** @type {import("../board/key_hand.mjs").KeyHand | null} after the first cards @private */
    this.keys = null
    /** Whether they are on their way. @private */
    this.keysAsked = false
    /** Whether another screen has taken its place. @private */
    this.gone = false
    this.needKeys()
    if (!this.beside.hidden) this.needGhosts()
  }

  /** Show what the ghosts do. @private */
  async needGhosts() {
    const { BoardsGrid } = await screens.boards()
    if (this.gone) return
    this.ghosts = new BoardsGrid(this.app, { without: this.app.session.player })
    this.beside.append(this.ghosts.element)
    this.ghosts.update()
  }

  /** @private */
  goOn() {
    this.finishing.stop()
    this.notice.classList.remove("seen")
  }

  /** Have the keys as soon as they can be had. @private */
  async needKeys() {
    if (this.keysAsked) return
    this.keysAsked = true
    try {
      const [{ keysFor }] = await Promise.all([import("../racing/race_keys.mjs"), needTexts()])
      if (this.gone) return
      this.keys = keysFor(this.app, this)
    } catch {
      this.keysAsked = false // the line is lost: with the next news
      return
    }
    this.update([])
  }

  title() {
    return this.head.game.textContent || this.app.session.room?.settings.game || ""
  }

  /** Nothing: the countdown has said it. */
  spoken() {
    return ""
  }

  /** How long the board stays whose end was only just seen. */
  lingers() {
    return this.end instanceof RaceEnd ? this.end.lingers() : 0
  }

  closed() {
    this.gone = true
    this.keys?.close()
    clearInterval(this.timer)
    clearTimeout(this.hinting)
    this.finishing.stop()
    this.lamp.close()
    this.hand.close()
    this.view.close()
    this.others?.close()
    this.ghosts?.close()
  }

  /** Escape: returns whether there was anything to leave here. */
  back() {
    if (this.hand.held) this.hand.cancel()
    else if (this.side.classList.contains("open")) this.closeSide()
    else if (document.activeElement === this.view.element) return false
    else this.view.element.focus({ preventScroll: true })
    return true
  }

  /** Whether one may move cards. */
  get playing() {
    const { board, results } = this.app.session
    return board?.status === "racing" && !results
  }

  /** @param {readonly Message[]} messages */
  update(messages) {
    const { session } = this.app
    const { race } = session
    if (!race) return
    this.question.update()
    for (const message of messages) if (message.type === "end asked") this.question.tell(message)
    this.standings.update()
    this.deals.update()
    const { lonely } = this.app.practising
    this.element.classList.toggle("lonely", lonely)
    this.chat.element.hidden = this.standings.element.hidden = lonely
    this.rules.show(session.room?.settings.game ?? "")
    const refused = messages.some(({ type }) => type === "refused") && session.refused !== null
    this.showBoard(refused)
    if (this.keys) this.keys.follow(!messages.length)
    else this.needKeys()
    if (refused) this.tellRefused()
    this.wantLater()
    for (const { type, about, number } of messages) {
      const { advice } = session // none that came late: it is about another position
      const fits = advice?.about === about && advice?.number === number
      if (type === "advice" && advice && fits) this.showAdvice(advice)
      if (type === "results") this.finishing.stop()
    }
    this.lamp.hear(messages)
    this.finishing.follow(this.app.chosen.now.autoFinish)
    this.tools.update()
    const over = !this.app.practising.waiting && this.end.update(this.look)
    if (!over && this.look !== "own") this.lookAt("own")
    if (over && !this.element.classList.contains("over")) this.tell("") // about a move of before
    this.element.classList.toggle("over", over)
    if (this.look === "boards") this.others?.update()
    this.ghosts?.update()
    this.tellWins()
    this.tellChat()
    this.tick()
  }

  /** Try what had to wait, now that it is known what may be done. @private */
  wantLater() {
    const { later } = this
    if (!later || (this.playing && !this.app.session.choices)) return
    this.later = null
    if (this.playing) this.want(later)
  }

  /** Show that a rival has won. @private */
  tellWins() {
    const { session, words } = this.app
    const standings = session.race?.standings ?? []
    if (standings === this.stood) return
    const wins = session.results ? [] : winNews(words, this.stood, standings, session.player)
    this.stood = standings
    if (!wins.length) return
    write(this.news, wins.join("\n"))
    this.news.classList.add("seen")
    clearTimeout(this.newsFading)
    this.newsFading = setTimeout(() => this.news.classList.remove("seen"), NEWS)
  }

  /** @param {boolean} refused whether moves were taken back @private */
  showBoard(refused) {
    const { race, board, choices } = this.app.session
    if (!race || !board || !race.layout) return
    const begins = this.begun !== race.number
    const deal = begins && board.number === 0
    this.begun = race.number
    if (begins) this.begin()
    const had = this.view.piles.flat().length > 0
    const moved = this.view.show(race.layout, board.position, { choices, glide: true, deal })
    this.hand.follow()
    if (begins) this.tellToTurn()
    if (!moved.length) return
    this.sure.forget()
    if (!this.finishing.runs) this.unhint()
    if (refused) {
      this.view.flash(moved)
      this.goneBack = moved
    } else this.ring(board.status === "won" ? "win" : had ? "move" : "deal")
    if (board.status === "won" && had && this.app.chosen.moves) this.table.append(paper())
  }

  /** Say that cards are larger on a phone that is held across, where they are very small. @private */
  tellToTurn() {
    const width = this.view.cardSize[0] / devicePixelRatio
    if (toldToTurn || !UPRIGHT.matches || width <= 1 || width >= SMALL) return
    toldToTurn = true
    this.tell(this.app.words.text("page.turn-the-phone"))
  }

  /** @private */
  begin() {
    const { chosen, session } = this.app
    const game = session.room?.settings.game ?? ""
    this.finishing.stop()
    this.finishing.takesBack = false
    this.sure.forget()
    this.later = null
    rememberGame(chosen, game)
    this.head.entitle()
    this.app.needGames().catch(() => {}) // for the game's options
    this.view.element.setAttribute("aria-label", this.title())
  }

  /** @param {import("../widgets/sounds.mjs").Sound} sound @private */
  ring(sound) {
    this.sounds.play(sound)
  }

  /** @param {Message} problem */
  refused(problem) {
    return this.lamp.refused(problem)
  }

  // What the player does ------------------------------------------------------------------------

  /** @param {Action} action */
  want(action) {
    this.finishing.stop()
    this.finishing.takesBack = false
    const { choices } = this.app.session
    const { piles } = this.view
    const { sure } = this
    // What is known to be refused is not tried: the server tells why.
    if (choices && !choices.allow(action)) {
      sure.forget()
      this.refuse(action, action.length === 3 ? spotsOf(piles, action).slice(0, 1) : [])
    } else if (this.mayBeForGood(action)) this.later = action
    else if (this.isForGood(action) && !sure.isMeant(action)) {
      const { words } = this.app
      const said = words.text("BoardView.once-more-and-the-cards-come-round-again-that")
      this.hand.cancel()
      this.tell(said, said, spotsOf(piles, action), 1000 * PATIENCE)
    } else {
      sure.forget()
      this.act(action)
    }
  }

  /** Whether it is counted how often cards come round, and nothing may be taken back. @private */
  get redealsAreForGood() {
    const { race } = this.app.session
    return Boolean(race?.layout) && !race?.settings.undo && race?.layout?.redeals !== null
  }

  /**
   * Whether an action brings cards round again that were played with, where that is for good.
   * @param {Action} action
   * @private
   */
  isForGood(action) {
    if (!this.redealsAreForGood) return false
    return action.length === 0 || (action.length === 1 && !this.view.piles[action[0]].length)
  }

  /**
   * Whether that may be so as soon as the clicks are done which the server has not answered yet.
   * @param {Action} action
   * @private
   */
  mayBeForGood(action) {
    if (!this.redealsAreForGood) return false
    const left = action.length === 1 ? this.view.piles[action[0]].length : 0
    return left > 0 && left <= MOST_TURNED * (this.app.session.board?.pending.length ?? 0)
  }

  /**
   * @param {Action} action
   * @returns {string | null}
   * @private
   */
  act(action) {
    this.tell("")
    const key = this.app.line.do((session) => session.act(action))
    if (key) this.tellReason(this.app.words.text(key))
    return key
  }

  /** @param {(session: import("../core/session.mjs").Session) => string | null} deed */
  takeBack(deed) {
    this.finishing.stop()
    this.finishing.takesBack = true
    this.hand.cancel()
    this.tell("")
    const key = this.app.line.do(deed)
    if (key) this.tellReason(this.app.words.text(key))
  }

  /** @private */
  pressButton() {
    const action = this.app.session.choices?.buttonAction
    this.hand.cancel()
    if (action) this.want(action)
  }

  askHint() {
    this.finishing.stop()
    this.hand.cancel()
    const { advice, board, choices } = this.app.session
    if (!choices || this.hinting) return
    if (advice?.about === "hint" && advice.number === board?.number) {
      this.showAdvice(advice) // the same question has the same answer
      return
    }
    this.hinting = setTimeout(() => {
      this.hinting = 0
      if (this.app.session.choices) this.app.session.askAdvice("hint")
    }, this.hintTurns.take(performance.now()))
  }

  /** @private */
  giveUp() {
    const { line, words } = this.app
    if (!line.connected) this.tell(words.text("RaceScreen.you-give-up-when-the-connection-is-back"))
    line.do((session) => session.giveUp())
  }

  /**
   * Look at something else in the board's place, once one's own race is over.
   * @param {Look} look
   * @param {number} [player] whose board is to be large
   * @private
   */
  async lookAt(look, player) {
    const { app } = this
    if (this.playing && look !== "own") return
    this.look = look
    this.table.dataset.look = look
    if (look === "boards" && !this.others) {
      const { BoardsGrid } = await screens.boards()
      if (this.gone) return
      this.others ??= new BoardsGrid(app, { without: app.session.player })
      if (!this.others.element.isConnected) this.table.append(this.others.element)
    }
    this.update([])
    if (look === "boards") this.others?.sort()
    if (player !== undefined && this.look === "boards") this.others?.enlarge(player)
  }

  /** Show the rules and the keys. */
  async showRules() {
    this.hand.cancel()
    const [{ keyList }] = await Promise.all([import("../racing/key_list.mjs"), needTexts()])
    showRules(this.app, this.app.session.room?.settings.game ?? "", keyList(this.app.words))
  }

  // What is said --------------------------------------------------------------------------------

  /**
   * Refuse something before it was tried, and let the server say why.
   * @param {Action | null} asked the action; null for cards that fit nowhere
   * @param {readonly Spot[]} spots
   */
  refuse(asked, spots) {
    const { session, words } = this.app
    this.view.flash(spots)
    this.ring("refuse")
    const known = asked !== null && this.app.line.connected && session.askWhy(asked)
    if (known) return
    const key = asked ? "reasons.that-doesn-t-go-there" : "MouseHand.it-fits-nowhere-now"
    this.tellReason(words.text(key), { action: asked, spots })
  }

  /** @private */
  tellRefused() {
    const { session, words } = this.app
    this.finishing.stop()
    this.ring("refuse")
    const spots = this.goneBack
    if (session.refused) this.tellReason(reasonText(words, session.refused.reason), { spots })
  }

  /**
   * Tell why something cannot be done; who listens also hears what that is.
   * @param {string} reason
   * @param {{ action?: Action | null, spots?: readonly Spot[] }} [what] what was tried, and where
   */
  tellReason(reason, { action = null, spots = [] } = {}) {
    const said = this.keys?.refusal(action, reason) ?? reason
    this.tell(sentence(this.app.words, reason), said, spots)
  }

  /**
   * Write a word on the board, and say it; an empty one takes the last away.
   * @param {string} text
   * @param {string} [said] what is said instead
   * @param {readonly Spot[]} [spots] the cards that it stands beside; else it stands at the edge
   * @param {number} [least] milliseconds that it is seen at the least
   * @private
   */
  tell(text, said = text, spots = [], least = NOTICE) {
    clearTimeout(this.fading)
    const { notice } = this
    notice.classList.toggle("seen", text !== "")
    if (!text) return
    write(notice, text)
    const { offsetWidth: width, offsetHeight: height } = notice
    const { clientWidth, clientHeight } = this.table
    const { about, others } = this.view.boxesOf(spots)
    const [x, y] = place([width, height], [clientWidth, clientHeight], about, others)
    notice.style.left = `${x}px`
    notice.style.top = `${y}px`
    this.app.say(said, true)
    const lasts = Math.max(least, LETTER * text.length)
    this.fading = setTimeout(() => notice.classList.remove("seen"), lasts)
  }

  /** @param {Message} advice @private */
  showAdvice(advice) {
    const { session, words } = this.app
    const piles = session.board?.position.piles
    if (!piles || !this.playing) return
    if (advice.about === "why") {
      const { text, cards, count } = advice
      const why = refusalText(words, { text, cards, count })
      const reason = why || words.text("reasons.that-doesn-t-go-there")
      const [action] = advice.actions ?? []
      const spots = action ? spotsOf(piles, action) : []
      this.tellReason(reason, { action, spots })
    } else if (advice.about === "finish") this.finishing.begin(advice.actions ?? [])
    else this.showHint(advice.actions?.[0] ?? null, piles, advice.known ?? false)
  }

  /**
   * @param {Action | null} action
   * @param {import("../core/cards.mjs").Piles} piles
   * @param {boolean} known whether it is the next one of a solution
   * @private
   */
  showHint(action, piles, known) {
    const { session, words } = this.app
    const layout = session.race?.layout
    if (!action || !layout) {
      this.tellReason(words.text(this.nothingToHint()))
      return
    }
    const spots = spotsOf(piles, action)
    this.view.light("hint", spots)
    this.keys?.advise(action)
    this.tools.lightDeal(!action.length)
    clearTimeout(this.unhinting)
    this.unhinting = setTimeout(() => this.unhint(), HINT)
    const way = this.keys?.speaker.action(piles, action, session.choices, TOUCH.matches) ?? ""
    const said = way && known ? words.text("page.from-a-solution-hint", { hint: way }) : way
    this.tell(said && sentence(words, said), said, spots)
  }

  /** @private */
  nothingToHint() {
    const { choices } = this.app.session
    if (!choices?.any) return "BoardView.there-is-nothing-left-to-do"
    return choices.undo
      ? "BoardView.what-is-left-goes-round-in-circles-take-moves"
      : "BoardView.nothing-new-is-in-sight-what-is-left-goes-round"
  }

  /** @private */
  unhint() {
    clearTimeout(this.unhinting)
    this.view.light("hint", [])
    this.tools.lightDeal(this.keys?.atButton ?? false)
  }

  // Beside the board ----------------------------------------------------------------------------

  /** @param {"standings" | "chat"} what @private */
  openSide(what) {
    this.side.classList.add("open")
    this.tellChat()
    this.tick()
    if (what === "chat") this.chat.element.querySelector("input")?.focus()
    else this.side.querySelector("button")?.focus()
  }

  /** @private */
  closeSide() {
    this.side.classList.remove("open")
    this.strip.element.querySelector("button")?.focus()
  }

  /** @private */
  tellChat() {
    const chat = remarksIn(this.app.session.chat)
    const seen = this.chat.element.offsetParent !== null
    if (seen) this.chat.update()
    if (seen || chat.length < this.read) this.read = chat.length
    this.strip.update(chat.length - this.read)
  }

  /** @private */
  tick() {
    const { race } = this.app.session
    if (!race) return
    this.head.update()
    this.lamp.update()
    this.question.update()
    const seconds = Math.min(race.elapsed(now()), race.settings.time_limit)
    this.curve.update(seconds)
    if (this.look === "curve") this.large.update(seconds)
  }
}
