import assert from "node:assert/strict"
import test from "node:test"

import { ratingChangeOf } from "../../../../../client/web/core/messages.mjs"
import {
  changesOf, changeText, familyText, isRatable, ownPlaceText, ownRatingText, ratedTip, ratingText, ratingsAddress,
  ratingsOf, scaleOf, seasonText,
} from "../../../../../client/web/core/records/ratings.mjs"
import { golden } from "../golden.mjs"
import { wordsOf } from "../languages.mjs"

golden("ratings are told as in the window", "records/ratings", ({ words: told, courses }) => {
  for (const [language, { families, seasons, changes }] of Object.entries(told)) {
    const words = wordsOf(language)
    for (const [family, text] of families) assert.equal(familyText(words, family), text)
    for (const [season, of, text] of seasons) assert.equal(seasonText(words, season, of), text)
    for (const [given, rating, changed, tip, own] of changes) {
      const change = ratingChangeOf(given)
      const { family, family_before: before } = change
      assert.equal(ratingText(words, family), rating)
      assert.equal(changeText(family.value - before), changed)
      assert.equal(ratedTip(words, change), tip)
      assert.equal(ownRatingText(words, change), own)
    }
  }
  for (const [points, changes] of courses) assert.deepEqual(changesOf(points), changes)
})

test("where one stands in the list", () => {
  const rating = { value: 812, spread: 400, races: 3, sure: false, family: "" }
  const told = ownPlaceText(wordsOf("en"), { place: 400, rating }, 520)
  assert.equal(told, "Your rating: 812? · 400th of 520")
})

test("ratings come of a race where people have shown who is better", () => {
  const one = (place, status, more = {}) => ({ player: place, place, status, bot: false, ...more })
  const [ada, bob] = [one(1, "won"), one(2, "gave up")]
  assert.ok(isRatable([ada, bob]))
  assert.ok(!isRatable([ada, { ...bob, bot: true }]))
  assert.ok(!isRatable([ada, { ...bob, player: 2 ** 51 }]))
  assert.ok(!isRatable([{ ...ada, status: "gave up" }, { ...bob, place: 1 }]), "equals")
  assert.ok(isRatable([ada, { ...bob, status: "stopped" }]))
  assert.ok(!isRatable([{ ...ada, status: "stuck" }, { ...bob, status: "stopped" }]))
})

test("the address of a list of ratings leads back to it", () => {
  for (const family of ["", "FreeCell", "Rows and gaps", "a/b=c?#%"]) {
    for (const season of [0, 3]) {
      const address = ratingsAddress(family, season)
      assert.match(address, /^ratings[\w/%.-]*$/)
      assert.deepEqual(ratingsOf(address.slice("ratings/".length)), { family, season })
    }
  }
  assert.deepEqual(ratingsOf("%E0%A4%A/x"), { family: "", season: 0 })
  assert.equal(ratingsOf(`${"a".repeat(99)}/${"9".repeat(20)}`).family.length, 40)
})

test("the picture of a course has all of it in it, between round numbers", () => {
  const courses = [
    [[0, 500]], [[0, 0]], [[812, 200], [790, 190]], [[1500, 60], [1510, 60]], [[0, 500], [5e8, 1e9]],
  ]
  for (const course of courses) {
    const points = course.map(([value, spread], at) => ({ at, value, spread }))
    for (const lines of [1, 4, 9]) {
      const { from, to, step } = scaleOf(points, lines)
      assert.ok(from <= Math.min(...course.map(([value]) => value)))
      assert.ok(to >= Math.max(...course.map(([value, spread]) => value + 3 * spread)))
      assert.ok((to - from) / step <= lines + 1, `${from} to ${to} by ${step}`)
      assert.equal(from % step, 0)
    }
  }
})
