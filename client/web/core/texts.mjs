// Numbers, times and cards in words: as in client/words/texts.py and client/words/commentary.py.

import { cardName, isKnown, rank, RANK_LABELS, RANK_NAMES, suit } from "./cards.mjs"

/** @typedef {import("./words.mjs").Words} Words */
/** @typedef {import("./messages.mjs").Status} Status */
/** @typedef {import("./messages.mjs").Phase} Phase */
/** @typedef {import("./cards.mjs").Pile} Pile */

/** Kinds of cards that are named; of more, nobody would remember the first. */
const MOST_NAMED = 4
const SUITS = 4
const BLACK = "0,3"
const RED = "1,2"
const ONE_OF_A_SUIT = ["a club", "a diamond", "a heart", "a spade"]

/** The suits' signs, by their numbers. */
const SIGNS = "♣♦♥♠"

/** Keys of how far a room is. @type {Readonly<Record<Phase, string>>} */
const PHASES = {
  lobby: "texts.open",
  countdown: "texts.starting",
  running: "texts.racing",
  finished: "texts.between-races",
}

/** Endings of which nothing else tells when they were. */
const ENDS_UNTOLD = new Set(["gave up", "disconnected", "stopped"])

/**
 * Keys of how a race goes or ended, standing alone and within a list.
 * @type {Readonly<Record<Status, readonly [string, string]>>}
 */
const STATUSES = {
  racing: ["texts.racing", "texts.racing-2"],
  won: ["texts.solved", "texts.solved-2"],
  stuck: ["texts.stuck", "texts.stuck-2"],
  "gave up": ["texts.gave-up", "texts.gave-up-2"],
  "out of time": ["texts.out-of-time", "texts.out-of-time-2"],
  disconnected: ["texts.disconnected", "texts.disconnected-2"],
  stopped: ["texts.stopped", "texts.stopped-2"],
}

/**
 * How far a room is: "Open", "Racing".
 * @param {Words} words
 * @param {Phase} phase
 */
export const phaseText = (words, phase) => words.text(PHASES[phase])

/**
 * How somebody's race is going, or ended, standing alone: "Racing", "Gave up".
 * @param {Words} words
 * @param {Status} status
 */
export const statusText = (words, status) => words.text(STATUSES[status][0])

/**
 * The same within a list: "12 points, gave up".
 * @param {Words} words
 * @param {Status} status
 */
export const statusWords = (words, status) => words.text(STATUSES[status][1])

/**
 * @param {number} seconds
 * @returns {[number, number, number]} hours, minutes, seconds
 */
function parts(seconds) {
  const whole = Math.max(0, Math.trunc(seconds))
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
}

/**
 * How somebody's race ended, and when where neither moves nor the limit tell it: "gave up at 3:12".
 * @param {Words} words
 * @param {Status} status
 * @param {number} [milliseconds] from the start; 0 where that is not known
 */
export function endingWords(words, status, milliseconds = 0) {
  const result = statusWords(words, status)
  if (!ENDS_UNTOLD.has(status) || !milliseconds) return result
  const time = clock(milliseconds / 1000)
  return words.text("texts.result-at-time--gave-up-at-3-12", { result, time })
}

/**
 * A time as on a clock: "0:07", "12:34", "1:02:03".
 * @param {number} seconds
 */
export function clock(seconds) {
  const [hours, minute, second] = parts(seconds)
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0")
  return hours ? `${hours}:${two(minute)}:${two(second)}` : `${minute}:${two(second)}`
}

/**
 * A racer's time with tenths: "1:23.4".
 * @param {Words} words
 * @param {number} milliseconds
 */
export function stopwatch(words, milliseconds) {
  return words.text("texts.whole-decimals--a-number-with-a-point-or-a-comma", {
    whole: clock(Math.floor(milliseconds / 1000)),
    decimals: Math.floor((milliseconds % 1000) / 100),
  })
}

/** What stands in a list where there is nothing to say. */
export const NOTHING = "–"

/**
 * A place among so many: "2nd of 4".
 * @param {Words} words
 * @param {number} place
 * @param {number} racers
 */
export const placeText = (words, place, racers) =>
  words.text("profile.place-of-racers--2nd-of-4", { place: ordinal(words, place), racers })

/**
 * When a score was reached, as a racer's time; a dash where nothing was.
 * @param {Words} words
 * @param {number} milliseconds
 */
export const reachedAt = (words, milliseconds) =>
  milliseconds ? stopwatch(words, milliseconds) : NOTHING

/**
 * A number with two decimals: "0.25".
 * @param {Words} words
 * @param {number} value
 */
export function decimal(words, value) {
  const [whole, decimals] = value.toFixed(2).split(".")
  return words.text("texts.whole-decimals--a-number-with-a-point-or-a-comma", { whole, decimals })
}

/**
 * A place as a word: "1st", "12th"; a dash for no place.
 * @param {Words} words
 * @param {number} place
 */
export function ordinal(words, place) {
  if (place < 1) return NOTHING
  if (place === 1) return words.text("texts.1st") // alone, as in French it is the only one
  const teens = place % 100 >= 10 && place % 100 <= 20
  const end = teens ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th")
  return words.text(`texts.place-${end}`, { place })
}

