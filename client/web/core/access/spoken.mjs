// A board in words, for a player who listens instead of looking: as in client/board/spoken.py.
//
// What is said is short and begins with what matters most: a listener has heard enough early, and
// presses the next key.

import { cameFrom } from "../card_moves.mjs"
import { isDown, isKnown, RANK_LABELS, RANK_NAMES, SUIT_NAMES } from "../cards.mjs"
import { topSpot } from "../layout.mjs"
import { rows } from "./rows.mjs"
import { buttonText, cardWords, joined, listed } from "../texts.mjs"

/** @typedef {import("../cards.mjs").Pile} Pile */
/** @typedef {import("../cards.mjs").Piles} Piles */
/** @typedef {import("../choices.mjs").Action} Action */
/** @typedef {import("../layout.mjs").Kind} Kind */
/** @typedef {import("../layout.mjs").Place} Place */
/** @typedef {import("../layout.mjs").Spot} Spot */
/** @typedef {import("../words.mjs").Words} Words */

/** So many single places in rows are a field, whose places have a row and a number in it. */
const FIELD = 9
/** Piles whose left edges are less than this apart, in card widths, lie in one column. */
const SAME_COLUMN = 0.3
/** More changes than this at once are counted, and not told one by one: a row dealt is told. */
const MOST_CHANGES = 13
/** More cards than this that only fill gaps are counted, too. */
const MOST_CLOSED = 2

/** The keys of what foundations begin with, by their signs: "an ace", "hearts". */
const BEGINS = new Map(
  [...RANK_LABELS, ...SUIT_NAMES].map((sign, i) => {
    const name = RANK_NAMES[i] ?? sign
    const article = i < RANK_NAMES.length ? (/^[ae]/.test(name) ? "an-" : "a-") : ""
    return [sign, `spoken.${article}${name}`]
  }),
)

/**
 * How many cards: "1 card", "7 cards".
 * @param {Words} words
 * @param {number} count
 */
export const cardsText = (words, count) => words.text("spoken.n-cards", {}, count)

/**
 * What each pile is called: "stock", "tableau 3", "row 2, place 5". Piles that bear a mark are
 * numbered by it: those of a clock by their hours.
 * @param {Words} words
 * @param {readonly Place[]} places
 * @returns {string[]}
 */
export function pileNames(words, places) {
  const kinds = counted(places.map(({ kind }) => kind))
  const marked = new Set(places.filter(({ mark }) => mark).map(({ kind }) => kind))
  /** @type {Map<Kind, number>} */
  const seen = new Map()
  const names = places.map(({ kind, mark }) => {
    const before = (seen.get(kind) ?? 0) + 1
    seen.set(kind, before)
    const number = marked.has(kind) ? mark : before
    const many = (kinds.get(kind) ?? 0) > 1 && number
    return many ? words.text(`spoken.${kind}-number`, { number }) : words.text(`spoken.${kind}`)
  })
  for (const [pile, [row, place]] of fieldOf(places)) {
    names[pile] = words.text("spoken.row-row-place-place", { row, place })
  }
  return names
}

/**
 * The piles of a field of single places, each with its row and its number there.
 * @param {readonly Place[]} places
 * @returns {Map<number, [number, number]>}
 */
function fieldOf(places) {
  const field = [...places.keys()].filter((pile) => places[pile].kind === "tableau")
  const inRows = rows(places, field)
  const single = field.every((pile) => places[pile].spread === "squared")
  /** @type {Map<number, [number, number]>} */
  const found = new Map()
  if (inRows.length < 2 || field.length < FIELD || !single) return found
  inRows.forEach((row, y) => row.forEach((pile, x) => found.set(pile, [y + 1, x + 1])))
  return found
}

/** Says what is on the boards of one race, and what changes there. */
export class Speaker {
  /**
   * @param {Words} words
   * @param {{ places: readonly Place[], button?: string }} layout
   * @param {(card: number) => string} [called] what a card is called
   * @param {boolean} [seen] whether the reader has seen the board: then a card that lay face up is
   *   no news when nothing lies on it
   */
  constructor(words, layout, called = (card) => cardWords(words, card), seen = false) {
    /** What each pile is called. */
    this.names = pileNames(words, layout.places)
    /** @private */
    this.words = words
    /** @private */
    this.places = layout.places
    /** @private */
    this.button = layout.button ?? ""
    /** @private */
    this.called = called
    /** @private */
    this.seen = seen
    /** @private */
    this.field = fieldOf(layout.places)
    /** @private */
    this.kinds = counted(layout.places.map(({ kind }) => kind))
  }

