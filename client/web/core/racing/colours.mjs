// The colours of players, as in client/window/desktop/theme.py.

/** How many there are: the classes racer-0, racer-1 and so on. */
const KNOWN = 16

/** So many of them, the easiest to tell apart, are all taken before the others. */
const FIRST = 8
const OTHERS = Array.from({ length: KNOWN - FIRST }, (_, at) => FIRST + at)

/**
 * Which of the colours each player has: in every room and race the same. It goes by the player's
 * id, among the first ones; only where one with a lower id has that colour is it the next one that
 * is free, if any is.
 * @param {readonly number[]} players
 * @returns {Map<number, number>}
 */
export function colourNumbers(players) {
  /** @type {Map<number, number>} */
  const found = new Map()
  for (const player of [...new Set(players)].sort((a, b) => a - b)) {
    const first = Array.from({ length: FIRST }, (_, step) => (player + step) % FIRST)
    const taken = new Set(found.values())
    found.set(player, [...first, ...OTHERS].find((each) => !taken.has(each)) ?? first[0])
  }
  return found
}
