// Until when one racer's game could be won: asked of the server, under way, and told.

import { analysisText, lookingText } from "../core/racing/analysis.mjs"
import { wins } from "../core/replay.mjs"
import { reasonText, sentence } from "../core/texts.mjs"
import { button, h, write } from "../widgets/dom.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/messages.mjs").Message} Message */
/** @typedef {import("../core/replay.mjs").Recording} Recording */

/** Says so of one recording; `analyse` is its button, for which another place is found. */
export class AnalysisBar {
  /**
   * @param {App} app
   * @param {{
   *   lostBy: (number: number) => string, go: (number: number) => void, how: () => void,
   * }} tell `lostBy` is a move of the recording in words; `go` shows what it was like after so
   *   many, and `how` how it could be won
   */
  constructor(app, { lostBy, go, how }) {
    /** @private */
    this.app = app
    /** @private */
    this.lostBy = lostBy
    /** @type {Recording | null} @private */
    this.recording = null
    /** Why the server does not analyse it. @private */
    this.refusal = ""
    /** What was said of it last, so that it is said once. @private */
    this.said = ""
    const { words } = app
    this.analyse = button(words.text("AnalysisBar.analyse"), () => this.toggle(), {
      hidden: true, // until there is a replay
      title: words.text("AnalysisBar.find-out-until-which-move-this-could-be-won"),
    })
    /** @private */
    this.told = h("p", {})
    /** @private */
    this.progress = h("progress", { max: 100, "aria-label": words.text("AnalysisBar.analyse") })
    /** @private */
    this.mark = button("", () => {
      const until = this.recording?.analysis?.won_until
      if (typeof until === "number") go(until)
    }, { title: words.text("AnalysisBar.the-last-position-that-could-be-won-as-far-as") })
    /** @private */
    this.how = button(words.text("AnalysisBar.how-it-could-be-won"), how, {
      title: words.text("AnalysisBar.a-solution-from-the-last-position-that-could-be"),
    })
    /** @private */
    this.ways = h("div", { class: "row" }, this.mark, this.how)
    this.element = h(
      "section", { class: "analysis panel", hidden: true }, this.told, this.progress, this.ways,
    )
  }

  /**
   * Be about this recording, and show what is known of it now.
   * @param {Recording | null} recording
   */
  show(recording) {
    if (recording !== this.recording) {
      this.refusal = this.said = ""
      if (this.recording?.looking) this.app.session.stopAnalysis()
    }
    this.recording = recording
    const { words } = this.app
    const { analysis = null, looking = false, replay = null, whole = false } = recording ?? {}
    const moves = replay?.entries.length ?? 0
    const done = analysis?.state === "done"
    const able = whole && !wins(recording?.player ?? 0) && replay?.status !== "won"
    this.analyse.hidden = !able || (done && !this.refusal)
    write(this.analyse, words.text(looking ? "AnalysisBar.stop-analysing" : "AnalysisBar.analyse"))
    let told = this.refusal
    if (looking) told = lookingText(words, analysis)
    else if (done && analysis.luck) told = words.text("page.luck-alone-decided-this-game")
    else if (done) told = analysisText(words, analysis, moves, this.lostBy(analysis.lost_from ?? 0))
    else if (analysis?.state === "failed") told = words.text("page.the-analysis-was-broken-off")
    const shown = able ? told : ""
    write(this.told, shown)
    this.progress.hidden = !looking
    // Without a value it only moves: nobody knows when it is this game's turn.
    if (analysis?.state === "under way") this.progress.value = analysis.share
    else this.progress.removeAttribute("value")
    const until = done ? analysis.won_until : null
    this.mark.hidden = until === null || until === moves
    this.how.hidden = !done || !analysis.solution.length
    this.ways.hidden = this.mark.hidden && this.how.hidden
    write(this.mark, until
      ? words.text("AnalysisBar.to-move-number", { number: until })
      : words.text("AnalysisBar.to-the-deal"))
    this.element.hidden = !shown
    if (shown && !looking && shown !== this.said) this.app.say(shown)
    this.said = looking ? this.said : shown
  }

  /**
   * Say here that the server does not do it; returns whether it was asked for it.
   * @param {Message} problem
   */
  refused({ text = "" }) {
    const { words } = this.app
    if (!this.recording?.looking) return false
    this.recording.looking = false
    this.refusal = sentence(words, reasonText(words, text))
    this.show(this.recording)
    return true
  }

  /** Wait for no analysis any more. */
  close() {
    if (this.recording?.looking) this.app.session.stopAnalysis()
  }

  /** @private */
  toggle() {
    const { recording, app } = this
    if (!recording) return
    this.refusal = this.said = ""
    if (recording.looking) app.session.stopAnalysis()
    else app.session.askAnalysis(recording)
    this.show(recording)
  }
}
