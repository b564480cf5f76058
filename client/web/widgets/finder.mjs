// The games to find one in: a search field, filters, stars, the games last played.
//
// Typing searches, the arrows go through what is found, Enter says that the choice is made, Escape
// shows all again, and Ctrl+D gives or takes a favourite's star.

import { byTitle, EVERYTHING, find } from "../core/rooms/game_search.mjs"
import { decksText, factsText } from "../core/rooms/catalogue.mjs"
import { gameTitle } from "../core/texts.mjs"
import { button, fill, h, write } from "./dom.mjs"
import { GamePicture } from "./game_picture.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/rooms/catalogue.mjs").Entry} Entry */
/** @typedef {import("../core/rooms/game_search.mjs").Wanted} Wanted */
/** @typedef {"all" | "favourites" | "recent"} Scope */

/** @type {Readonly<Record<Scope, string>>} */
const SCOPES = {
  all: "GameFinder.all", favourites: "GameFinder.favourites", recent: "GameFinder.recent",
}

/** A game as it is shown. */
class Tile {
  /**
   * @param {App} app
   * @param {Entry} entry
   * @param {(game: string) => void} chosen
   * @param {(game: string) => void} starred
   */
  constructor(app, entry, chosen, starred) {
    const { words } = app
    this.entry = entry
    this.title = gameTitle(words, entry.name)
    this.picture = new GamePicture(app, entry.name)
    this.radio = h("input", {
      type: "radio",
      name: "game",
      value: entry.name,
      class: "heard",
      "aria-label": `${this.title}, ${factsText(words, entry)}`,
      onchange: () => chosen(entry.name),
    })
    /** @private */
    this.star = button("☆", () => starred(entry.name), { class: "star" })
    this.element = h(
      "li",
      { class: "tile" },
      h(
        "label",
        { title: this.title },
        this.radio,
        this.picture.element,
        h("b", {}, this.title),
        h("span", { class: "muted" }, words.translated("games", entry.family)),
      ),
      this.star,
    )
    /** @private */
    this.words = words
  }

  /** @param {boolean} favourite @param {boolean} chosen */
  show(favourite, chosen) {
    write(this.star, favourite ? "★" : "☆")
    this.star.setAttribute("aria-pressed", String(favourite))
    const name = `${this.words.text("GameFinder.favourites")}: ${this.title}`
    this.star.setAttribute("aria-label", name)
    this.star.tabIndex = chosen ? 0 : -1
    this.radio.checked = chosen
    this.element.classList.toggle("chosen", chosen)
  }
}

/** The games by title, each with its picture. */
export class Finder {
  /**
   * @param {App} app
   * @param {(game: string) => void} chosen this game is the chosen one now
   * @param {() => void} entered the choice is made
   */
  constructor(app, chosen, entered) {
    /** @private */
    this.app = app
    /** @private */
    this.chosen = chosen
    /** @private */
    this.entered = entered
    /** The name of the chosen game; it stays chosen when a search does not find it. */
    this.game = ""
    /** @type {Wanted} @private */
    this.wanted = { ...EVERYTHING }
    /** @type {Scope} @private */
    this.scope = "all"
    /** @type {Map<string, Tile>} @private */
    this.tiles = new Map()
    /** @type {Tile[]} @private */
    this.found = []
    const { words } = app
    /** @private */
    this.search = h("input", {
      type: "search",
      placeholder: words.text("GameFinder.find-a-game"),
      "aria-label": words.text("GameFinder.find-a-game-2"),
      autocomplete: "off",
      spellcheck: "false",
      enterkeyhint: "done",
      oninput: () => this.typed(),
    })
    /** @private */
    this.scopes = Object.entries(SCOPES).map(([scope, key]) =>
      button(words.text(key), () => this.setScope(/** @type {Scope} */ (scope)), {
        class: "narrow",
      }),
    )
    /** @private */
    this.family = h("select", { "aria-label": words.text("GameFinder.family") })
    /** @private */
    this.decks = h("select", { "aria-label": words.text("GameFinder.decks") })
    /** @private */
    this.cards = h("select", { "aria-label": words.text("GameFinder.cards") })
    for (const select of [this.family, this.decks, this.cards]) {
      select.addEventListener("change", () => this.filter())
    }
    /** @private */
    this.list = h("ul", {
      class: "tiles", role: "radiogroup", "aria-label": words.text("GameFinder.games"),
    })
    /** @private */
    this.empty = h("p", { class: "muted", hidden: true })
    /** @private */
    this.count = h("span", { class: "muted", role: "status" })
    /** @private */
    this.all = button(words.text("GameFinder.show-all"), () => this.showAll(), { class: "narrow" })
    /** Where there is little room, the filters are behind it. @private */
    this.fold = button(words.text("GameFinder.filters"), () => this.unfold(), {
      class: "narrow fold", "aria-expanded": "false",
    })
    this.element = h(
      "section",
      { class: "finder" },
      h("div", { class: "row looked-for" }, this.search, this.fold),
      h("div", { class: "row scopes" }, ...this.scopes),
      h("div", { class: "filters" }, this.family, this.decks, this.cards),
      this.empty,
      this.list,
      h("div", { class: "row foot" }, this.count, h("span", { class: "gap" }), this.all),
    )
    this.element.addEventListener("keydown", (event) => this.pressed(event))
    this.list.addEventListener("dblclick", () => this.entered())
    this.shownScopes()
  }

