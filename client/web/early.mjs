// What takes the longest way is asked for before the page's other modules are here: the socket, the
// texts, the screen that one comes to, and for a room the cards.

import { fetchAhead } from "./cards/drawings.mjs"
import { SUBPROTOCOL } from "./core/messages.mjs"
import { front } from "./front_screens.mjs"
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

const inRoom = location.pathname !== root.pathname
if (inRoom) fetchAhead(chosen.deck)
// The screen that one most likely comes to; who races finds the race's among what is here anyway.
const { room } = document.body.dataset
const elsewhere = /^#daily(?:$|\/)/.test(location.hash) ? front.daily : front.lobby
const screen = !inRoom ? elsewhere : room === "racing" ? front.watch : room && front.room
if (screen) screen().catch(() => {}) // asked again
