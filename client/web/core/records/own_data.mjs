// All that a server has stored about the player, put together from its parts to one file. What is
// in the parts is kept as it is; a server that does not come to an end is left.

/** @typedef {import("../messages.mjs").Message} Message */
/** @typedef {{ section: string, race: number, number: number }} Part */

/** In the order in which they are told. */
export const SECTIONS = [
  "player", "races", "moves", "bests", "ratings", "rating steps", "dailies", "evenings", "said",
  "rooms", "bans",
]
/** Characters of all parts together, at most. */
export const MOST = 256 * 1024 * 1024

/** What has come so far. */
export class OwnDataFile {
  constructor() {
    /** What to ask for next; null when all is there. @type {Part | null} */
    this.question = partOf({ section: SECTIONS[0] })
    /** @type {Record<string, unknown[]>} @private */
    this.rows = Object.fromEntries(SECTIONS.map((section) => [section, []]))
    /** @private */
    this.size = 0
  }

  /**
   * Take in a part; returns false where it makes no sense, and nothing more is to be asked for.
   * @param {Message} message
   */
  take({ section, rows, next }) {
    const asked = this.question
    if (!asked || section !== asked.section || typeof rows !== "string") return false
    const following = next ? partOf(next) : null
    this.size += rows.length
    if (this.size > MOST || (following && !isAfter(following, asked))) return false
    try {
      const told = JSON.parse(rows)
      if (!Array.isArray(told)) return false
      for (const row of told) this.rows[section].push(row)
    } catch {
      return false
    }
    this.question = following
    return true
  }

  /** The file, as JSON. @param {string} server */
  text(server) {
    return `${JSON.stringify({ samedeal: 1, server, ...this.rows }, null, 1)}\n`
  }
}

/**
 * A part with its defaults filled in.
 * @param {{ section: string, race?: number, number?: number }} part
 * @returns {Part}
 */
const partOf = ({ section, race = 0, number = 0 }) => ({ section, race, number })

/** @param {Part} later @param {Part} earlier */
function isAfter(later, earlier) {
  const place = (/** @type {Part} */ { section, race, number }) => [
    SECTIONS.indexOf(section), race, number,
  ]
  const [there, here] = [place(later), place(earlier)]
  const at = there.findIndex((each, index) => each !== here[index])
  return at >= 0 && there[at] > here[at]
}

/** What such a file is called. @param {string} name the player's */
export function fileName(name) {
  const plain = name.replaceAll(/[^\p{L}\p{N}]/gu, "-").replaceAll(/^-+|-+$/g, "")
  return `samedeal-${plain || "player"}.json`
}
