// Where records are to be found, and the form of a room for a game: what follows "#leaderboard/",
// "#replay/" and "#make-room/" in the page's address.

/** @typedef {"all" | "year" | "month" | "week" | "day"} Period how far back a leaderboard looks */
/** @typedef {"fastest" | "best" | "players"} Ranking one of its lists */

/** @type {readonly Period[]} */
export const PERIODS = Object.freeze(["all", "year", "month", "week", "day"])
/** @type {readonly Ranking[]} */
export const RANKINGS = Object.freeze(["fastest", "best", "players"])

/**
 * A leaderboard: of which game, how far back, and the list of it that is shown.
 * @typedef {object} Asked
 * @property {string} game
 * @property {Readonly<Record<string, string | boolean>>} options
 * @property {Period} period
 * @property {Ranking | ""} ranking "" for the first that has anybody
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
  }
}

/**
 * The address of a leaderboard.
 * @param {Asked} asked
 */
export function leaderboardAddress({ game, options, period, ranking }) {
  const parts = [period === "all" ? "" : period, ranking, ...chosen(options)]
  return ["leaderboard", game, ...parts.filter(Boolean)].join("/")
}

/**
 * The address of the form for a room in which a game is to be played.
 * @param {string} game
 * @param {Asked["options"]} [options]
 */
export const formAddress = (game, options = {}) => ["make-room", game, ...chosen(options)].join("/")

/** @param {Asked["options"]} options */
const chosen = (options) =>
  Object.entries(options).map(
    ([name, choice]) => `${name}=${choice === true ? "yes" : choice === false ? "no" : choice}`,
  )

/**
 * A race that is over, and the racers that are shown, side by side; none for whoever is first.
 * @param {string} rest "12", "12/3" or "12/3/4"
 * @returns {{ race: number, players: number[] }} with race 0 where it is no such address
 */
export function replayOf(rest) {
  const [race, ...players] = rest.split("/").map((part) => (/^\d{1,15}$/.test(part) ? +part : 0))
  return { race, players: [...new Set(players.filter(Boolean))].slice(0, 2) }
}

/**
 * The address of a replay.
 * @param {number} race
 * @param {readonly number[]} players
 */
export const replayAddress = (race, players) => ["replay", race, ...players].join("/")
