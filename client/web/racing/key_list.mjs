// The keys of a board, to read.

import { BOARD_KEYS } from "../core/access/keys.mjs"
import { h } from "../widgets/dom.mjs"

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