  /**
   * A pile in words: "tableau 3, 7 cards, top: jack of clubs, 5 face up". What an empty stock says
   * is known of one's own board alone: from its choices.
   * @param {Piles} piles
   * @param {number} pile
   * @param {{ sign(pile: number): string } | null} [choices]
   */
  pile(piles, pile, choices = null) {
    const { words } = this
    const cards = piles[pile]
    const said = [this.names[pile]]
    if (!cards.length) {
      said.push(words.text("spoken.empty"), ...this.begins(pile, choices))
      return joined(words, said)
    }
    const down = cards.filter(isDown).length
    if (down === cards.length) return joined(words, [...said, this.faceDown(down)])
    if (cards.length === 1) return `${this.names[pile]}: ${this.called(cards[0])}`
    const top = words.text("spoken.top-card", { card: this.called(cards[cards.length - 1]) })
    said.push(cardsText(words, cards.length), top)
    if (down) said.push(words.text("spoken.n-face-up", {}, cards.length - down))
    return joined(words, said)
  }

  /**
   * What an empty place waits for, if its sign says anything.
   * @param {number} pile
   * @param {{ sign(pile: number): string } | null} choices
   * @returns {string[]}
   * @private
   */
  begins(pile, choices) {
    const { kind, sign } = this.places[pile]
    const wanted = choices?.sign(pile) || (kind === "stock" ? "" : sign)
    if (wanted === "redeal") return [this.words.text("spoken.can-be-turned-over-again")]
    if (wanted === "x") return [this.words.text("spoken.used-up")]
    const card = BEGINS.get(wanted)
    return card ? [this.words.text("spoken.begins-with-card", { card: this.words.text(card) })] : []
  }

  /**
   * A card of a pile in words: "ten of diamonds, with 2 cards on it, tableau 3".
   * @param {Piles} piles
   * @param {Spot} spot
   * @param {{ sign(pile: number): string } | null} [choices]
   */
  spot(piles, { pile, card }, choices = null) {
    const cards = piles[pile]
    const above = cards.length - 1 - card
    if (card < 0 || !above) return this.pile(piles, pile, choices)
    const under = this.words.text("spoken.with-n-cards-on-it", {}, above)
    return joined(this.words, [this.called(cards[card]), under, this.names[pile]])
  }

  /**
   * All cards of a pile in words, from the top; those face down are only counted.
   * @param {Piles} piles
   * @param {number} pile
   */
  wholePile(piles, pile) {
    const up = piles[pile].filter((card) => !isDown(card)).reverse()
    const down = piles[pile].length - up.length
    const said = up.length ? [joined(this.words, up.map(this.called))] : []
    if (down) said.push(this.faceDown(down))
    return `${this.names[pile]}: ${said.join("; ") || this.words.text("spoken.empty")}`
  }

  /**
   * What lies on top in the row of this pile: "from the left: two of clubs, empty".
   * @param {Piles} piles
   * @param {number} pile
   */
  row(piles, pile) {
    const here = rows(this.places).find((row) => row.includes(pile)) ?? []
    return this.words.text("spoken.from-the-left-cards", { cards: this.tops(piles, here) })
  }

  /**
   * What lies on top in the column of this pile, which is one from above.
   * @param {Piles} piles
   * @param {number} pile
   */
  column(piles, pile) {
    const { places } = this
    const [x] = places[pile].at
    const here = [...places.keys()].filter((other) => {
      return Math.abs(places[other].at[0] - x) < SAME_COLUMN
    })
    here.sort((a, b) => places[a].at[1] - places[b].at[1])
    return this.words.text("spoken.from-above-cards", { cards: this.tops(piles, here) })
  }

  /**
   * The top cards of these piles, with the piles' names unless all are of a field.
   * @param {Piles} piles
   * @param {readonly number[]} here
   * @private
   */
  tops(piles, here) {
    const inField = here.every((pile) => this.field.has(pile))
    const tops = here.map((pile) => {
      const card = piles[pile].at(-1)
      const top = card === undefined ? this.words.text("spoken.empty") : this.called(card)
      return inField ? top : `${this.names[pile]}: ${top}`
    })
    return tops.join(", ")
  }

