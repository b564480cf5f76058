// Deals out of seeds: reads [[game, seed], ...] as JSON from its standard input, and prints for each
// what lies on its piles, in hexadecimal.

import { DOWN, deal, hex } from "./dealing.mjs"
import * as thirteens from "./thirteens.mjs"

/** Klondike's piles are the stock, the waste, four foundations and seven columns. */
function layOutKlondike(deck) {
  const piles = Array.from({ length: 13 }, () => [])
  let at = 0
  for (let down = 0; down < 7; down++) {
    for (let card = 0; card < down; card++) piles[6 + down].push(deck[at++] | DOWN)
    piles[6 + down].push(deck[at++])
  }
  piles[0] = deck.slice(at).map((card) => card | DOWN)
  return piles
}

/** Montana's cells are dealt a card each; where an ace fell, the cell stays empty. */
function layOutMontana(deck) {
  return deck.map((card) => ((card & 0x0f) === 1 ? [] : [card]))
}

const always = () => true
const GAMES = {
  thirteens: [thirteens.layOut, thirteens.goesOn],
  klondike: [layOutKlondike, always],
  montana: [layOutMontana, always],
}

const chunks = []
for await (const chunk of process.stdin) chunks.push(chunk)
const asked = JSON.parse(Buffer.concat(chunks))
console.log(JSON.stringify(asked.map(([game, seed]) => deal(seed, ...GAMES[game]).map(hex))))
