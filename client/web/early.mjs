// What takes the longest way is asked for before the page's other modules are here: the socket, the
// texts, and for who comes to a room the cards.

import { drawingOf } from "./cards/drawings.mjs"
import { SUBPROTOCOL } from "./core/messages.mjs"
import { wordsFor } from "./language.mjs"
import { Chosen } from "./preferences.mjs"

/** Where the server is: it may be at a path of its own. */
export const root = new URL(document.body.dataset.root || "./", location.href)
/** Where its websocket is. */
export const address = root.href.replace(/^http/, "ws")
/** The first socket; nothing is said on it until who knows how takes it over. */
export const socket = new WebSocket(address, SUBPROTOCOL)
export const chosen = new Chosen()
/** The texts in the player's language. */
export const words = wordsFor(chosen.now.language)

// On a small screen the cards will be small, too: a wrong guess costs 20 kB.
if (location.pathname !== root.pathname) {
  const { deck } = chosen
  drawingOf(innerWidth < 600 && deck === "classic" ? "bold" : deck).catch(() => {}) // asked again
}
