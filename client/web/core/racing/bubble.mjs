// Where a word about a card stands: beside it, so that it hides as little as can be. As in
// client/board/bubble.py.

import { Box } from "../layout.mjs"

/** Pixels from a card to the word about it, and from there to the board's edges at the least. */
const AWAY = 8
/** Pixels between two places that are tried where there is no free one right beside the card. */
const STEP = 32
/** As many hidden pixels of cards as one pixel farther from the card is worth. */
const FAR = 12

/**
 * The upper left corner of a word so large on a table so large. It stands below, above or at a side
 * of the last of the boxes that it is about, cut at no edge: where it hides least of all of these,
 * and then of the others. Where it would hide any of them, it rather goes to a free place not too
 * far away. About nothing, it stands at the lower edge, in the middle.
 * @param {readonly [number, number]} size
 * @param {readonly [number, number]} table
 * @param {readonly Box[]} about
 * @param {readonly Box[]} [others]
 * @returns {[number, number]}
 */
export function place([width, height], table, about, others = []) {
  const mostX = table[0] - width - AWAY
  const mostY = table[1] - height - AWAY
  const box = about.at(-1)
  if (!box) return [Math.floor((table[0] - width) / 2), Math.max(0, mostY)]
  const middleX = box.x + Math.floor((box.width - width) / 2)
  const middleY = box.y + Math.floor((box.height - height) / 2)
  const level = [middleX, box.x, box.right - width]
  const ways = [
    ...level.map((x) => [x, box.bottom + AWAY]),
    ...level.map((x) => [x, box.y - height - AWAY]),
    [box.right + AWAY, middleY],
    [box.x - width - AWAY, middleY],
  ]
  const cut = ways.map(([x, y]) => {
    const [left, top] = [Math.max(AWAY, Math.min(x, mostX)), Math.max(AWAY, Math.min(y, mostY))]
    const word = new Box(left, top, width, height)
    return { left, top, hides: hidden(word, about), covers: hidden(word, others) }
  })
  const best = cut.reduce((one, other) =>
    other.hides < one.hides || (other.hides === one.hides && other.covers < one.covers)
      ? other
      : one,
  )
  if (!best.hides && !best.covers) return [best.left, best.top]
  const nearest = new Box(best.left, best.top, width, height)
  let free = { ...best, costs: best.covers + FAR * between(nearest, box) }
  const tried = []
  for (let y = AWAY; y <= Math.max(AWAY, mostY); y += STEP) {
    for (let x = AWAY; x <= Math.max(AWAY, mostX); x += STEP) {
      const word = new Box(x, y, width, height)
      tried.push({ word, far: FAR * between(word, box) })
    }
  }
  // The nearest first, until nothing farther away can be worth it: to look at all takes long.
  tried.sort((one, other) => one.far - other.far)
  for (const { word, far } of tried) {
    if (!free.hides && far >= free.costs) break
    const hides = hidden(word, about)
    const costs = hidden(word, others) + far
    if (hides < free.hides || (hides === free.hides && costs < free.costs)) {
      free = { left: word.x, top: word.y, hides, covers: 0, costs }
    }
  }
  return [free.left, free.top]
}

/**
 * How many pixels lie between the word and a box, across and down together.
 * @param {Box} word
 * @param {Box} box
 */
const between = (word, box) =>
  Math.max(0, word.x - box.right, box.x - word.right) +
  Math.max(0, word.y - box.bottom, box.y - word.bottom)

/**
 * How many pixels of the boxes the word would hide.
 * @param {Box} word
 * @param {readonly Box[]} boxes
 */
const hidden = (word, boxes) => boxes.reduce((sum, box) => sum + word.common(box), 0)
