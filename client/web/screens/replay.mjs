// Finished races played again: any moment, any speed, and two racers side by side.

import { replayAddress, replayOf } from "../core/records/addresses.mjs"
import { partsOf } from "../core/racing/analysis.mjs"
import { howOf, playedBy, SOLUTION, wins } from "../core/replay.mjs"
import { gameTitle, stopwatch } from "../core/texts.mjs"
import { now } from "../online/line.mjs"
import { AnalysisBar } from "../racing/analysis_bar.mjs"
import { ReplayCurve } from "../racing/replay_curve.mjs"
import { ReplaySeat } from "../racing/replay_seat.mjs"
import { button, fill, h, isolated, svg, write } from "../widgets/dom.mjs"
import { MoveList } from "../widgets/move_list.mjs"
import { shareButton } from "../widgets/share.mjs"
import { SureButton } from "../widgets/sure_button.mjs"
import { Waiting } from "../widgets/waiting.mjs"

/** @typedef {import("../core/rooms/catalogue.mjs").Catalogue} Catalogue */
/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/messages.mjs").Message} Message */
/** @typedef {import("../core/replay.mjs").Recording} Recording */

/** Types of the messages that a replay comes in. */
const PARTS = new Set(["replay", "positions"])
const SPEEDS = [1, 2, 4, 16]
const USUAL_SPEED = 2
/** Faster than this, cards would still be gliding when the next ones go. */
const MOST_GLIDING = 4
/** The width in rem from which the moves have room beside the board, unless they are put away. */
const WIDE = 69
/** How many colours racers have. */
const COLOURS = 16

/** The drawings on the buttons, in a square of 16. */
const SIGNS = {
  first: "M3 3h2v10H3zM13 3v10L6 8z",
  back: "M11 3v10L4 8z",
  on: "M5 3v10l7-5z",
  last: "M11 3h2v10h-2zM3 3v10l7-5z",
}

/**
 * A replay, with the games' options in words if they can be had.
 * @param {App} app
 * @param {string} rest "RACE/PLAYER/RIVAL", the players may be missing
 */
export async function replayScreen(app, rest) {
  await app.needGames()
  return new ReplayScreen(app, rest, app.games)
}

/**
 * Shows what one racer did, or two at the same second. Space plays and pauses; the arrows go from
 * move to move; Home and End to the ends.
 */
