// Where the page begins: the line to the server, and the screen that fits.

import { App } from "./app.mjs"
import { address, chosen, root, socket, words } from "./early.mjs"
import { kept } from "./online/identity.mjs"
import { Line } from "./online/line.mjs"

const identity = kept()
const line = new Line(
  address,
  identity ? { token: identity.token, name: identity.name } : { guest: true },
)
line.open(socket) // while the texts are on their way
words.then((known) => new App(line, known, chosen, root).start())
