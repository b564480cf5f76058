// The keyboard on a board: its cursor, what it holds, and the keys; and readers that explore it by
// touch. It does what client/window/scene/key_hand.py does.

import { Cursor, dealAction } from "../core/access/cursor.mjs"
import { commandOf, OF_THE_CURSOR, OF_THE_RACE } from "../core/access/keys.mjs"
import { topSpot } from "../core/layout.mjs"
import { h } from "../widgets/dom.mjs"
import { Narrator } from "./narrator.mjs"
import { PileButtons } from "./pile_buttons.mjs"

/** @typedef {import("../core/access/cursor.mjs").Position} Position */
/** @typedef {import("../core/access/keys.mjs").Command} Command */
/** @typedef {import("../core/choices.mjs").Action} Action */
/** @typedef {import("../core/choices.mjs").Choices} Choices */
/** @typedef {import("../core/layout.mjs").Box} Box */
/** @typedef {import("../core/layout.mjs").Spot} Spot */
/** @typedef {import("../core/race.mjs").Layout} Layout */
/** @typedef {import("./board_view.mjs").BoardView} BoardView */
/** @typedef {import("./pointer_hand.mjs").PointerHand} PointerHand */

/**
 * What the keys ask, and whom they tell what the player wants.
 * @typedef {object} Player
 * @property {() => Layout | null} layout of the board shown, also where one only looks on
 * @property {() => number} owner whose board that is
 * @property {() => Choices | null} choices null where nothing can be done, or not yet
 * @property {() => boolean} mayPlay whether one plays on this board
 * @property {() => boolean} waits whether the choices are on their way
 * @property {(action: Action) => void} wanted
 * @property {(asked: Action | null, spot: Spot) => void} refused nothing comes of what was done at
 *   the spot; `asked` is the action whose reason tells why, null for cards that fit nowhere
 * @property {(at: boolean) => void} pointed whether the cursor is at the game's button now
 * @property {(command: Command) => void} obey what is not about the cursor: undo, hint, keys...
 */

/** In cards: how far cards in hand lie to the right of the one they would go onto, and below. */
const HOVER = [0.2, 0.14]
/** The same for cards in hand over their own place, which they lie above. */
const RAISED = [0.05, -0.1]
/** Of a card's width: how thick the ring's light line is; the dark ones beside it are half that. */
const LINE = 0.035
/** Keys that are kept while it is not known yet what may be done. */
const MOST_WAITING = 32
/** Milliseconds after which the piles get their buttons: the first cards come first. */
const LATER = 300

/** A cursor that is drawn, and shows only while the keyboard is in use. */
export class KeyHand {
  /**
   * @param {BoardView} view
   * @param {Player} player
   * @param {PointerHand} pointer the other hand on the board: only one holds cards at a time
   * @param {import("../app.mjs").App} app
   */
  constructor(view, player, pointer, app) {
    this.narrator = new Narrator(app.words, (text, urgent) => app.say(text, urgent))
    /** @private */
    this.view = view
    /** @private */
    this.player = player
    /** @private */
    this.pointer = pointer
    /** @type {Layout | null} @private */
    this.layout = null
    /** @type {Cursor | null} null while there is no game @private */
    this.cursor = null
    /** @private */
    this.fresh = true
    /** Whether the cursor is in use. */
    this.shown = false
    /** Whether it is at the game's button, where it shows no ring. */
    this.atButton = false
    /** Whether the focus comes by the Tab key. @private */
    this.tabbing = false
    /** What is to be done as soon as the choices are here. @type {(() => void)[]} @private */
    this.waiting = []
    /** @private */
    this.ring = h("div", { class: "cursor", "aria-hidden": "true", hidden: true })
    /** @type {PileButtons | null} @private */
    this.buttons = null
    /** @private */
    this.ended = new AbortController()
    const { element } = view
    element.append(this.ring)
    element.setAttribute("role", "application")
    element.setAttribute("aria-description", app.words.text("page.board-keys"))
    const { signal } = this.ended
    document.addEventListener("keydown", (event) => this.press(event), { signal })
    element.addEventListener("pointerdown", () => this.leaveTo(), { capture: true })
    element.addEventListener("focusin", () => this.tabbing && this.come())
    element.addEventListener("focusout", (event) => this.go(event))
    view.arranged = () => this.draw()
    setTimeout(() => this.offerPiles(), LATER)
  }

