// Mouse, finger and pen on a board: core/gesture knows what they mean, here they meet the cards.

import { isDown } from "../core/cards.mjs"
import { Gesture } from "../core/gesture.mjs"
import { lowestSpot, topSpot } from "../core/layout.mjs"

/** @typedef {import("../core/choices.mjs").Action} Action */
/** @typedef {import("../core/choices.mjs").Choices} Choices */
/** @typedef {import("../core/gesture.mjs").GestureEvent<Hold>} Event */
/** @typedef {import("../core/layout.mjs").Spot} Spot */
/** @typedef {import("../core/race.mjs").Layout} Layout */
/** @typedef {import("./board_view.mjs").BoardView} BoardView */
/** @typedef {[number, number]} At a point of the board, in device pixels */

/**
 * What a hand is on, or holds: a pile, and how many of its top cards.
 * @typedef {{ pile: number, cards: number }} Hold
 */

/**
 * What the hand asks, and whom it tells what the player wants.
 * @typedef {object} Player
 * @property {() => Layout | null} layout null while nothing can be done
 * @property {() => Choices | null} choices null where what may be done is not known yet
 * @property {(action: Action) => void} wanted
 * @property {(asked: Action | null, spot: Spot) => void} refused nothing comes of what was done at
 *   the spot; `asked` is the action whose reason tells why, null for cards that fit nowhere
 */

/** Milliseconds: a finger that lies still on a covered card for so long shows it. */
const LONG_PRESS = 600
/** Milliseconds after a pen was near in which a touch is the palm of its hand. */
const PALM = 800
/** Card heights: how far above a finger it holds its cards, which it would hide. */
const ABOVE = 0.45
/** Card heights that a finger goes until it holds them so far above: they do not jump. */
const RISE = 0.35
/** Points: so far beside a card, or of a strip that cannot be lifted, a finger still meant it. */
const NEAR = 14

