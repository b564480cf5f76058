// The first three of a race on a podium.

import { factsOf, uponSteps } from "../core/racing/words.mjs"
import { joined, racerName } from "../core/texts.mjs"
import { bdi, h } from "../widgets/dom.mjs"
import { paper } from "./paper.mjs"

/** @typedef {import("../core/messages.mjs").Standing} Standing */
/** @typedef {import("../core/words.mjs").Words} Words */

/** Who stands where, from the left: the second, the first, the third of the ranking. */
const STEPS = [1, 0, 2]

/**
 * Up to three steps, each with a name; those that share a place stand equally high. A winner's
 * step is lit. Who has no step is not here at all.
 * @param {Words} words
 * @param {readonly Standing[]} standings the best first
 * @param {readonly number[]} winners
 * @param {ReadonlyMap<number, string>} colours of racers, by player
 * @param {boolean} festive whether paper falls on them
 */
export function podium(words, standings, winners, colours, festive) {
  const upon = uponSteps(standings, winners)
  const ranked = STEPS.map((rank) => standings[rank]).filter((racer) => upon.includes(racer))
  const steps = ranked.map((racer) => {
    const whole = factsOf(words, racer).map((fact) => fact.replaceAll(" ", "\u00a0"))
    const won = winners.includes(racer.player)
    return h(
      "li",
      { class: `step racer-${colours.get(racer.player)}`, "data-place": Math.min(racer.place, 3) },
      h("b", { class: "name" }, bdi(racerName(words, racer))),
      h("span", { class: "muted" }, joined(words, whole)),
      h("i", { class: "colour" }),
      h("span", { class: won ? "block won" : "block" }, String(racer.place)),
    )
  })
  const list = h("ol", { class: "steps", "aria-label": words.text("Podium.the-first-three") })
  list.append(...steps)
  return steps.length > 0 && h("div", { class: "podium" }, list, festive && paper())
}
