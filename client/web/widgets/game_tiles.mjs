// Games to begin with by one click: a picture and a title each, those played last first. As in the
// window's empty lobby, client/window/widgets/games/game_tiles.py.

import { formAddress } from "../core/records/addresses.mjs"
import { gameTitle } from "../core/texts.mjs"
import { h } from "./dom.mjs"
import { GamePicture } from "./game_picture.mjs"

/** @typedef {import("../app.mjs").App} App */

/** How many there are. */
const MOST = 8
/** What who has played nothing yet begins with. */
const WELL_KNOWN = [
  "klondike", "freecell", "spider", "montana", "yukon", "triple-peaks", "golf", "forty-thieves",
]

/** Some games, each of which leads to a room for it. */
export class GameTiles {
  /** @param {App} app */
  constructor(app) {
    const { words, chosen } = app
    const games = [...new Set([...chosen.now.recent, ...WELL_KNOWN])].slice(0, MOST)
    /** @private */
    this.pictures = games.map((game) => new GamePicture(app, game))
    const tiles = games.map((game, i) =>
      h(
        "button",
        {
          type: "button",
          onclick: () => app.goTo(formAddress(game)),
        },
        this.pictures[i].element,
        h("span", {}, gameTitle(words, game)),
      ),
    )
    this.element = h("div", { class: "game-tiles" }, ...tiles)
  }

  /** Draw the pictures again, if they have to look otherwise now. */
  dress() {
    for (const picture of this.pictures) picture.again()
  }
}
