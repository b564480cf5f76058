// The letters on jacks, queens and kings: where decks have others than the English ones, these take
// their places in the drawings. As client/window/cards/card_face.py puts them.

import { LETTERS, RANKS } from "./signs.mjs"

/** @typedef {import("./signs.mjs").Sign} Sign */

const [JACK, KING] = [11, 13]
/** What the letters are called in the drawings, the jack's first. */
const NAMES = ["rank-J", "rank-Q", "rank-K"]

/**
 * The sign of a rank.
 * @param {number} rank
 * @param {string} letters of ace, jack, queen and king: "AJQK"
 */
export function signOf(rank, letters) {
  const letter = rank >= JACK && rank <= KING ? letters[rank - JACK + 1] : ""
  return LETTERS[letter] ?? RANKS[rank - 1]
}

/**
 * How far a letter reaches less to the right than the English one, as a share of its height.
 * @param {number} rank
 * @param {Sign} sign
 */
export const shortOf = (rank, sign) => RANKS[rank - 1].right - sign.right

/**
 * The lines of a drawing that say what letters look like, by their names, where others are wanted.
 * @param {string} letters of ace, jack, queen and king
 * @param {boolean} beside whether the suit is beside the rank: then they end where the English do
 * @returns {ReadonlyMap<string, string>}
 */
export function lettersIn(letters, beside) {
  /** @type {Map<string, string>} */
  const lines = new Map()
  NAMES.forEach((name, at) => {
    const rank = JACK + at
    const [sign, usual] = [signOf(rank, letters), RANKS[rank - 1]]
    if (sign === usual) return
    const moved = sign.x - usual.x + (beside ? shortOf(rank, sign) / sign.scale : 0)
    const line = `stroke-width="${sign.line}" stroke-linecap="round" stroke-linejoin="round"`
    lines.set(name, `<path id="${name}" d="${sign.d}" transform="translate(${moved})" fill="none" ${line}/>`)
  })
  return lines
}
