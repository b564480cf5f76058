import assert from "node:assert/strict"
import test from "node:test"

import { roomOf } from "../../../../../client/web/core/messages.mjs"
import { Draft, USUAL } from "../../../../../client/web/core/rooms/draft.mjs"
import {
  changeText, eveningTitle, gainedText, pauseText, pointsNumber, rowText, seriesLines, summaryText,
  winnersText,
} from "../../../../../client/web/core/rooms/evening.mjs"
import { eveningOf } from "../../../../../client/web/core/rooms/told_evening.mjs"
import { Session } from "../../../../../client/web/core/session.mjs"
import { golden } from "../golden.mjs"
import { wordsOf } from "../languages.mjs"

golden("rooms/evening", "evenings and series are told as the window tells them", (answers) => {
  for (const [language, { series, evenings }] of Object.entries(answers)) {
    const words = wordsOf(language)
    for (const [told, lines] of series) assert.deepEqual(seriesLines(words, told), lines)
    for (const [told, course, title, summary, won, rows] of evenings) {
      const evening = eveningOf(told)
      assert.equal(eveningTitle(words, evening, course), title)
      assert.equal(summaryText(words, evening, course, 1), summary)
      assert.equal(winnersText(words, evening.rows), won)
      const texts = evening.rows.map((/** @type {any} */ row) => [
        rowText(words, row, evening.deals), changeText(words, row, evening.deals),
        pointsNumber(row.points), gainedText(row.last),
      ])
      assert.deepEqual(texts, rows)
    }
  }
})

test("the pause is told while there is one", () => {
  const words = wordsOf("en")
  assert.equal(pauseText(words, 0, false), "")
  assert.match(pauseText(words, 12, false), /in 12 s$/)
  assert.equal(pauseText(words, 12, true), "The host holds the pause.")
})

const MEMBERS = [{ player: 1, name: "Ada", seated: true }, { player: 2, name: "Bob", seated: true }]

/** @param {object} more */
const told = (more) => ({
  type: "room", code: "ABCDEF", settings: { ...USUAL, series: { deals: 3 } }, host: 1,
  phase: "finished", members: MEMBERS, ...more,
})

test("a race on the same deal is no practice alone", () => {
  const once = roomOf(told({ practice: { code: "golf/1", race: 7, once: true } }))
  assert.deepEqual([once.practice, once.sameDeal], [null, true])
  const alone = roomOf(told({ practice: { code: "golf/1" } }))
  assert.deepEqual([alone.practice?.code, alone.sameDeal], ["golf/1", false])
})

/** @param {object[]} messages */
function sessionWith(...messages) {
  const session = new Session({ name: "Ada" })
  /** @type {any[]} */
  const said = []
  session.opened((frame) => said.push(JSON.parse(frame)))
  for (const each of [{ type: "welcome", version: 1, player: 1, name: "Ada" }, ...messages]) {
    session.receive(JSON.stringify(each), 100)
  }
  said.length = 0
  return { session, said }
}

test("in a series the host is ready with the rematch, and the server starts", () => {
  const { session, said } = sessionWith(told({ evening: { deals: 1, pause: 30000, vetoes: { 1: 2 } } }))
  assert.equal(session.opens, 130)
  assert.equal(session.vetoes, 2)
  session.rematch()
  assert.deepEqual(said, [{ type: "set ready", ready: true }, { type: "rematch" }])
  assert.equal(session.starting, false)
  const last = sessionWith(told({ evening: { deals: 3, over: true } }))
  last.session.rematch()
  assert.deepEqual(last.said, [{ type: "rematch" }])
  last.session.sameDealAgain()
  assert.deepEqual(last.said[1], { type: "rematch", same_deal: true })
})

test("a change of the room keeps what the form does not show", () => {
  const series = { deals: 0, family: "Golf", vetoes: 1, points: "wins", pause: 20 }
  const draft = new Draft(/** @type {any} */ ({ ...USUAL, series, newer: 5 }))
  assert.deepEqual(draft.settings.series, series)
  assert.equal(/** @type {any} */ (draft.settings).newer, 5)
})
