// The sounds of the table, as in the window. Nothing is loaded before the first of them may be
// heard: browsers are silent until the player has touched the page.

/** @typedef {"deal" | "move" | "refuse" | "tick" | "win"} Sound */
/** @typedef {import("../preferences.mjs").Chosen} Chosen */

/** Plays sounds, unless the player wants silence. */
export class Sounds {
  /** @param {Chosen} chosen */
  constructor(chosen) {
    /** @private */
    this.chosen = chosen
    /** @type {AudioContext | null} @private */
    this.context = null
    /** @type {Map<Sound, Promise<AudioBuffer | null>>} @private */
    this.loaded = new Map()
    for (const touch of ["pointerup", "keydown"]) {
      addEventListener(touch, () => this.begin(), { once: true, capture: true })
    }
  }

  /**
   * Let one be heard; never waits.
   * @param {Sound} sound
   */
  async play(sound) {
    const { context, chosen } = this
    if (!context || !this.wanted || document.hidden) return
    const asked = context.currentTime
    const heard = await this.load(sound)
    if (!heard || context.currentTime - asked > 0.3) return // by now it would be about nothing
    const source = context.createBufferSource()
    const loudness = context.createGain()
    // Ears hear ratios: half the way of the slider is a quarter of the amplitude.
    loudness.gain.value = (chosen.now.volume / 100) ** 2
    source.buffer = heard
    source.connect(loudness).connect(context.destination)
    source.start()
  }

  /** @private */
  get wanted() {
    return this.chosen.now.sounds && this.chosen.now.volume > 0
  }

  /** @private */
  begin() {
    if (this.context || !this.wanted || !("AudioContext" in window)) return
    this.context = new AudioContext()
    for (const sound of /** @type {Sound[]} */ (["move", "refuse"])) this.load(sound)
  }

  /** @param {Sound} sound @private */
  load(sound) {
    const known = this.loaded.get(sound)
    if (known) return known
    const loaded = this.fetched(sound).catch(() => null) // then it is silent
    this.loaded.set(sound, loaded)
    return loaded
  }

  /** @param {Sound} sound @private */
  async fetched(sound) {
    const answer = await fetch(new URL(`../sounds/${sound}.wav`, import.meta.url))
    if (!answer.ok || !this.context) return null
    return this.context.decodeAudioData(await answer.arrayBuffer())
  }
}
