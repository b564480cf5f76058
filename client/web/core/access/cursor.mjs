// The hand on the keyboard: a cursor on the piles and cards, and what it holds. It does what
// client/board/cursor.py does, where it is told at length; what the rules say there, the server's
// choices say here.
//
//     const cursor = new Cursor(layout)
//     cursor.go("right", { piles, choices }) // to another pile, or to another card of this one
//     cursor.enter({ piles, choices })       // take the cards here, or put down what is held
//     cursor.spot, cursor.held               // what to draw

import { isKnown, rank } from "../cards.mjs"
import { spotsOf, topSpot } from "../layout.mjs"
import { rows } from "./rows.mjs"

/** @typedef {import("../cards.mjs").Pile} Pile */
/** @typedef {import("../cards.mjs").Piles} Piles */
/** @typedef {import("../choices.mjs").Action} Action */
/** @typedef {import("../choices.mjs").Choices} Choices */
/** @typedef {import("../layout.mjs").Place} Place */
/** @typedef {import("../layout.mjs").Spot} Spot */
/** @typedef {"left" | "right" | "up" | "down"} Direction */

/**
 * A position, and what may be done in it; null where that is not known, as on a rival's board.
 * @typedef {{ piles: Piles, choices: Choices | null }} Position
 */

/**
 * What cannot be done, for the server to say why; null for cards that fit nowhere.
 * @typedef {{ refused: Action | null }} Refusal
 */

/**
 * What the cursor needs to know of a layout.
 * @typedef {{ places: readonly Place[], tap: boolean, button: string,
 *   button_pile: number | null }} Layout
 */

/** Going up or down, a step to the side counts as much as this many on the way. */
const SIDEWAYS = 3
/**
 * By the way a pile is spread: which arrow leads to the card below, and which back to the top.
 * @type {Readonly<Record<string, boolean>>}
 */
const DEEPER = { "down up": true, "down down": false, "right left": true, "right right": false }

/** The piles of a layout in rows, and where the arrow keys lead from each of them. */
export class PileGrid {
  /** @param {readonly Place[]} places */
  constructor(places) {
    /** @private */
    this.places = places
    /** @private */
    this.rows = rows(places)
    /** All piles, as one reads them. */
    this.order = this.rows.flat()
  }

  /**
   * The next pile in this direction, of all or of `among`; `pile` if there is none.
   * @param {number} pile
   * @param {Direction} direction
   * @param {ReadonlySet<number> | null} [among]
   */
  step(pile, direction, among = null) {
    if (direction === "left") return this.readOn(pile, -1, among)
    if (direction === "right") return this.readOn(pile, 1, among)
    const row = this.rows.findIndex((piles) => piles.includes(pile))
    const ahead = direction === "down" ? this.rows.slice(row + 1) : this.rows.slice(0, row)
    let nearest = pile
    let least = Infinity
    for (const other of ahead.flat()) {
      const distance = this.distance(pile, other)
      if ((among && !among.has(other)) || distance >= least) continue
      nearest = other
      least = distance
    }
    return nearest
  }

  /**
   * @param {number} pile
   * @param {number} step
   * @param {ReadonlySet<number> | null} among
   * @private
   */
  readOn(pile, step, among) {
    const order = this.order.filter((each) => !among || among.has(each) || each === pile)
    return order[(order.indexOf(pile) + step + order.length) % order.length]
  }

  /** @param {number} pile @param {number} other @private */
  distance(pile, other) {
    const [x, y] = this.places[pile].at
    const [otherX, otherY] = this.places[other].at
    return SIDEWAYS * Math.abs(otherX - x) + Math.abs(otherY - y)
  }
}

/**
 * The cards of a pile that a cursor may be on, the lowest first: those that may be taken, and in
 * any case the top card, or -1 for the bare place of an empty pile. Where it is not known what may
 * be taken, each card that shows its face.
 * @param {Position} position
 * @param {number} pile
 */
export function stops({ piles, choices }, pile) {
  const cards = piles[pile]
  if (!cards.length) return [-1]
  return [...cards.keys()].filter((card) => {
    if (card === cards.length - 1) return true
    return choices ? liftable(piles, choices, { pile, card }) > 0 : isKnown(cards[card])
  })
}

/**
 * How many cards come along when this one is lifted; 0 when it can't be.
 * @param {Piles} piles
 * @param {Choices} choices
 * @param {Spot} spot
 */
function liftable(piles, choices, { pile, card }) {
  const cards = piles[pile]
  if (card < 0 || !rank(cards[card])) return 0
  const count = cards.length - card
  return choices.liftable(pile, count) ? count : 0
}