/** Keys of dates, by month. */
const DATES = [
  "texts.day-jan-year--a-date",
  "texts.day-feb-year--a-date",
  "texts.day-mar-year--a-date",
  "texts.day-apr-year--a-date",
  "texts.day-may-year--a-date",
  "texts.day-jun-year--a-date",
  "texts.day-jul-year--a-date",
  "texts.day-aug-year--a-date",
  "texts.day-sep-year--a-date",
  "texts.day-oct-year--a-date",
  "texts.day-nov-year--a-date",
  "texts.day-dec-year--a-date",
]

/**
 * A day as people write it: "9 Nov 2026", "09.11.2026". Where a month is a number, too, each has
 * two figures.
 * @param {Words} words
 * @param {number} year
 * @param {number} month 1 for January
 * @param {number} day
 */
export function dateText(words, year, month, day) {
  const figures = /\d/.test(words.text(DATES[month - 1], { day: "", year: "" }))
  return words.text(DATES[month - 1], { day: figures ? String(day).padStart(2, "0") : day, year })
}

/** Keys of days, by month. */
const MONTHS = [
  "texts.day-january-year",
  "texts.day-february-year",
  "texts.day-march-year",
  "texts.day-april-year",
  "texts.day-may-year",
  "texts.day-june-year",
  "texts.day-july-year",
  "texts.day-august-year",
  "texts.day-september-year",
  "texts.day-october-year",
  "texts.day-november-year",
  "texts.day-december-year",
]

/**
 * A day with its month in words: "24 November 2026".
 * @param {Words} words
 * @param {number} year
 * @param {number} month 1 for January
 * @param {number} day
 */
export const longDateText = (words, year, month, day) =>
  words.text(MONTHS[month - 1], { day, year })

/**
 * A length of time: "1 second", "90 seconds", "2:27", "15 minutes".
 * @param {Words} words
 * @param {number} seconds
 */
export function duration(words, seconds) {
  if (seconds > 120 && seconds % 60) return clock(seconds)
  if (seconds < 120) return words.text("texts.n-seconds", {}, seconds)
  return words.text("texts.n-minutes", {}, Math.floor(seconds / 60))
}

/**
 * What there is to say when the server is going to stop in so many seconds.
 * @param {Words} words
 * @param {number} seconds
 */
export function stoppingText(words, seconds) {
  if (!seconds) return words.text("texts.the-server-is-going-to-stop-now-and-no-race-can")
  const key = "texts.the-server-is-going-to-stop-in-duration-at-the"
  return words.text(key, { duration: duration(words, seconds) })
}

/**
 * A length of time in words: "5 seconds", "3 minutes 12 seconds", "1 hour 2 minutes".
 * @param {Words} words
 * @param {number} seconds
 */
export function timeText(words, seconds) {
  const [hours, minute, second] = parts(seconds)
  const said = hours ? [words.text("commentary.n-hours", {}, hours)] : []
  if (minute) said.push(words.text("commentary.n-minutes", {}, minute))
  if (!said.length || (second && !hours)) {
    said.push(words.text("commentary.n-seconds", {}, second))
  }
  return said.join(" ")
}

/**
 * A score in words: "1 point", "12 points", "−3 points".
 * @param {Words} words
 * @param {number} points
 */
export function pointsText(words, points) {
  return (points < 0 ? "−" : "") + words.text("texts.n-points", {}, Math.abs(points))
}

/** The first id of the ghosts in a race, and of those who only look on. */
const [FIRST_GHOST, FIRST_GUEST] = [2 ** 51, 2 ** 52]

/**
 * Whether a racer is a ghost: a game of a race that is over, played again.
 * @param {number} player
 */
export const isGhost = (player) => player >= FIRST_GHOST && player < FIRST_GUEST

/**
 * At which of a room's ghosts an id stands.
 * @param {number} player
 */
export const ghostAt = (player) => player - FIRST_GHOST

/**
 * What the ghost of somebody's game is called: the mark comes first, as a long name is cut.
 * @param {Words} words
 * @param {string} name
 */
export const ghostName = (words, name) =>
  words.text("texts.ghost-of-name--begins-with-the-mark", { name })

/**
 * What a racer is called, wherever it is shown or read: "Ada", "Ghost of Ada".
 * @param {Words} words
 * @param {{ player: number, name: string }} racer
 */
export const racerName = (words, { player, name }) =>
  isGhost(player) ? ghostName(words, name) : name

/**
 * What there is to say of who may be a bot: "bot", "level 3"; nothing of people.
 * @param {Words} words
 * @param {{ bot: boolean, level: number }} racer
 */
export function botFacts(words, { bot, level }) {
  if (!bot) return []
  const facts = [words.text("standings.bot")]
  if (level) facts.push(words.text("texts.level-level--how-well-a-bot-plays", { level }))
  return facts
}

/**
 * The parts of a list, one after the other: "a, b".
 * @param {Words} words
 * @param {readonly string[]} parts
 */
export const joined = (words, parts) => parts.join(words.text("texts.text--in-a-list"))

