// Who came into a room and who left it, as news between the lines of its chat. It does what
// client/session/attendance.py does.

/** @typedef {import("../messages.mjs").Member} Member */
/** @typedef {import("../messages.mjs").Remark} Remark */
/** @typedef {import("../messages.mjs").Room} Room */
/**
 * Some came, or some left.
 * @typedef {{ came: boolean, members: readonly Member[] }} News
 */
/** @typedef {Remark | News} Line */

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
 * @returns {News[]}
 */
export function attendance(before, after, own) {
  const news = [
    { came: false, members: without(before, after, own) },
    { came: true, members: without(after, before, own) },
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
 * The lines of a chat with some news more. Until somebody says something there is one line of those
 * who came and one of those who left, with everybody only in the last of what they did.
 * @param {readonly Line[]} lines
 * @param {readonly News[]} news
 * @returns {Line[]}
 */
export function withNews(lines, news) {
  const said = lines.findLastIndex((line) => !isNews(line)) + 1
  let block = lines.slice(said).filter(isNews)
  for (const { came, members } of news) {
    const moved = new Set(members.map(({ player }) => player))
    const stay = block.map((old) => ({
      came: old.came, members: old.members.filter(({ player }) => !moved.has(player)),
    }))
    const same = stay.filter((old) => old.came === came).flatMap((old) => old.members)
    const rest = stay.filter((old) => old.came !== came && old.members.length)
    block = [...rest, { came, members: [...same, ...members] }]
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
