// What comes over the line, as JSON: docs/protocol.md says what each message means. What a message
// leaves out has its default, and is filled in here where something is made of it.

import { cardsOf } from "./cards.mjs"
import { eveningOf } from "./rooms/told_evening.mjs"

/** @typedef {import("./cards.mjs").Piles} Piles */
/** @typedef {import("./cards.mjs").Pile} Pile */

/** The version of the protocol that is spoken here. */
export const VERSION = 1
/** The websocket's subprotocol under which it is spoken in JSON. */
export const SUBPROTOCOL = "samedeal.json"

/**
 * @typedef {"racing" | "won" | "stuck" | "gave up" | "out of time" | "disconnected" | "stopped"
 * } Status
 */
/** @typedef {"lobby" | "countdown" | "running" | "finished"} Phase */

/**
 * Any message from the server.
 * @typedef {{ type: string, seq?: number, [field: string]: any }} Message
 */

/**
 * @typedef {object} Settings
 * @property {string} game
 * @property {Record<string, string | number | boolean>} options
 * @property {number} time_limit in seconds
 * @property {number} seats
 * @property {number} countdown in seconds
 * @property {boolean} show_boards
 * @property {boolean} undo
 * @property {boolean} hints
 * @property {number} delay in seconds
 * @property {boolean} listed
 * @property {boolean | null} same_address
 * @property {string} [deals] which deals are raced on: see rooms/deals.mjs
 * @property {boolean} [rated] whether its races count for ratings
 * @property {Series | null} [series] what is raced here, if it is a series
 */

/** @typedef {"places" | "rivals" | "wins"} PointsRule */

/**
 * A game of a series, with its options.
 * @typedef {object} SeriesGame
 * @property {string} game
 * @property {Record<string, string | number | boolean>} [options]
 */

/**
 * So many deals that belong together.
 * @typedef {object} Series
 * @property {number} [deals] 0 leaves it open
 * @property {readonly SeriesGame[]} [games] in turn
 * @property {string} [family] of which games are drawn
 * @property {number} [vetoes] of each racer
 * @property {PointsRule} [points]
 * @property {number} [pause] in seconds
 */

/**
 * What somebody has gathered in an evening; points are told in halves.
 * @typedef {object} Tallied
 * @property {number} player
 * @property {string} name
 * @property {number} place
 * @property {number} points
 * @property {number} last those of the last deal
 * @property {number} before the place before it; 0 for none
 * @property {number} deals
 * @property {number} wins
 * @property {boolean} bot
 * @property {number} began the deal with which they came in
 * @property {readonly number[]} curve the points after each deal, from that one on
 */

/**
 * What the races of a room add up to.
 * @typedef {object} Evening
 * @property {PointsRule} points
 * @property {number} deals
 * @property {readonly Tallied[]} rows
 * @property {number} more
 * @property {boolean} over
 * @property {SeriesGame | null} next
 * @property {Readonly<Record<string, number>>} vetoes left, by player
 * @property {number} pause in milliseconds
 * @property {boolean} held
 */

/**
 * @typedef {object} Member
 * @property {number} player
 * @property {string} name
 * @property {boolean} seated
 * @property {boolean} ready
 * @property {boolean} connected
 * @property {boolean} bot
 * @property {boolean} muted
 * @property {number} ping
 * @property {number} level a bot's, 1 to 5; 0 for people, and where it does not say it
 */

/**
 * What is played in a room for practice.
 * @typedef {object} Practice
 * @property {string} code of the deal
 * @property {number} [race] where it is from, if it is a race's
 * @property {number} [player] whose game is played on
 * @property {string} [name]
 * @property {number} [number] after how many of that player's entries
 * @property {boolean} [won] whether it is from how that player could still have won
 * @property {string} [daily] the day whose daily deal it is
 */

/**
 * Whose game a ghost plays once more, and how that ended.
 * @typedef {object} Ghost
 * @property {number} race
 * @property {number} player
 * @property {string} name
 * @property {number} at when the race ended, in seconds since 1970
 * @property {Status} status
 * @property {number} score
 * @property {number} milliseconds
 * @property {boolean} bot
 */

/**
 * @typedef {object} Room
 * @property {string} code
 * @property {Settings} settings
 * @property {number} host
 * @property {Phase} phase
 * @property {readonly Member[]} members
 * @property {boolean} locked
 * @property {string} stream
 * @property {number} guests
 * @property {Practice | null} practice null in a room whose races count
 * @property {"none" | "looking" | "no deal"} [search] what became of the search for a deal
 * @property {string} daily the day on whose daily deal an attempt is made here; "" of any other
 * @property {boolean} sameDeal whether the race is on a deal that was raced on, not counted
 * @property {readonly Ghost[]} ghosts who races along by a game of before, by their ids
 * @property {Evening} evening
 */

/**
 * A room in the lobby's list.
 * @typedef {object} RoomInfo
 * @property {string} code
 * @property {Settings} settings
 * @property {string} host the name
 * @property {Phase} phase
 * @property {number} racers
 * @property {number} spectators
 * @property {boolean} [locked]
 * @property {number} [elapsed] in milliseconds
 */

/**
 * @typedef {object} Standing
 * @property {number} player
 * @property {string} name
 * @property {Status} status
 * @property {number} score
 * @property {number} place
 * @property {number} moves
 * @property {number} milliseconds
 * @property {boolean} connected
 * @property {boolean} bot
 * @property {number} undos
 * @property {number} level as a member's
 */

