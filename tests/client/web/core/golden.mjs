// What the window's own modules answer, where tests/client/web/test_core.py has written it down.

import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import test from "node:test"

import { cardsOf } from "../../../../client/web/core/cards.mjs"

const folder = process.env.SAMEDEAL_GOLDEN

/** Run a test on what a Python module answers; leave it out where that was not written down. */
export function golden(what, name, check) {
  const file = folder && join(folder, `${name}.json`)
  const skip = !file || !existsSync(file) ? "only where Python has answered before" : false
  test(what, { skip }, () => check(JSON.parse(readFileSync(file, "utf-8"))))
}

/** Return piles of base64 as cards. */
export const pilesOf = (texts) => texts.map(cardsOf)
