// What all races of a player together say, as client/words/records/career.py has it.

const BETWEEN = " · "

/** @typedef {import("../words.mjs").Words} Words */

/**
 * How many races were won in a row, now and at most; empty where none ever was.
 * @param {Words} words
 * @param {{ streak?: number, best_streak?: number }} profile
 */
export function streaksText(words, { streak = 0, best_streak: most = 0 }) {
  if (!most) return ""
  const now = words.text("career.races-won-in-a-row-number", { number: streak })
  return now + BETWEEN + words.text("career.at-most-number--races-won-in-a-row", { number: most })
}

/**
 * What was done in each family of games, the family raced most often first; what is of no known
 * game comes last, as a family without a name.
 * @template {{ game: string, races: number }} T
 * @param {readonly T[]} records
 * @param {(game: string) => string} familyOf "" where that is not known
 * @returns {[string, T[]][]}
 */
export function byFamily(records, familyOf) {
  /** @type {Map<string, T[]>} */
  const groups = new Map()
  for (const record of records) {
    const family = familyOf(record.game)
    groups.set(family, [...(groups.get(family) ?? []), record])
  }
  const races = (/** @type {readonly T[]} */ group) =>
    group.reduce((sum, each) => sum + each.races, 0)
  return [...groups].sort(([one, its], [other, others]) => {
    if (!one || !other) return one ? -1 : 1
    return races(others) - races(its) || (one < other ? -1 : 1)
  })
}
