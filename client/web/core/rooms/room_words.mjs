// A room in words: what it plays, who is in it, what it waits for. As the window's room says it.

import { oneLine } from "../commentary.mjs"
import { botFacts, duration, gameTitle, joined } from "../texts.mjs"
import { dealsLine } from "./deals.mjs"

/** @typedef {import("../messages.mjs").Member} Member */
/** @typedef {import("../messages.mjs").Room} Room */
/** @typedef {import("../messages.mjs").Settings} Settings */
/** @typedef {import("../words.mjs").Words} Words */
/** @typedef {import("./catalogue.mjs").Catalogue} Catalogue */

/**
 * Whether somebody may watch from the address of one who is racing.
 * @param {{ same_address?: boolean | null, show_boards: boolean, delay: number }} settings
 */
export const besideRacers = ({ same_address = null, show_boards, delay }) =>
  same_address ?? (show_boards || delay > 0)

/**
 * Whether a room's races could be rated: there have to be two in them.
 * @param {{ seats: number }} settings
 */
const isRatable = ({ seats }) => seats > 1

/**
 * Which kind of room it is among other facts: "Rated", "Casual"; empty for one seat.
 * @param {Words} words
 * @param {Pick<Settings, "seats" | "rated">} settings
 */
export function kindText(words, settings) {
  if (!isRatable(settings)) return ""
  const { rated = true } = settings
  const casual = "room_kinds.casual--its-races-do-not-count-for-ratings"
  return words.text(rated ? "room_kinds.rated--its-races-count-for-ratings" : casual)
}

/**
 * The same as a line of a room's settings; empty for one seat.
 * @param {Words} words
 * @param {Pick<Settings, "seats" | "rated">} settings
 */
export function kindLine(words, settings) {
  if (!isRatable(settings)) return ""
  const { rated = true } = settings
  const casual = "room_kinds.casual-it-does-not-count-for-ratings"
  return words.text(rated ? "room_kinds.rated-it-counts-for-ratings" : casual)
}

/** How much is told of what has changed in a room; for more, one looks there. */
const MOST_NEWS = 2

/**
 * What has changed in a room in a few words: "Spider · Time limit: 5 minutes"; empty where nothing
 * that has changed is among the lines of its settings.
 * @param {Words} words
 * @param {Catalogue} catalogue
 * @param {Settings} before
 * @param {Settings} after
 */
export function settingsNews(words, catalogue, before, after) {
  const other = after.game !== before.game
  const known = settingsLines(words, catalogue, before)
  const lines = settingsLines(words, catalogue, after, !other)
  const news = lines.filter((line) => !known.includes(line))
  if (other) news.unshift(gameTitle(words, after.game))
  return (news.length > MOST_NEWS ? [...news.slice(0, MOST_NEWS), "…"] : news).join(" · ")
}

/**
 * What a room's settings say, a line for each matter.
 * @param {Words} words
 * @param {Catalogue} catalogue
 * @param {Settings} settings
 * @param {boolean} [usual] whether options that are switched as they usually are have one, too
 * @returns {string[]}
 */
export function settingsLines(words, catalogue, settings, usual = true) {
  const long = (/** @type {number} */ seconds) => ({ duration: duration(words, seconds) })
  const lines = [
    ...catalogue.optionsLines(words, settings.game, settings.options, usual),
    ...[dealsLine(words, settings.deals), kindLine(words, settings)].filter(Boolean),
    words.text("texts.time-limit-duration", long(settings.time_limit)),
    words.text("texts.countdown-duration", long(settings.countdown)),
    words.text(settings.undo ? "texts.undo-is-allowed-while-a-move-is-left" : "texts.no-undo"),
    words.text(settings.hints ? "texts.hints-are-allowed" : "texts.no-hints"),
    words.text(
      settings.show_boards
        ? "texts.rivals-see-each-other-s-boards"
        : "texts.rivals-see-only-the-scores",
    ),
  ]
  if (besideRacers(settings) && !settings.show_boards) {
    lines.push(words.text("texts.people-in-the-same-home-as-a-racer-may-watch"))
  }
  if (settings.delay) {
    lines.push(words.text("texts.spectators-see-it-duration-later", long(settings.delay)))
  }
  const where = settings.listed
    ? "texts.in-the-lobby-anybody-can-find-it"
    : "texts.hidden-only-by-its-link-or-code"
  lines.push(words.text(where))
  return lines
}

/**
 * What there is to say of a member: "you, host, ready".
 * @param {Words} words
 * @param {Member} member
 * @param {number} host
 * @param {number} own the id of who is told
 */