/** The hand that presses, drags and clicks. */
export class PointerHand {
  /**
   * @param {BoardView} view
   * @param {Player} player
   * @param {import("../preferences.mjs").Chosen} chosen
   */
  constructor(view, player, chosen) {
    /** @private */
    this.view = view
    /** @private */
    this.player = player
    /** @private */
    this.chosen = chosen
    /** @type {Gesture<Hold>} @private */
    this.gesture = new Gesture((a, b) => a.pile === b.pile)
    /** @type {readonly number[]} @private */
    this.targets = []
    /** Where the last tap moved a card to: a click on its heels is one too many. @private */
    this.tapped = -1
    /** What presses: "mouse", "touch" or "pen". @private */
    this.kind = "mouse"
    /** The pointer that is down; -1 for none. @private */
    this.pointer = -1
    /** When a pen was near last. @private */
    this.penned = -Infinity
    /** @private */
    this.longPress = 0
    /** @type {At} @private */
    this.pressedAt = [0, 0]
    /** @private */
    this.away = () => this.cancel()
    const { element } = view
    element.addEventListener("pointerdown", (event) => this.down(event))
    element.addEventListener("pointermove", (event) => this.move(event))
    element.addEventListener("pointerup", (event) => this.up(event))
    element.addEventListener("pointercancel", (event) => this.lost(event))
    element.addEventListener("contextmenu", (event) => event.preventDefault())
    // Where `touch-action` does not hold, as in older Safari, a touch would scroll and zoom.
    element.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false })
    addEventListener("blur", this.away)
  }

  /** Hear no more of the page. */
  close() {
    clearTimeout(this.longPress)
    removeEventListener("blur", this.away)
  }

  /** What is held; null while nothing is. */
  get held() {
    return this.gesture.source
  }

  /** Put back what is held. */
  cancel() {
    clearTimeout(this.longPress)
    this.pointer = -1
    this.react(this.gesture.cancel(), this.pressedAt)
  }

  /** The position is another: what is held stays in hand only if it still can be. */
  follow() {
    const { held, view } = this
    if (!held) return
    const choices = this.player.choices()
    const stays = view.heldBox && this.player.layout() && (!choices || this.liftable(held))
    if (!stays) {
      this.gesture.cancel()
      this.letGo()
    } else if (choices) this.aim(held)
  }

  /** @param {PointerEvent} event @private */
  down(event) {
    const { view } = this
    view.peek(null)
    if (event.pointerType === "pen") this.penned = event.timeStamp
    else if (event.pointerType === "touch" && event.timeStamp - this.penned < PALM) return
    const at = view.pointOf(event)
    if (event.button === 2) {
      if (this.held) this.cancel()
      else this.peek(at)
      return
    }
    if (event.button !== 0) return
    // A palm that came first holds nothing: the finger after it counts. While something is held,
    // a second finger is none.
    if (this.pointer >= 0 && this.pointer !== event.pointerId && this.held) return
    if (!this.player.layout() || !view.laid) return
    this.pointer = event.pointerId
    this.kind = event.pointerType
    try {
      view.element.setPointerCapture(event.pointerId)
    } catch {
      // The pointer is up again already.
    }
    this.pressedAt = at
    const hold = this.holdAt(at)
    if (hold && hold.pile !== this.tapped) this.tapped = -1
    const liftable = hold !== null && this.liftable(hold)
    const time = event.timeStamp / 1000
    const takes = hold !== null && this.takes(hold.pile)
    this.gesture.thresholds = this.chosen.thresholds
    this.react(this.gesture.press(time, this.inCards(at), hold, liftable, takes), at)
    if (this.kind !== "touch") return
    clearTimeout(this.longPress)
    this.longPress = setTimeout(() => this.pressedLong(), LONG_PRESS)
  }

  /** @param {PointerEvent} event @private */
  move(event) {
    if (event.pointerType === "pen") this.penned = event.timeStamp
    if (this.pointer >= 0 && event.pointerId !== this.pointer) return
    if (this.pointer < 0 && event.pointerType === "touch") return
    const at = this.view.pointOf(event)
    if (!this.isStill(at)) clearTimeout(this.longPress)
    if (this.held) this.react(this.gesture.move(this.inCards(at)), at)
    else if (event.pointerType === "mouse") this.shape(at)
  }

  /** @param {PointerEvent} event @private */
  up(event) {
    if (event.button === 2) this.view.peek(null)
    if (event.pointerId !== this.pointer || event.button !== 0) return
    clearTimeout(this.longPress)
    this.pointer = -1
    if (this.view.peeking) return this.view.peek(null)
    const at = this.view.pointOf(event)
    if (this.held) this.carry(at)
    const on = this.releasedOn(at)
    const takes = on !== null && this.takes(on.pile)
    const rightOn = on !== null && this.isRightOn(on.pile, at)
    const time = event.timeStamp / 1000
    this.react(this.gesture.release(time, this.inCards(at), on, takes, rightOn), at)
  }

  /** @param {PointerEvent} event @private */
  lost(event) {
    if (event.pointerId === this.pointer) this.cancel()
  }

  /** @private */
  pressedLong() {
    const { view } = this
    const spot = view.laid?.hit(...this.pressedAt)
    if (!spot || spot.card < 0 || spot.card === view.piles[spot.pile].length - 1) return
    const { pointer } = this
    this.cancel()
    this.pointer = pointer // until it goes up, the card is shown
    this.peek(this.pressedAt)
  }

  /** @param {At} at @private */
  peek(at) {
    const spot = this.view.laid?.hit(...at)
    if (spot && spot.card >= 0 && !isDown(this.view.piles[spot.pile][spot.card])) {
      this.view.peek(spot)
    }
  }

  /** @param {At} at @private */
  isStill(at) {
    const gone = this.inCards([at[0] - this.pressedAt[0], at[1] - this.pressedAt[1]])
    const { still } = this.gesture.thresholds
    return Math.abs(gone.x) < still && Math.abs(gone.y) < still
  }

  /** @param {At} at @private */
  inCards([x, y]) {
    const [width, height] = this.view.cardSize
    return { x: x / width, y: y / height }
  }

  /** Let the pointer show what a press would do. @param {At} at @private */
  shape(at) {
    const hold = this.player.layout() && this.holdAt(at)
    const clicks = hold && this.player.choices()?.click(hold.pile, hold.cards) != null
    this.view.element.style.cursor = hold && this.liftable(hold) ? "grab" : clicks ? "pointer" : ""
  }

  // From pixels to places -----------------------------------------------------------------------

  /**
   * What lies under a point: a card with those on it, or the bare place of a pile.
   * @param {At} at
   * @returns {Hold | null}
   * @private
   */
  holdAt(at) {
    const hold = this.holdJustAt(at)
    if (this.kind !== "touch" || this.held || (hold && this.isLively(hold))) return hold
    // A finger is broad: what can be done just beside it was meant.
    const near = NEAR * this.view.ratio
    for (const reach of [near / 2, near]) {
      for (const [dx, dy] of [[0, 1], [0, -1], [1, 0], [-1, 0]]) {
        const other = this.holdJustAt([at[0] + dx * reach, at[1] + dy * reach])
        if (other && (!hold || other.pile === hold.pile) && this.isLively(other)) return other
      }
    }
    return hold
  }

  /** @param {At} at @returns {Hold | null} @private */
  holdJustAt(at) {
    const spot = this.view.laid?.hit(...at)
    if (!spot) return null
    const { length } = this.view.piles[spot.pile]
    return { pile: spot.pile, cards: spot.card < 0 ? 0 : length - spot.card }
  }

  /** Whether something comes of a press there. @param {Hold} hold @private */
  isLively(hold) {
    return this.liftable(hold) || this.player.choices()?.click(hold.pile, hold.cards) != null
  }

  /** @param {Hold} hold @private */
  liftable({ pile, cards }) {
    const choices = this.player.choices()
    if (choices) return choices.liftable(pile, cards)
    // Faster than the server's answers: what shows its face may be lifted, and it decides.
    const lying = this.view.piles[pile]
    const kind = this.player.layout()?.places[pile].kind
    return cards > 0 && kind !== "stock" && !isDown(lying[lying.length - cards])
  }

  /** Whether a pile takes what is held, or nobody knows. @param {number} pile @private */
  takes(pile) {
    return !this.player.choices() || this.targets.includes(pile)
  }

  /** @param {At} at @returns {Hold | null} @private */
  releasedOn(at) {
    if (!this.held || !this.view.heldBox) return this.holdAt(at)
    const pile = this.landing(at)
    return pile === null ? null : { pile, cards: 0 }
  }

  /** The pile that what is held is meant for at this point. @param {At} at @private */
  landing([x, y]) {
    const { laid, heldBox } = this.view
    const { held } = this
    if (!laid || !heldBox || !held) return null
    return laid.dropTarget(heldBox, x, y - this.above([x, y]), held.pile, this.targets)
  }

  /** Whether the pointer itself is on a pile. @param {number} pile @param {At} at @private */
  isRightOn(pile, [x, y]) {
    return this.view.laid?.hit(x, y - this.above([x, y]))?.pile === pile
  }

  /** How far above a finger its cards are now, in device pixels. @param {At} at @private */
  above([x, y]) {
    if (this.kind !== "touch") return 0
    const height = this.view.cardSize[1]
    const gone = Math.hypot(x - this.pressedAt[0], y - this.pressedAt[1]) / (RISE * height)
    return ABOVE * height * Math.min(1, gone)
  }

  // What comes of it ----------------------------------------------------------------------------

  /** @param {Event[]} events @param {At} at @private */
  react(events, at) {
    for (const event of events) {
      switch (event.type) {
        case "lift":
          this.lift(event.source, at)
          break
        case "carry":
          this.carry(at)
          break
        case "stick":
          this.stick(event.source)
          break
        case "drop":
          this.letGo()
          this.player.wanted([event.source.pile, event.source.cards, event.target.pile])
          break
        case "put back":
          this.letGo()
          break
        case "click":
          this.click(event.place)
          break
        case "double-click":
          this.doubleClick(event.place)
      }
    }
  }

  /** @param {Hold} hold @param {At} at @private */
  lift(hold, at) {
    const { view } = this
    view.glow([])
    view.light("hint", [])
    view.lift(lowestSpot(view.piles, hold.pile, hold.cards), ...at)
    view.element.style.cursor = "grabbing"
    this.aim(hold)
  }

  /** @param {At} at @private */
  carry(at) {
    const { view } = this
    view.carry(...at, this.above(at))
    const pile = this.landing(at)
    const lit = pile !== null && pile !== this.held?.pile && this.targets.includes(pile)
    view.light("landing", lit ? [topSpot(view.piles, pile)] : [])
  }

  /** Light up where what is held may go. @param {Hold} hold @private */
  aim({ pile, cards }) {
    this.targets = this.player.choices()?.targets(pile, cards) ?? []
    this.view.light("target", this.targets.map((target) => topSpot(this.view.piles, target)))
  }

  /** @param {Hold} hold @private */
  stick({ pile, cards }) {
    if (pile === this.tapped) {
      this.tapped = -1
      this.cancel()
      return
    }
    const action = this.player.choices()?.click(pile, cards) ?? null
    const tap = this.player.layout()?.tap ?? false
    if (!action && (this.targets.length || !tap)) {
      if (this.kind === "touch") this.view.hover() // no finger is there to carry it
      return
    }
    this.gesture.cancel()
    this.letGo()
    if (!action) {
      this.player.refused(null, topSpot(this.view.piles, pile))
      return
    }
    if (action.length === 3) this.tapped = action[2]
    this.player.wanted(action)
  }

  /** @param {Hold} hold @private */
  click({ pile, cards }) {
    const choices = this.player.choices()
    const action = choices?.click(pile, cards) ?? null
    const clicked = this.player.layout()?.places[pile].clicked
    if (action) this.player.wanted(action)
    else if (!choices && clicked) this.player.wanted([pile])
    else if (clicked) this.player.refused([pile], topSpot(this.view.piles, pile))
    else if (cards) {
      this.player.refused([pile, cards, pile], lowestSpot(this.view.piles, pile, cards))
    }
  }

  /** @param {Hold} hold @private */
  doubleClick({ pile, cards }) {
    const action = this.player.choices()?.doubleClick(pile, cards) ?? null
    if (action) this.player.wanted(action)
    else this.player.refused(null, lowestSpot(this.view.piles, pile, cards))
  }

  /** @private */
  letGo() {
    const { view } = this
    this.targets = []
    view.putDown()
    view.light("target", [])
    view.light("landing", [])
    view.element.style.cursor = ""
    view.sendHome()
  }
}
