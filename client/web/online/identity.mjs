// Who one is to this server: kept in the browser, for this server's pages alone.

const KEY = "samedeal.identity"

/** @typedef {{ name: string, token: string }} Kept */

/**
 * @returns {Kept | null}
 */
export function kept() {
  try {
    const { name, token } = JSON.parse(localStorage.getItem(KEY) ?? "null") ?? {}
    return typeof token === "string" && token ? { name: String(name ?? ""), token } : null
  } catch {
    return null
  }
}

/**
 * Keep who one is, or forget it. A browser that keeps nothing makes one a new player each time.
 * @param {Kept | null} identity
 */
export function keep(identity) {
  try {
    if (identity) localStorage.setItem(KEY, JSON.stringify(identity))
    else localStorage.removeItem(KEY)
  } catch {
    // It is forbidden there, or full.
  }
}
