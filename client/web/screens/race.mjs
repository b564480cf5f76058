// A race: the own board with its hands, or for who watches somebody's; standings, curve, chat.

import { BoardView } from "../board/board_view.mjs"
import { PointerHand } from "../board/pointer_hand.mjs"
import { spotsOf } from "../core/layout.mjs"
import { buttonText, clock, ordinal, reasonText } from "../core/texts.mjs"
import { now } from "../online/line.mjs"
import { CurveView } from "../racing/curve_view.mjs"
import { Standings } from "../racing/standings.mjs"
import { Chat } from "../widgets/chat.mjs"
import { button, fill, h, write } from "../widgets/dom.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/choices.mjs").Action} Action */
/** @typedef {import("../core/messages.mjs").Message} Message */

/** The race in one's room. */
export class RaceScreen {
  /** @param {App} app */
  constructor(app) {
    /** @private */
    this.app = app
    const { words } = app
    this.view = new BoardView(app.chosen)
    this.view.element.tabIndex = 0
    /** @private */
    this.hand = new PointerHand(
      this.view,
      {
        layout: () => (this.mine && app.session.board?.status === "racing" && !app.session.results ? (app.session.race?.layout ?? null) : null),
        choices: () => app.session.choices,
        wanted: (action) => this.want(action),
        refused: (spot) => this.refuse(words.text("reasons.that-doesn-t-go-there"), spot),
      },
      app.chosen,
    )
    /** @private */
    this.standings = new Standings(app, (player) => this.follow(player))
    /** @private */
    this.curve = new CurveView(app)
    /** @private */
    this.chat = new Chat(app)
    /** @private */
    this.clock = h("div", { class: "clock", role: "timer" })
    /** @private */
    this.figures = h("div", { class: "figures" })
    /** @private */
    this.notice = h("div", { class: "notice", role: "status" })
    /** @private */
    this.undo = button(words.text("RaceScreen.undo"), () => this.tellRefusal(app.line.do((s) => s.undo())))
    /** @private */
    this.redo = button(words.text("RaceScreen.redo"), () => this.tellRefusal(app.line.do((s) => s.redo())))
    /** @private */
    this.hint = button(words.text("RaceScreen.hint"), () => app.line.do((s) => s.askAdvice()))
    /** @private */
    this.deal = button("", () => this.pressButton())
    /** @private */
    this.finish = button(words.text("RaceScreen.finish"), () => app.line.do((s) => s.askAdvice("finish")))
    /** @private */
    this.giveUp = button(words.text("RaceScreen.give-up"), () => this.askToGiveUp())
    /** @private */
    this.bar = h("div", { class: "row buttons" })
    this.element = h(
      "div",
      { class: "race" },
      h("div", { class: "table" }, this.view.element, this.notice),
      this.bar,
      h("aside", { class: "side" }, h("section", { class: "panel head" }, this.clock, this.figures), this.standings.element, this.curve.element, this.chat.element),
    )
    /** @type {number} whose board is shown @private */
    this.shown = 0
    /** @type {number} whose board was chosen; 0 while nobody's was @private */
    this.followed = 0
    /** The race whose deal was shown. @private */
    this.begun = 0
    /** @private */
    this.fading = 0
    /** @private */
    this.timer = setInterval(() => this.tick(), 250)
  }

  title() {
    const { session, words } = this.app
    const game = words.translated("games", session.room?.settings.game ?? "")
    return session.seated ? game : words.text("WatchScreen.watching-game", { game })
  }

  closed() {
    clearInterval(this.timer)
  }

  /** Whether the board shown is one's own. @private */
  get mine() {
    return this.shown === this.app.session.player && this.app.session.board !== null
  }

