// Help over a race: the keys of the board.

import { BOARD_KEYS, commandOf } from "../core/access/keys.mjs"
import { dialog } from "../widgets/ask.mjs"
import { button, h } from "../widgets/dom.mjs"

/** @typedef {import("../core/words.mjs").Words} Words */

/**
 * The keys of a board, and what each does.
 * @param {Words} words
 */
export function keyList(words) {
  const lines = BOARD_KEYS.map(([keys, does]) =>
    h("tr", {}, h("th", { scope: "row" }, words.text(keys)), h("td", {}, words.text(does))),
  )
  return h(
    "table",
    { class: "keys" },
    h("caption", {}, words.text("HelpSheet.keys")),
    h("tbody", {}, ...lines),
  )
}

/**
 * Show the keys until they are put away.
 * @param {Words} words
 */
export function showKeys(words) {
  const content = h("div", { class: "stack" }, keyList(words))
  const sheet = dialog(words.text("help.the-rules-and-these-keys"), content)
  content.append(button(words.text("Banner.close"), () => sheet.close()))
  sheet.addEventListener("keydown", (event) => {
    if (commandOf(event) !== "keys") return
    event.preventDefault()
    sheet.close()
  })
}