class ReplayScreen {
  /**
   * @param {App} app
   * @param {string} rest
   * @param {Catalogue} games
   */
  constructor(app, rest, games) {
    const { words } = app
    const { race, players } = replayOf(rest)
    /** @private */
    this.app = app
    /** @private */
    this.games = games
    /** @private */
    this.race = race
    /** Whose race is shown, and beside whose. @private */
    this.players = players.length ? players : [firstOf(app, race)]
    /** @type {ReplaySeat[]} @private */
    this.seats = []
    /** What is shown: milliseconds from the start. @private */
    this.moment = 0
    /** Whether it goes on by itself. @private */
    this.playing = false
    /** Whether the pointer keeps the moment. @private */
    this.held = false
    /** @private */
    this.frame = 0
    /** When the clock was last looked at. @private */
    this.looked = 0
    /** @type {import("../core/replay.mjs").Replay | null} what is played @private */
    this.replay = null
    /** @private */
    this.speed = USUAL_SPEED

    /** @private */
    this.heading = h("h1", {}, words.text("ReplayScreen.a-replay"))
    /** @private */
    this.options = h("p", { class: "muted" })
    /** @private */
    this.pointed = false
    this.beside = h("select", {
      "aria-label": words.text("ReplayScreen.whose-race-to-see-beside"),
      onpointerdown: () => (this.pointed = true),
      onkeydown: () => (this.pointed = false),
      onchange: () => {
        const chosen = Number(this.beside.value)
        if (chosen < SOLUTION) this.showHow()
        else this.compare(this.beside.value ? chosen : null)
        this.giveKeys(this.beside)
      },
    })
    /** @private */
    this.waiting = new Waiting(app, () => this.ask())
    /** @private */
    this.boards = h("div", { class: "replay-seats" })
    /** @private */
    this.moves = new MoveList(app, (number) => this.pick(number))
    /** The player whose moves are listed, who is played on, too. @private */
    this.mover = this.players[0]
    /** Whose moves are listed, or may be. @private */
    this.movers = h("div", { class: "movers" })
    /** @private */
    this.listed = h("div", { class: "listed" }, this.movers, this.moves.element)
    /** @private */
    this.movesButton = button(
      words.text("ReplayScreen.moves"),
      () => this.showMoves(this.listed.hidden),
      { title: words.text("ReplayScreen.every-move-in-words-beside-the-board") },
    )
    /** @private */
    this.curve = new ReplayCurve(words.text("ScoreCurve.scores-over-time"), {
      sought: (milliseconds) => this.seek(milliseconds),
      held: (held) => {
        this.held = held
        if (!held) this.tell()
      },
    })
    /** Until when the one could be won whose moves are listed. @private */
    this.analysis = new AnalysisBar(app, {
      lostBy: (number) => this.moves.told(number),
      go: (number) => this.pick(number),
      how: () => this.showHow(),
    })
    /** @private */
    this.play = button("", () => this.toggle(!this.playing), { class: "main replay-play" })
    /** @private */
    this.at = h("span", { class: "replay-at" })
    const speed = h(
      "select",
      {
        "aria-label": words.text("ReplayScreen.speed"),
        onpointerdown: () => (this.pointed = true),
        onkeydown: () => (this.pointed = false),
        onchange: () => {
          this.speed = Number(speed.value)
          this.giveKeys(speed)
        },
      },
      ...SPEEDS.map((times) => h("option", { value: times }, `${times}×`)),
    )
    speed.value = String(USUAL_SPEED)
    /** @private */
    this.ways = [
      this.way("this-deal-again", "play-it-yourself-from-the-start", () => 0),
      this.way("play-on-from-here", "go-on-yourself-from-the-position-on-the-board", () => this.number),
    ]
    /** The way to a race against what is shown. @private */
    this.against = new SureButton(
      words.text("ghosts.race-against-this"), words.text("page.leave-the-room"),
      () => {
        this.toggle(false, false)
        app.practising.race(this.raceable)
      },
      {
        attributes: { title: words.text("ghosts.the-same-deal-once-more-with-this-game-as-a"), class: "replay-way" },
        asked: (question) => app.say(question, true),
      },
    )
    const link = () => new URL(`#${this.address}`, app.root).href
    // Where there is room it is in the head, and else among the ways: one of the two is seen.
    const give = () => shareButton(app, link, () => this.title(), "give")
    const ways = h(
      "div",
      { class: "replay-ways", id: "replay-ways" },
      ...this.ways.map(({ element }) => element),
      this.against.element,
      this.beside,
      give(),
    )
    // On a phone the board has their room, unless they are asked for.
    const more = button(
      words.text("MoreButton.more--buttons-that-have-no-room-in-a-bar"),
      () => more.setAttribute("aria-expanded", String(ways.classList.toggle("open"))),
      { class: "replay-more", "aria-expanded": "false", "aria-controls": ways.id },
    )
    /** @private */
    this.whole = h(
      "div",
      { class: "replay-whole" },
      h("div", { class: "replay-stage" }, this.boards, this.listed),
      this.analysis.element,
      this.curve.element,
      h(
        "div",
        { class: "replay-controls", role: "toolbar", "aria-label": words.text("ReplayScreen.a-replay") },
        h(
          "div",
          { class: "replay-steps" },
          sign("first", words.text("ReplayScreen.to-the-start"), () => this.go(0)),
          sign("back", words.text("ReplayScreen.a-move-back"), () => this.step(-1)),
          this.play,
          sign("on", words.text("ReplayScreen.a-move-on"), () => this.step(1)),
          sign("last", words.text("ReplayScreen.to-the-end"), () => this.go(this.length)),
        ),
        speed,
        this.at,
        this.movesButton,
        more,
        h("span", { class: "gap" }),
        ways,
      ),
    )
    this.whole.hidden = true
    this.element = h(
      "div",
      { class: "replay" },
      h(
        "div",
        { class: "replay-head" },
        button(words.text("ReplayScreen.back"), () => app.goBack()),
        h("div", { class: "replay-what" }, this.heading, this.options),
        this.analysis.analyse,
        give(),
      ),
      this.waiting.element,
      this.whole,
    )
    this.beside.hidden = true
    /** @private */
    this.pressed = (/** @type {KeyboardEvent} */ event) => this.press(event)
    /** @private */
    this.unseen = () => document.hidden && this.toggle(false)
    document.addEventListener("keydown", this.pressed)
    document.addEventListener("visibilitychange", this.unseen)
    this.showMoves(matchMedia(`(min-width: ${WIDE}rem)`).matches)
    this.toggle(false)
    app.session.closeReplay()
    this.ask()
  }

