// Press, drag, click: what a hand means, as one pure state machine. It does what
// client/board/gesture.py does, where it is told at length.
//
// press - move - release is a drag; click - move - click moves a card, too. A press lifts at once,
// and the release decides which of the two it was. A press on another card while one sticks to the
// pointer takes that one instead, unless the first may go there. Times are seconds on any clock
// that never runs backwards, positions are in card widths (x) and card heights (y).

import { settled } from "./rounding.mjs"

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ time: number, at: Point }} ButtonDown */

/**
 * What is to happen. `lift`: the card at `source` leaves its place and follows the pointer;
 * `carry`: it is here now; `stick`: the press was a click, and the card stays at the pointer;
 * `drop`: it is let go over another place; `put back`: it goes back to where it came from;
 * `click`: on a place from which nothing could be lifted; `double-click`: on a card, which is put
 * back right before.
 * @template P
 * @typedef {{ type: "lift" | "carry", source: P, at: Point }
 *   | { type: "stick" | "put back", source: P }
 *   | { type: "drop", source: P, target: P, at: Point }
 *   | { type: "click" | "double-click", place: P }} GestureEvent
 */

/**
 * @template P
 * @typedef {{ is: "idle" }
 *   | { is: "pressed", place: P, press: ButtonDown }
 *   | { is: "held", source: P, press: ButtonDown }
 *   | { is: "stuck", source: P, first: ButtonDown }
 *   | { is: "dropping", source: P, first: ButtonDown, second: ButtonDown }} GestureState
 */

/** Card widths or heights: so far, or further, a click has hardly gone when it ends. */
const BROUGHT = 1

/** What makes a click, and two of them a double-click: as in client/board/gesture.py. */
export const THRESHOLDS = Object.freeze({
  /**
   * Seconds: a release this soon (or sooner) ends a click, however far the pointer went, unless it
   * brought the card to another place.
   */
  quick: 0.2,
  /** Seconds: a release this soon (or sooner) ends a click if the pointer stayed `still`. */
  slow: 1.0,
  /** Card widths and heights: a pointer that moved by less than this stayed still. */
  still: 1 / 6,
  /** Seconds from press to press: two clicks this close, `still` between them, are a double. */
  double: 0.4,
})

/** @typedef {Readonly<{ [name in keyof typeof THRESHOLDS]: number }>} Thresholds */

/**
 * @param {Thresholds} thresholds
 * @param {Point} a
 * @param {Point} b
 */
function isStill({ still }, a, b) {
  const limit = settled(still)
  return settled(Math.abs(a.x - b.x)) < limit && settled(Math.abs(a.y - b.y)) < limit
}

/** @param {Point} a @param {Point} b */
function wentACard(a, b) {
  return Math.max(settled(Math.abs(a.x - b.x)), settled(Math.abs(a.y - b.y))) >= BROUGHT
}

/**
 * Whether a release at that time and point makes the press a click.
 * @param {Thresholds} thresholds
 * @param {ButtonDown} press
 * @param {number} time
 * @param {Point} at
 * @param {boolean} [taken] whether it is over another place that takes the card
 * @param {boolean} [refused] whether the pointer is right on one that does not
 */
export function isClick(thresholds, press, time, at, taken = false, refused = false) {
  const elapsed = settled(time - press.time)
  if (isStill(thresholds, press.at, at)) {
    return elapsed <= Math.max(thresholds.quick, thresholds.slow)
  }
  const brought = taken || (refused && wentACard(press.at, at))
  return elapsed <= thresholds.quick && !brought
}

/**
 * Whether the second of two clicks, told by their presses, makes a double-click.
 * @param {Thresholds} thresholds
 * @param {ButtonDown} first
 * @param {ButtonDown} second
 */
export function isDouble(thresholds, first, second) {
  const elapsed = settled(second.time - first.time)
  return elapsed <= thresholds.double && isStill(thresholds, first.at, second.at)
}

/**
 * One hand on one board. Every `lift` is followed by exactly one `drop` or `put back` before the
 * next. Input that cannot be (a release without a press, a press while pressed because a release
 * got lost) is taken for the nearest thing that can.
 * @template P what the caller names its places by
 */
