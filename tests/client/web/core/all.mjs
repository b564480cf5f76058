// All tests of the page's core and of its cards, in one process: `node tests/client/web/core/all.mjs`.
//
// tests/client/web/test_core.py runs this with SAMEDEAL_GOLDEN, a folder with what the window's
// own modules answer. Without it, what is held against them is left out.

import { readdirSync } from "node:fs"
import { join } from "node:path"

for (const folder of [".", "../cards"]) {
  const here = join(import.meta.dirname, folder)
  for (const name of readdirSync(here, { recursive: true }).sort()) {
    if (name.endsWith(".test.mjs")) await import(`./${folder}/${name}`)
  }
}
