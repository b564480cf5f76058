// Where records are to be found, and the form of a room for a game: what follows "#leaderboard/",
// "#replay/" and "#make-room/" in the page's address.

/** @typedef {"all" | "year" | "month" | "week" | "day"} Period how far back a leaderboard looks */
/** @typedef {"fastest" | "best" | "players"} Ranking one of its lists */

/** @type {readonly Period[]} */
export const PERIODS = Object.freeze(["all", "year", "month", "week", "day"])
/** Which deals races may be on, as in a room's settings. @type {readonly string[]} */
export const DEALS = Object.freeze(["any", "winnable", "easy", "medium", "hard"])
/** What stands for a racer where the solution of the deal is meant, whose id is 0. */
const SOLUTION = "solution"
/** @type {readonly Ranking[]} */
export const RANKINGS = Object.freeze(["fastest", "best", "players"])

/**
 * A leaderboard: of which game, how far back, and the list of it that is shown.
 * @typedef {object} Asked
 * @property {string} game
 * @property {Readonly<Record<string, string | boolean>>} options
 * @property {Period} period
 * @property {Ranking | ""} ranking "" for the first that has anybody
 * @property {string} deals which deals were raced on; "" where that is not said
 */

/**
 * What an address asks for; what is not to be understood is left out.
 * @param {string} rest "klondike/week/best/deal=three-card-deals", with the parts after the game in
 *   any order
 * @returns {Asked} without a game for an address that names none
 */
export function askedFor(rest) {
  const [game, ...parts] = rest.split("/")
  const options = parts
    .filter((part) => part.includes("="))
    .map((part) => {
      const [name, choice] = part.split("=", 2)
      return [name, choice === "yes" ? true : choice === "no" ? false : choice]
    })
  return {
    game,
    options: Object.fromEntries(options),
    period: PERIODS.find((each) => parts.includes(each)) ?? "all",
    ranking: RANKINGS.find((each) => parts.includes(each)) ?? "",
    deals: DEALS.find((each) => parts.includes(each)) ?? "",
  }
}

/**
 * The address of a leaderboard.
 * @param {Asked} asked
 */
export function leaderboardAddress({ game, options, period, ranking, deals }) {
  const told = deals === "any" ? "" : deals
  const parts = [period === "all" ? "" : period, ranking, told, ...chosen(options)]
  return ["leaderboard", game, ...parts.filter(Boolean)].join("/")
}

/**
 * The address of the form for a room in which a game is to be played.
 * @param {string} game
 * @param {Asked["options"]} [options]
 * @param {string} [deals] "" for those that were wished last
 */
export const formAddress = (game, options = {}, deals = "") =>
  ["make-room", game, ...(deals ? [deals] : []), ...chosen(options)].join("/")

/** @param {Asked["options"]} options */
const chosen = (options) =>
  Object.entries(options).map(
    ([name, choice]) => `${name}=${choice === true ? "yes" : choice === false ? "no" : choice}`,
  )

/**
 * A race that is over, and the racers that are shown, side by side; none for whoever is first.
 * @param {string} rest "12", "12/3", "12/3/4" or "12/3/solution"
 * @returns {{ race: number, players: number[] }} with race 0 where it is no such address, and
 *   player 0 for the solution
 */
export function replayOf(rest) {
  const [race, ...parts] = rest.split("/")
  const number = (/** @type {string} */ part) => (/^\d{1,15}$/.test(part) ? +part : 0)
  const players = parts.filter((part) => part === SOLUTION || number(part)).map(number)
  return { race: number(race), players: [...new Set(players)].slice(0, 2) }
}

/**
 * The address that leads into a race against a game.
 * @param {number} race
 * @param {number} player
 */
export const ghostAddress = (race, player) => ["against", race, player].join("/")

/**
 * The address of a replay.
 * @param {number} race
 * @param {readonly number[]} players
 */
export const replayAddress = (race, players) =>
  ["replay", race, ...players.map((player) => player || SOLUTION)].join("/")
