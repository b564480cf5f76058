// A few races, a card each: the game's picture, and what came of it.

import { replayAddress } from "../core/records/addresses.mjs"
import { gameTitle, placeText, pointsText, reachedAt, statusText } from "../core/texts.mjs"
import { dayCell } from "./day.mjs"
import { h } from "./dom.mjs"
import { GamePicture } from "./game_picture.mjs"
import { WIN_KEY } from "./records_table.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/rooms/catalogue.mjs").Catalogue} Catalogue */

/**
 * As a list. Where there are so few, a table would be some words in an empty window.
 * @param {App} app
 * @param {Catalogue} games
 * @param {readonly any[]} races as the server has them, the newest first
 * @param {number} player whose they are
 */
export const raceCards = (app, games, races, player) =>
  h("ul", { class: "race-cards" }, ...races.map((race) => cardOf(app, games, race, player)))

/** @param {App} app @param {Catalogue} games @param {any} raced @param {number} player */
function cardOf(app, games, raced, player) {
  const { words } = app
  const { race, game, options, place, racers, won = false, status, score, milliseconds, at } = raced
  const chosen = games.optionsText(words, game, options)
  const about = [dayCell(words, at), chosen && ` · ${chosen}`]
  const why = place === 1 && !won && words.text(WIN_KEY)
  const came = [statusText(words, status), pointsText(words, score), reachedAt(words, milliseconds)]
  const facts = came.join(" · ")
  const href = `#${replayAddress(race, [player])}`
  return h(
    "li",
    { class: won ? "panel won" : "panel" },
    new GamePicture(app, game).element,
    h(
      "div",
      { class: "raced" },
      h("div", {}, h("h3", {}, gameTitle(words, game)), h("p", { class: "muted" }, ...about)),
      h("div", {}, h("b", { title: why }, placeText(words, place, racers)), h("p", {}, facts)),
      h("a", { class: "button", href }, words.text("ProfileScreen.show-the-replay")),
    ),
  )
}