export class Gesture {
  /**
   * @param {(a: P, b: P) => boolean} [same] whether two places are one
   * @param {Thresholds} [thresholds]
   */
  constructor(same = (a, b) => a === b, thresholds = THRESHOLDS) {
    this.thresholds = thresholds
    /** @private */
    this.same = same
    /** @type {GestureState<P>} @private */
    this.state = { is: "idle" }
  }

  /**
   * The place whose card is lifted now, or null.
   * @returns {P | null}
   */
  get source() {
    return "source" in this.state ? this.state.source : null
  }

  /**
   * The button goes down over a place, or over the bare table for null. `liftable` says whether
   * there is a card that may be lifted. `takes` says whether a carried card may be put there (true
   * where nobody knows); it does not matter while none is carried.
   * @param {number} time
   * @param {Point} at
   * @param {P | null} place
   * @param {boolean} liftable
   * @param {boolean} [takes]
   * @returns {GestureEvent<P>[]}
   */
  press(time, at, place, liftable, takes = true) {
    const press = { time, at }
    const { state } = this
    /** @type {GestureEvent<P>[]} */
    const back = []
    if ("source" in state) {
      const { source } = state
      // While held, its release got lost: let it stick.
      const first = state.is === "held" ? state.press : state.first
      const another = liftable && this.isOther(place, source) && !takes
      if (!another || isDouble(this.thresholds, first, press)) {
        this.state = { is: "dropping", source, first, second: press }
        return [{ type: "carry", source, at }]
      }
      back.push({ type: "put back", source })
    }
    if (place === null) {
      this.state = { is: "idle" }
      return []
    }
    if (!liftable) {
      this.state = { is: "pressed", place, press }
      return []
    }
    this.state = { is: "held", source: place, press }
    return [...back, { type: "lift", source: place, at }]
  }

  /**
   * The pointer is here now, button up or down.
   * @param {Point} at
   * @returns {GestureEvent<P>[]}
   */
  move(at) {
    return "source" in this.state ? [{ type: "carry", source: this.state.source, at }] : []
  }

  /**
   * The button comes up over a place, or over the bare table for null. `takes` says whether the
   * lifted card may be put there (true where nobody knows), `rightOn` whether the pointer itself is
   * on that place, and not only some of the card.
   * @param {number} time
   * @param {Point} at
   * @param {P | null} place
   * @param {boolean} [takes]
   * @param {boolean} [rightOn]
   * @returns {GestureEvent<P>[]}
   */
  release(time, at, place, takes = true, rightOn = true) {
    const { state, thresholds } = this
    const other = "source" in state && this.isOther(place, state.source)
    const taken = other && takes
    const refused = other && !takes && rightOn
    switch (state.is) {
      case "pressed":
        this.state = { is: "idle" }
        if (!isClick(thresholds, state.press, time, at)) return []
        return [{ type: "click", place: state.place }]
      case "held":
        if (!isClick(thresholds, state.press, time, at, taken, refused)) {
          return this.letGo(state.source, at, place)
        }
        this.state = { is: "stuck", source: state.source, first: state.press }
        return [{ type: "stick", source: state.source }]
      case "dropping": {
        const { source, first, second } = state
        const double = isDouble(thresholds, first, second)
        if (!double || !isClick(thresholds, second, time, at, taken, refused)) {
          return this.letGo(source, at, place)
        }
        this.state = { is: "idle" }
        return [
          { type: "put back", source },
          { type: "double-click", place: source },
        ]
      }
    }
    return []
  }

  /**
   * Put a lifted card back, as for Escape, the right button, or a window without the focus. This
   * is harmless at any time.
   * @returns {GestureEvent<P>[]}
   */
  cancel() {
    const { state } = this
    this.state = { is: "idle" }
    return "source" in state ? [{ type: "put back", source: state.source }] : []
  }

  /**
   * @param {P | null} place
   * @param {P} source
   * @returns {place is P}
   * @private
   */
  isOther(place, source) {
    return place !== null && !this.same(place, source)
  }

  /**
   * @param {P} source
   * @param {Point} at
   * @param {P | null} place
   * @returns {GestureEvent<P>[]}
   * @private
   */
  letGo(source, at, place) {
    this.state = { is: "idle" }
    if (!this.isOther(place, source)) return [{ type: "put back", source }]
    return [{ type: "drop", source, target: place, at }]
  }
}