export function remarks(words, member, host, own) {
  const waitedFor = member.seated && member.player !== host
  /** @type {[string, boolean][]} */
  const said = [
    ["members.you", member.player === own],
    ["members.host", member.player === host],
    ["members.away--without-a-connection", !member.connected],
    ["members.muted--may-not-speak-in-the-chat", member.muted],
    ["members.watching", !member.seated],
    ["members.ready", waitedFor && member.ready],
    ["members.not-ready", waitedFor && !member.ready],
  ]
  const facts = said.filter(([, is]) => is).map(([key]) => words.text(key))
  const before = said.slice(0, 2).filter(([, is]) => is).length
  facts.splice(before, 0, ...botFacts(words, member))
  return joined(words, facts)
}

/**
 * Who has a seat and has not said yet to be ready; a host need not.
 * @param {Room} room
 */
export const waitedFor = ({ members, host }) =>
  members.filter(({ seated, ready, player }) => seated && !ready && player !== host)

/**
 * What the start waits for: "2 not ready yet."
 * @param {Words} words
 * @param {Room} room
 * @param {number} own the id of who is told
 */
export function stateText(words, room, own) {
  const host = room.host === own
  const me = room.members.find(({ player }) => player === own)
  if (room.phase === "finished") return rematchText(words, room, own)
  if (room.phase !== "lobby") return ""
  if (!me?.seated && !host) {
    return words.text("RoomScreen.you-are-watching-the-boards-come-when-the-race")
  }
  if (room.search === "looking") {
    return words.text("RoomScreen.the-race-starts-by-itself-as-soon-as-there-is")
  }
  const waiting = waitedFor(room)
  const late = waiting.filter(({ bot }) => !bot)
  if (waiting.length && host) {
    if (!late.length) return words.text("RoomScreen.the-bots-get-ready-by-themselves")
    if (late.length === 1) {
      return words.text("room.name-is-not-ready-yet", { name: oneLine(late[0].name) })
    }
    return words.text("room.n-still-to-say-ready", {}, late.length)
  }
  if (waiting.length === 1 && !me?.ready) {
    return words.text("RoomScreen.everybody-is-waiting-for-you")
  }
  if (waiting.length) return words.text("RoomScreen.waiting-until-all-are-ready")
  if (host && room.members.length === 1) return words.text("RoomScreen.nobody-else-is-here-yet")
  return words.text(
    host ? "RoomScreen.everybody-is-ready" : "RoomScreen.waiting-for-the-host-to-start",
  )
}

/**
 * The key of what the host's button says that opens the room for another race.
 * @param {Room} room
 */
export function rematchKey({ members, settings, evening }) {
  if (settings.series) return evening?.over ? "room.another-series" : "room.next-deal"
  return members.length === 1 ? "room.race-again" : "room.rematch"
}

/**
 * What one waits for when the race is over.
 *
 * Nothing for a host with company, nor where the room opens by itself: it is said when.
 * @param {Words} words
 * @param {Room} room
 * @param {number} own the id of who is told
 */
export function rematchText(words, { members, host, settings, evening }, own) {
  if (evening?.pause) return ""
  if (host === own) return members.length === 1 ? words.text("room.nobody-else-is-in-the-room") : ""
  const bot = members.some((member) => member.bot && member.player === host)
  const soon = "room.soon-the-room-opens-for-the-next-race-take-your"
  const next = settings.series
    ? "room.the-host-can-open-the-room-for-the-next-deal"
    : "room.the-host-can-open-the-room-for-a-rematch"
  return words.text(bot ? soon : next)
}

/**
 * Who watches a room's race: "Watching: Ada, Bob · 3 watching without a name".
 * @param {Words} words
 * @param {Room} room
 */
export function watchingText(words, { members, guests }) {
  const names = members.filter(({ seated }) => !seated).map(({ name }) => oneLine(name))
  const named = names.length
    ? [words.text("texts.watching-names", { names: joined(words, names) })]
    : []
  const more = guests ? [words.text("texts.n-watching-without-a-name", {}, guests)] : []
  return [...named, ...more].join(" · ")
}

/**
 * How many of the seats are free: "2 free seats".
 * @param {Words} words
 * @param {Room} room
 */
export function freeSeatsText(words, room) {
  const free = freeSeats(room)
  if (free <= 0) return words.text("room.all-seats-are-taken")
  return words.text("members.n-free-seats", {}, free)
}

/**
 * Who invites whom has no seat and could have one: "Ada invites you to race Golf".
 * @param {Words} words
 * @param {Room} room
 * @param {number} own the id of who is told
 */
export function invitedText(words, room, own) {
  const { host, members, phase, settings } = room
  const inviting = members.find(({ player }) => player === host)
  const seated = members.some((member) => member.player === own && member.seated)
  const open = (phase === "lobby" || phase === "finished") && freeSeats(room) > 0
  if (!inviting || host === own || seated || !open) return ""
  const what = { name: oneLine(inviting.name), game: gameTitle(words, settings.game) }
  return words.text("page.name-invites-you-to-race", what)
}

/** @param {Room} room */
export const freeSeats = ({ settings, members }) =>
  settings.seats - members.filter(({ seated }) => seated).length