  /** What puts the board in words. */
  get speaker() {
    return this.narrator.speaker
  }

  /**
   * What cannot be done, and why, in words.
   * @param {Action | null} action
   * @param {string} why
   */
  refusal(action, why) {
    const lifted = action?.length === 3 && action[0] === action[2]
    return this.speaker.refusal(this.view.piles, lifted ? null : action, why)
  }

  /** @returns {Position} */
  get position() {
    return { piles: this.view.piles, choices: this.player.choices() }
  }

  /** The board is there no more. */
  close() {
    this.ended.abort()
  }

  /**
   * Follow what is shown; what is held stays in hand if its pile is as it was. What the player has
   * just done is `urgent`.
   * @param {boolean} urgent
   */
  follow(urgent) {
    const layout = this.player.layout()
    if (!layout || this.view.piles.length !== layout.places.length) return
    if (layout !== this.layout) {
      this.layout = layout
      this.cursor = new Cursor(layout)
      this.fresh = true
      this.hide()
    }
    const { cursor, position } = this
    const had = cursor?.held
    cursor?.fit(position)
    if (had && !cursor?.held) this.letGo()
    else if (cursor?.held && !this.view.heldBox) this.lift(cursor.held)
    const heard = this.player.mayPlay() || this.view.element.contains(document.activeElement)
    this.narrator.follow(layout, this.player.owner(), position.piles, { urgent, heard })
    this.buttons?.name(this.speaker, layout, position.piles, position.choices)
    this.draw()
    if (!position.choices && !this.player.waits()) this.waiting = [] // nor will there be any
    while (this.waiting.length && !this.player.waits()) this.waiting.shift()?.()
  }

  /**
   * Take the cursor, seen or not, to what a hint names.
   * @param {Action} action
   */
  advise(action) {
    this.fresh = false
    this.cursor?.advise(this.view.piles, action)
    this.draw()
  }

  /** Put back what is held, and return whether anything was. */
  cancel() {
    this.waiting = []
    if (!this.cursor?.putBack()) return false
    this.letGo()
    this.draw()
    return true
  }

  // Keys ----------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event @private */
  press(event) {
    const { element } = this.view
    if (event.defaultPrevented || event.isComposing || !element.isConnected) return
    /** @type {HTMLDialogElement | null} */
    const open = document.querySelector("dialog[open]")
    if (open) {
      if (commandOf(event) === "keys" && open.classList.contains("sheet")) open.close()
      return
    }
    const target = event.target instanceof HTMLElement ? event.target : document.body
    const nowhere = target === document.body || target === element.closest("main")
    const here = nowhere || element.contains(target)
    if (event.key === "Tab") {
      if (here && this.cursor?.held) {
        event.preventDefault()
        this.nextTarget(event.shiftKey)
        return
      }
      this.tabbing = true
      setTimeout(() => (this.tabbing = false))
      return
    }
    const command = commandOf(event)
    if (!command) return
    const writing = target.matches("input, textarea, select, [contenteditable]")
    if (!here && !OF_THE_RACE.has(command)) return
    if (writing && event.key !== "F1") return
    if (command === "put back" && !this.cursor?.held && !this.pointer.held) return
    event.preventDefault()
    if (nowhere) element.focus({ preventScroll: true })
    this.obey(command, event.ctrlKey)
  }

  /**
   * @param {Command} command
   * @param {boolean} toPile whether an arrow goes to another pile at once
   * @private
   */
  obey(command, toPile) {
    if (command === "put back") {
      this.pointer.cancel()
      if (this.cancel()) this.moved(false)
    } else if (command === "keys" || command === "time") this.player.obey(command)
    else this.soon(() => this.carryOut(command, toPile))
  }

  /**
   * Do something as soon as it is known what may be done: keys are faster than the server, and what
   * they mean depends on its answers.
   * @param {() => void} todo
   * @private
   */
  soon(todo) {
    if (!this.waiting.length && !this.player.waits()) todo()
    else if (this.waiting.length < MOST_WAITING) this.waiting.push(todo)
  }