  title() {
    const { words } = this.app
    const { replay } = this.main ?? {}
    if (!replay) return words.text("ReplayScreen.a-replay")
    return words.text("ReplayScreen.replay-game", { game: gameTitle(words, replay.game) })
  }

  closed() {
    this.toggle(false, false)
    document.removeEventListener("keydown", this.pressed)
    document.removeEventListener("visibilitychange", this.unseen)
    for (const seat of this.seats) seat.close()
    this.curve.close()
    this.analysis.close()
    // The next screen may play another one already.
    if (this.app.session.replay === this.replay) this.app.session.closeReplay()
  }

  /** @param {readonly Message[]} messages */
  update(messages) {
    if (messages.some(({ type }) => type === "welcome")) this.ask()
    const isPart = (/** @type {Message} */ { type, race }) => PARTS.has(type) && race === this.race
    if (messages.some(isPart)) this.show()
    else if (messages.some(({ type }) => type === "analysis")) this.showAnalysis()
    for (const way of [...this.ways, this.against]) way.asks = this.app.practising.leaves
    this.against.element.hidden = !this.raceable.length
  }

  /** @param {Message} problem */
  refused(problem) {
    const { code } = problem
    const { main } = this
    if ((code === "not allowed" || code === "too fast") && this.analysis.refused(problem)) return true
    if (code !== "unknown replay" && code !== "too fast") return false
    if (main?.whole && this.players.length > 1 && !this.seatOf(this.players[1])) {
      if (this.players[1] < SOLUTION) main.analysis = null // it can be had anew
      this.compare(null) // the other's cannot be had; the news say why
      return false
    }
    if (!main || main.whole) return false
    this.waiting.show(false, problem)
    return true
  }

  // What is shown ---------------------------------------------------------------------------------

  /** What the racer shown first did. @private */
  get main() {
    return this.recordings[0] ?? null
  }

  /** What the racer did whose moves are listed. @private */
  get listedOne() {
    return this.recordingOf(this.mover) ?? this.main
  }

  /** After how many entries of that racer it is. @private */
  get number() {
    return this.listedOne?.numberAt(this.moment) ?? 0
  }

  /**
   * A way to play on oneself.
   * @param {string} name of its text
   * @param {string} tip
   * @param {() => number} number after how many entries
   * @private
   */
  way(name, tip, number) {
    const { app } = this
    const { words } = app
    return new SureButton(
      words.text(`ReplayScreen.${name}`), words.text("page.leave-the-room"),
      () => {
        this.toggle(false, false)
        app.practising.play(this.wish(number()))
      },
      {
        attributes: { title: words.text(`ReplayScreen.${tip}`), class: "replay-way" },
        asked: (question) => app.say(question, true),
      },
    )
  }

  /**
   * What is played where one plays on after so many entries of the one whose moves are listed.
   * @param {number} number
   * @private
   */
  wish(number) {
    const { race, mover } = this
    if (mover >= SOLUTION) return { race, player: mover, number }
    const player = howOf(mover)
    const until = this.recordingOf(player)?.analysis?.won_until ?? 0
    // Up to there it is what the racer did.
    return number > until ? { race, player, number, won: true } : { race, player, number }
  }

  /** The games that are shown, without what only would have won. @private */
  get raceable() {
    return this.players.filter((player) => player > SOLUTION).map((player) => ({ race: this.race, player }))
  }

  /** Where this is found again: how somebody could have won may have to be found out anew. @private */
  get address() {
    return replayAddress(this.race, this.players.filter((each) => each >= SOLUTION))
  }

  /** @param {number} player @private */
  recordingOf(player) {
    return this.recordings.find((each) => each.player === player) ?? null
  }