  /**
   * A pile's name within a sentence: "the waste", "tableau 3".
   * @param {number} pile
   */
  named(pile) {
    const { kind } = this.places[pile]
    return this.kinds.get(kind) === 1 ? this.words.text(`spoken.the-${kind}`) : this.names[pile]
  }

  /**
   * Where a card goes: "eight of spades", "empty tableau 3", "foundation 1".
   * @param {Piles} piles
   * @param {number} pile
   */
  place(piles, pile) {
    const top = piles[pile].at(-1)
    const { kind } = this.places[pile]
    const byName = ["foundation", "discard", "waste", "stock"].includes(kind)
    if (byName || (top !== undefined && !isKnown(top))) return this.named(pile)
    if (top !== undefined) return this.called(top)
    if (this.field.has(pile)) return this.names[pile] // in rows, a place need not be filled
    return this.words.text("spoken.empty-pile", { pile: this.names[pile] })
  }

  /**
   * What is in hand now, and how many places take it.
   * @param {Piles} piles
   * @param {Spot} spot
   * @param {readonly number[]} targets
   */
  taken(piles, { pile, card }, targets) {
    const cards = this.group(piles[pile].slice(card))
    const places = this.words.text("spoken.n-places", {}, targets.length)
    return `${this.words.text("spoken.holding-cards", { cards })}; ${places}`
  }

  /**
   * Where held cards would be put by letting go here.
   * @param {Piles} piles
   * @param {Spot} spot
   * @param {Spot} held
   */
  over(piles, spot, held) {
    if (spot.pile !== held.pile) return this.ontoAt(piles, spot.pile)
    return this.words.text("spoken.back-to-place", { place: this.named(held.pile) })
  }

  /**
   * An action in words, as advice, with where the cards lie now and would then: "seven of hearts
   * from tableau 2 onto eight of spades, tableau 5".
   * @param {Piles} piles
   * @param {Action} action
   * @param {{ sign(pile: number): string } | null} [choices]
   * @param {boolean} [touch] whether it is done by a finger, which clicks nothing
   */
  action(piles, action, choices = null, touch = false) {
    const { words } = this
    const [source, count, target] = action
    if (!action.length) return buttonText(words, this.button) || words.text("spoken.deal")
    if (action.length === 1) {
      const { kind } = this.places[source]
      const only = this.kinds.get(kind) === 1
      if (kind === "stock" && only)
        return words.text(touch ? "page.tap-the-stock" : "spoken.click-the-stock")
      const card = this.spot(piles, topSpot(piles, source), choices)
      return words.text(touch ? "page.tap-card" : "spoken.click-card", { card })
    }
    const key = "spoken.cards-source-where--seven-of-hearts-from-tableau-2-onto"
    return words.text(key, {
      cards: this.group(piles[source].slice(-count)),
      source: this.from(source),
      where: this.ontoAt(piles, target),
    })
  }

  /** @param {number} pile @private */
  from(pile) {
    const { kind } = this.places[pile]
    if (this.kinds.get(kind) === 1) return this.words.text(`spoken.from-the-${kind}`)
    return this.words.text("spoken.from-pile", { pile: this.names[pile] })
  }

  /**
   * Why an action cannot be done, and what it was; `why` is what is said of it.
   * @param {Piles} piles
   * @param {Action | null} action
   * @param {string} why
   */
  refusal(piles, action, why) {
    if (action?.length !== 3) return why
    const [source, count, target] = action
    if (count < 1 || count > piles[source].length) return why
    return this.words.text("spoken.cards-not-where-reason", {
      cards: this.group(piles[source].slice(-count)),
      where: this.onto(piles, target),
      reason: why,
    })
  }