/**
 * What the key for dealing does: what the button does, or else a click on the stock. Null for a
 * game without a button whose places have no stock, or several, to be clicked.
 * @param {Layout} layout
 * @returns {Action | null}
 */
export function dealAction({ places, button, button_pile }) {
  if (button) return button_pile === null ? [] : [button_pile]
  const piles = [...places.keys()]
  const stocks = piles.filter((pile) => places[pile].kind === "stock" && places[pile].clicked)
  return stocks.length === 1 ? stocks : null
}

/** A cursor on one game. Every method is told the position as it is now. */
export class Cursor {
  /** @param {Layout} layout */
  constructor(layout) {
    /** @private */
    this.layout = layout
    this.grid = new PileGrid(layout.places)
    /** @type {Spot} where it is: a card, or the bare place of a pile */
    this.spot = { pile: this.grid.order[0] ?? 0, card: -1 }
    /** @type {Spot | null} the lowest of the cards that are held, where it lies */
    this.held = null
    /** @type {Pile} @private */
    this.heldPile = []
    /** Whether it is on the top of its pile, and stays there whatever comes. @private */
    this.onTop = true
    /** What a hint named last, in which position, and where that led.
     * @type {{ action: Action, piles: Piles, spot: Spot } | null} @private */
    this.advice = null
  }

  /**
   * Go to the first pile from which something can be done.
   * @param {Position} position
   */
  start({ piles, choices }) {
    const sources = choices?.movable.map(([pile]) => pile) ?? []
    const useful = sources.length ? sources : (choices?.clicks ?? [])
    const pile = this.grid.order.find((each) => useful.includes(each)) ?? this.spot.pile
    this.toTop(pile, piles)
  }

  // Going ---------------------------------------------------------------------------------------

  /**
   * Do what an arrow key says, and return whether the cursor moved. With `toPile` it goes to
   * another pile, even if there is a card of this one to go to.
   * @param {Direction} direction
   * @param {Position} position
   * @param {boolean} [toPile]
   */
  go(direction, position, toPile = false) {
    const before = this.spot
    const { piles } = position
    if (this.held) {
      const among = new Set([...this.targets(position), this.held.pile])
      this.toTop(this.grid.step(before.pile, direction, among), piles)
    } else {
      const deeper = DEEPER[`${this.layout.places[before.pile].spread} ${direction}`]
      if (toPile || deeper === undefined || !this.along(position, deeper)) {
        this.toTop(this.grid.step(before.pile, direction, this.seen(piles)), piles)
      }
    }
    return !isSpot(this.spot, before)
  }

  /**
   * The piles of which something is seen: not the bare places of a pyramid.
   * @param {Piles} piles
   * @private
   */
  seen(piles) {
    const { places } = this.layout
    return new Set([...piles.keys()].filter((i) => piles[i].length || places[i].outlined))
  }

  /**
   * Go to the next card of this pile that may be taken, and return whether there is one.
   * @param {Position} position
   * @param {boolean} deeper
   */
  along(position, deeper) {
    if (this.held) return false
    const cards = stops(position, this.spot.pile)
    const at = cards.indexOf(this.spot.card) + (deeper ? -1 : 1)
    if (at < 0 || at >= cards.length) return false
    this.spot = { pile: this.spot.pile, card: cards[at] }
    this.onTop = at === cards.length - 1
    return true
  }

  /**
   * Go to the lowest card of this pile that may be taken, or to its top.
   * @param {Position} position
   * @param {boolean} deepest
   */
  toEnd(position, deepest) {
    while (this.along(position, deepest));
  }

  /**
   * Go to the next pile that takes the held cards, round and round, if any are held.
   * @param {Position} position
   * @param {boolean} [back]
   */
  nextTarget(position, back = false) {
    const targets = this.targets(position)
    if (!targets.length) return
    const pile = this.grid.step(this.spot.pile, back ? "left" : "right", new Set(targets))
    this.toTop(pile, position.piles)
  }

  // Following a hint ------------------------------------------------------------------------------

  /**
   * Put back what is held, and go to what a hint names, so that `enter` does it: the card to be
   * moved or the pile to be clicked. The game's button is not on the board: the cursor stays where
   * it is, and is `atButton`.
   * @param {Piles} piles
   * @param {Action} action
   */
  advise(piles, action) {
    this.putBack()
    const [spot] = spotsOf(piles, action)
    if (spot) this.goTo(spot, piles)
    this.advice = { action, piles, spot: this.spot }
  }

  /**
   * Whether `enter` presses the game's button, as a hint has just named it.
   * @param {Piles} piles
   */
  atButton(piles) {
    return this.advised(piles)?.length === 0
  }

