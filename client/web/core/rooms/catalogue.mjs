// The games that there are, from games.json: their names, options, facts and rules, in words as
// client/words/texts.py has them.

import { joined } from "../texts.mjs"
import { ANY } from "./deals.mjs"

/** @typedef {import("../words.mjs").Words} Words */
/** @typedef {string | boolean} Choice */
/** @typedef {Readonly<Record<string, Choice | number>>} Options */

/**
 * @typedef {object} Option
 * @property {string} name in messages
 * @property {string} title in English
 * @property {Choice} default
 * @property {readonly { choice: Choice, title: string }[]} choices
 */

/**
 * A game, with its texts in English.
 * @typedef {object} Entry
 * @property {string} name in messages
 * @property {string} title
 * @property {string} family
 * @property {number} decks
 * @property {boolean} hidden whether a deal has cards that players do not see
 * @property {string} tip
 * @property {readonly string[]} rules in paragraphs
 * @property {readonly Option[]} options
 * @property {readonly { of: Options, are: readonly string[] }[]} [deals] the kinds that there are:
 *   the first that fits the options
 */

/** What stands between a game's facts. */
const BETWEEN = " · "
const DECKS = ["", "texts.one-deck", "texts.two-decks", "texts.three-decks"]

/** All games of this version; the server may have others. */
export class Catalogue {
  /** @param {readonly Entry[]} entries by their English titles */
  constructor(entries = []) {
    this.entries = entries
    /** @private */
    this.known = new Map(entries.map((entry) => [entry.name, entry]))
  }

  /**
   * The game with this name in messages; null for one that is not known here.
   * @param {string} name
   */
  entry(name) {
    return this.known.get(name) ?? null
  }

  /**
   * The chosen options: "Deal: Three card deals"; empty for a game without any.
   * @param {Words} words
   * @param {string} name
   * @param {Options} options
   */
  optionsText(words, name, options) {
    return joined(words, this.optionsLines(words, name, options))
  }

  /**
   * The same without what is switched as it usually is: for a row among others.
   * @param {Words} words
   * @param {string} name
   * @param {Options} options
   */
  briefOptionsText(words, name, options) {
    return joined(words, this.optionsLines(words, name, options, false))
  }

  /**
   * The chosen options, one by one.
   * @param {Words} words
   * @param {string} name
   * @param {Options} options
   * @param {boolean} [usual] whether switches are told that are as they usually are
   */
  optionsLines(words, name, options, usual = true) {
    const all = this.entry(name)?.options ?? []
    const known = all.filter((option) => {
      const { default: preset } = option
      return usual || typeof preset === "string" || chosen(option, options).choice !== preset
    })
    return known.map((option) =>
      words.text("texts.option-choice", {
        option: words.translated("games", option.title),
        choice: words.translated("games", chosen(option, options).title),
      }),
    )
  }

  /**
   * The kinds of deals that a room may want; any alone where the game is not known.
   * @param {string} name
   * @param {Options} options
   */
  deals(name, options) {
    const all = this.complete(name, options)
    const fits = (/** @type {Options} */ of) =>
      Object.entries(of).every(([option, choice]) => all[option] === choice)
    return this.entry(name)?.deals?.find(({ of }) => fits(of))?.are ?? [ANY]
  }

  /**
   * Whether some options of a game have more kinds of deals than any.
   * @param {string} name
   */
  hasDeals(name) {
    return this.entry(name)?.deals?.some(({ are }) => are.length > 1) ?? false
  }

  /**
   * Options as they may be chosen: what fits, and the defaults of the others.
   * @param {string} name
   * @param {Options} options
   * @returns {Record<string, Choice>}
   */
  complete(name, options) {
    const known = this.entry(name)?.options ?? []
    return Object.fromEntries(known.map((each) => [each.name, chosen(each, options).choice]))
  }
}

/**
 * What is chosen of an option: the default, where what is said of it is none of its choices.
 * @param {Option} option
 * @param {Options} options
 */
function chosen({ name, choices, default: usual }, options) {
  const found = choices.find(({ choice }) => choice === options[name])
  return found ?? choices.find(({ choice }) => choice === usual) ?? choices[0]
}

/**
 * How many packs of cards: "One deck", "Two decks".
 * @param {Words} words
 * @param {number} decks
 */
export const decksText = (words, decks) =>
  DECKS[decks] ? words.text(DECKS[decks]) : words.text("texts.n-decks", {}, decks)

/**
 * What kind of game it is: "Spider · Two decks · Hidden cards".
 * @param {Words} words
 * @param {Entry} entry
 */
export function factsText(words, { family, decks, hidden }) {
  const cards = words.text(hidden ? "texts.hidden-cards" : "texts.open-cards")
  const kind = words.translated("games", family)
  if (family === "Two decks") return [kind, cards].join(BETWEEN) // it says so itself
  return [kind, decksText(words, decks), cards].join(BETWEEN)
}

/**
 * The rules, in paragraphs: the first says what to bring about.
 * @param {Words} words
 * @param {Entry} entry
 */
export const rulesTexts = (words, { rules }) => rules.map((text) => words.translated("rules", text))

/**
 * What helps who has never played a game: "Tip: Build to the right first."
 * @param {Words} words
 * @param {Entry} entry
 */
export const tipText = (words, { tip }) =>
  words.text("texts.tip-tip", { tip: words.translated("rules", tip) })
