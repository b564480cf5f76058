// Everything that a host chooses: the game with its options, and how the race is run.

import { BOUNDS, Draft, fieldOf } from "../core/rooms/draft.mjs"
import { dealsHelp, dealsTitle, noDealsText } from "../core/rooms/deals.mjs"
import { dealCode } from "../core/racing/words.mjs"
import { meaningOf } from "../core/rooms/typed_deal.mjs"
import { gameTitle } from "../core/texts.mjs"
import { button, fill, h, write } from "./dom.mjs"
import { checkbox } from "./fields.mjs"
import { Finder } from "./finder.mjs"
import { GamePicture } from "./game_picture.mjs"
import { Rules } from "./rules.mjs"
import { SeriesFields } from "./series_fields.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/messages.mjs").Settings} Settings */
/** @typedef {import("../core/rooms/draft.mjs").NumberField} NumberField */
/** @typedef {import("../core/rooms/draft.mjs").Switch} Switch */

/** @type {Readonly<Record<NumberField, [string, string]>>} names and units */
const NUMBERS = {
  minutes: ["RoomForm.time-limit", "RoomForm.min"],
  seats: ["RoomForm.seats", ""],
  countdown: ["RoomForm.countdown", "RoomForm.s--seconds"],
  delay: ["RoomForm.spectators-delay", "RoomForm.s--seconds"],
}

/** The settings of a room, one that is to be made or one that is there. */
export class RoomForm {
  /**
   * @param {App} app
   * @param {Draft} draft
   * @param {() => void} entered the choice is made
   * @param {boolean} [alone] whether it is only about the game
   */
  constructor(app, draft, entered, alone = false) {
    /** @private */
    this.app = app
    this.draft = draft
    const { words } = app
    /** @private */
    this.finder = new Finder(app, (game) => this.showGame(game), entered)
    this.finder.element.addEventListener("click", ({ target, detail }) => {
      // A tap on a game takes it, where there is room for nothing beside the games.
      if (detail && target instanceof Element && target.closest("label")) this.back()
    })
    /** @private */
    this.picture = new GamePicture(app)
    /** @private */
    this.title = h("h2", {})
    /** @private */
    this.rules = new Rules(app)
    /** @private */
    this.options = h("div", { class: "options stack tight" })
    /** @private */
    this.dealsHelp = h("p", { class: "muted", id: "deals-help" })
    /** Which deals are raced on. @private */
    this.deals = h("select", {
      "aria-describedby": this.dealsHelp.id,
      onchange: () => {
        draft.wish = this.deals.value
        app.chosen.set({ deals: draft.wish })
        this.showDeals()
      },
    })
    /** What is wrong in each field. @type {Map<string, HTMLElement>} @private */
    this.faults = new Map()
    /** @type {Map<string, HTMLInputElement>} @private */
    this.fields = new Map()
    /** Where one is on a narrow screen: at the games, or at the rest. @private */
    this.more = button(words.text("PracticeScreen.choose-a-game"), () => this.go("games"), {
      class: "narrow choose",
    })
    const back = button(words.text("page.this-game"), () => this.go("race"), { class: "main this" })
    const numbers = /** @type {NumberField[]} */ (Object.keys(NUMBERS))
    /** @private */
    this.beside = this.checkbox(
      "RoomForm.people-in-the-same-home-as-a-racer-may-watch",
      () => draft.besideRacers,
      (value) => (draft.beside = value),
    )
    /** @private */
    this.secret = this.secretField()
    /** @private */
    this.series = alone ? null : new SeriesFields(app, draft)
    /** What is understood of what is typed for a deal. @private */
    this.understood = h("span", { class: "muted", role: "status", id: "understood-code" })
    /** The code of a deal to be played, or a word for this game. @private */
    this.code = this.codeField()
    this.element = h(
      "div",
      { class: alone ? "room-form alone" : "room-form" },
      h("div", { class: "games" }, this.finder.element, back),
      h(
        "div",
        { class: "chosen-game stack" },
        h("div", { class: "game-head" }, this.picture.element, h("div", {}, this.title, this.more)),
        this.options,
        h(
          "div",
          { class: "deals-choice stack tight" },
          h("label", { class: "field" }, h("span", {}, words.text("RoomForm.deals")), this.deals),
          this.dealsHelp,
        ),
        alone && this.code,
        this.rules.element,
      ),
      !alone &&
        h(
          "div",
          { class: "the-race stack tight", role: "group", "aria-label": words.text("RoomForm.the-race") },
          h("h2", {}, words.text("RoomForm.the-race")),
          ...numbers.map((field) => this.number(field)),
          this.series?.element,
          this.switched("show_boards", "RoomForm.rivals-see-each-other-s-boards"),
          this.explained(this.beside, "RoomForm.they-share-an-internet-connection-and-could"),
          this.explained(
            this.switched("undo", "RoomForm.undo-is-allowed"),
            "RoomForm.without-a-move-left-the-race-is-over-even-so",
          ),
          this.switched("hints", "RoomForm.hints-are-allowed"),
          this.explained(
            this.switched("rated", "RoomForm.counts-for-ratings"),
            "RoomForm.where-two-people-or-more-race-bots-are-passed",
          ),
          this.switched("listed", "RoomForm.show-the-room-in-the-lobby"),
          this.checkbox(
            "RoomForm.ask-for-a-password",
            () => draft.locks,
            (value) => {
              draft.locks = value
              this.follow()
              if (value) this.fields.get("secret")?.focus()
            },
          ),
          this.secret,
        ),
    )
    this.go("race")
    this.follow()
    app.needGames()
    /** @private */
    this.unlisten = app.chosen.listen(() => {
      this.picture.again()
      this.finder.dress()
    })
  }

