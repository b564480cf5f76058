// The deal of every game, from docs/dealing.md and the tables in docs/games.md.
//
// `node deals.mjs GAMES.md` reads [{ game, options, seed, label }, ...] as JSON from its standard input,
// and prints for each what lies on its piles, in hexadecimal.

import { readFileSync } from "node:fs"

import { DECK, DOWN, hex, shuffle } from "./dealing.mjs"
import * as thirteens from "./thirteens.mjs"

const ACE = 1
const KING = 13
const rank = (card) => card & 0x0f
const down = (cards) => cards.map((card) => card | DOWN)
const sorted = (cards) => [...cards].sort((a, b) => a - b)
const singly = (cards) => cards.map((card) => [card])

/** Cut cards into piles of so many. */
function cut(cards, size) {
  const piles = []
  for (let at = 0; at < cards.length; at += size) piles.push(cards.slice(at, at + size))
  return piles
}

/** Return the cards that a test accepts, and the others. */
function apart(cards, test) {
  return [cards.filter(test), cards.filter((card) => !test(card))]
}

// The document --------------------------------------------------------------------------------

/** Return each game's decks and piles, as docs/games.md has them, by name. */
function read(page) {
  const games = {}
  for (const section of page.split(/^## /m).slice(1)) {
    const [, name, text] = section.match(/^`(.+?)`, (\d+ cards.*)$/m)
    const decks = [{ with_: "", deck: deckOf(text) }]
    for (const [, with_, other] of section.matchAll(/^(With .*) it has (.*)$/gm))
      decks.push({ with_, deck: deckOf(other) })
    games[name] = { decks, layouts: layouts(section) }
  }
  return games
}

/** Return the deck that words as "104 cards (4 of each; only hearts and spades)" stand for. */
function deckOf(text) {
  const copies = Number(text.match(/(\d+) of each/)?.[1] ?? 1)
  const only = text.match(/only ([\w ]+)/)?.[1] ?? "clubs diamonds hearts spades"
  const suits = ["clubs", "diamonds", "hearts", "spades"].map((suit) => only.includes(suit))
  const kinds = DECK.filter((card) => suits[card >> 4])
  const jokers = [...text.matchAll(/`([01]e)`/g)].map(([, card]) => parseInt(card, 16))
  const cards = Array.from({ length: copies }, (_, copy) => kinds.map((c) => c | ((copy & 1) << 6)))
  return sorted([...cards.flat(), ...jokers])
}

/** Return a section's tables of piles, each with the options that it is for. */
function layouts(section) {
  const found = []
  let with_ = ""
  for (const line of section.split("\n")) {
    if (line.startsWith("With ")) with_ = line
    if (line.startsWith("| piles")) found.push({ with_, piles: [] })
    const row = line.match(/^\| (\d+)(?:–(\d+))? \| (\w+) \| .* \| (.*?) ?\|$/)
    if (!row) continue
    const [, first, last = first, kind, dealt] = row
    const counts = dealt.replace(" each", "").split(", ")
    for (let pile = Number(first), at = 0; pile <= Number(last); pile++, at++) {
      const [hidden, open] = (counts[at] ?? counts[0] ?? "").split("+").map(Number)
      found.at(-1).piles.push({ kind, rest: dealt === "rest", down: hidden || 0, up: open || 0 })
    }
  }
  return found
}

/** Return what holds for these options, of what holds with some. */
function chosen(ways, options) {
  const words = Object.entries(options).map(
    ([name, choice]) => `\`${name}\` \`${JSON.stringify(choice)}\``,
  )
  return ways.find(({ with_ }) => words.every((word) => with_.includes(word))) ?? ways[0]
}

// Laying out ----------------------------------------------------------------------------------

/** Lay cards out as most games do. */
function usual(cards, places) {
  let at = 0
  const piles = places.map((place) => {
    const hidden = down(cards.slice(at, (at += place.down)))
    return [...hidden, ...cards.slice(at, (at += place.up))]
  })
  places.forEach(({ rest }, pile) => rest && piles[pile].push(...down(cards.slice(at))))
  return piles
}

/** Put piles where the places of a kind are, in their order; all others stay empty. */
function put(places, kinds) {
  const left = Object.fromEntries(Object.entries(kinds).map(([kind, piles]) => [kind, [...piles]]))
  return places.map(({ kind }) => left[kind]?.shift() ?? [])
}

function first(test) {
  return (cards, places) => {
    const [taken, others] = apart(cards, test)
    return usual([...sorted(taken), ...others], places)
  }
}

const acesFirst = first((card) => rank(card) === ACE)
const kingsBelow = (pile) => apart(pile, (card) => rank(card) === KING).flat()

function castle(cards, places) {
  const [aces, others] = apart(cards, (card) => rank(card) === ACE)
  return put(places, { foundation: singly(sorted(aces)), tableau: cut(others, 6) })
}

function straightUp(cards, places) {
  const [twos, others] = apart(cards, (card) => rank(card) === 2)
  const reserve = down(others.slice(0, 13))
  reserve[12] &= ~DOWN
  return put(places, {
    foundation: singly(sorted(twos)),
    reserve: [reserve],
    tableau: singly(others.slice(13, 17)),
    stock: [down(others.slice(17))],
  })
}

function clock(cards, places) {
  const piles = usual(cards, places)
  piles[6].push(piles[6].pop() & ~DOWN)
  return piles
}

function wall(cards, places) {
  const piles = first((card) => rank(card) === KING && ((card >> 4) & 3) === 3)(cards, places)
  for (const waste of [54, 55, 56]) piles[waste].push(piles[53].pop() & ~DOWN)
  return piles
}

function turnForTerrace(piles, { variation }) {
  const choosing = ["terrace", "generals-patience"].includes(variation)
  if (!choosing) piles[1].push(piles[0].pop() & ~DOWN)
  return piles
}

function athena(cards, places) {
  const rows = cut(cards.slice(0, 28), 7).map((row, at) => (at % 2 ? row : down(row)))
  const columns = rows[0].map((_, column) => rows.map((row) => row[column]))
  return put(places, { tableau: columns, stock: [down(cards.slice(28))] })
}

function doublets(cards, places) {
  const stock = [...cards]
  const eight = []
  const kings = []
  while (eight.length < 8) {
    const card = stock.shift()
    if (rank(card) === KING) kings.unshift(card)
    else eight.push(card)
  }
  const piles = places.map(() => [])
  eight.forEach((card, at) => piles[2 + at].push(card))
  piles[places.findIndex(({ kind }) => kind === "stock")] = down([...kings, ...stock])
  return piles
}

function hopscotch(cards, places) {
  const starts = [1, 2, 3, 4]
  const stock = cards.filter((card) => !starts.includes(card))
  return put(places, { foundation: singly(starts), stock: [down(stock)] })
}

function makePair(a, b) {
  const [low, high] = sorted([rank(a), rank(b)])
  return low + high === 11 || (low === 12 && high === KING) || (low === 11 && high === 11)
}

function gayGordons(cards) {
  const numbers = [0, 0, ...Array.from({ length: 50 }, (_, at) => 1 + Math.floor(at / 5))]
  const pairs = cut(shuffle(numbers, "deal/pairs", hex(cards.slice(0, 32))), 2)
  pairs.forEach((pair, at) => {
    if (pair[0] !== pair[1]) return
    let other = at
    do other = (other + 1) % pairs.length
    while (pairs[other].includes(pair[0]))
    ;[pair[1], pairs[other][1]] = [pairs[other][1], pair[1]]
  })
  const piles = Array.from({ length: 11 }, () => [])
  const left = [...cards]
  for (const [one, two] of pairs) {
    const card = left.shift()
    piles[one].push(card)
    piles[two].push(...left.splice(left.findIndex((each) => makePair(card, each)), 1))
  }
  return piles
}

function pyramid(hidden) {
  return (cards) => singly([...down(cards.slice(0, hidden)), ...cards.slice(hidden, 28)])
}

const emptyFor = (wanted) => (cards) => singly(cards).map((p) => (rank(p[0]) === wanted ? [] : p))

function maze(cards) {
  const cells = emptyFor(KING)(cards)
  for (const cell of [8, 17]) cells.splice(cell, 0, [])
  return cells
}

const LAY_OUT = {
  "4x13": (cards) => cut(cards, 13).flatMap((row) => [[], ...singly(row)]),
  athena,
  "auld-lang-syne": acesFirst,
  "bakers-dozen": (cards, places) => put(places, { tableau: cut(cards, 4).map(kingsBelow) }),
  "beleaguered-castle": castle,
  bristol: (cards, places) =>
    usual([...cut(cards.slice(0, 24), 3).flatMap(kingsBelow), ...cards.slice(24)], places),
  carpet: acesFirst,
  clock,
  cruel: acesFirst,
  doublets,
  gaps: emptyFor(ACE),
  "gay-gordons": gayGordons,
  hopscotch,
  labyrinth: acesFirst,
  maze,
  montana: emptyFor(ACE),
  scuffle: acesFirst,
  "straight-up": straightUp,
  thirteen: (cards, places) =>
    put(places, { tableau: pyramid(21)(cards), stock: [down(cards.slice(28))] }),
  thirteens: thirteens.layOut,
  "triple-peaks": (cards, places) => {
    const kinds = { tableau: pyramid(18)(cards), stock: [down(cards.slice(28, -1))] }
    const piles = put(places, kinds)
    piles[2] = cards.slice(-1)
    return piles
  },
  wall,
  zebra: acesFirst,
}

const games = read(readFileSync(process.argv[2], "utf8"))
const chunks = []
for await (const chunk of process.stdin) chunks.push(chunk)
const dealt = JSON.parse(Buffer.concat(chunks)).map(({ game, options, seed, label }) => {
  const { decks, layouts } = games[game]
  const cards = shuffle(chosen(decks, options).deck, label, seed)
  const piles = (LAY_OUT[game] ?? usual)(cards, chosen(layouts, options).piles)
  return (game === "terrace" ? turnForTerrace(piles, options) : piles).map(hex)
})
console.log(JSON.stringify(dealt))
