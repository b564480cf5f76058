// The settings: everything shows at once, on cards that can be played with beside them.

import { decimal } from "../core/texts.mjs"
import { LANGUAGES } from "../language.mjs"
import { CHOICES, RANGES } from "../preferences.mjs"
import { askName } from "../widgets/ask.mjs"
import { ClickTrial } from "../widgets/click_trial.mjs"
import { bdi, button, fill, h, write } from "../widgets/dom.mjs"
import { checkbox } from "../widgets/fields.mjs"
import { OwnData } from "../widgets/own_data.mjs"
import { SureButton } from "../widgets/sure_button.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../preferences.mjs").Preferences} Preferences */
/** @typedef {"theme" | "motion" | "table" | "back"} Choice */
/** @typedef {"fourColours" | "largeIndex" | "glow" | "autoFinish" | "lamp" | "sounds"} Switch */
/** @typedef {"volume" | "quick" | "slow" | "still" | "double"} Measure */

/** What the values are called. @type {Readonly<Record<string, string>>} */
const NAMES = {
  "": "SettingsScreen.as-the-system",
  light: "SettingsScreen.light",
  dark: "SettingsScreen.dark",
  on: "SettingsScreen.on",
  off: "SettingsScreen.off",
  spruce: "SettingsScreen.spruce",
  ocean: "SettingsScreen.ocean",
  plum: "SettingsScreen.plum",
  slate: "SettingsScreen.slate",
  rosette: "SettingsScreen.rosette",
  scales: "SettingsScreen.scales",
  stars: "SettingsScreen.stars",
}
/** Steps of a slider for a threshold: hundredths of a second and of a card. */
const FINE = 0.01

/** Changes what the player has chosen, and nothing else. */
export class SettingsScreen {
  /** @param {App} app */
  constructor(app) {
    /** @private */
    this.app = app
    const { words, chosen } = app
    /** What shows anew whatever has changed. @type {(() => void)[]} @private */
    this.shown = []
    /** @private */
    this.trial = new ClickTrial(app)
    /** @private */
    this.defaults = new SureButton(
      words.text("SettingsScreen.back-to-the-defaults"),
      words.text("MemberRow.really"),
      () => chosen.forget(),
      { asked: (question) => app.say(question, true) },
    )
    /** @private */
    this.player = h("section", { class: "panel stack tight" })
    /** What says here who one is, and how it is taken away. @private */
    this.here = h("section", { class: "panel stack tight" })
    /** @private */
    this.ownData = new OwnData(app)
    /** Whose it is. @private */
    this.who = ""
    this.element = h(
      "div",
      { class: "settings" },
      h(
        "div",
        { class: "settings-head" },
        button(words.text("SettingsScreen.back"), () => app.goBack()),
        h("h1", {}, words.text("SettingsScreen.settings")),
      ),
      h(
        "div",
        { class: "settings-groups stack" },
        this.player,
        this.group(
          "SettingsScreen.look",
          this.languages(),
          this.choice("theme", "SettingsScreen.theme"),
          this.choice("table", "SettingsScreen.table"),
          this.choice("back", "SettingsScreen.card-back"),
          this.choice("motion", "SettingsScreen.motion"),
          this.switch("fourColours", "SettingsScreen.four-colours-one-for-each-suit"),
          this.switch("largeIndex", "SettingsScreen.large-ranks-and-suits"),
        ),
        this.group(
          "SettingsScreen.sound",
          this.switch("sounds", "SettingsScreen.sounds"),
          this.slider("volume", "SettingsScreen.volume", 1),
        ),
        this.group(
          "SettingsScreen.play",
          this.switch("glow", "SettingsScreen.playable-cards-glow-where-the-game-suggests-it"),
          this.switch("autoFinish", "SettingsScreen.finish-by-itself-when-only-that-is-left"),
          this.switch("lamp", "SettingsScreen.in-practice-show-whether-it-can-still-be-won"),
          h("p", { class: "muted" }, words.text("page.told-where-the-deal-is-known-and-nothing-counts")),
        ),
        this.group(
          "SettingsScreen.click-or-drag",
          h(
            "p",
            { class: "muted" },
            words.text("SettingsScreen.a-click-lifts-a-card-and-it-sticks-to-the"),
          ),
          this.slider("quick", "SettingsScreen.quick-click-up-to", FINE),
          this.meaning("SettingsScreen.a-press-as-short-as-this-is-a-click-however-far"),
          this.slider("slow", "SettingsScreen.slow-click-up-to", FINE),
          this.meaning("SettingsScreen.a-longer-one-is-a-click-too-as-long-as-the"),
          this.slider("still", "SettingsScreen.in-its-place-moved-less-than", FINE),
          this.meaning("SettingsScreen.how-much-of-a-card-s-width-the-mouse-may-move"),
          this.slider("double", "SettingsScreen.a-double-click-up-to", FINE),
          this.meaning("SettingsScreen.the-time-from-one-click-to-the-next-for-a"),
        ),
        this.here,
        h("div", { class: "row" }, this.defaults.element),
      ),
      this.trial.element,
    )
    /** @private */
    this.unlisten = chosen.listen(() => this.show())
    this.show()
  }

  title() {
    return this.app.words.text("SettingsScreen.settings")
  }

  closed() {
    this.unlisten()
    this.trial.closed()
    this.ownData.closed()
  }

  /** @param {readonly import("../core/messages.mjs").Message[]} messages */
  update(messages) {
    const { session, words } = this.app
    this.ownData.update(messages)
    if (messages.some(({ type }) => type === "new token")) {
      this.app.tell(words.text("Window.your-token-is-new-and-kept-here-the-old-one"))
    }
    const who = JSON.stringify([session.name, session.guest, session.player, session.room?.code])
    if (who === this.who) return
    this.who = who
    this.introduce()
  }

