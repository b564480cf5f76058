// What may be done in a position, from the server's `choices`: no rule is known here.

/** @typedef {readonly number[]} Action [source, count, target], [pile] or [] */

/**
 * @typedef {object} ChoicesMessage
 * @property {number} number
 * @property {readonly (readonly number[])[]} moves
 * @property {readonly number[]} [clicks]
 * @property {boolean} [button]
 * @property {boolean} [undo]
 * @property {number | null} [redeals]
 * @property {Readonly<Record<string, string>>} [signs]
 * @property {boolean} [finish]
 */

/**
 * What a `layout` says of clicks.
 * @typedef {object} ClickLayout
 * @property {number | null} [button_pile]
 * @property {boolean} [tap]
 */

/**
 * Whether two actions are one.
 * @param {Action} a
 * @param {Action} b
 */
export const isSame = (a, b) => a.length === b.length && a.every((part, i) => part === b[i])

/** What may be done in one position, by the hand's questions. */
export class Choices {
  /**
   * @param {ChoicesMessage} message
   * @param {ClickLayout} layout
   */
  constructor(message, layout) {
    /** The position that it is about: how many entries the journal holds in it. */
    this.number = message.number
    /** The piles on which a click does something. */
    this.clicks = message.clicks ?? []
    /** Whether the game's button does something. */
    this.button = message.button ?? false
    /** Whether there is anything that may be taken back. */
    this.undo = message.undo ?? false
    /** How often the cards may come round again; null where there is nothing to count. */
    this.redeals = message.redeals ?? null
    /** Whether the game only has to be finished: `get advice` knows the moves. */
    this.finish = message.finish ?? false
    /** @private */
    this.signs = message.signs ?? {}
    /** @private */
    this.layout = layout
    /** @type {Map<string, readonly number[]>} @private */
    this.moves = new Map(
      message.moves.map(([source, count, ...targets]) => [`${source} ${count}`, targets]),
    )
  }

  /** Whether anything can be done at all. */
  get any() {
    return this.moves.size > 0 || this.clicks.length > 0 || this.button
  }

  /**
   * What an empty place says beside what the layout has told: "redeal" or "x" for a stock.
   * @param {number} pile
   */
  sign(pile) {
    return this.signs[pile] ?? ""
  }

  /**
   * Whether so many top cards of a pile may be lifted.
   * @param {number} pile
   * @param {number} count
   */
  liftable(pile, count) {
    return this.moves.has(`${pile} ${count}`)
  }

  /**
   * The piles that take these cards, the one that a double-click chooses first.
   * @param {number} pile
   * @param {number} count
   */
  targets(pile, count) {
    return this.moves.get(`${pile} ${count}`) ?? []
  }

  /** What the game's button does, or null where it does nothing now. */
  get buttonAction() {
    if (!this.button) return null
    const pile = this.layout.button_pile ?? null
    return pile === null ? [] : [pile]
  }

  /**
   * What a click on cards that may be lifted does at once; null where it only lifts them. For the
   * bare place of a pile, or cards that may not be lifted, it is the click on the pile, if any.
   * @param {number} pile
   * @param {number} count
   * @returns {Action | null}
   */
  click(pile, count) {
    const clicked = this.clicks.includes(pile)
    if (!this.liftable(pile, count)) return clicked ? [pile] : null
    if (count === 1 && clicked) return [pile]
    const targets = this.targets(pile, count)
    return this.layout.tap && targets.length === 1 ? [pile, count, targets[0]] : null
  }

  /**
   * What a double-click on these cards does: what suits them, or else the top one alone.
   * @param {number} pile
   * @param {number} count
   * @returns {Action | null}
   */
  doubleClick(pile, count) {
    for (const lifted of new Set([count, 1])) {
      const [target] = this.targets(pile, lifted)
      if (target !== undefined) return [pile, lifted, target]
    }
    return this.clicks.includes(pile) ? [pile] : null
  }

  /**
   * Whether an action is one of these.
   * @param {Action} action
   */
  allow(action) {
    if (action.length === 3) return this.targets(action[0], action[1]).includes(action[2])
    if (action.length === 1) return this.clicks.includes(action[0])
    return this.button && (this.layout.button_pile ?? null) === null
  }

  /**
   * The cards that a move takes somewhere: each a pile and a count of top cards.
   * @returns {[number, number][]}
   */
  get movable() {
    return [...this.moves].flatMap(([lifted, targets]) => {
      const [pile, count] = lifted.split(" ").map(Number)
      return targets.length ? [/** @type {[number, number]} */ ([pile, count])] : []
    })
  }
}
