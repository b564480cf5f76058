// What somebody who listens to a board hears of it, where others look: as in
// client/window/scene/narrator.py.

import { Speaker } from "../core/access/spoken.mjs"

/** @typedef {import("../core/access/cursor.mjs").Cursor} Cursor */
/** @typedef {import("../core/access/cursor.mjs").Position} Position */
/** @typedef {import("../core/access/keys.mjs").Command} Command */
/** @typedef {import("../core/cards.mjs").Piles} Piles */
/** @typedef {import("../core/race.mjs").Layout} Layout */
/** @typedef {import("../core/words.mjs").Words} Words */

/** Tells what happens on one board. */
export class Narrator {
  /**
   * @param {Words} words
   * @param {(text: string, urgent?: boolean) => void} say
   */
  constructor(words, say) {
    this.say = say
    this.speaker = new Speaker(words, { places: [] })
    /** @private */
    this.words = words
    /** @type {Layout | null} @private */
    this.layout = null
    /** Whose board was shown last. @private */
    this.owner = 0
    /** @type {Piles} @private */
    this.piles = []
  }

  /**
   * A position is shown: say what has changed, unless it is the first one of a board. What the
   * player has just done is said at once, and what the server tells after that.
   * @param {Layout} layout
   * @param {number} owner whose board it is
   * @param {Piles} piles
   * @param {{ urgent: boolean, heard: boolean }} how `heard` is false for what nobody listens to
   */
  follow(layout, owner, piles, { urgent, heard }) {
    const before = this.piles
    const another = layout !== this.layout || owner !== this.owner
    if (layout !== this.layout) this.speaker = new Speaker(this.words, layout)
    this.layout = layout
    this.owner = owner
    this.piles = piles
    if (another || !heard || before === piles || !before.some((pile) => pile.length)) return
    this.say(this.speaker.change(before, piles), urgent)
  }

  /**
   * Say all cards of a pile, or what lies on top in its row or its column.
   * @param {Position} position
   * @param {number} pile
   * @param {Command} what
   */
  tellPiles({ piles }, pile, what) {
    const { speaker } = this
    if (what === "row") this.say(speaker.row(piles, pile), true)
    else if (what === "column") this.say(speaker.column(piles, pile), true)
    else this.say(speaker.wholePile(piles, pile), true)
  }

  /**
   * Say where the cursor is; if cards were just taken, also where they may go.
   * @param {Position} position
   * @param {Cursor} cursor
   * @param {boolean} taken
   */
  tellCursor(position, cursor, taken) {
    const { piles, choices } = position
    const { spot, held } = cursor
    if (!held) return this.say(this.speaker.spot(piles, spot, choices), true)
    const over = this.speaker.over(piles, spot, held)
    const targets = cursor.targets(position)
    this.say(taken ? `${this.speaker.taken(piles, held, targets)}; ${over}` : over, true)
  }
}