  /**
   * What a hint named, until the cursor or the position is another one.
   * @param {Piles} piles
   * @returns {Action | null}
   * @private
   */
  advised(piles) {
    const { advice } = this
    const here = advice && isSpot(advice.spot, this.spot)
    return here && piles.every((pile, i) => isPile(pile, advice.piles[i])) ? advice.action : null
  }

  // Taking and putting --------------------------------------------------------------------------

  /**
   * The piles that take the held cards.
   * @param {Position} position
   */
  targets({ piles, choices }) {
    if (!this.held) return []
    const { pile, card } = this.held
    return choices?.targets(pile, piles[pile].length - card) ?? []
  }

  /**
   * Take the cards here, or put down what is held. Returns an action to be played, or what cannot
   * be done, or null where only the cursor has changed: the cards are in hand now, or back.
   * @param {Position} position
   * @returns {Action | Refusal | null}
   */
  enter(position) {
    if (this.held) return this.put(position)
    const { piles, choices } = position
    const { pile, card } = this.spot
    if (!choices) return { refused: null }
    const advised = this.advised(piles)
    if (advised && advised.length < 2) return advised
    const count = liftable(piles, choices, this.spot)
    const targets = count ? choices.targets(pile, count) : []
    if (this.layout.tap && targets.length === 1) return [pile, count, targets[0]]
    if (targets.length) {
      this.held = this.spot
      this.heldPile = piles[pile]
      this.toTop(advised?.[2] ?? targets[0], piles)
      return null
    }
    if (card === piles[pile].length - 1 && choices.clicks.includes(pile)) return [pile]
    return { refused: count ? null : [pile, piles[pile].length - card, pile] }
  }

  /**
   * Take more cards of the pile from which some are held: as many as also go somewhere. Returns
   * whether there are; if not, all go back.
   * @param {Position} position
   */
  takeMore(position) {
    const { held } = this
    this.putBack()
    const more = stops(position, this.spot.pile).filter((card) => held && card < held.card)
    for (const card of more.reverse()) {
      const { pile } = this.spot
      if (!position.choices?.targets(pile, position.piles[pile].length - card).length) continue
      this.goTo({ pile, card }, position.piles)
      this.enter(position)
      return this.held !== null
    }
    if (held) this.spot = held
    return false
  }

  /** The click on this pile, whether or not it does anything. @returns {Action} */
  click() {
    return [this.spot.pile]
  }

  /**
   * Put back what is held, and return what a double-click here does, or that it does nothing.
   * @param {Position} position
   * @returns {Action | Refusal}
   */
  best({ piles, choices }) {
    this.putBack()
    const count = choices ? liftable(piles, choices, this.spot) : 0
    return choices?.doubleClick(this.spot.pile, count) ?? { refused: null }
  }

  /** Put the held cards back, go there, and return whether any were held. */
  putBack() {
    const { held } = this
    if (!held) return false
    this.held = null
    this.spot = held
    this.onTop = held.card === this.heldPile.length - 1
    return true
  }

  /**
   * Follow a change of the position: hold what lies where it lay, and stay on a card. A cursor on a
   * top card stays on the top; one on an inner card goes to it if that is gone.
   * @param {Position} position
   */
  fit(position) {
    const { piles } = position
    const { held } = this
    if (held && isPile(piles[held.pile], this.heldPile)) {
      if (this.targets(position).includes(this.spot.pile)) this.toTop(this.spot.pile, piles)
      else this.spot = held
      return
    }
    this.putBack()
    if (this.onTop || !stops(position, this.spot.pile).includes(this.spot.card)) {
      this.toTop(this.spot.pile, piles)
    }
  }

  /**
   * Go to the top card of a pile.
   * @param {number} pile
   * @param {Piles} piles
   */
  toTop(pile, piles) {
    this.spot = topSpot(piles, pile)
    this.onTop = true
  }

  /**
   * Go to a card that is there.
   * @param {Spot} spot
   * @param {Piles} piles
   */
  goTo(spot, piles) {
    this.spot = spot
    this.onTop = spot.card === piles[spot.pile].length - 1
  }

  /** @param {Position} position @returns {Action | null} @private */
  put(position) {
    const { pile } = this.spot
    const { held } = this
    const fits = this.targets(position).includes(pile)
    this.putBack()
    if (!fits || !held) return null
    this.toTop(pile, position.piles)
    return [held.pile, position.piles[held.pile].length - held.card, pile]
  }
}

/** @param {Spot} a @param {Spot} b */
const isSpot = (a, b) => a.pile === b.pile && a.card === b.card

/** @param {Pile} a @param {Pile} b */
const isPile = (a, b) => a.length === b.length && a.every((card, i) => card === b[i])
