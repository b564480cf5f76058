import assert from "node:assert/strict"
import test from "node:test"

import {
  buttonText, cardSign, cardWords, clock, dateText, duration, gameTitle, ghostAt, isGhost, joined, listed, ordinal,
  phaseText, pointsText, racerName, reachedAt, reasonText, refusalText, sentence, statusText, statusWords, stoppingText,
  stopwatch, timeText,
} from "../../../../client/web/core/texts.mjs"
import { golden } from "./golden.mjs"
import { wordsOf } from "./languages.mjs"

test("lists, and what a button says", () => {
  const words = wordsOf("en")
  assert.equal(joined(words, ["a", "b"]), "a, b")
  assert.equal(listed(words, ["a", "b", "c"], "spoken.names-and-last"), "a, b and c")
  assert.deepEqual([buttonText(words, ""), buttonText(words, "Deal")], ["", "Deal"])
  assert.notEqual(buttonText(wordsOf("de"), "Deal"), "Deal")
})

test("a ghost is called so wherever it is named, and nobody else is", () => {
  const first = 2 ** 51
  for (const [player, ghost] of [[1, false], [first - 1, false], [first, true], [first + 2, true], [2 * first, false]]) {
    assert.equal(isGhost(player), ghost)
    assert.equal(racerName(wordsOf("en"), { player, name: "Ada" }), ghost ? "Ghost of Ada" : "Ada")
  }
  assert.equal(ghostAt(first + 2), 2)
})

test("a reason becomes a sentence", () => {
  const words = wordsOf("en")
  assert.equal(sentence(words, "only {cards} goes there"), "Only {cards} goes there.")
  assert.equal(sentence(words, "Really?"), "Really?")
  assert.match(sentence(wordsOf("ja"), "x"), /^X。$/)
})

golden("numbers, times and cards are the window's in every language", "texts", (languages) => {
  for (const [language, told] of Object.entries(languages)) {
    const words = wordsOf(language)
    for (const [seconds, onClock, long, spoken, stopping] of told.seconds) {
      assert.equal(clock(seconds), onClock)
      assert.equal(duration(words, seconds), long)
      assert.equal(timeText(words, seconds + 0.5), spoken)
      assert.equal(stoppingText(words, seconds), stopping)
    }
    for (const [date, text] of told.dates) assert.equal(dateText(words, ...date), text)
    for (const [time, text] of told.stopwatch) assert.equal(stopwatch(words, time), text)
    for (const [time, text] of told.reached) assert.equal(reachedAt(words, time), text)
    for (const [place, text] of told.ordinals) assert.equal(ordinal(words, place), text)
    for (const [game, title] of told.titles) assert.equal(gameTitle(words, game), title)
    for (const [points, text] of told.points) assert.equal(pointsText(words, points), text)
    for (const [card, text, sign] of told.cards) {
      assert.deepEqual([cardWords(words, card), cardSign(words, card)], [text, sign])
    }
    for (const [reason, text] of told.reasons) assert.equal(reasonText(words, reason), text)
    for (const [text, cards, count, said] of told.refusals) {
      assert.equal(refusalText(words, { text, cards, count }), said)
    }
    for (const [phase, text] of Object.entries(told.phases)) {
      assert.equal(phaseText(words, phase), text)
    }
    for (const [status, [alone, within]] of Object.entries(told.statuses)) {
      assert.deepEqual([statusText(words, status), statusWords(words, status)], [alone, within])
    }
  }
})
