// What the scripts have in common that tell the test what it has to do, and meet problems for real.

import { createInterface } from "node:readline"

import { Problem } from "./client.mjs"
import { REACTIONS } from "./reactions.mjs"

let lines = null
export const met = {}

/** Ask the test for something, and wait until it says by a line that it is done. */
export async function ask(event, more) {
  lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  console.log(JSON.stringify({ event, ...more }))
  await lines.next()
}

/** Note what is to be done about the problem that this has to be. */
export async function meet(expected, doing) {
  try {
    await doing
    met[expected] = "no problem"
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem
    met[expected] = problem.code === expected ? REACTIONS[expected] : problem.code
  }
}

/** Say what came of all, and end. */
export function report(more) {
  console.log(JSON.stringify({ event: "report", met, ...more }))
  process.exit()
}