  /** @param {Command} command @param {boolean} toPile @private */
  carryOut(command, toPile) {
    this.pointer.cancel()
    if (OF_THE_CURSOR.has(command)) return this.moveCursor(command, toPile)
    this.cancelHeld()
    if (command === "hint" && this.player.mayPlay()) this.show()
    if (command !== "button") return this.player.obey(command)
    const action = this.layout && dealAction(this.layout)
    if (action && this.player.mayPlay()) this.player.wanted(action)
  }

  /** @param {Command} command @param {boolean} toPile @private */
  moveCursor(command, toPile) {
    const { cursor, position } = this
    if (!cursor || !position.piles.length) return
    if (!this.shown) {
      this.show()
      this.moved(false)
      return
    }
    const before = cursor.held
    switch (command) {
      case "read":
      case "row":
      case "column":
        return this.narrator.tellPiles(position, cursor.spot.pile, command)
      case "left":
      case "right":
      case "up":
      case "down":
        cursor.go(command, position, toPile)
        break
      case "deeper":
      case "shallower":
        cursor.along(position, command === "deeper")
        break
      case "deepest":
      case "top":
        cursor.toEnd(position, command === "deepest")
        break
      default:
        if (!this.player.mayPlay()) return
        return this.did(this.deed(command), before)
    }
    this.did(null, before)
  }

  /** @param {Command} command @private */
  deed(command) {
    const { position } = this
    const cursor = /** @type {Cursor} */ (this.cursor)
    if (command === "best") return cursor.best(position)
    return command === "click" ? cursor.click() : cursor.enter(position)
  }

  /**
   * Show what has come of a key, and pass on what is wanted.
   * @param {Action | import("../core/access/cursor.mjs").Refusal | null} done
   * @param {Spot | null} before what was held
   * @private
   */
  did(done, before) {
    const cursor = /** @type {Cursor} */ (this.cursor)
    if (cursor.held !== before) {
      this.letGo()
      if (cursor.held) this.lift(cursor.held)
    }
    if (!done) this.moved(cursor.held !== null && before !== cursor.held)
    else if ("refused" in done) this.player.refused(done.refused, cursor.spot)
    else this.player.wanted(done)
    this.draw()
  }

  /** @param {boolean} back @private */
  nextTarget(back) {
    this.cursor?.nextTarget(this.position, back)
    this.moved(false)
  }

  /** @param {boolean} taken @private */
  moved(taken) {
    this.draw()
    if (this.cursor) this.narrator.tellCursor(this.position, this.cursor, taken)
  }

  // Readers -------------------------------------------------------------------------------------

  /** Give each pile a button, for readers that explore the board by touch. @private */
  offerPiles() {
    if (this.ended.signal.aborted) return
    this.buttons = new PileButtons(this.view.element, (pile) => {
      this.soon(() => this.activate(pile))
    })
    const { layout, position } = this
    if (!layout) return
    this.buttons.name(this.speaker, layout, position.piles, position.choices)
    this.draw()
  }

  /**
   * A pile is activated: take of it what can go somewhere, the next time more of it; put down what
   * is held; or click it.
   * @param {number} pile
   * @private
   */
  activate(pile) {
    const { cursor, position } = this
    if (!cursor || !this.player.mayPlay()) return
    this.pointer.cancel()
    this.fresh = false
    this.shown = true
    const { held } = cursor
    if (held?.pile === pile) {
      cursor.takeMore(position)
      return this.did(null, held)
    }
    if (!held) {
      const { piles, choices } = position
      const counts = choices?.movable.filter(([source]) => source === pile) ?? []
      const least = Math.min(...counts.map(([, count]) => count))
      cursor.toTop(pile, piles)
      if (counts.length) cursor.goTo({ pile, card: piles[pile].length - least }, piles)
      return this.did(cursor.enter(position), null)
    }
    if (cursor.targets(position).includes(pile)) {
      cursor.toTop(pile, position.piles)
      return this.did(cursor.enter(position), held)
    }
    const count = position.piles[held.pile].length - held.card
    this.player.refused([held.pile, count, pile], topSpot(position.piles, pile))
  }