  /** @param {readonly Message[]} messages */
  update(messages) {
    const { session, words } = this.app
    const { race } = session
    this.chat.update()
    if (!race) return
    this.standings.update()
    const leader = race.standings.find(({ place }) => place === 1)?.player ?? 0
    const wished = [this.followed, session.player, leader, ...race.boards.keys()]
    this.shown = wished.find((player) => race.boards.has(player)) ?? 0
    const board = race.boards.get(this.shown)
    if (board && race.layout) {
      const deal = this.begun !== race.number && board.number === 0
      this.begun = race.number
      this.view.show(race.layout, board.position.piles, { choices: this.mine ? session.choices : null, glide: true, deal })
      this.hand.follow()
    }
    for (const message of messages) {
      if (message.type === "refused" && session.refused) this.refuse(reasonText(words, session.refused.reason), null)
      if (message.type === "advice" && session.advice) this.showAdvice(session.advice)
    }
    this.showButtons()
    this.tick()
  }

  // What the player does ------------------------------------------------------------------------

  /** @param {Action} action @private */
  want(action) {
    this.tellRefusal(this.app.line.do((session) => session.act(action)))
  }

  /** @param {string | null} key @private */
  tellRefusal(key) {
    if (key) this.refuse(this.app.words.text(key), null)
  }

  /** @param {string} text @param {import("../core/layout.mjs").Spot | null} spot @private */
  refuse(text, spot) {
    if (spot) this.view.flash(spot)
    this.tell(text)
  }

  /** @param {string} text @private */
  tell(text) {
    write(this.notice, text)
    this.notice.classList.add("seen")
    clearTimeout(this.fading)
    this.fading = setTimeout(() => this.notice.classList.remove("seen"), 3000)
  }

  /** @private */
  pressButton() {
    const action = this.app.session.choices?.buttonAction
    if (action) this.want(action)
  }

  /** @param {Message} advice @private */
  showAdvice(advice) {
    const { session } = this.app
    const piles = session.board?.position.piles
    if (!piles) return
    if (advice.about === "finish") {
      for (const action of advice.actions ?? []) session.act(action)
      this.app.line.do(() => {})
      return
    }
    const [action] = advice.actions ?? []
    if (action) this.view.light("hint", spotsOf(piles, action))
    setTimeout(() => this.view.light("hint", []), 2500)
  }

  /** @private */
  askToGiveUp() {
    const { words, line } = this.app
    if (this.giveUp.textContent === words.text("RaceScreen.really")) line.do((session) => session.giveUp())
    else {
      write(this.giveUp, words.text("RaceScreen.really"))
      setTimeout(() => write(this.giveUp, words.text("RaceScreen.give-up")), 3000)
    }
  }

  /** @param {number} player @private */
  follow(player) {
    if (!this.app.session.race?.boards.has(player)) return
    this.followed = player
    this.update([])
  }

  /** @private */
  showButtons() {
    const { session, words } = this.app
    const { race, choices } = session
    if (!race) return
    if (!session.board) {
      const leave = button(words.text("RaceScreen.leave"), () => this.app.leave())
      if (!this.bar.children.length) fill(this.bar, leave, h("span", { class: "muted" }, words.text("WatchScreen.you-are-watching-a-click-shows-a-board-large")))
      return
    }
    const racing = session.board.status === "racing" && !session.results
    const label = buttonText(words, race.layout?.button ?? "")
    write(this.deal, label)
    this.deal.hidden = !label
    this.deal.disabled = !racing || !choices?.buttonAction
    this.undo.hidden = this.redo.hidden = !race.settings.undo
    this.undo.disabled = !racing || !(choices?.undo ?? session.board.canUndo)
    this.redo.disabled = !racing || !session.redoable
    this.hint.hidden = !race.settings.hints
    this.hint.disabled = this.finish.disabled = !racing
    this.giveUp.hidden = !racing
    if (this.bar.firstChild !== this.undo) fill(this.bar, this.undo, this.redo, this.hint, this.deal, this.finish, h("span", { class: "gap" }), this.giveUp)
  }

  /** @private */
  tick() {
    const { session, words } = this.app
    const { race } = session
    if (!race) return
    write(this.clock, clock(race.remaining(now())))
    const own = race.standings.find(({ player }) => player === session.player)
    write(this.figures, own ? `${words.text("RaceSide.place")} ${ordinal(words, own.place)} · ${words.text("RaceSide.score")} ${session.board?.position.score ?? own.score}` : "")
    this.curve.update(race.elapsed(now()))
  }
}
