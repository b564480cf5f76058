// Who one is to this server: kept in the browser, for this server's pages alone.
//
// Who goes on under another name is another player. The names used before are kept, too, so that
// the way back to one leads to the same player.

const KEY = "samedeal.players"
/** Names that are kept. */
const MOST = 8

/** @typedef {{ name: string, token: string }} Kept */

/**
 * All players that one has been here, the last first.
 * @returns {Kept[]}
 */
function players() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]")
    if (!Array.isArray(kept)) return []
    return kept.filter(
      (each) => typeof each?.token === "string" && each.token && typeof each.name === "string",
    )
  } catch {
    return []
  }
}

/**
 * The player that one was last; null on the first visit.
 * @returns {Kept | null}
 */
export const kept = () => players()[0] ?? null

/**
 * The player that one has been under this name; null if there is none.
 * @param {string} name
 * @returns {Kept | null}
 */
export const playerNamed = (name) =>
  players().find((each) => each.name.toLowerCase() === name.trim().toLowerCase()) ?? null

/**
 * Keep who one is now. A browser that keeps nothing makes one a new player each time.
 * @param {Kept} identity
 */
export function keep({ name, token }) {
  const others = players().filter((each) => each.name !== name && each.token !== token)
  try {
    localStorage.setItem(KEY, JSON.stringify([{ name, token }, ...others].slice(0, MOST)))
  } catch {
    // It is forbidden there, or full.
  }
}

/** Forget one of the players that one has been here. @param {string} name */
export function forgetOne(name) {
  try {
    localStorage.setItem(KEY, JSON.stringify(players().filter((each) => each.name !== name)))
  } catch {
    // Then nothing was kept, either.
  }
}

/** Forget all players that one has been here. */
export function forget() {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Then nothing was kept, either.
  }
}