  closed() {
    this.unlisten()
  }

  /** Show what has come meanwhile. */
  update() {
    this.finder.fill()
    this.series?.show()
    if (this.finder.game) this.rules.show(this.draft.game)
    else {
      this.finder.choose(this.draft.game)
      this.finder.reveal()
    }
    if (!this.options.children.length) this.showOptions()
    if (!this.draft.offered) this.showDeals()
  }

  /** Escape: leave the games, on a narrow screen; return whether that was of use. */
  back() {
    if (this.element.dataset.at !== "games") return false
    this.go("race")
    return true
  }

  /**
   * Say what is wrong, if anything is; return whether all is well.
   * @returns {boolean}
   */
  check() {
    const { words } = this.app
    const wrong = this.draft.faults
    for (const field of this.faults.keys()) this.complain(field, "")
    for (const field of wrong) {
      if (field === "secret") this.complain(field, words.text("page.type-a-password"))
      else {
        const [least, most] = BOUNDS[field]
        this.complain(field, words.text("page.from-least-to-most", { least, most }))
      }
    }
    if (wrong.length) this.fields.get(wrong[0])?.focus()
    else if (this.codeFault) this.refuseCode(this.codeFault)
    return !wrong.length && !this.codeFault
  }

  /**
   * Say what the server has found wrong; return whether it is about a field here.
   * @param {string} field as in the message: "$.settings.seats"
   * @param {string} text
   */
  refused(field, text) {
    const found = fieldOf(field)
    if (!found || !this.fields.has(found)) return false
    this.complain(found, text)
    this.fields.get(found)?.focus()
    return true
  }

  // The parts -----------------------------------------------------------------------------------

  /** @param {"games" | "race"} where @private */
  go(where) {
    this.element.dataset.at = where
    if (where === "games") {
      this.finder.reveal()
      // On a phone the keyboard would cover the games.
      if (matchMedia("(pointer: fine)").matches) this.finder.focus()
    } else if (this.element.isConnected) this.more.focus()
  }

  /** @param {string} game @private */
  showGame(game) {
    const { words } = this.app
    if (game !== this.draft.game) this.draft.options = {}
    this.draft.game = game
    write(this.title, gameTitle(words, game))
    this.picture.show(game)
    this.rules.show(game)
    this.showOptions()
    this.tellUnderstood()
    this.series?.show()
  }

  /** @private */
  showOptions() {
    const { words, games } = this.app
    const { draft } = this
    const entry = games.entry(draft.game)
    draft.options = games.complete(draft.game, draft.options)
    const known = entry?.options ?? []
    /** @param {string} name @param {string | boolean} choice */
    const choose = (name, choice) => {
      draft.options[name] = choice
      this.showDeals()
    }
    fill(
      this.options,
      known.length > 0 && h("h3", {}, words.text("GameChooser.options")),
      ...known.map(({ name, title, choices }) => {
        const text = words.translated("games", title)
        if (typeof draft.options[name] === "boolean") {
          return checkbox(text, draft.options[name], (value) => choose(name, value))
        }
        const select = h("select", {
          onchange: () => choose(name, choices[select.selectedIndex].choice),
        })
        const titles = choices.map((each) => words.translated("games", each.title))
        fill(select, ...titles.map((text) => h("option", {}, text)))
        select.selectedIndex = choices.findIndex(({ choice }) => choice === draft.options[name])
        return h("label", { class: "field" }, h("span", {}, text), select)
      }),
    )
    this.options.hidden = !known.length
    this.showDeals()
  }

  /** Offer the deals that there are of the game, and say what they are. @private */
  showDeals() {
    const { draft, deals } = this
    const { words, games } = this.app
    if (!games.entry(draft.game)) return
    const offered = games.deals(draft.game, draft.options)
    if (offered.join() !== draft.offered?.join() || !deals.options.length) {
      fill(deals, ...offered.map((value) => h("option", { value }, dealsTitle(words, value))))
    }
    draft.offered = offered
    deals.value = draft.deals
    deals.disabled = offered.length < 2
    write(this.dealsHelp, offered.length > 1
      ? dealsHelp(words, draft.deals)
      : noDealsText(words, games.hasDeals(draft.game)))
  }

