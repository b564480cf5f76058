// What a player means by a text typed for a deal: its code, or a word that it is made from. As in
// client/session/typed_deal.py.

/** As servers write it: protocol/room_code.py. */
const ROOM_CODE = /^[A-HJKMNP-Z]{6}$/
/** A link or an invitation that names a room. */
const TO_ROOM =
  /^(?:samedeal play )?(?:https?:\/\/\S+\/r|samedeals?:\/\/[^\s/]\S*)\/[A-Za-z0-9]{1,12}\/?$/

/**
 * "room" and "link" lead into a room, and so to no deal; "" is nothing.
 * @typedef {"" | "code" | "word" | "room" | "link"} Meaning
 */

/**
 * What is meant; whether a code is one, the server says.
 * @param {string} typed without space around it
 * @returns {Meaning}
 */
export function meaningOf(typed) {
  if (!typed) return ""
  if (ROOM_CODE.test(typed)) return "room"
  if (TO_ROOM.test(typed)) return "link"
  return typed.includes("/") ? "code" : "word"
}
