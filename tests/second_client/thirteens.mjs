// Thirteens, from its rules in docs/games.md: what may be done, what it leads to, when it is over.
//
// A position is a list of piles, a pile a list of cards. Piles 0 to 14 are the cells, row by row;
// 15 is the stock, 16 the discard pile.

import { DOWN } from "./dealing.mjs"

const CELLS = 15
const STOCK = 15
const DISCARD = 16
const KING = 13

/** Lay out a shuffled deck. */
export function layOut(deck) {
  const cells = deck.slice(0, CELLS).map((card) => [card])
  return [...cells, deck.slice(CELLS).map((card) => card | DOWN), []]
}

/** Return all actions that the rules allow, as the protocol writes them. */
export function legalActions(piles) {
  return [...discards(piles), ...fillings(piles)]
}

/** Return the actions that take cards away: kings clicked or dragged, pairs dragged together. */
export function discards(piles) {
  const actions = []
  for (let cell = 0; cell < CELLS; cell++) {
    if (!piles[cell].length) continue
    if (rank(piles[cell][0]) === KING) actions.push([cell], [cell, 1, DISCARD])
    for (let other = 0; other < CELLS; other++)
      if (touch(cell, other) && piles[other].length)
        if (rank(piles[cell][0]) + rank(piles[other][0]) === 13) actions.push([cell, 1, other])
  }
  return actions
}

/** Return the actions that bring the top card of a column to an empty column's lowest cell. */
function fillings(piles) {
  const actions = []
  for (const target of [12, 13, 14])
    if (!piles[target].length)
      for (let source = 0; source < CELLS; source++)
        if (piles[source].length && (source < 3 || !piles[source - 3].length))
          actions.push([source, 1, target])
  return actions
}

/** Return the position after a legal action, with all cards known. */
export function play(piles, action) {
  const after = piles.map((pile) => [...pile])
  const [source, , target = DISCARD] = action
  const card = after[source].pop()
  if (target === DISCARD) after[DISCARD].push(card)
  else if (after[target].length) after[DISCARD].push(card, after[target].pop())
  else after[target].push(card)
  settle(after)
  return after
}

/** Let cards fall within their columns, and fill these from the stock. */
function settle(piles) {
  for (let column = 0; column < 3; column++) {
    const cards = []
    for (let cell = 12 + column; cell >= 0; cell -= 3) cards.push(...piles[cell])
    while (cards.length < 5 && piles[STOCK].length) cards.push(piles[STOCK].pop() & ~DOWN)
    for (let cell = 12 + column; cell >= 0; cell -= 3) piles[cell] = cards.splice(0, 1)
  }
}

/** Return "won", "stuck", or "racing" while it goes on. */
export function outcome(piles) {
  if (piles[DISCARD].length === 52) return "won"
  return goesOn(piles) ? "racing" : "stuck"
}

/** Return whether anything can still be taken away: now, or after bringing cards to columns. */
export function goesOn(piles) {
  const seen = new Set()
  const waiting = [piles]
  while (waiting.length) {
    const position = waiting.pop()
    const key = JSON.stringify(position)
    if (seen.has(key)) continue
    seen.add(key)
    if (discards(position).length) return true
    waiting.push(...fillings(position).map((action) => play(position, action)))
  }
  return false
}

function rank(card) {
  return card & 0x0f
}

function touch(a, b) {
  const across = Math.abs((a % 3) - (b % 3))
  const down = Math.abs(Math.floor(a / 3) - Math.floor(b / 3))
  return Math.max(across, down) === 1
}
