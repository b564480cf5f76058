// The piles in rows, as one reads them: as in client/board/cursor.py.

/** @typedef {import("../layout.mjs").Place} Place */

/** Piles whose upper edges are less than this apart, in card heights, lie in one row. */
const SAME_ROW = 0.3

/**
 * The piles (all, or only these) in rows from above, each from left to right.
 * @param {readonly Place[]} places
 * @param {Iterable<number>} [piles]
 * @returns {number[][]}
 */
export function rows(places, piles = places.keys()) {
  const x = (/** @type {number} */ pile) => places[pile].at[0]
  const y = (/** @type {number} */ pile) => places[pile].at[1]
  /** @type {number[][]} */
  const found = []
  let start = 0
  for (const pile of [...piles].sort((a, b) => y(a) - y(b) || x(a) - x(b) || a - b)) {
    if (!found.length || y(pile) - start >= SAME_ROW) {
      found.push([])
      start = y(pile)
    }
    found[found.length - 1].push(pile)
  }
  return found.map((row) => row.sort((a, b) => x(a) - x(b) || a - b))
}
