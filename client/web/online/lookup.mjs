// A question about the past: asked as soon as there is a connection, and again when it was lost.

/** @typedef {import("../core/messages.mjs").Message} Message */
/** @typedef {import("../core/session.mjs").Session} Session */

/** One question and its answer. What is asked next takes the place of what was asked before. */
export class Lookup {
  /**
   * @param {() => Session} session
   * @param {(answer: Message) => boolean} fits whether a message answers what was asked last
   */
  constructor(session, fits) {
    /** @private */
    this.session = session
    /** @private */
    this.fits = fits
    /** @type {[string, object] | null} @private */
    this.question = null
    /** @type {Message | null} */
    this.answer = null
    /** @type {Message | null} why there is none */
    this.refusal = null
  }

  /** Whether an answer is still to come. */
  get waits() {
    return this.question !== null && !this.answer && !this.refusal
  }

  /**
   * @param {string} type of the message
   * @param {object} fields
   */
  ask(type, fields) {
    this.question = [type, fields]
    this.again()
  }

  /** Ask the same again. */
  again() {
    this.answer = this.refusal = null
    if (this.question) this.session().say(...this.question)
  }

  /**
   * Take in what has come; returns whether the answer was among it.
   * @param {readonly Message[]} messages
   */
  take(messages) {
    if (!this.waits) return false
    if (messages.some(({ type }) => type === "welcome")) this.again()
    this.answer = messages.find((message) => this.fits(message)) ?? null
    return this.answer !== null
  }

  /**
   * Take in a refusal; returns whether it is what is waited for.
   * @param {Message} problem
   */
  refuse(problem) {
    const own = this.question && REFUSALS.get(this.question[0])
    if (!this.waits || !(own?.has(problem.code) || ANY.has(problem.code))) return false
    this.refusal = problem
    return true
  }
}

/**
 * Which questions are refused how: an answer to what another screen asked may still be on its way.
 * @type {ReadonlyMap<string, ReadonlySet<string>>}
 */
const REFUSALS = new Map([
  ["get leaderboard", new Set(["unknown game", "bad option"])],
  ["get overview", new Set()],
  ["get profile", new Set(["unknown player"])],
  ["get daily", new Set(["unknown day"])],
  ["get dailies", new Set(["unknown player"])],
  ["get ratings", new Set(["bad option"])],
  ["get rating course", new Set()],
  ["get past", new Set(["not allowed"])],
  ["get room past", new Set(["not allowed"])],
])
/** How any of them may be. */
const ANY = new Set(["too fast", "server error"])