  // The works -----------------------------------------------------------------------------------

  /** Show the cursor where it last was; in a new game, where there is something to do. @private */
  show() {
    const { cursor, position } = this
    if (!cursor || !position.piles.length) return
    if (this.fresh) cursor.start(position)
    this.fresh = false
    cursor.fit(position)
    this.shown = true
    this.draw()
  }

  /** Hide the cursor: the mouse is in use, or the focus elsewhere. @private */
  hide() {
    this.shown = false
    this.ring.hidden = true
    this.pointAtButton(false)
  }

  /** The other hand takes over. @private */
  leaveTo() {
    this.cancel()
    this.hide()
  }

  /** Somebody comes by the Tab key. @private */
  come() {
    if (this.shown || !this.player.mayPlay()) return
    this.show()
    this.moved(false)
  }

  /** Put back what is held, as the hand is elsewhere now. @param {FocusEvent} event @private */
  go({ relatedTarget }) {
    if (relatedTarget instanceof Node && this.view.element.contains(relatedTarget)) return
    this.cancel()
    this.hide()
  }

  /** @private */
  cancelHeld() {
    if (!this.cursor?.putBack()) return
    this.letGo()
    this.draw()
  }

  /** @param {Spot} held @private */
  lift(held) {
    const { view, cursor, position } = this
    const home = view.laid?.cardBox(held)
    if (!home || !cursor) return
    view.glow([])
    view.light("hint", [])
    view.lift(held, home.x, home.y)
    view.light("target", cursor.targets(position).map((pile) => topSpot(position.piles, pile)))
  }

  /** Hold nothing any more: what is not in its place goes there. @private */
  letGo() {
    this.view.putDown()
    this.view.light("target", [])
    this.view.sendHome()
  }

  /** Draw the cursor, and the cards in hand, where they are in this position. @private */
  draw() {
    const { cursor, view } = this
    const { laid, piles, ratio } = view
    if (!laid) return
    this.buttons?.place(laid, ratio)
    if (!cursor || !this.shown || cursor.spot.card >= (piles[cursor.spot.pile]?.length ?? 0)) return
    const atButton = cursor.atButton(piles)
    this.pointAtButton(atButton)
    this.ring.hidden = atButton
    const box = laid.cardBox(cursor.spot)
    this.surround(box.joined(laid.cardBox(topSpot(piles, cursor.spot.pile))), ratio)
    if (!cursor.held) return
    const corner = this.corner(cursor.held, box)
    view.carry(...corner)
  }

  /** @param {boolean} at @private */
  pointAtButton(at) {
    if (at === this.atButton) return
    this.atButton = at
    this.player.pointed(at)
  }

  /** @param {Box} box @param {number} ratio @private */
  surround({ x, y, width, height }, ratio) {
    const line = Math.max(2, Math.round(this.view.cardSize[0] * LINE)) / ratio
    const { style } = this.ring
    const reach = 1.5 * line
    style.left = `${x / ratio - reach}px`
    style.top = `${y / ratio - reach}px`
    style.width = `${width / ratio + 2 * reach}px`
    style.height = `${height / ratio + 2 * reach}px`
    style.borderWidth = `${line}px`
    style.borderRadius = `${3 * line}px`
  }

  /**
   * Where the cards in hand are seen: over what they would go onto, and within the board.
   * @param {Spot} held
   * @param {Box} over
   * @returns {[number, number]}
   * @private
   */
  corner(held, over) {
    const own = held.pile === this.cursor?.spot.pile
    const laid = /** @type {import("../core/layout.mjs").Arrangement} */ (this.view.laid)
    const [width, height] = laid.table.card
    const home = own ? laid.cardBox(held) : over
    const [x, y] = own ? RAISED : HOVER
    const left = home.x + Math.round(x * width)
    const above = home.y + Math.round(y * height)
    return [
      Math.min(left, laid.table.width - width),
      Math.max(0, Math.min(above, laid.table.height - height)),
    ]
  }
}
