import assert from "node:assert/strict"
import test from "node:test"

import {
  attendance, isNews, remarksIn, toldAgain, withNews,
} from "../../../../../client/web/core/rooms/attendance.mjs"
import { attendanceText } from "../../../../../client/web/core/commentary.mjs"
import { memberOf } from "../../../../../client/web/core/messages.mjs"
import { golden } from "../golden.mjs"
import { wordsOf } from "../languages.mjs"

const [ADA, BOB] = ["Ada", "Bob"].map((name, at) => memberOf({ player: at + 1, name }))
const HELLO = { player: 1, name: "Ada", text: "hello" }

/** What a chat says of who came and left, step by step; a dash for each remark. */
function toldOf(words, steps, own) {
  let lines = []
  let before = null
  for (const [members, said, now] of steps) {
    const after = members.map(memberOf)
    if (before) lines = withNews(lines, attendance(before, after, own, now))
    if (said) lines = [...lines, { player: 1, name: "", text: "–" }]
    before = after
  }
  return lines.map((line) => (isNews(line) ? attendanceText(words, line) : line.text))
}

golden("who comes and leaves is told as in the window", "rooms/attendance", (languages) => {
  for (const [language, cases] of Object.entries(languages)) {
    const words = wordsOf(language)
    for (const { own, steps, told } of cases) assert.deepEqual(toldOf(words, steps, own), told)
  }
})

test("what is told again keeps the news between, and news are no remarks", () => {
  const came = { came: true, members: [BOB], since: 0 }
  const left = { came: false, members: [ADA], since: 0 }
  const again = toldAgain([came, HELLO, left], [{ ...HELLO, text: "before" }, { ...HELLO }])
  assert.deepEqual(again, [{ ...HELLO, text: "before" }, came, HELLO, left])
  assert.deepEqual(remarksIn(again).map(({ text }) => text), ["before", "hello"])
})
