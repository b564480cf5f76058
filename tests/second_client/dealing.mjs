// The deal out of its seed, written from docs/dealing.md alone.

import { createHash } from "node:crypto"

export const DOWN = 0x80
const MOST_BYTES = 10_000
const MOST_DEALS = 20

/** The 52 cards, sorted by their bytes. */
export const DECK = [0, 1, 2, 3].flatMap((suit) =>
  Array.from({ length: 13 }, (_, rank) => (suit << 4) | (rank + 1)),
)

/** Return the commitment to a seed: the SHA-256 of its text, in hexadecimal. */
export function commitment(seed) {
  return createHash("sha256").update(seed, "utf8").digest("hex")
}

/** Return `cards` in the order that the label and the seed stand for. */
export function shuffle(cards, label, seed) {
  const numbers = new Numbers(label, seed)
  const mixed = [...cards]
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = numbers.below(i + 1)
    ;[mixed[i], mixed[j]] = [mixed[j], mixed[i]]
  }
  return mixed
}

/** Return a race's first position: `layOut` lays a shuffled deck on piles, `goesOn` says whether
 * anything can be done in a position. */
export function deal(seed, layOut, goesOn) {
  let piles = layOut(shuffle(DECK, "deal", seed))
  for (let number = 2; number <= MOST_DEALS && !goesOn(piles); number++)
    piles = layOut(shuffle(DECK, `deal/${number}`, seed))
  return piles
}

/** Return a position as a player sees it: face-down cards are all the same. */
export function view(piles) {
  return piles.map((pile) => pile.map((card) => (card & DOWN ? DOWN : card)))
}

/** Return a pile's bytes, or several piles', in hexadecimal. */
export function hex(pile) {
  return Buffer.from(pile).toString("hex")
}

class Numbers {
  constructor(label, seed) {
    const source = Buffer.concat([Buffer.from(`samedeal/1/${label}\0`), Buffer.from(seed, "utf8")])
    this.bytes = createHash("shake128", { outputLength: MOST_BYTES }).update(source).digest()
    this.at = 0
  }

  /** Return a number from 0 to n - 1. */
  below(n) {
    const multiple = 256 - (256 % n)
    for (;;) {
      const byte = this.bytes[this.at++]
      if (byte < multiple) return byte % n
    }
  }
}
