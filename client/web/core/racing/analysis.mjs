// Until when a game that is over could still be won, in sentences: as client/words/analysis.py has
// them.

/** @typedef {import("../messages.mjs").Analysis} Analysis */
/** @typedef {import("../words.mjs").Words} Words */

/**
 * Until when a game could be won, what would have won it, and what lost it.
 * @param {Words} words
 * @param {Analysis} analysis
 * @param {number} moves how many the game has
 * @param {string} lostBy the move after which it is known to be lost, in words
 */
export function analysisText(words, analysis, moves, lostBy) {
  const { won_until: until, lost_from: lost, solution } = analysis
  const said = [couldText(words, analysis, moves)]
  if (solution.length) {
    said.push(words.text("analysis.from-there-n-moves-would-have-won", {}, solution.length))
  }
  if (lost) {
    const key = until === lost - 1
      ? "analysis.move-number-lost-it-move"
      : "analysis.it-was-lost-with-move-number-at-the-latest-move"
    said.push(words.text(key, { number: lost, move: lostBy }))
  }
  return said.join(" ")
}

/**
 * @param {Words} words
 * @param {Analysis} analysis
 * @param {number} moves
 */
function couldText(words, { won_until: until, lost_from: lost }, moves) {
  if (lost === 0) return words.text("analysis.nobody-could-have-won-this-deal")
  if (until === null) return words.text("analysis.whether-this-deal-could-be-won-is-not-known")
  if (until === moves) return words.text("analysis.it-could-be-won-to-the-end")
  if (until === 0) return words.text("analysis.the-deal-could-be-won")
  return words.text("analysis.it-could-be-won-until-move-number", { number: until })
}

/**
 * That it is being found out, and what is known of it already.
 * @param {Words} words
 * @param {Analysis | null} analysis
 */
export function lookingText(words, analysis) {
  const until = analysis?.won_until
  return until
    ? words.text("analysis.looking-on-it-could-be-won-until-move-number-at", { number: until })
    : words.text("analysis.looking-until-when-this-could-be-won")
}

/**
 * The parts of a game by whether it could be won in them: the entries at which each ends, the last
 * one at the end.
 * @param {Analysis} analysis
 * @param {number} moves how many entries the game has
 * @returns {{ kind: "won" | "unknown" | "lost", until: number }[]}
 */
export function partsOf({ won_until: until, lost_from: lost }, moves) {
  const won = until ?? -1
  const known = [
    { kind: /** @type {const} */ ("won"), from: 0, until: won },
    { kind: /** @type {const} */ ("unknown"), from: won + 1, until: (lost ?? moves + 1) - 1 },
    { kind: /** @type {const} */ ("lost"), from: lost ?? moves + 1, until: moves },
  ]
  return known.filter((part) => part.from <= part.until).map(({ kind, until }) => ({ kind, until }))
}

/**
 * The same where it stands that it is about that: "until 24"; nothing before it is known.
 * @param {Words} words
 * @param {Analysis | null} analysis
 * @param {number} moves how many the game has
 */
export function briefText(words, analysis, moves) {
  if (analysis?.state !== "done" || analysis.luck) return ""
  const { won_until: until, lost_from: lost } = analysis
  if (lost === 0) return words.text("analysis.never--was-winnable")
  if (until === null) return words.text("analysis.perhaps--was-winnable")
  if (until === moves) return words.text("analysis.to-the-end--was-winnable")
  if (until === 0) return words.text("analysis.when-dealt--was-winnable")
  return words.text("analysis.until-move-number--was-winnable", { number: until })
}

/**
 * That everybody's games are looked at, and at which of how many.
 * @param {Words} words
 * @param {number} number
 * @param {number} count
 */
export const lookingAtText = (words, number, count) =>
  words.text("analysis.looking-until-when-the-games-could-be-won", { number, count })
