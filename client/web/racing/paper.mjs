// Pieces of paper that fall on a winner, and on the board of who has just won.

import { h } from "../widgets/dom.mjs"

/** How many fall. */
const PAPERS = 24

/** Paper that falls once, and is gone. */
export function paper() {
  const all = h("div", { class: "paper", "aria-hidden": "true" })
  for (let i = 0; i < PAPERS; i++) {
    const piece = h("i", { class: `racer-${i % 8}` })
    // Spread evenly, and yet not in order: multiples of the golden section.
    piece.style.left = `${((i * 0.618) % 1) * 100}%`
    piece.style.animationDelay = `${((i * 0.382) % 1) * 1.2}s`
    piece.style.animationDuration = `${1.6 + ((i * 0.236) % 1) * 1.2}s`
    all.append(piece)
  }
  all.lastElementChild?.addEventListener("animationend", () => setTimeout(() => all.remove(), 3000))
  return all
}
