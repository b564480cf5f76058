import assert from "node:assert/strict"
import test from "node:test"

import { standingOf } from "../../../../../client/web/core/messages.mjs"
import {
  dealCode, endingText, hostOf, isContested, isPlaced, outcomeOf, pastPlaceText, rankText, reached, readableCode,
  resultOf, uponSteps, wereAlone,
} from "../../../../../client/web/core/racing/words.mjs"
import { statusText } from "../../../../../client/web/core/texts.mjs"
import { golden } from "../golden.mjs"
import { wordsOf } from "../languages.mjs"

golden("results and codes of deals are the window's", "racing/words", ({ codes, results }) => {
  for (const { settings, seed, usual, code, whole, shown } of codes) {
    assert.equal(dealCode(settings, seed, usual), code)
    assert.equal(dealCode(settings, seed), whole)
    assert.equal(readableCode(code), shown)
  }
  for (const [language, told] of Object.entries(results)) {
    const words = wordsOf(language)
    for (const [racers, winners, ends, stands, past, seen] of told) {
      const standings = racers.map(standingOf)
      const came = (racer) => {
        const [won, among] = [winners.includes(racer.player), standings.length]
        const { headline, facts } = outcomeOf(words, racer, among, won)
        const [rank, placed] = [rankText(words, racer, among), isPlaced(racer, among, won)]
        return [headline, facts, rank, placed, endingText(words, racer.status, won)]
      }
      const said = standings.map((racer) => [
        resultOf(words, racer), statusText(words, racer.status), reached(racer), came(racer),
      ])
      assert.deepEqual(said, ends)
      assert.deepEqual(uponSteps(standings, winners).map(({ player }) => player), stands)
      assert.deepEqual([pastPlaceText(words, past), isContested(past)], seen)
    }
  }
})

test("who was stopped reads by whom", () => {
  const words = wordsOf("en")
  const members = [{ player: 1, name: "Ada" }, { player: 2, name: "Bob" }]
  const told = (host) => endingText(words, "stopped", false, hostOf({ host, members }, 1))
  assert.deepEqual([1, 2, 3].map(told), [
    "You ended the race.", "Bob ended the race.", "The race was ended early.",
  ])
})

test("bots were alone once all people had ended ten seconds ago", () => {
  const ada = standingOf({ player: 1, name: "Ada", status: "gave up" })
  const bot = standingOf({ player: 2, name: "Cog", status: "stopped", bot: true })
  assert.equal(wereAlone([ada, bot], new Map([[1, 3000]]), 13_000), true)
  assert.equal(wereAlone([ada, bot], new Map([[1, 9000]]), 13_000), false) // the host was quicker
  assert.equal(wereAlone([{ ...ada, status: "stopped" }, bot], new Map(), 13_000), false)
})
