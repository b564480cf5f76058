// The end of a game that only has to be played: one move after another, each a moment later.

/** @typedef {import("../core/choices.mjs").Action} Action */
/** @typedef {import("../core/session.mjs").Session} Session */

/** Milliseconds from one move to the next. */
const PAUSE = 120

/** Plays the finishing moves as ordinary ones, until it is stopped or a move is refused. */
export class AutoFinish {
  /**
   * @param {Session} session
   * @param {(action: Action) => string | null} play returns why it cannot be done
   */
  constructor(session, play) {
    /** Whether the player is just taking moves back: then nothing begins by itself. */
    this.takesBack = false
    /** @private */
    this.session = session
    /** @private */
    this.play = play
    /** @type {Action[]} @private */
    this.moves = []
    /** @private */
    this.timer = 0
    /** The position in which the moves were asked for. @private */
    this.asked = -1
  }

  /** Whether moves are still to be played. */
  get runs() {
    return this.moves.length > 0
  }

  /**
   * See whether there is something to finish; if it is to begin `byItself`, ask for the moves.
   * @param {boolean} byItself
   */
  follow(byItself) {
    const { session } = this
    const possible = session.choices?.finish ?? false
    if (!possible || !byItself || this.takesBack || this.runs) return
    if (this.asked !== session.board?.number) this.ask()
  }

  /** Ask the server for the moves. */
  ask() {
    this.asked = this.session.board?.number ?? -1
    this.session.askAdvice("finish")
  }

  /**
   * Play these, beginning now.
   * @param {readonly Action[]} moves
   */
  begin(moves) {
    this.stop()
    this.moves = [...moves]
    this.goOn()
  }

  /** Play no more of them. */
  stop() {
    clearTimeout(this.timer)
    this.moves = []
  }

  /** @private */
  goOn() {
    const { session } = this
    // What a click on the stock brings is known only with its step.
    const known = session.choices !== null
    if (known) {
      const move = this.moves.shift()
      if (!move || this.play(move) !== null) this.moves = []
    } else if (session.board?.status !== "racing") this.moves = []
    if (this.moves.length) this.timer = setTimeout(() => this.goOn(), known ? PAUSE : PAUSE / 4)
  }
}
