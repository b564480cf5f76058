import assert from "node:assert/strict"
import test from "node:test"

import { memberOf, roomOf } from "../../../../../client/web/core/messages.mjs"
import { Catalogue } from "../../../../../client/web/core/rooms/catalogue.mjs"
import { USUAL } from "../../../../../client/web/core/rooms/draft.mjs"
import {
  freeSeatsText, invitedText, kindText, rematchKey, rematchText, remarks, settingsLines, settingsNews, stateText, watchingText,
} from "../../../../../client/web/core/rooms/room_words.mjs"
import { golden } from "../golden.mjs"
import { games, wordsOf } from "../languages.mjs"

const words = wordsOf("en")
const [ADA, BOB, CLEO] = [1, 2, 3]

/**
 * Ada's room.
 * @param {any[]} others
 * @param {any} [room]
 */
function roomWith(others, room = {}) {
  const members = [{ player: ADA, name: "Ada", seated: true }, ...others].map(memberOf)
  const settings = { ...USUAL, seats: 3 }
  const usual = { code: "ABCDEF", host: ADA, phase: "lobby", locked: false, stream: "", guests: 0 }
  return { ...usual, settings, members, ...room }
}

const seat = (/** @type {number} */ player, more = {}) =>
  memberOf({ player, name: `P${player}`, seated: true, ...more })

test("what the start waits for", () => {
  const told = (/** @type {any} */ room, /** @type {number} */ own) => stateText(words, room, own)
  assert.equal(told(roomWith([]), ADA), "Nobody else is here yet.")
  const one = roomWith([seat(BOB)])
  assert.equal(told(one, ADA), "P2 is not ready yet.")
  assert.equal(told(one, BOB), "Everybody is waiting for you.")
  const two = roomWith([seat(BOB, { ready: true }), seat(CLEO)])
  assert.equal(told(two, BOB), "Waiting for everybody to be ready.")
  const all = roomWith([seat(BOB, { ready: true })])
  assert.equal(told(all, ADA), "Everybody is ready.")
  assert.equal(told(all, BOB), "Waiting for the host to start.")
  assert.equal(told(roomWith([seat(BOB, { bot: true })]), ADA), "The bots get ready by themselves.")
  const watching = "You are watching. The boards appear when the race starts."
  assert.equal(told(roomWith([seat(BOB, { seated: false })]), BOB), watching)
  assert.equal(told(all, 99), watching) // a guest, who is no member
})

test("who invites is said to who could take a seat", () => {
  const told = (/** @type {any} */ room, /** @type {number} */ own) => invitedText(words, room, own)
  const invited = "Ada invites you to race Klondike"
  assert.equal(told(roomWith([]), 99), invited) // a guest, who is no member
  assert.equal(told(roomWith([seat(BOB, { seated: false })]), BOB), invited)
  assert.equal(told(roomWith([], { phase: "finished" }), 99), invited)
  assert.equal(told(roomWith([]), ADA), "")
  assert.equal(told(roomWith([seat(BOB)]), BOB), "")
  assert.equal(told(roomWith([], { phase: "racing" }), 99), "")
  assert.equal(told(roomWith([seat(BOB), seat(CLEO)]), 99), "") // there is no seat left
  assert.equal(told(roomWith([], { host: CLEO }), 99), "")
})

test("while a deal is looked for, nobody is waited for", () => {
  const room = roomWith([seat(BOB)], { search: "looking" })
  for (const own of [ADA, BOB]) {
    assert.equal(stateText(words, room, own), "The race starts by itself as soon as there is one.")
  }
})

test("when it is over, who is not the host waits for another race", () => {
  const over = roomWith([seat(BOB)], { phase: "finished" })
  assert.equal(stateText(words, over, ADA), "")
  assert.equal(stateText(words, over, BOB), "The host can open the room for a rematch.")
  const bots = roomWith([seat(BOB, { bot: true })], { phase: "finished", host: BOB })
  assert.equal(rematchText(words, bots, ADA), "The room opens for the next race shortly. Take your time.")
  assert.equal(stateText(words, roomWith([], { phase: "countdown" }), ADA), "")
  const alone = roomWith([], { phase: "finished" })
  assert.equal(stateText(words, alone, ADA), "Nobody else is in the room.")
  assert.deepEqual([over, alone].map(rematchKey), ["room.rematch", "room.race-again"])
  const series = { settings: { ...over.settings, series: { deals: 3 } } }
  const amid = { ...over, ...series, evening: { ...over.evening, deals: 1 } }
  const ended = { ...amid, evening: { ...amid.evening, over: true } }
  assert.deepEqual([amid, ended].map(rematchKey), ["room.next-deal", "room.another-series"])
  assert.equal(stateText(words, amid, BOB), "The host can open the room for the next deal.")
  assert.equal(stateText(words, { ...amid, evening: { ...amid.evening, pause: 9000 } }, BOB), "")
})

test("free seats", () => {
  assert.equal(freeSeatsText(words, roomWith([])), "2 free seats")
  assert.equal(freeSeatsText(words, roomWith([seat(BOB), seat(CLEO)])), "All seats are taken")
})

golden("rooms are told of as in the window", "rooms/room_words", (languages) => {
  const catalogue = new Catalogue(games())
  for (const [language, { settings, changes, members, kinds, watching }] of Object.entries(languages)) {
    const words = wordsOf(language)
    for (const [chosen, lines] of settings) {
      assert.deepEqual(settingsLines(words, catalogue, chosen), lines)
    }
    for (const [before, after, told] of changes) {
      assert.equal(settingsNews(words, catalogue, before, after), told)
    }
    for (const [member, host, own, told] of members) {
      assert.equal(remarks(words, memberOf(member), host, own), told)
    }
    for (const [chosen, told] of kinds) assert.equal(kindText(words, chosen), told)
    for (const [room, told] of watching) assert.equal(watchingText(words, roomOf(room)), told)
  }
})