  /** @private */
  get recordings() {
    const known = this.app.session.replay?.recordings
    return this.players.flatMap((player) => known?.get(player) ?? [])
  }

  /** @private */
  get length() {
    return this.app.session.replay?.length ?? 0
  }

  /** @private */
  ask() {
    const { app } = this
    if (!this.race) {
      const text = app.words.text("page.there-is-no-such-replay")
      this.waiting.show(false, { type: "problem", code: "unknown replay", text })
      return
    }
    if (this.whole.hidden) this.waiting.show(true, null)
    for (const player of this.players) app.session.openReplay(this.race, player)
    this.replay = app.session.replay
  }

  /** Show what has come. @private */
  show() {
    const { main, app } = this
    const { replay } = main ?? {}
    if (!main || !replay) return
    const { words } = app
    write(this.heading, gameTitle(words, replay.game))
    write(this.options, this.games.optionsText(words, replay.game, replay.options))
    this.offer()
    if (!main.positions.length) return
    this.waiting.show(false, null)
    const isFirst = this.whole.hidden
    this.whole.hidden = false
    const before = this.seats
    this.seats = this.recordings
      .filter(({ positions }) => positions.length)
      .map((recording) => this.seatOf(recording.player) ?? new ReplaySeat(app, recording))
    for (const seat of before) if (!this.seats.includes(seat)) seat.close()
    for (const seat of this.seats) seat.introduce(this.colour(seat.recording.player))
    this.boards.classList.toggle("several", this.seats.length > 1)
    const elements = this.seats.map(({ element }) => element)
    const shown = [...this.boards.children]
    if (shown.length !== elements.length || elements.some((each, i) => shown[i] !== each)) {
      fill(this.boards, ...elements)
    }
    const lines = this.seats.map(({ recording: { curve, player, length } }) => ({
      points: curve.points,
      until: length,
      colour: this.colour(player),
    }))
    this.curve.show(lines, this.length)
    this.showMovers()
    this.showAnalysis()
    this.seek(this.moment)
    this.curve.describe(this.told)
    if (!isFirst) return
    document.title = `${this.title()} – Samedeal`
    app.say([this.title(), ...this.seats.map(({ name }) => name)].join(". "))
    if (app.chosen.moves && !document.hidden) this.toggle(true)
  }

  /** Say whose moves are listed, let one of two be chosen, and list them. @private */
  showMovers() {
    const { words } = this.app
    const recordings = this.seats.map(({ recording }) => recording)
    if (!recordings.some(({ player }) => player === this.mover)) this.mover = this.players[0]
    const told = JSON.stringify([this.mover, ...recordings.map(({ player }) => player)])
    if (this.movers.dataset.told !== told) {
      this.movers.dataset.told = told
      const kept = this.movers.contains(document.activeElement)
      const ways = recordings.map(({ player, replay }) => {
        const name = isolated(replay ? playedBy(words, player, replay.name) : "")
        const text = words.text("ReplayScreen.moves-name", { name })
        return recordings.length > 1 ? this.moverWay(player, name, text) : h("b", {}, text)
      })
      fill(this.movers, ...ways)
      const pressed = this.movers.querySelector("[aria-pressed=true]")
      if (kept && pressed instanceof HTMLElement) pressed.focus()
    }
    if (this.listedOne) this.moves.show(this.listedOne)
  }

  /** Say until when the one could be won whose moves are listed, and mark it on the curve. @private */
  showAnalysis() {
    const { listedOne, analysis, curve } = this
    analysis.show(listedOne)
    this.offer()
    const known = listedOne?.analysis
    if (!listedOne || known?.state !== "done" || known.luck) curve.mark([])
    else {
      const { times, length } = listedOne
      const moves = times.length - 1
      const parts = partsOf(known, moves)
      // A part ends where the next move is made.
      curve.mark(parts.map(({ kind, until }) => ({ kind, until: times[until + 1] ?? length })))
    }
  }