  /** Take in the games, once they are there. */
  fill() {
    const { app } = this
    const { words, games } = app
    if (this.tiles.size || !games.entries.length) return
    const entries = byTitle(words, games.entries)
    const choose = (/** @type {string} */ game) => this.choose(game)
    const star = (/** @type {string} */ game) => this.toggle(game)
    this.tiles = new Map(entries.map((each) => [each.name, new Tile(app, each, choose, star)]))
    const families = [...new Set(entries.map(({ family }) => family))]
      .map((family) => [family, words.translated("games", family)])
      .sort(([, a], [, b]) => a.localeCompare(b, words.language))
    const decks = [...new Set(entries.map(({ decks }) => decks))].sort((a, b) => a - b)
    options(this.family, words.text("GameFinder.all-families"), families)
    options(
      this.decks,
      words.text("GameFinder.any-decks"),
      decks.map((number) => [String(number), decksText(words, number)]),
    )
    options(this.cards, words.text("GameFinder.any-cards"), [
      ["hidden", words.text("GameFinder.hidden-cards")],
      ["open", words.text("GameFinder.open-cards")],
    ])
    this.find()
  }

  /**
   * Choose a game by its name.
   * @param {string} game
   */
  choose(game) {
    if (game === this.game) return
    this.game = game
    this.mark()
    this.chosen(game)
  }

  /** Let the chosen game be seen. */
  reveal() {
    this.tiles.get(this.game)?.element.scrollIntoView({ block: "center" })
  }

  /** Begin with the search field. */
  focus() {
    this.search.focus()
  }

  /** Draw the pictures again, if they have to look otherwise now. */
  dress() {
    for (const tile of this.tiles.values()) tile.picture.again()
  }

  /** Show the filters, or put them away. @private */
  unfold() {
    const shown = this.element.classList.toggle("unfolded")
    this.fold.setAttribute("aria-expanded", String(shown))
  }

  /** @private */
  typed() {
    this.wanted = { ...this.wanted, text: this.search.value }
    this.find()
    if (this.wanted.text.trim() && this.found.length) this.choose(this.found[0].entry.name)
    this.list.scrollTop = 0
  }

  /** @private */
  filter() {
    const { value: cards } = this.cards
    this.wanted = {
      ...this.wanted,
      family: this.family.value || null,
      decks: this.decks.value ? Number(this.decks.value) : null,
      hidden: cards ? cards === "hidden" : null,
    }
    this.find()
  }

  /** @param {Scope} scope @private */
  setScope(scope) {
    this.scope = scope
    this.shownScopes()
    this.find()
  }

  /** @private */
  shownScopes() {
    Object.keys(SCOPES).forEach((scope, i) => {
      this.scopes[i].setAttribute("aria-pressed", String(scope === this.scope))
    })
  }

  /** @private */
  showAll() {
    this.wanted = { ...EVERYTHING }
    this.scope = "all"
    this.search.value = this.family.value = this.decks.value = this.cards.value = ""
    this.shownScopes()
    this.find()
    this.reveal()
    this.search.focus()
  }

