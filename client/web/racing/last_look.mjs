// A moment for the board on which a race has just ended, before its results come, as in
// client/window/racing/last_look.py.

/** Milliseconds that the board stays, if nobody presses anything. */
export const LASTS = 1500
/** Milliseconds in which a press ends nothing: it was meant for a card, as in a double click. */
const PLAYED = 400

/** Lets the results wait until the moment is over, or a click or a key ends it. */
export class LastLook {
  /** @param {() => void} over goes on to the results */
  constructor(over) {
    /** @private */
    this.over = over
    /** Whether somebody looks at a board now whose race is over. */
    this.lasts = false
    /** @private */
    this.since = 0
    /** @private */
    this.timer = 0
    /** @param {Event} event @private */
    this.press = (event) => {
      if (event.target instanceof HTMLInputElement) return // who is writing goes on with it
      event.preventDefault()
      event.stopPropagation()
      if (performance.now() - this.since >= PLAYED) this.end()
    }
  }

  /**
   * Look on for so long; for nothing or less, not at all.
   * @param {number} milliseconds
   */
  begin(milliseconds) {
    if (milliseconds <= 0) return
    this.lasts = true
    this.since = performance.now()
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.end(), milliseconds)
    for (const kind of ["click", "keydown"]) addEventListener(kind, this.press, true)
  }

  /** Go on to the results. */
  end() {
    this.stop()
    this.over()
  }

  /** Look on no longer, as there is no board any more: its room is open for the next race. */
  stop() {
    this.lasts = false
    clearTimeout(this.timer)
    for (const kind of ["click", "keydown"]) removeEventListener(kind, this.press, true)
  }
}
