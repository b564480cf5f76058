// Cards as bytes, piles as lists of them, the bottom card first: as in engine/cards.py.
//
// A card is one byte: the rank in bits 0-3 (1 ace .. 13 king, 14 joker), the suit in bits 4-5
// (clubs, diamonds, hearts, spades), the copy in bit 6, face down in bit 7.

/** @typedef {number} Card */
/** @typedef {readonly Card[]} Pile */
/** @typedef {readonly Pile[]} Piles */

/** The bits of the rank. */
export const RANK = 0x0f
/** The bit that tells two equal cards apart. */
export const COPY = 0x40
/** The bit of a card that lies face down. */
export const DOWN = 0x80
/** A face-up card whose face has not been told yet. */
export const UNKNOWN = 0x00
/** What every face-down card looks like. */
export const HIDDEN = DOWN
/** The rank of a joker. */
export const JOKER = 14

/** The ranks, the ace first. */
export const RANK_NAMES = Object.freeze(
  "ace two three four five six seven eight nine ten jack queen king".split(" "),
)
/** What stands in the corners of cards, the ace first. */
export const RANK_LABELS = Object.freeze("A 2 3 4 5 6 7 8 9 10 J Q K".split(" "))
/** The suits, by their numbers. */
export const SUIT_NAMES = Object.freeze("clubs diamonds hearts spades".split(" "))

const RANKS = "?A23456789TJQK*"
const SUITS = "CDHS"
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/**
 * 1 (ace) to 13 (king), 14 for a joker, 0 where it is not known.
 * @param {Card} card
 */
export const rank = (card) => card & RANK

/**
 * 0 clubs, 1 diamonds, 2 hearts, 3 spades.
 * @param {Card} card
 */
export const suit = (card) => (card >> 4) & 3

/** @param {Card} card */
export const isRed = (card) => suit(card) === 1 || suit(card) === 2

/** @param {Card} card */
export const isDown = (card) => card >= DOWN

/**
 * Whether its face is seen.
 * @param {Card} card
 */
export const isKnown = (card) => !isDown(card) && rank(card) > 0

/**
 * Rank, then suit, as "TD"; in small letters when the card lies face down, "??" for a hidden one.
 * @param {Card} card
 */
export function cardText(card) {
  if (!rank(card)) return "??"
  const text = RANKS[rank(card)] + SUITS[suit(card)]
  return isDown(card) ? text.toLowerCase() : text
}

/**
 * A card in English words, by which languages know it: "seven of hearts", "face-down card".
 * @param {Card} card
 */
export function cardName(card) {
  if (isDown(card)) return "face-down card"
  if (!rank(card)) return "unknown card"
  if (rank(card) === JOKER) return isRed(card) ? "red joker" : "black joker"
  return `${RANK_NAMES[rank(card) - 1]} of ${SUIT_NAMES[suit(card)]}`
}

/**
 * The cards in a text of base64, as messages have them. Throws a RangeError for what is none.
 * @param {string} text
 * @returns {Card[]}
 */
export function cardsOf(text) {
  if (typeof text !== "string" || !BASE64.test(text)) throw new RangeError("that is no base64")
  const cards = []
  let bits = 0
  let held = 0
  for (const digit of text.replace(/=+$/, "")) {
    held = (held << 6) | DIGITS.indexOf(digit)
    bits += 6
    if (bits < 8) continue
    bits -= 8
    const card = (held >> bits) & 0xff
    if (!isDown(card) && rank(card) > JOKER) throw new RangeError(`${card} is no card`)
    cards.push(card)
    held &= (1 << bits) - 1
  }
  return cards
}
