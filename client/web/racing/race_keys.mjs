// The keyboard in a race: what plays on the board shown, and the keys that are the race's own.

import { KeyHand } from "../board/key_hand.mjs"
import { standingText } from "../core/commentary.mjs"
import { now } from "../online/line.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/access/keys.mjs").Command} Command */
/** @typedef {import("../screens/race.mjs").RaceScreen} RaceScreen */

/**
 * Let somebody play by keys on a race's screen.
 * @param {App} app
 * @param {RaceScreen} screen
 */
export function keysFor(app, screen) {
  const { line, words } = app
  const racing = () => screen.playing
  return new KeyHand(
    screen.view,
    {
      layout: () => app.session.race?.layout ?? null,
      owner: () => app.session.player,
      choices: () => (racing() ? app.session.choices : null),
      mayPlay: racing,
      waits: () => racing() && line.connected && !app.session.choices,
      wanted: (action) => screen.want(action),
      refused: (asked, spot) => screen.refuse(asked, spot.card < 0 ? [] : [spot]),
      pointed: (at) => screen.tools.lightDeal(at),
      obey,
    },
    screen.hand,
    app,
  )

  /** @param {Command} command */
  function obey(command) {
    switch (command) {
      case "keys":
        return screen.showRules()
      case "time":
        return tellTime()
      case "undo":
        return racing() && screen.takeBack((session) => session.undo())
      case "redo":
        return racing() && screen.takeBack((session) => session.redo())
      case "finish":
        return racing() && screen.finishing.ask()
      case "hint":
        if (!racing()) return
        if (app.session.race?.settings.hints) screen.askHint()
        else screen.tellReason(words.text("BoardView.this-room-plays-without-hints"))
    }
  }

  function tellTime() {
    const { race, board, player } = app.session
    if (!race) return
    const [elapsed, remaining] = [race.elapsed(now()), race.remaining(now())]
    const score = board?.position.score ?? 0
    const standing = standingText(words, race.standings, player, elapsed, remaining, score)
    app.say([standing, screen.lamp.text].filter(Boolean).join("\n"), true)
  }
}