  /**
   * What has changed from one position to another: "seven of hearts onto eight of spades; uncovered
   * the jack of clubs"; an empty text where nothing has.
   * @param {Piles} before
   * @param {Piles} after
   */
  change(before, after) {
    const { words } = this
    const isOther = (/** @type {Pile} */ cards, /** @type {number} */ i) => !same(cards, after[i])
    const changed = before.filter(isOther).length
    if (!changed) return ""
    const origins = cameFrom(before, after)
    const { moved, closed, turned, dealt } = this.moved(before, after, origins)
    const said = [...this.removed(before, after), ...moved]
    if (closed.length <= MOST_CLOSED) said.push(...closed)
    else said.push(words.text("spoken.n-cards-closed-up", {}, closed.length))
    said.push(...this.uncovered(before, after, origins))
    if (turned.length) {
      said.push(words.text("spoken.turned-up-cards", { cards: joined(words, turned) }))
    }
    if (dealt.length) said.push(words.text("spoken.dealt-cards", { cards: joined(words, dealt) }))
    if (said.length + dealt.length > MOST_CHANGES) {
      return words.text("spoken.n-piles-changed", {}, changed)
    }
    const between = words.text("spoken.text--between-what-has-changed")
    return said.join(between) || words.text("spoken.the-cards-are-shuffled")
  }

  /**
   * What went to another pile, and what closed up gaps; and what came from the stock: what was
   * turned up onto a waste, and what was dealt to other piles.
   * @param {Piles} before
   * @param {Piles} after
   * @param {(Spot | null)[][]} origins
   * @private
   */
  moved(before, after, origins) {
    /** @type {string[]} */
    const moved = []
    /** @type {string[]} */
    const closed = []
    /** @type {string[]} */
    const turned = []
    /** @type {string[]} */
    const dealt = []
    after.forEach((cards, target) => {
      if (this.places[target].kind === "discard") return
      /** @type {Map<number, number[]>} */
      const came = new Map()
      cards.forEach((card, i) => {
        const origin = origins[target][i]
        if (!origin || origin.pile === target) return
        came.set(origin.pile, [...(came.get(origin.pile) ?? []), card])
      })
      const to = this.landing(target)
      let hidden = 0
      for (const [source, group] of came) {
        if (group.every(isDown)) hidden += group.length
        else if (this.places[source].kind === "stock") {
          if (this.places[target].kind === "waste") turned.push(this.all(group))
          else dealt.push(this.to(this.all(group), to))
        }
        else if (cards.length === group.length && before[target].length) {
          closed.push(this.to(this.group(group), to))
        } else if (!liesOnIt(cards, group, before[target])) {
          moved.push(this.to(this.group(group), to))
        } else moved.push(this.put(group, before, target))
      }
      if (hidden && this.places[target].kind === "stock") {
        moved.push(this.words.text("spoken.n-cards-back-to-the-stock", {}, hidden))
      } else if (hidden) moved.push(this.to(this.faceDown(hidden), to))
    })
    return { moved, closed, turned, dealt }
  }

  /**
   * The cards that left the game, or went to a discard pile and are seen no more.
   * @param {Piles} before
   * @param {Piles} after
   * @returns {string[]}
   * @private
   */
  removed(before, after) {
    const inGame = (/** @type {Piles} */ piles) =>
      piles.filter((_, pile) => this.places[pile].kind !== "discard").flat()
    const [old, now] = [inGame(before), inGame(after)]
    // A card turned over, or back into the stock, is not gone: as many are left in the game.
    if (old.length === now.length) return []
    const left = counted(now)
    /** @type {string[]} */
    const gone = []
    for (const [card, count] of counted(old.filter(isKnown))) {
      for (let n = left.get(card) ?? 0; n < count; n++) gone.push(this.called(card))
    }
    if (!gone.length) return []
    return [this.words.text("spoken.cards-removed", { cards: this.allOf(gone) })]
  }

  /**
   * The cards that nothing lies on any more, as far as they are known.
   * @param {Piles} before
   * @param {Piles} after
   * @param {(Spot | null)[][]} origins
   * @returns {string[]}
   * @private
   */
  uncovered(before, after, origins) {
    /** @type {string[]} */
    const found = []
    after.forEach((cards, pile) => {
      const top = cards.length - 1
      if (top < 0 || !isKnown(cards[top])) return
      const old = before[pile]
      const covered = old.length > cards.length || (top < old.length && !isKnown(old[top]))
      if (covered && this.seen && isKnown(old[top])) return
      const origin = origins[pile][top]
      const stayed = origin?.pile === pile && origin.card === top
      const shown = !["stock", "foundation"].includes(this.places[pile].kind)
      if (!covered || !stayed || !shown) return
      found.push(this.words.text("spoken.the-card", { card: this.called(cards[top]) }))
    })
    if (!found.length) return []
    return [this.words.text("spoken.uncovered-cards", { cards: this.allOf(found) })]
  }