  /** @param {import("../core/messages.mjs").Message} problem */
  refused(problem) {
    return this.ownData.refused(problem)
  }

  /** Say who one is, and what can be done about it. @private */
  introduce() {
    const { app } = this
    const { session, words } = app
    const heading = h("h2", {}, words.text("SettingsScreen.player"))
    this.here.hidden = session.guest
    if (session.guest) {
      const named = button(words.text("page.choose-a-name"), () => app.named())
      const about = h("p", { class: "muted" }, words.text("page.you-are-a-guest"))
      fill(this.player, heading, about, h("div", { class: "row" }, named))
      return
    }
    const asked = (/** @type {string} */ question) => app.say(question, true)
    const renew = new SureButton(
      words.text("SettingsScreen.renew-my-token"),
      words.text("SettingsScreen.really-renew-it"),
      () => app.line.do((s) => s.say("renew token")),
      { asked },
    )
    const forget = new SureButton(
      words.text("page.forget-me-here"),
      words.text("MemberRow.really"),
      () => app.forgetMe(),
      { asked },
    )
    const other = button(words.text("page.another-name"), () => askName(app))
    fill(
      this.player,
      heading,
      h("p", {}, h("b", {}, bdi(session.name))),
      // Who is in a room would leave it as somebody else.
      !session.room && h("div", { class: "row" }, other),
    )
    fill(
      this.here,
      h("h2", {}, words.text("page.this-browser")),
      h(
        "p",
        { class: "muted" },
        words.text("SettingsScreen.a-token-on-this-computer-says-who-you-are-if"),
      ),
      h("div", { class: "row" }, renew.element),
      h("p", { class: "muted" }, words.text("page.what-forgetting-does")),
      h("div", { class: "row" }, forget.element),
      h("h2", {}, words.text("page.on-this-server")),
      this.ownData.element,
    )
  }

  // The controls --------------------------------------------------------------------------------

  /**
   * @param {string} title
   * @param {HTMLElement[]} parts
   * @private
   */
  group(title, ...parts) {
    const text = this.app.words.text(title)
    const [, name] = title.split(".")
    return h(
      "div",
      { class: `panel stack tight ${name}`, role: "group", "aria-label": text },
      h("h2", {}, text),
      ...parts,
    )
  }

  /** Show what is in force. @private */
  show() {
    for (const each of this.shown) each()
    this.defaults.element.disabled = this.app.chosen.usual
  }

  /** @private */
  languages() {
    const { words, chosen } = this.app
    const names = LANGUAGES.map((language) => {
      const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language
      return [language, name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1)]
    })
    names.sort(([, a], [, b]) => a.localeCompare(b))
    const every = [["", words.text(NAMES[""])], ...names]
    return this.select("SettingsScreen.language", every, () => chosen.now.language, (language) =>
      chosen.set({ language }),
    )
  }

  /** @param {Choice} name @param {string} key @private */
  choice(name, key) {
    const { words, chosen } = this.app
    const values = CHOICES[name].map((value) => [value, words.text(NAMES[value])])
    return this.select(key, values, () => chosen.now[name], (value) =>
      chosen.set({ [name]: value }),
    )
  }

  /**
   * @param {string} key
   * @param {readonly (readonly string[])[]} values values and texts
   * @param {() => string} now
   * @param {(value: string) => void} set
   * @private
   */
  select(key, values, now, set) {
    const made = h("select", { onchange: () => set(made.value) })
    fill(made, ...values.map(([value, text]) => h("option", { value }, text)))
    this.shown.push(() => (made.value = now()))
    return h("label", { class: "field" }, h("span", {}, this.app.words.text(key)), made)
  }

  /** @param {Switch} name @param {string} key @private */
  switch(name, key) {
    const { words, chosen } = this.app
    const set = (/** @type {boolean} */ value) => chosen.set({ [name]: value })
    const made = checkbox(words.text(key), chosen.now[name], set)
    this.shown.push(() => {
      const box = made.querySelector("input")
      if (box) box.checked = chosen.now[name]
    })
    return made
  }

  /** @param {Measure} name @param {string} key @param {number} step @private */
  slider(name, key, step) {
    const { words, chosen } = this.app
    const [min, max] = RANGES[name]
    const value = h("output", { class: "muted" })
    const made = h("input", {
      type: "range", min, max, step,
      oninput: () => chosen.set({ [name]: Number(made.value) }),
    })
    this.shown.push(() => {
      made.value = String(chosen.now[name])
      made.style.setProperty("--part", `${((Number(made.value) - min) / (max - min)) * 100}%`)
      made.disabled = name === "volume" && !chosen.now.sounds
      write(value, this.valueText(name))
      made.setAttribute("aria-valuetext", value.textContent ?? "")
    })
    return h("label", { class: "slider" }, h("span", {}, words.text(key)), made, value)
  }

  /** What the slider above it is for. @param {string} key @private */
  meaning(key) {
    return h("p", { class: "muted meaning" }, this.app.words.text(key))
  }

  /** @param {Measure} name @private */
  valueText(name) {
    const { words, chosen } = this.app
    const value = chosen.now[name]
    if (name === "volume") return words.text("SettingsScreen.percent", { percent: value })
    if (name === "still") {
      return words.text("SettingsScreen.percent", { percent: Math.round(value * 100) })
    }
    return words.text("SettingsScreen.seconds-s", { seconds: decimal(words, value) })
  }
}
