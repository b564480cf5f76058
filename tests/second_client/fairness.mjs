// Was a race fair?  Everything that a player can check about one of Thirteens.
//
// As a program it reads a record as JSON from its standard input and prints what is wrong with it:
// { promised, seed, commitment, boards: { player: first piles }, replays: [replay] }.

import { commitment, deal, hex, view } from "./dealing.mjs"
import { goesOn, layOut, legalActions, outcome, play } from "./thirteens.mjs"

/** Return what is wrong with a race, a sentence each; nothing if it was fair. */
export function faults({ promised, seed, commitment: told, boards, replays }) {
  const found = []
  if (commitment(seed) !== promised) found.push("the seed is not the one that was promised")
  if (told !== promised) found.push("the promise has changed")
  const dealt = deal(seed, layOut, goesOn)
  for (const [player, piles] of Object.entries(boards))
    if (piles.map(hex).join() !== view(dealt).map(hex).join())
      found.push(`player ${player} was dealt other cards than the seed says`)
  for (const replay of replays) {
    if (replay.seed !== seed) found.push(`the replay of player ${replay.player} has another seed`)
    else found.push(...wrongIn(replay, dealt))
  }
  return found
}

/** Return every position of a replay, from the deal on; null if it does what the rules forbid. */
export function positions(replay, dealt) {
  const all = [dealt]
  let line = [dealt] // the positions that an undo can lead back to
  for (const entry of replay.entries) {
    const now = line.at(-1)
    if (entry === "undo" ? line.length < 2 : !isLegal(now, entry)) return null
    line = entry === "undo" ? line.slice(0, -1) : [...line, play(now, entry)]
    all.push(line.at(-1))
  }
  return all
}

function wrongIn({ player, entries, score, status, times }, dealt) {
  const all = positions({ entries }, dealt)
  if (all === null) return [`player ${player} did what the rules do not allow`]
  const wrong = []
  if (all.at(-1)[16].length !== score) wrong.push(`player ${player} has another score`)
  const how = outcome(all.at(-1))
  if (["won", "stuck"].includes(status) ? how !== status : how !== "racing")
    wrong.push(`player ${player} ended otherwise`)
  if (times.length !== entries.length || times.some((time, at) => time < (times[at - 1] ?? 0)))
    wrong.push(`the times of player ${player} do not grow`)
  return wrong
}

function isLegal(piles, action) {
  return legalActions(piles).some((legal) => String(legal) === String(action))
}

if (process.argv[1] === import.meta.filename) {
  const chunks = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  console.log(JSON.stringify(faults(JSON.parse(Buffer.concat(chunks)))))
}