/**
 * Names as one says them: "a, b and c".
 * @param {Words} words
 * @param {readonly string[]} names
 * @param {string} lastTwo the key of the text that joins the {last} to the {names} before it
 */
export function listed(words, names, lastTwo) {
  if (names.length < 2) return names.join("")
  const last = names[names.length - 1]
  return words.text(lastTwo, { names: joined(words, names.slice(0, -1)), last })
}

/**
 * A card in words: "seven of hearts", "face-down card".
 * @param {Words} words
 * @param {number} card
 */
export const cardWords = (words, card) => words.translated("cards", cardName(card))

/**
 * What marks ace, jack, queen and king on cards: "AJQK".
 * @param {Words} words
 */
export const courtLetters = (words) => words.text("texts.ajqk--marks-ace-jack-queen-and-king")

/**
 * A card as it is marked in its corner: "7♥"; in words where it has no such mark.
 * @param {Words} words
 * @param {number} card
 */
export function cardSign(words, card) {
  if (!isKnown(card) || rank(card) > RANK_LABELS.length) return cardWords(words, card)
  const [ace, ...courts] = courtLetters(words)
  const labels = [ace, ...RANK_LABELS.slice(1, 10), ...courts]
  return labels[rank(card) - 1] + SIGNS[suit(card)]
}

/**
 * A reason, as the server gives it, in the player's language. One with something put into it, like
 * a name, is no text of a translation: it stays as it is.
 * @param {Words} words
 * @param {string} reason
 */
export const reasonText = (words, reason) => words.translated("reasons", reason)

/**
 * Why an action cannot be done, as `advice` tells it: "only a red nine goes there". The text has
 * neither capital nor full stop, and is empty where the action can be done.
 * @param {Words} words
 * @param {{ text?: string, cards?: Pile, count?: number }} advice
 */
export function refusalText(words, { text = "", cards = [], count = -1 }) {
  if (text.includes("%n")) return words.translated("reasons", text, "", count)
  if (!text.includes("{cards}")) return reasonText(words, text)
  const named = cardsText(words, cards)
  if (!named) return reasonText(words, "that doesn't go there")
  return reasonText(words, text).replace("{cards}", () => named)
}

/**
 * Which cards these are: "a red nine", "a king or a heart"; nothing where that would be long.
 * @param {Words} words
 * @param {Pile} cards one of each kind
 */
export function cardsText(words, cards) {
  const said = (/** @type {string} */ text) => words.translated("cards", text)
  const suitsOf = RANK_NAMES.map((_, i) =>
    suits((suit) => cards.some((card) => (card & 15) === i + 1 && card >> 4 === suit)),
  )
  const whole = suits((suit) => suitsOf.every((each) => each.includes(suit)))
  if (whole.length === SUITS) return said("any card")
  const named = suitTexts(whole).map(said)
  suitsOf.forEach((here, i) => {
    const left = here.filter((suit) => !whole.includes(suit))
    // What is whole is named already: of such a rank, all four were meant.
    if (left.length) named.push(...ofRank(words, i, here.length === SUITS ? here : left))
  })
  if (named.length > MOST_NAMED) return ""
  return listed(words, named, "cards.names-or-last")
}

/** @param {(suit: number) => boolean} test */
const suits = (test) => [...Array(SUITS).keys()].filter(test)

/** @param {readonly number[]} whole */
function suitTexts(whole) {
  const all = String(whole)
  if (all === RED) return ["a red card"]
  return all === BLACK ? ["a black card"] : whole.map((suit) => ONE_OF_A_SUIT[suit])
}

/**
 * @param {Words} words
 * @param {number} i the rank is one more
 * @param {readonly number[]} suits
 */
function ofRank(words, i, suits) {
  const name = RANK_NAMES[i]
  const any = `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`
  const said = (/** @type {string} */ text) => [words.translated("cards", text)]
  if (suits.length === SUITS) return said(any)
  if (String(suits) === RED) return said(`a red ${name}`)
  if (String(suits) === BLACK) return said(`a black ${name}`)
  if (suits.length === SUITS - 1) return said(`${any} of another suit`)
  const [the] = said("the {card}")
  return suits.map((suit) => the.replace("{card}", () => cardWords(words, (suit << 4) | (i + 1))))
}

const ENDINGS = /[.!?…。！？]$/

/**
 * A reason as a sentence of its own, with capital and full stop.
 * @param {Words} words
 * @param {string} reason in the player's language
 */
export function sentence(words, reason) {
  const end = ENDINGS.test(reason) ? "" : words.text("texts.text--ends-a-sentence")
  return reason.slice(0, 1).toUpperCase() + reason.slice(1) + end
}

/**
 * What a game's button says: "Deal"; nothing for a game without one.
 * @param {Words} words
 * @param {string} label in English, as `layout` has it
 */
export const buttonText = (words, label) => label && words.translated("games", label, "a button")

/**
 * A game's title; its bare name where this version does not have the game. One that has the title
 * of its family shares the text with it.
 * @param {Words} words
 * @param {string} game
 */
export const gameTitle = (words, game) =>
  words.text(`games.${game}-title`) || words.text(`games.family-${game}`) || game
