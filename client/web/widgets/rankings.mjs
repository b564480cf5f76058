// The lists of a leaderboard: fastest wins, best scores, and the players with their wins.

import { replayAddress } from "../core/records/addresses.mjs"
import { placeText, reachedAt, statusText, stopwatch } from "../core/texts.mjs"
import { dayOf } from "./day.mjs"
import { bdi, h } from "./dom.mjs"
import { gameLinks, recordsTable, WIN_KEY } from "./records_table.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/records/addresses.mjs").Ranking} Ranking */
/** @typedef {import("../core/words.mjs").Words} Words */
/** @typedef {import("./records_table.mjs").Column} Column */

/** Keys of what the lists are called. */
export const RANKING_TEXTS = Object.freeze({
  fastest: "LeaderboardScreen.fastest-wins",
  best: "LeaderboardScreen.best-scores",
  players: "LeaderboardScreen.players",
})
const BETWEEN = " · "
/** The key of what the time beside a score is. */
const REACHED_KEY = "texts.when-the-game-was-won-or-else-when-this-score"

/**
 * One of the lists as a table, in which the row of the player who reads is marked.
 * @param {App} app
 * @param {Ranking} ranking
 * @param {readonly any[]} rows of it, as the server has them
 */
export function rankingTable(app, ranking, rows) {
  if (ranking === "players") return players(app, rows)
  return ranking === "fastest" ? fastest(app, rows) : best(app, rows)
}

/**
 * Where the player who reads stands in a list, also below the rows that are told.
 * @param {Words} words
 * @param {Ranking} ranking
 * @param {any} own the player's own row, as the server has it
 * @param {number} listed how many there are in the list
 */
export function ownText(words, ranking, own, listed) {
  const place = placeText(words, own.place, Math.max(own.place, listed))
  if (ranking === "players") {
    const { wins, races } = own.tally
    const won = words.text("leaderboard.you-have-won-wins-of-n-races", { wins }, races)
    return wins ? won + BETWEEN + place : won // there is no place for who has won nothing
  }
  const { milliseconds, score } = own.result
  const best = ranking === "fastest" ? stopwatch(words, milliseconds) : String(score)
  return words.text("leaderboard.your-best-best", { best }) + BETWEEN + place
}

/** @param {App} app @param {readonly any[]} rows */
function fastest(app, rows) {
  const { words } = app
  /** @type {Column[]} */
  const columns = [
    { title: "", kind: "number" },
    { title: words.text("LeaderboardScreen.name"), kind: "wide" },
    { title: words.text("LeaderboardScreen.time"), kind: "number" },
    { title: words.text("LeaderboardScreen.score"), kind: "number", spared: "named" },
    { title: words.text("LeaderboardScreen.moves"), kind: "number", spared: "named" },
    { title: words.text("LeaderboardScreen.date"), spared: "plain" },
    { title: "", kind: "way" },
  ]
  return results(app, "fastest", columns, rows, ({ score, milliseconds, moves, at }) => [
    stopwatch(words, milliseconds),
    String(score),
    String(moves),
    dayOf(words, at),
  ])
}

/** @param {App} app @param {readonly any[]} rows */
function best(app, rows) {
  const { words } = app
  const why = words.text(REACHED_KEY)
  /** @type {Column[]} */
  const columns = [
    { title: "", kind: "number" },
    { title: words.text("LeaderboardScreen.name"), kind: "wide" },
    { title: words.text("LeaderboardScreen.score"), kind: "number" },
    { title: words.text("LeaderboardScreen.reached-at"), kind: "number", spared: "named", why },
    { title: words.text("LeaderboardScreen.moves"), kind: "number", spared: "named" },
    { title: words.text("LeaderboardScreen.result"), spared: "plain" },
    { title: words.text("LeaderboardScreen.date"), spared: "plain" },
    { title: "", kind: "way" },
  ]
  return results(app, "best", columns, rows, (result) => [
    String(result.score),
    reachedAt(words, result.milliseconds),
    String(result.moves),
    statusText(words, result.status),
    dayOf(words, result.at),
  ])
}

/**
 * @param {App} app
 * @param {Ranking} ranking
 * @param {readonly Column[]} columns
 * @param {readonly any[]} rows
 * @param {(result: any) => (string | HTMLElement)[]} texts what stands between the name and the way to the replay
 */
function results(app, ranking, columns, rows, texts) {
  const { session, words } = app
  const shown = rows.map((result, i) => {
    const { race, player, name } = result
    // Without a race: that was in a room with a password, and is for those who were there.
    const href = race ? `#${replayAddress(race, [player])}` : ""
    const way = href && gameLinks(app, race, player, words.text("LeaderboardScreen.show-the-replay"))
    const cells = [placed(i + 1), playerLink(player, name), ...texts(result), way]
    return { cells, own: player === session.player, href }
  })
  return recordsTable(words.text(RANKING_TEXTS[ranking]), columns, shown)
}

/** @param {App} app @param {readonly any[]} rows */
function players({ session, words }, rows) {
  const own = session.player
  /** @type {Column[]} */
  const columns = [
    { title: "", kind: "number" },
    { title: words.text("LeaderboardScreen.name"), kind: "wide" },
    {
      title: words.text("LeaderboardScreen.races-won"),
      kind: "number",
      why: words.text(WIN_KEY),
      spared: "named",
    },
    { title: words.text("LeaderboardScreen.races"), kind: "number", spared: "named" },
  ]
  const shown = rows.map(({ player, name, wins, races }, i) => ({
    // There is no place for who has won nothing.
    cells: [wins ? placed(i + 1) : "", playerLink(player, name), String(wins), String(races)],
    own: player === own,
    href: `#player/${player}`,
  }))
  return recordsTable(words.text(RANKING_TEXTS.players), columns, shown)
}

/** A place in a list: the first three have a medal. @param {number} place */
export const placed = (place) =>
  place > 3 ? String(place) : h("span", { class: `medal medal-${place}` }, String(place))

/** The same, where what was done may be nothing: there is no medal for that. @param {number} place @param {boolean} done */
export const earned = (place, done) => (done ? placed(place) : String(place))

/** @param {number} player @param {string} name */
export const playerLink = (player, name) =>
  h("a", { class: "to-player", href: `#player/${player}` }, bdi(name))