  /**
   * A button that lists this player's moves.
   * @param {number} player
   * @param {string} name
   * @param {string} text
   * @private
   */
  moverWay(player, name, text) {
    const deed = () => {
      this.mover = player
      this.showMovers()
      this.showAnalysis()
      this.seek(this.moment)
    }
    const pressed = String(player === this.mover)
    const way = button("", deed, { "aria-pressed": pressed, "aria-label": text, title: text })
    way.append(h("i", { class: `seat-sign ${this.colour(player)}` }), h("span", {}, name))
    return way
  }

  /** @param {number} player @private */
  seatOf(player) {
    return this.seats.find(({ recording }) => recording.player === player)
  }

  /**
   * The class of a racer's colour: that of the results.
   * @param {number} player
   * @private
   */
  colour(player) {
    if (wins(player)) return "racer-solution"
    if (player === this.app.session.player) return "racer-own"
    const ids = racersOf(this.main).map((each) => each.player).sort((one, other) => one - other)
    return `racer-${Math.max(0, ids.indexOf(player)) % COLOURS}`
  }

  /** Offer the racers of this race for the place beside, and what wins it. @private */
  offer() {
    const { words } = this.app
    const solution = this.main?.solution ? [{ player: SOLUTION, name: "" }] : []
    const known = this.recordings.filter(({ analysis }) => analysis?.solution.length)
    const how = known.map(({ player }) => ({ player: howOf(player), name: "" }))
    const all = [...racersOf(this.main), ...solution, ...how.slice(0, 1)]
    const others = all.filter(({ player }) => player !== this.players[0])
    this.beside.hidden = !others.length
    const offered = JSON.stringify(others)
    if (this.beside.dataset.offered !== offered) {
      this.beside.dataset.offered = offered
      const nobody = h("option", { value: "" }, words.text("ReplayScreen.nobody-beside"))
      const names = others.map((racer) => {
        const name = isolated(playedBy(words, racer.player, racer.name))
        const text = racer.player < SOLUTION
          ? words.text("ReplayScreen.how-it-could-be-won")
          : words.text("ReplayScreen.beside-name", { name })
        return h("option", { value: racer.player }, text)
      })
      fill(this.beside, nobody, ...names)
    }
    this.beside.value = String(this.players[1] ?? "")
  }

  /**
   * Show somebody beside the first; nobody for null.
   * @param {number | null} player
   * @private
   */
  compare(player) {
    const { session } = this.app
    const [first, rival] = this.players
    if (rival !== undefined && rival !== player) session.replay?.recordings.delete(rival)
    this.players = player === null ? [first] : [first, player]
    this.app.readdress(this.address)
    if (player !== null) session.openReplay(this.race, player)
    this.show()
  }

  /** Show beside the one whose moves are listed how it could be won, from the last position. @private */
  showHow() {
    const one = this.listedOne
    if (!one?.analysis?.solution.length) return
    const [first, rival] = this.players
    if (one.player !== first) {
      // Who is beside comes first, so that both are seen.
      this.app.session.replay?.recordings.delete(first)
      this.players = [one.player]
    } else if (rival !== undefined && rival !== howOf(first)) {
      this.app.session.replay?.recordings.delete(rival)
      this.players = [first]
    }
    this.mover = one.player
    this.compare(howOf(one.player))
    this.pick(one.analysis.won_until ?? 0)
    if (this.app.chosen.moves) this.toggle(true, false)
  }

  /**
   * Take the keys from a choice that was made with the pointer: Space plays again.
   * @param {HTMLElement} choice
   * @private
   */
  giveKeys(choice) {
    if (this.pointed) choice.blur()
  }

  /** @param {boolean} shown @private */
  showMoves(shown) {
    this.listed.hidden = !shown
    this.movesButton.setAttribute("aria-pressed", String(shown))
    this.moves.keepInSight()
  }

  // Any moment ------------------------------------------------------------------------------------

  /**
   * Show a moment; returns whether any board changed.
   * @param {number} milliseconds
   * @private
   */
  seek(milliseconds) {
    const { words } = this.app
    this.moment = Math.max(0, Math.min(milliseconds, this.length))
    const glide = !this.playing || this.speed <= MOST_GLIDING
    const changed = this.seats.map((seat) => seat.showMoment(this.moment, glide && !this.held))
    this.curve.stand(this.moment)
    if (this.listedOne) this.moves.mark(this.number)
    const [moment, length] = [this.moment, this.length].map((each) => stopwatch(words, each))
    write(this.at, words.text("ReplayScreen.moment-of-length", { moment, length }))
    return changed.includes(true)
  }

