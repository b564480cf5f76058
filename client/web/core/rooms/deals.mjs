// Which deals are raced on, in words: as client/words/deals.py has them.

/** @typedef {import("../words.mjs").Words} Words */

/** Any deal will do. */
export const ANY = "any"

/** What each kind is called among others, and as a line of a room's settings. */
const TITLES = new Map([
  [ANY, "deals.any-deal"],
  ["winnable", "deals.can-be-won"],
  ["easy", "deals.can-be-won-easy"],
  ["medium", "deals.can-be-won-medium"],
  ["hard", "deals.can-be-won-hard"],
])
const LINES = new Map([
  ["winnable", "deals.only-deals-that-can-be-won"],
  ["easy", "deals.only-easy-deals-that-can-be-won"],
  ["medium", "deals.only-deals-of-medium-difficulty-that-can-be-won"],
  ["hard", "deals.only-hard-deals-that-can-be-won"],
])

/**
 * What a kind of deals is called among others: "Any deal", "Can be won".
 * @param {Words} words
 * @param {string} deals
 */
export function dealsTitle(words, deals) {
  const key = TITLES.get(deals)
  return key ? words.text(key) : deals
}

/**
 * The same where it stands among other facts; empty where any deal will do.
 * @param {Words} words
 * @param {string} [deals]
 */
export const dealsText = (words, deals = ANY) => (deals === ANY ? "" : dealsTitle(words, deals))

/**
 * The same as a line of a room's settings; empty where any deal will do.
 * @param {Words} words
 * @param {string} [deals]
 */
export function dealsLine(words, deals = ANY) {
  const key = LINES.get(deals)
  return key ? words.text(key) : dealsText(words, deals)
}

/**
 * What a choice means, for who makes it.
 * @param {Words} words
 * @param {string} deals
 */
export function dealsHelp(words, deals) {
  return words.text(
    deals === ANY
      ? "deals.as-the-cards-fall-some-deals-nobody-can-win"
      : "deals.the-server-knows-a-way-to-win-it-and-shows-it",
  )
}

/**
 * Why there is no choice.
 * @param {Words} words
 * @param {boolean} byOptions whether other options would have one
 */
export function noDealsText(words, byOptions) {
  return words.text(
    byOptions
      ? "deals.with-these-options-no-deal-that-can-be-won-is"
      : "deals.in-this-game-no-deal-that-can-be-won-is-found",
  )
}

/**
 * In how many moves a deal could have been won.
 * @param {Words} words
 * @param {number} moves
 */
export const solutionText = (words, moves) =>
  words.text("deals.could-be-won-in-n-moves", {}, moves)

/**
 * What became of a room's search for a deal: nothing where there is none.
 * @param {Words} words
 * @param {string} [search]
 */
export function searchText(words, search) {
  if (search === "looking") return words.text("deals.looking-for-a-deal-that-can-be-won")
  if (search !== "no deal") return ""
  return words.text("deals.no-deal-that-can-be-won-was-found-in-reasonable")
}

/**
 * How a search goes that has tried so many deals; null where that is not known.
 * @param {Words} words
 * @param {number | null} tried
 */
export const progressText = (words, tried) =>
  tried
    ? words.text("deals.n-deals-tried-most-searches-take-less-than-half", {}, tried)
    : words.text("deals.most-searches-take-less-than-half-a-minute")

/**
 * What one may do while a deal is looked for.
 * @param {Words} words
 * @param {boolean} host
 * @param {boolean} alone whether nobody else can race
 */
export function meanwhileText(words, host, alone) {
  if (alone) return words.text("page.meanwhile-read-or-play-any-deal")
  return words.text(host ? "page.meanwhile-invite-and-talk" : "page.meanwhile-talk-and-read")
}

/**
 * What there is to do where none was found, for the host or for the others.
 * @param {Words} words
 * @param {boolean} host
 */
export function wayOutText(words, host) {
  return words.text(
    host
      ? "deals.look-again-race-any-deal-or-change-the-room"
      : "deals.the-host-can-look-again-or-take-any-deal",
  )
}

/**
 * Whether a game can still be won, as far as it is known.
 * @param {Words} words
 * @param {"won" | "impossible" | "unknown"} verdict
 * @param {boolean} looking whether that is being found out
 */
export function stillText(words, verdict, looking) {
  if (verdict === "won") return words.text("deals.this-game-can-still-be-won")
  if (verdict === "impossible") return words.text("deals.cannot-be-won-any-more")
  return words.text(looking ? "deals.can-it-still-be-won" : "deals.not-known-if-winnable")
}

/**
 * The nearest to what is wished that there is.
 * @param {string} wish
 * @param {readonly string[]} offered
 */
export function nearest(wish, offered) {
  if (offered.includes(wish)) return wish
  return wish !== ANY && offered.includes("winnable") ? "winnable" : ANY
}