  /** @param {NumberField} field @private */
  number(field) {
    const { draft } = this
    const { words } = this.app
    const [name, unit] = NUMBERS[field]
    const [least, most] = BOUNDS[field]
    const fault = h("span", { class: "bad", role: "alert", id: `fault-${field}` })
    const input = h("input", {
      type: "number",
      inputmode: "numeric",
      min: least,
      max: most,
      required: true,
      value: draft.typed[field],
      "aria-describedby": fault.id,
      oninput: () => {
        draft.typed[field] = input.value
        const wrong = input.value && draft.number(field) === null
        this.complain(field, wrong ? words.text("page.from-least-to-most", { least, most }) : "")
        this.follow()
      },
    })
    this.fields.set(field, input)
    this.faults.set(field, fault)
    const measured = h("span", { class: "muted" }, unit && words.text(unit))
    return h(
      "label",
      { class: "field" },
      h("span", {}, words.text(name)),
      h("span", { class: "with-unit" }, input, measured),
      fault,
    )
  }

  /** @private */
  secretField() {
    const { draft } = this
    const { words } = this.app
    const fault = h("span", { class: "bad", role: "alert", id: "fault-secret" })
    const unchanged = draft.locks ? "RoomForm.unchanged" : "RoomForm.the-password"
    const input = h("input", {
      type: "text",
      maxlength: 64,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      placeholder: words.text(unchanged),
      "aria-label": words.text("RoomForm.the-room-s-password"),
      "aria-describedby": fault.id,
      oninput: () => {
        draft.secret = input.value
        this.complain("secret", "")
      },
    })
    this.fields.set("secret", input)
    this.faults.set("secret", fault)
    return h("div", { class: "secret" }, input, fault)
  }

  /** @private */
  codeField() {
    const { words } = this.app
    const fault = h("span", { class: "bad", role: "alert", id: "fault-code" })
    const input = h("input", {
      maxlength: 1200,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "go",
      placeholder: words.text("PracticeScreen.code-or-any-word"),
      "aria-describedby": `${this.understood.id} ${fault.id}`,
      oninput: () => {
        this.complain("code", "")
        this.tellUnderstood()
      },
    })
    this.fields.set("code", input)
    this.faults.set("code", fault)
    return h("label", { class: "field deal-code" },
      h("span", {}, words.text("DealCode.deal-code")), input, this.understood, fault)
  }

  /** What was typed for a deal. @private */
  get typed() {
    return this.fields.get("code")?.value.trim() ?? ""
  }

  /** The code of the deal that was typed; empty for none. A word makes one of the game chosen. */
  get typedCode() {
    const { typed } = this
    return meaningOf(typed) === "word" ? dealCode(this.draft, typed) : typed
  }

  /** Say which deal a word makes, before it is played. @private */
  tellUnderstood() {
    const { words } = this.app
    const game = gameTitle(words, this.draft.game)
    const key = "PracticeScreen.a-deal-of-game-made-from-word-whoever-types-the"
    const isWord = meaningOf(this.typed) === "word"
    write(this.understood, isWord ? words.text(key, { game, word: this.typed }) : "")
  }

  /** What is wrong with what was typed for a deal, before the server is asked. @private */
  get codeFault() {
    const { words } = this.app
    const meaning = meaningOf(this.typed)
    if (meaning === "link") {
      return words.text("page.this-leads-into-a-room")
    }
    if (meaning !== "room") return ""
    const key = "PracticeScreen.code-is-the-code-of-a-room-not-of-a-deal"
    return words.text(key, { code: this.typed })
  }

  /**
   * Say why that is no code.
   * @param {string} text
   */
  refuseCode(text) {
    this.complain("code", text)
    this.fields.get("code")?.focus()
  }

  /** @param {Switch} name @param {string} key @private */
  switched(name, key) {
    const { switches } = this.draft
    return this.checkbox(key, () => switches[name], (value) => (switches[name] = value))
  }

  /**
   * A choice with a line below it that says what it comes to.
   * @param {HTMLElement} choice
   * @param {string} key
   * @private
   */
  explained(choice, key) {
    const told = h("p", { class: "muted under" }, this.app.words.text(key))
    return h("div", { class: "explained" }, choice, told)
  }

  /**
   * @param {string} key
   * @param {() => boolean} now
   * @param {(value: boolean) => void} set
   * @private
   */
  checkbox(key, now, set) {
    return checkbox(this.app.words.text(key), now(), (value) => {
      set(value)
      this.follow()
    })
  }

  /** Show what follows from the other settings. @private */
  follow() {
    const beside = this.beside.querySelector("input")
    if (beside) beside.checked = this.draft.besideRacers
    this.secret.hidden = !this.draft.locks
  }

  /** @param {string} field @param {string} fault @private */
  complain(field, fault) {
    const told = this.faults.get(field)
    if (told) write(told, fault)
    this.fields.get(field)?.setAttribute("aria-invalid", String(Boolean(fault)))
  }
}
