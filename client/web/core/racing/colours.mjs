// The colours of players, as in client/window/desktop/theme.py.

/** How many there are: the classes racer-0, racer-1 and so on. */
const KNOWN = 16

/**
 * Which of the colours each player has: in every room and race the same. It goes by the player's
 * id; only where one with a lower id has that colour is it the next one that is free, if any is.
 * @param {readonly number[]} players
 * @returns {Map<number, number>}
 */
export function colourNumbers(players) {
  /** @type {Map<number, number>} */
  const found = new Map()
  for (const player of [...new Set(players)].sort((a, b) => a - b)) {
    const wanted = Array.from({ length: KNOWN }, (_, step) => (player - 1 + step) % KNOWN)
    const taken = new Set(found.values())
    found.set(player, wanted.find((each) => !taken.has(each)) ?? wanted[0])
  }
  return found
}