/**
 * Until when a racer's game could still be won, as far as that is proved.
 * @typedef {object} Analysis
 * @property {"waiting" | "under way" | "done" | "failed"} state
 * @property {number} share how much of the work is done, in percent
 * @property {number | null} won_until after so many entries it could, for certain
 * @property {number | null} lost_from from so many on it could not, for certain
 * @property {readonly number[][]} solution wins after `won_until` entries
 * @property {boolean} luck whether nothing that was done could have made a difference
 */

/**
 * A player's rating in one family of games, or in all.
 * @typedef {object} Rating
 * @property {number} value
 * @property {number} spread how much is not known
 * @property {number} races
 * @property {boolean} sure whether it has no question mark
 * @property {string} family "" for all games together
 */

/**
 * What a race has made of a racer's ratings.
 * @typedef {object} RatingChange
 * @property {number} player
 * @property {Rating} overall
 * @property {Rating} family
 * @property {number} overall_before
 * @property {number} family_before
 */

/**
 * What a race has changed on the leaderboards for one of its racers.
 * @typedef {object} Feat
 * @property {number} player
 * @property {boolean} first_win
 * @property {boolean} first_solved
 * @property {"fastest" | "best" | null} ranked the list in which there is a new best
 * @property {number} milliseconds
 * @property {number} milliseconds_before
 * @property {number} score
 * @property {number | null} score_before
 * @property {number} place
 * @property {number} place_before
 */

/** @typedef {{ player: number, name: string, text: string }} Remark */
/** @typedef {{ code: string, text: string, field: string }} Problem */

/**
 * A position: the cards, and what else there is to it.
 * @typedef {object} Position
 * @property {Piles} piles
 * @property {number} score
 * @property {number} redeals
 * @property {readonly number[]} marks
 */

/** A frame, or a message in it, is none that can be. */
export class BadMessage extends Error {}

/**
 * The messages in a frame; those that are none are left out.
 * @param {string} frame
 * @returns {Message[]}
 */
export function messagesIn(frame) {
  let held
  try {
    held = JSON.parse(frame)
  } catch {
    throw new BadMessage("a frame holds JSON")
  }
  const isMessage = (/** @type {any} */ each) => typeof each?.type === "string"
  return (Array.isArray(held) ? held : [held]).filter(isMessage)
}

/**
 * The position that a `board` brings.
 * @param {Message} board
 * @returns {Position}
 */
export function positionOf({ piles, score = 0, redeals = 0, marks = [] }) {
  if (!Array.isArray(piles)) throw new BadMessage("a board has piles")
  return { piles: piles.map(cardsIn), score, redeals, marks }
}

/**
 * The position to which a `step` leads: piles that it does not name stay.
 * @param {Position} before
 * @param {Message} step
 * @returns {Position}
 */
export function stepped(before, { piles, score = 0, redeals = 0, marks = [] }) {
  const after = [...before.piles]
  for (const [pile, cards] of Object.entries(piles ?? {})) {
    if (!(Number(pile) < after.length)) throw new BadMessage("a step changes piles that are there")
    after[Number(pile)] = cardsIn(cards)
  }
  return { piles: after, score, redeals, marks }
}

/**
 * @param {string} text
 * @returns {Pile}
 */
function cardsIn(text) {
  try {
    return cardsOf(text)
  } catch {
    throw new BadMessage("piles are cards in base64")
  }
}

/**
 * A member with what was left out.
 * @param {any} member
 * @returns {Member}
 */
export function memberOf(member) {
  return {
    ready: false, connected: true, bot: false, muted: false, ping: 0, seated: false,
    level: 0, ...member,
  }
}

/**
 * A standing with what was left out.
 * @param {any} standing
 * @returns {Standing}
 */
export function standingOf(standing) {
  return {
    status: "racing",
    score: 0,
    place: 0,
    moves: 0,
    milliseconds: 0,
    connected: true,
    bot: false,
    undos: 0,
    level: 0,
    ...standing,
  }
}

/**
 * What is known of a game with what was left out.
 * @param {Message} analysis
 * @returns {Analysis}
 */
export function analysisOf({ state, share = 0, won_until = null, lost_from = null, ...more }) {
  const { solution = [], luck = false } = more
  return { state, share, won_until, lost_from, solution, luck }
}

/**
 * A rating with what was left out.
 * @param {any} rating
 * @returns {Rating}
 */
export const ratingOf = (rating) => ({ sure: false, family: "", ...rating })

/**
 * What a race has made of somebody's ratings, with what was left out.
 * @param {any} change
 * @returns {RatingChange}
 */
export const ratingChangeOf = ({ player, overall, family, ...before }) => ({
  overall_before: 0, family_before: 0, ...before,
  player, overall: ratingOf(overall), family: ratingOf(family),
})

/**
 * What a race has changed on the leaderboards for somebody, with what was left out.
 * @param {any} feat
 * @returns {Feat}
 */
export const featOf = (feat) => ({
  first_win: false, first_solved: false, ranked: null, milliseconds: 0, milliseconds_before: 0,
  score: 0, score_before: null, place: 0, place_before: 0, ...feat,
})

/**
 * A room with what was left out.
 * @param {Message} room
 * @returns {Room}
 */
export function roomOf({ type: _, seq: __, ...room }) {
  if (!Array.isArray(room.members)) throw new BadMessage("a room has members")
  const members = room.members.map(memberOf)
  const usual = {
    locked: false, stream: "", guests: 0, practice: null, search: "none", daily: "",
  }
  const ghosts = room.practice?.ghosts ?? []
  // A race of all who are here, and no practice alone.
  const sameDeal = Boolean(room.practice?.once) || ghosts.length > 0
  const practice = sameDeal ? null : (room.practice ?? null)
  const evening = eveningOf(room.evening)
  const known = { ...usual, ...room, members, practice, sameDeal, ghosts, evening }
  return /** @type {Room} */ (/** @type {unknown} */ (known))
}
