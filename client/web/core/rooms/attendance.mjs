// Who came into a room and who left it, as news between the lines of its chat. It does what
// client/session/attendance.py does.

/** @typedef {import("../messages.mjs").Member} Member */
/** @typedef {import("../messages.mjs").Remark} Remark */
/** @typedef {import("../messages.mjs").Room} Room */
/**
 * Some came, or some left; since when the first of them did, in seconds on the caller's clock.
 * @typedef {{ came: boolean, members: readonly Member[], since: number }} News
 */
/** @typedef {Remark | News} Line */

/** Seconds after the first who came, or left, in which others are told in the same line. */
const TOGETHER = 60

/** @param {Line} line @returns {line is News} */
export const isNews = (line) => "members" in line

/**
 * What somebody said of what is in a chat.
 * @param {readonly Line[]} lines
 */
export const remarksIn = (lines) => lines.filter((line) => !isNews(line))

/**
 * Who came and who left between two moments in one room, but for the reader.
 * @param {readonly Member[]} before
 * @param {readonly Member[]} after
 * @param {number} own
 * @param {number} [since] when that was, in seconds on a clock that never goes back
 * @returns {News[]}
 */
export function attendance(before, after, own, since = 0) {
  const news = [
    { came: false, members: without(before, after, own), since },
    { came: true, members: without(after, before, own), since },
  ]
  return news.filter(({ members }) => members.length)
}

/**
 * @param {readonly Member[]} those
 * @param {readonly Member[]} others
 * @param {number} own
 */
function without(those, others, own) {
  const known = new Set(others.map(({ player }) => player))
  return those.filter(({ player }) => player !== own && !known.has(player))
}

/**
 * The lines of a chat with some news more. Within a minute, and until somebody says something,
 * there is one line of those who came and one of those who left, with everybody only in the last
 * of what they did. A line keeps the time of the first in it, and its place by that.
 * @param {readonly Line[]} lines
 * @param {readonly News[]} news
 * @returns {Line[]}
 */
export function withNews(lines, news) {
  const said = lines.findLastIndex((line) => !isNews(line)) + 1
  let block = lines.slice(said).filter(isNews)
  for (const each of news) {
    const moved = new Set(each.members.map(({ player }) => player))
    const kept = []
    let grown = each
    for (const old of block) {
      const members = old.members.filter(({ player }) => !moved.has(player))
      if (each.since - old.since >= TOGETHER) kept.push(old)
      else if (members.length && old.came !== each.came) kept.push({ ...old, members })
      else if (members.length) grown = { ...old, members: [...members, ...each.members] }
    }
    block = [...kept, grown].sort((one, other) => one.since - other.since)
  }
  return [...lines.slice(0, said), ...block]
}

/**
 * What the server tells once more of what was said, with the news that came between.
 * @param {readonly Line[]} lines
 * @param {readonly Remark[]} told
 * @returns {Line[]}
 */
export function toldAgain(lines, told) {
  let known = lines
  const found = told.flatMap((remark) => {
    const at = known.findIndex(
      (line) => !isNews(line) && line.player === remark.player && line.text === remark.text,
    )
    const between = known.slice(0, at + 1).filter(isNews)
    known = known.slice(at + 1)
    return [...between, remark]
  })
  return [...found, ...known.filter(isNews)]
}