  // Parts of sentences --------------------------------------------------------------------------

  /** @param {Piles} piles @param {number} pile @private */
  onto(piles, pile) {
    const place = this.place(piles, pile)
    const top = piles[pile].at(-1)
    if (top !== undefined && place === this.called(top)) {
      return this.words.text("spoken.onto-card", { card: place })
    }
    return this.words.text("spoken.to-place", { place })
  }

  /**
   * Onto what, and where that is: "onto eight of spades, tableau 5".
   * @param {Piles} piles
   * @param {number} pile
   * @private
   */
  ontoAt(piles, pile) {
    const name = this.names[pile]
    const top = piles[pile].at(-1)
    // What is put onto a waste meets its top card, with which it may be a pair.
    const meets = this.places[pile].kind === "waste" && top !== undefined && isKnown(top)
    const place = meets
      ? this.words.text("spoken.onto-card", { card: this.called(top) })
      : this.onto(piles, pile)
    return place.includes(name) ? place : `${place}, ${name}`
  }

  /**
   * Cards that lie on each other: "seven of hearts", "... with 2 cards on it".
   * @param {Pile} cards
   * @private
   */
  group(cards) {
    const lowest = this.called(cards[0])
    if (cards.length === 1) return lowest
    return this.words.text("spoken.card-and-n-cards-on-it", { card: lowest }, cards.length - 1)
  }

  /** @param {Pile} cards @private */
  all(cards) {
    const names = cards.filter(isKnown).map(this.called)
    const unknown = cards.length - names.length
    return this.allOf(unknown ? [...names, cardsText(this.words, unknown)] : names)
  }

  /** @param {readonly string[]} names @private */
  allOf(names) {
    return listed(this.words, names, "spoken.names-and-last")
  }

  /**
   * Where cards have gone: of foundations, the cards tell themselves which it is.
   * @param {number} pile
   * @private
   */
  landing(pile) {
    const { kind } = this.places[pile]
    return kind === "foundation" ? this.words.text("spoken.the-foundation") : this.named(pile)
  }

  /**
   * Onto what cards have gone: "seven of hearts onto eight of spades".
   * @param {Piles} piles
   * @param {number} pile
   * @private
   */
  laid(piles, pile) {
    if (this.places[pile].kind !== "foundation") return this.onto(piles, pile)
    const top = piles[pile].at(-1)
    return top !== undefined && isKnown(top)
      ? this.words.text("spoken.onto-card", { card: this.called(top) })
      : this.words.text("spoken.to-place", { place: this.landing(pile) })
  }

  /** @param {Pile} cards @param {Piles} piles @param {number} pile @private */
  put(cards, piles, pile) {
    const where = this.laid(piles, pile)
    const key = "spoken.cards-where--seven-of-hearts-onto-eight-of-spades"
    return this.words.text(key, { cards: this.group(cards), where })
  }

  /** @param {string} cards @param {string} place @private */
  to(cards, place) {
    return this.words.text("spoken.cards-to-place", { cards, place })
  }

  /** @param {number} count @private */
  faceDown(count) {
    return this.words.text("spoken.n-cards-face-down", {}, count)
  }
}

/**
 * How often each is among these, in the order in which they come.
 * @template T
 * @param {readonly T[]} items
 * @returns {Map<T, number>}
 */
function counted(items) {
  /** @type {Map<T, number>} */
  const counts = new Map()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}

/** @param {Pile} a @param {Pile} b */
const same = (a, b) => a.length === b.length && a.every((card, i) => card === b[i])

/**
 * Whether a group lies on what was the top card of its pile `before`, or on none.
 * @param {Pile} cards
 * @param {Pile} group
 * @param {Pile} before
 */
function liesOnIt(cards, group, before) {
  const at = cards.findIndex((_, i) => same(cards.slice(i, i + group.length), group))
  return at < 1 || !before.length || cards[at - 1] === before[before.length - 1]
}