  /** List what is wanted. @private */
  find() {
    const { words, games, chosen } = this.app
    const { favourites, recent } = chosen.now
    const names = this.scope === "all" ? null : this.scope === "recent" ? recent : favourites
    const entries = byTitle(words, games.entries)
    const found = find(words, entries, { ...this.wanted, names })
    this.found = found.flatMap(({ name }) => this.tiles.get(name) ?? [])
    fill(this.list, ...this.found.map(({ element }) => element))
    const all = entries.length
    const everything = this.scope === "all" && Object.entries(EVERYTHING).every(
      ([field, value]) => /** @type {any} */ (this.wanted)[field] === value,
    )
    this.all.hidden = everything
    write(
      this.count,
      everything
        ? words.text("game_finder.n-games", {}, all)
        : words.text("game_finder.found-of-n-games", { found: found.length }, all),
    )
    this.empty.hidden = found.length > 0
    this.list.hidden = !found.length
    write(this.empty, this.emptiness(names))
    this.mark()
  }

  /**
   * What an empty list says.
   * @param {readonly string[] | null} names
   * @private
   */
  emptiness(names) {
    const { words } = this.app
    if (!names || names.length) {
      const game = gameTitle(words, this.game)
      return words.text("GameFinder.no-game-fits-game-stays-chosen", { game })
    }
    return words.text(
      this.scope === "favourites"
        ? "GameFinder.a-click-on-a-game-s-star-or-ctrl-d-makes-it-a"
        : "GameFinder.the-games-that-you-play-will-be-here",
    )
  }

  /** Show which game is chosen, and which have a star. @private */
  mark() {
    const { favourites } = this.app.chosen.now
    for (const [name, tile] of this.tiles) tile.show(favourites.includes(name), name === this.game)
  }

  /** @param {string} game @private */
  toggle(game) {
    this.app.chosen.toggleFavourite(game)
    if (this.scope === "favourites") this.find()
    else this.mark()
  }

  /** @param {KeyboardEvent} event @private */
  pressed(event) {
    const { key, target } = event
    const inList = target instanceof HTMLInputElement && target.type === "radio"
    const inSearch = target === this.search
    if (key === "Enter" && (inList || inSearch)) {
      event.preventDefault()
      if (this.found.length) this.entered() // else nothing that is seen would be chosen
    } else if (key === "Escape" && !this.all.hidden) {
      event.preventDefault()
      this.showAll()
    } else if (key.toLowerCase() === "d" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      this.toggle(this.game)
    } else if (inList || inSearch) {
      const step = this.stepOf(key, inSearch)
      if (step) {
        event.preventDefault()
        this.move(step, inList)
      } else if (inList && key.length === 1 && !event.ctrlKey && !event.metaKey && key !== " ") {
        this.search.focus() // what is typed goes there
      }
    }
  }

  /**
   * How many games a key goes on.
   * @param {string} key
   * @param {boolean} inSearch
   * @private
   */
  stepOf(key, inSearch) {
    const columns = Math.max(1, getComputedStyle(this.list).gridTemplateColumns.split(" ").length)
    switch (key) {
      case "ArrowUp":
        return -columns
      case "ArrowDown":
        return columns
      case "ArrowLeft":
        return inSearch && this.search.value ? 0 : -1
      case "ArrowRight":
        return inSearch && this.search.value ? 0 : 1
    }
    return 0
  }

  /** @param {number} step @param {boolean} inList @private */
  move(step, inList) {
    const at = this.found.findIndex(({ entry }) => entry.name === this.game)
    const next = this.found[at < 0 ? 0 : at + step]
    if (!next) return
    this.choose(next.entry.name)
    next.element.scrollIntoView({ block: "nearest" })
    if (inList) next.radio.focus({ preventScroll: true })
    else this.app.say(next.radio.getAttribute("aria-label") ?? "", true)
  }
}

/**
 * @param {HTMLSelectElement} select
 * @param {string} every
 * @param {readonly (readonly string[])[]} choices values and texts
 */
function options(select, every, choices) {
  fill(select, ...[["", every], ...choices].map(([value, text]) => h("option", { value }, text)))
}