  /** @param {number} milliseconds @private */
  go(milliseconds) {
    this.seek(milliseconds)
    this.tell()
  }

  /**
   * Go on to the next move of anybody shown (1), or back to the one before (-1).
   * @param {number} way
   * @private
   */
  step(way) {
    const { replay } = this.app.session
    if (!replay) return
    this.toggle(false, false)
    this.go(way < 0 ? replay.before(this.moment) : (replay.after(this.moment) ?? this.length))
  }

  /** @param {number} number @private */
  pick(number) {
    this.toggle(false, false)
    this.go(this.listedOne?.times[number] ?? 0)
  }

  /** What has just happened, and how everybody stands at this moment. @private */
  get told() {
    const several = this.seats.length > 1
    const said = this.seats.map(({ told, recording: { replay, player } }) => {
      if (!several || !replay) return told
      return `${playedBy(this.app.words, player, replay.name)}: ${told}`
    })
    return [...said, this.at.textContent].join("; ")
  }

  /** Say it; whose keys are on the curve hears its value. @private */
  tell() {
    this.curve.describe(this.told)
    if (document.activeElement !== this.curve.element) this.app.say(this.told)
  }

  // Playing ---------------------------------------------------------------------------------------

  /**
   * Play or pause.
   * @param {boolean} playing
   * @param {boolean} [telling] whether to say what is shown when it pauses
   * @private
   */
  toggle(playing, telling = true) {
    const { words } = this.app
    const before = this.playing
    this.playing = playing
    write(this.play, words.text(playing ? "ReplayScreen.pause" : "ReplayScreen.play"))
    if (playing === before) return
    cancelAnimationFrame(this.frame)
    if (!playing) {
      if (telling) this.tell()
      return
    }
    if (this.moment >= this.length) this.seek(0)
    this.looked = now()
    this.frame = requestAnimationFrame(() => this.tick())
  }

  /** Go on by the time that has gone by. @private */
  tick() {
    const { replay } = this.app.session
    if (!this.playing || !replay) return
    const gone = (now() - this.looked) * 1000
    this.looked = now()
    if (!this.held) {
      const changed = this.seek(replay.goneOn(this.moment, gone, this.speed))
      if (changed && this.speed === 1) this.tell() // faster than that, nobody could say it
    }
    if (this.moment >= this.length && !this.held && this.recordings.every(({ whole }) => whole)) {
      this.toggle(false)
    } else this.frame = requestAnimationFrame(() => this.tick())
  }

  /** @param {KeyboardEvent} event @private */
  press(event) {
    const { target, key } = event
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return
    if (this.whole.hidden || document.querySelector("dialog[open]")) return
    if (target instanceof Element && target.closest("select, input, textarea")) return
    const onButton = target instanceof Element && target.closest("button, a")
    if (key === " " && !onButton) this.toggle(!this.playing)
    else if (key === "ArrowLeft" || key === "ArrowRight") this.step(key === "ArrowLeft" ? -1 : 1)
    else if (key === "Home" || key === "End") this.go(key === "Home" ? 0 : this.length)
    else return
    event.preventDefault()
  }
}

/**
 * Who is shown where nobody is named: who looks, or else who came first.
 * @param {App} app
 * @param {number} race
 */
function firstOf({ session }, race) {
  const standings = session.results?.race === race ? session.results.standings : []
  const found = standings.find((/** @type {any} */ each) => each.player === session.player)
  return (found ?? standings[0])?.player ?? session.player
}

/**
 * Everybody who was in the race.
 * @param {Recording | null} recording
 * @returns {readonly { player: number, name: string }[]}
 */
const racersOf = (recording) => recording?.replay?.racers ?? []

/**
 * A button with a drawing on it.
 * @param {keyof typeof SIGNS} name
 * @param {string} label
 * @param {() => void} clicked
 */
function sign(name, label, clicked) {
  const made = button("", clicked, { class: "sign-button", title: label, "aria-label": label })
  const drawn = svg("path", { d: SIGNS[name] })
  made.append(svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, drawn))
  return made
}
