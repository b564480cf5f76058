// Where the page begins: the language, the line to the server, and the screen that fits.

import { App } from "./app.mjs"
import { wordsFor } from "./language.mjs"
import { kept } from "./online/identity.mjs"
import { Line } from "./online/line.mjs"
import { Chosen } from "./preferences.mjs"

const chosen = new Chosen()
const root = new URL(document.body.dataset.root || "./", location.href) // the server may be at a path
const identity = kept()
const line = new Line(
  root.href.replace(/^http/, "ws"),
  identity ? { token: identity.token, name: identity.name } : { guest: true },
)
line.open() // while the texts are on their way
const app = new App(line, await wordsFor(chosen.now.language), chosen, root)
app.start()
