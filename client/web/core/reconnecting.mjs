// When and where a page that has lost its server tries again, and which answers make that
// pointless: as in client/session/reconnecting.py and route.py.

/** The most seconds to wait before the first try, the second, and so on; the last one holds on. */
const PAUSES = [0.25, 0.25, 0.25, 0.25, 0.5, 1, 2, 4, 5]
/** The largest share of a pause that chance takes away: so a thousand do not come back at once. */
const SPREAD = 0.3
/** Seconds that a connection has to stand, or else its loss is one more failure in a row. */
export const STEADY = 3

/** Problems with which the server shows a client out, also one that it has let in before. */
const HOPELESS_ALWAYS = new Set(["banned", "replaced"])
/** Problems about the hello, to which the same hello would only bring the same answer. */
const HOPELESS_BEFORE_WELCOME = new Set([
  ...HOPELESS_ALWAYS,
  "bad name",
  "name taken",
  "password needed",
  "wrong password",
  "wrong version",
])
/** The websocket's codes with which a server hangs up that is in trouble: pauses go on growing. */
const IN_TROUBLE = new Set([1011, 1013])

/**
 * Whether coming back would not mend the problem with this code.
 * @param {string} code
 * @param {boolean} welcomed whether the server has let the client in
 */
export function isHopeless(code, welcomed) {
  return (welcomed ? HOPELESS_ALWAYS : HOPELESS_BEFORE_WELCOME).has(code)
}

/**
 * How many seconds to wait before the next try.
 * @param {number} failures how many tries have failed since the connection was lost
 * @param {number} chance a random number from 0 to 1
 */
export function pause(failures, chance) {
  return PAUSES[Math.min(failures, PAUSES.length - 1)] * (1 - SPREAD * chance)
}

/** Counts the tries, so that their pauses grow until a connection has stood for a while. */
export class Reconnecting {
  /** @param {() => number} random a number from 0 to 1 each time */
  constructor(random) {
    /** @private */
    this.random = random
    /** @private */
    this.failures = 0
    /** @type {number | null} @private */
    this.since = null
    /** Whether the connection that was lost last had stood for a while. */
    this.steady = false
  }

  /**
   * The server has let the client in.
   * @param {number} now in seconds
   */
  welcomed(now) {
    this.since = now
  }

  /**
   * The connection is gone, or none came about; return the seconds until the next try.
   * @param {number} now in seconds
   * @param {number} [code] with which it was closed
   */
  lost(now, code = 1006) {
    const stood = this.since !== null && now - this.since >= STEADY && !IN_TROUBLE.has(code)
    this.since = null
    this.steady = stood
    if (stood) this.failures = 0
    return pause(this.failures++, this.random())
  }
}

/** How often in a row one is sent on at once; after that it takes its time, as after a loss. */
const MOST_MOVES = 4

/** The way to one club, which may have several servers. */
export class Route {
  /** @param {string} home the websocket's URL: "ws://…", or "wss://…" */
  constructor(home) {
    /** @private */
    this.home = home
    /** @private */
    this.there = ""
    /** @private */
    this.moves = 0
  }

  /**
   * Go to this websocket's URL next, unless it is none, or not encrypted any more.
   * @param {string} url
   */
  move(url) {
    const fine = this.home.startsWith("wss:") ? /^wss:\/\/./ : /^wss?:\/\/./
    if (!fine.test(url)) return
    this.there = url
    this.moves += 1
  }

  /** Whether the next connection is to be made now, for nothing was lost. */
  get atOnce() {
    return this.there !== "" && this.moves <= MOST_MOVES
  }

  /** Where the next connection leads; the one after it begins at home again. */
  next() {
    const url = this.there || this.home
    this.there = ""
    return url
  }

  /** A connection has stood for a while. */
  arrived() {
    this.moves = 0
  }
}
