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
 * @property {(spot: Spot | null) => void} refused nothing is to be done with the card there
 */

/** Milliseconds: a finger that lies still on a covered card for so long shows it. */
const LONG_PRESS = 600
/** Card heights: how far above a finger it holds its cards, which it would hide. */
const ABOVE = 0.45

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
    this.gesture = new Gesture((a, b) => a.pile === b.pile, chosen.thresholds)
    /** @type {readonly number[]} @private */
    this.targets = []
    /** Where the last tap moved a card to: a click on its heels is one too many. @private */
    this.tapped = -1
    /** @private */
    this.finger = false
    /** @private */
    this.pointer = -1
    /** @private */
    this.longPress = 0
    /** @type {[number, number]} @private */
    this.pressedAt = [0, 0]
    const { element } = view
    element.addEventListener("pointerdown", (event) => this.down(event))
    element.addEventListener("pointermove", (event) => this.move(event))
    element.addEventListener("pointerup", (event) => this.up(event))
    element.addEventListener("pointercancel", () => this.cancel())
    element.addEventListener("contextmenu", (event) => event.preventDefault())
    addEventListener("blur", () => this.cancel())
  }

  /** What is held; null while nothing is. */
  get held() {
    return this.gesture.source
  }

  /** Put back what is held. */
  cancel() {
    clearTimeout(this.longPress)
    this.react(this.gesture.cancel(), ...this.pressedAt)
  }

  /** The position is another: what is held stays in hand only if it still can be. */
  follow() {
    const { held } = this
    if (!held || this.view.heldBox) return
    this.gesture.cancel()
    this.letGo()
  }

  /** @param {PointerEvent} event @private */
  down(event) {
    this.view.peek(null)
    if (!this.player.layout() || !this.view.laid) return
    const at = this.view.pointOf(event)
    if (event.button === 2) {
      if (this.held) this.cancel()
      else this.peek(at)
      return
    }
    if (event.button !== 0 || (this.pointer >= 0 && this.pointer !== event.pointerId)) return
    this.pointer = event.pointerId
    this.finger = event.pointerType === "touch"
    this.view.element.setPointerCapture(event.pointerId)
    this.pressedAt = at
    this.gesture.thresholds = this.chosen.thresholds // they may have been changed in the settings
    const hold = this.holdAt(at)
    if (hold && hold.pile !== this.tapped) this.tapped = -1
    const liftable = hold !== null && this.liftable(hold)
    this.react(this.gesture.press(event.timeStamp / 1000, this.inCards(at), hold, liftable), ...at)
    if (this.finger) {
      clearTimeout(this.longPress)
      this.longPress = setTimeout(() => this.pressedLong(), LONG_PRESS)
    }
  }

  /** @param {PointerEvent} event @private */
  move(event) {
    const at = this.view.pointOf(event)
    if (this.pointer >= 0 && event.pointerId !== this.pointer) return
    if (!this.isStill(at)) clearTimeout(this.longPress)
    if (this.held) this.react(this.gesture.move(this.inCards(at)), ...at)
    else if (event.pointerType === "mouse") this.shape(at)
  }

  /** @param {PointerEvent} event @private */
  up(event) {
    if (event.pointerId !== this.pointer || event.button !== 0) return
    clearTimeout(this.longPress)
    this.pointer = -1
    const at = this.view.pointOf(event)
    if (this.held) this.view.carry(...at)
    const on = this.releasedOn(at)
    this.react(this.gesture.release(event.timeStamp / 1000, this.inCards(at), on), ...at)
  }

  /** @private */
  pressedLong() {
    const spot = this.view.laid?.hit(...this.pressedAt)
    if (!spot || spot.card < 0 || spot.card === this.view.piles[spot.pile].length - 1) return
    this.cancel()
    this.peek(this.pressedAt)
  }

  /** @param {[number, number]} at @private */
  peek(at) {
    const spot = this.view.laid?.hit(...at)
    if (spot && spot.card >= 0 && !isDown(this.view.piles[spot.pile][spot.card])) this.view.peek(spot)
  }

  /** @param {[number, number]} at @private */
  isStill(at) {
    const gone = this.inCards([at[0] - this.pressedAt[0], at[1] - this.pressedAt[1]])
    const { still } = this.gesture.thresholds
    return Math.abs(gone.x) < still && Math.abs(gone.y) < still
  }

  /** @param {[number, number]} at @private */
  inCards([x, y]) {
    const [width, height] = this.view.cardSize
    return { x: x / width, y: y / height }
  }

  /** Let the pointer show what a press would do. @param {[number, number]} at @private */
  shape(at) {
    const hold = this.player.layout() && this.holdAt(at)
    const choices = this.player.choices()
    const clicks = hold && choices?.click(hold.pile, hold.cards) != null
    const shape = hold && this.liftable(hold) ? "grab" : clicks ? "pointer" : ""
    this.view.element.style.cursor = shape
  }

  /**
   * What lies under a point: a card with those on it, or the bare place of a pile.
   * @param {[number, number]} at
   * @returns {Hold | null}
   * @private
   */
  holdAt(at) {
    const spot = this.view.laid?.hit(...at)
    if (!spot) return null
    const { length } = this.view.piles[spot.pile]
    return { pile: spot.pile, cards: spot.card < 0 ? 0 : length - spot.card }
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

  /** @param {[number, number]} at @returns {Hold | null} @private */
  releasedOn(at) {
    const { laid, heldBox } = this.view
    const { held } = this
    if (!laid) return null
    if (!held || !heldBox) return this.holdAt(at)
    const pile = laid.dropTarget(heldBox, ...at, held.pile, this.targets)
    return pile === null ? null : { pile, cards: 0 }
  }

  // What comes of it ----------------------------------------------------------------------------

  /** @param {Event[]} events @param {number} x @param {number} y @private */
  react(events, x, y) {
    for (const event of events) {
      switch (event.type) {
        case "lift":
          this.lift(event.source, x, y)
          break
        case "carry":
          this.view.carry(x, y)
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

  /** @param {Hold} hold @param {number} x @param {number} y @private */
  lift({ pile, cards }, x, y) {
    const { view } = this
    const above = this.finger ? ABOVE * view.cardSize[1] : 0
    view.light("glow", [])
    view.light("hint", [])
    view.lift(lowestSpot(view.piles, pile, cards), x, y, above)
    if (above) view.carry(x, y)
    this.targets = this.player.choices()?.targets(pile, cards) ?? []
    view.light("target", this.targets.map((target) => topSpot(view.piles, target)))
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
    if (!action && (this.targets.length || !tap)) return
    this.gesture.cancel()
    this.letGo()
    if (!action) {
      this.player.refused(topSpot(this.view.piles, pile))
      return
    }
    if (action.length === 3) this.tapped = action[2]
    this.player.wanted(action)
  }

  /** @param {Hold} hold @private */
  click({ pile, cards }) {
    const choices = this.player.choices()
    const action = choices?.click(pile, cards) ?? null
    if (action) this.player.wanted(action)
    else if (!choices && this.player.layout()?.places[pile].clicked) this.player.wanted([pile])
    else this.player.refused(cards ? lowestSpot(this.view.piles, pile, cards) : null)
  }

  /** @param {Hold} hold @private */
  doubleClick({ pile, cards }) {
    const action = this.player.choices()?.doubleClick(pile, cards) ?? null
    if (action) this.player.wanted(action)
    else this.player.refused(lowestSpot(this.view.piles, pile, cards))
  }

  /** @private */
  letGo() {
    this.targets = []
    this.view.putDown()
    this.view.light("target", [])
    this.view.sendHome()
  }
}
