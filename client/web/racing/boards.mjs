// Many boards at once: all of them small, or one large and the others in a strip beside it.

import { BoardView } from "../board/board_view.mjs"
import { CardSheet } from "../board/card_sheet.mjs"
import { oneLine } from "../core/commentary.mjs"
import { Box, plan } from "../core/layout.mjs"
import { besideLarge, CAPTION, gridOf } from "../core/racing/grid.mjs"
import { rankText } from "../core/racing/words.mjs"
import { pointsText, racerName, statusWords } from "../core/texts.mjs"
import { colourOf } from "../widgets/chat.mjs"
import { h } from "../widgets/dom.mjs"
import { noteOf } from "./standings.mjs"
import { CaptionLine, SmallBoard } from "./small_board.mjs"

/** @typedef {import("../app.mjs").App} App */
/** @typedef {import("../core/layout.mjs").Table} Table */
/** @typedef {import("../core/race.mjs").Layout} Layout */
/** @typedef {import("./small_board.mjs").Caption} Caption */

/** Boards drawn in one frame at most, so that they leave time for all else. */
const MOST = 8

/** @type {Record<string, [number, number]>} */
const STEPS = { Left: [-1, 0], Right: [1, 0], Up: [0, -1], Down: [0, 1] }

/** The boards of the race in one's room, as far as they may be seen. */
export class BoardsGrid {
  /**
   * @param {App} app
   * @param {{ enlarged?: (player: number | null) => void, without?: number }} [how] `enlarged` is
   *   told whose board is large now, null for nobody's; the board of `without` is left out
   */
  constructor(app, { enlarged = () => {}, without = 0 } = {}) {
    /** Whose board is large; null while all are small. @type {number | null} */
    this.shown = null
    /** @private */
    this.app = app
    /** @private */
    this.enlarged = enlarged
    /** @private */
    this.without = without
    /** @type {Map<number, SmallBoard>} @private */
    this.boards = new Map()
    /** Those whose picture is not what it should be, the longest waiting first. @private */
    this.waiting = /** @type {Set<SmallBoard>} */ (new Set())
    /** @private */
    this.view = new BoardView(app.chosen)
    /** @private */
    this.caption = new CaptionLine()
    /** @private */
    this.large = h(
      "div",
      {
        class: "large-board cloth",
        role: "button",
        tabindex: 0,
        hidden: true,
        onclick: () => this.enlarge(null),
      },
      this.caption.element,
      h("div", { class: "ground" }, this.view.element),
    )
    /** @private */
    this.strip = h("div", { class: "strip" })
    this.element = h("div", { class: "boards" }, this.large, this.strip)
    this.element.addEventListener("keydown", (event) => this.press(event))
    /** @type {Layout | null} the race's, whose boards these are @private */
    this.layout = null
    /** How everybody stood when that was written last. @type {unknown} @private */
    this.stood = null
    /** Where the boards lie, and for what. @private */
    this.laid = /** @type {(ReturnType<typeof besideLarge> & { key: string }) | null} */ (null)
    /** Where the cards lie on a small board, in device pixels. @type {Table | null} @private */
    this.table = null
    /** @type {CardSheet | null} @private */
    this.sheet = null
    /** Which cards are wanted, and which there are. @private */
    this.wanted = ""
    /** @private */
    this.drawn = ""
    /** @private */
    this.preparing = false
    /** The frame that is asked for; 0 for none. @private */
    this.frame = 0
    /** @private */
    this.sizes = new ResizeObserver(() => this.arrange())
    this.sizes.observe(this.element)
    /** @private */
    this.forget = app.chosen.listen(() => this.arrange())
  }

  /** How many boards there are to see. */
  get count() {
    return this.boards.size
  }

  /** Show what is known now. */
  update() {
    const { race } = this.app.session
    if (!race?.layout) return
    if (race.layout !== this.layout) this.begin(race.layout)
    let added = false
    for (const [player, board] of race.boards) {
      if (player === this.without) continue
      let small = this.boards.get(player)
      if (!small) {
        small = new SmallBoard(() => this.enlarge(player))
        this.boards.set(player, small)
        this.strip.append(small.element)
        added = true
      }
      if (!small.show(board.position)) continue
      this.waiting.add(small)
      if (player === this.shown) this.showLarge(true)
    }
    if (added) this.arrange()
    if (added || race.standings !== this.stood) this.describe()
    this.drawSoon()
  }

  /**
   * Show one board large, or with null all of them small again.
   * @param {number | null} player
   */
  enlarge(player) {
    if (player !== null && !this.boards.has(player)) return
    const before = this.shown
    if (player === before) return
    const focused = this.element.contains(document.activeElement)
    this.shown = player
    this.large.hidden = player === null
    for (const [each, { element }] of this.boards) element.hidden = each === player
    if (player === null) this.sort()
    else this.arrange()
    if (player !== null) {
      this.showLarge(false)
      this.describe()
    }
    const from = before === null ? null : this.boards.get(before)
    if (focused) (player === null ? from?.element : this.large)?.focus({ preventScroll: true })
    this.enlarged(player)
  }

  /** Put the boards in the order of the places, for who comes to look; none moves while one looks. */
  sort() {
    const { standings = [] } = this.app.session.race ?? {}
    const places = new Map(standings.map(({ player, place }) => [player, place]))
    const last = this.boards.size + 1
    const rank = (/** @type {number} */ player) => places.get(player) || last
    this.boards = new Map([...this.boards].sort(([one], [other]) => rank(one) - rank(other)))
    this.strip.append(...[...this.boards.values()].map(({ element }) => element))
    this.arrange()
  }

  /** It is not shown any more. */
  close() {
    this.view.close()
    this.sizes.disconnect()
    this.forget()
    cancelAnimationFrame(this.frame)
  }

  // The works -----------------------------------------------------------------------------------

  /** @param {Layout} layout @private */
  begin(layout) {
    this.layout = layout
    this.boards.clear()
    this.waiting.clear()
    this.strip.replaceChildren()
    this.shown = null
    this.large.hidden = true
    this.view.empty()
    this.table = this.laid = null
  }

  /** @param {boolean} glide @private */
  showLarge(glide) {
    const small = this.shown === null ? null : this.boards.get(this.shown)
    if (small && this.layout) this.view.show(this.layout, small.position, { glide })
  }

  /** Write whose boards they are, and how they stand. @private */
  describe() {
    const { race } = this.app.session
    if (!race) return
    this.stood = race.standings
    for (const racer of race.standings) {
      const small = this.boards.get(racer.player)
      if (!small) continue
      const caption = this.captionOf(racer)
      small.describe(caption)
      if (racer.player !== this.shown) continue
      this.caption.show(caption)
      this.large.dataset.status = caption.status
      this.large.ariaLabel = caption.spoken
    }
  }

  /**
   * @param {import("../core/messages.mjs").Standing} racer
   * @returns {Caption}
   * @private
   */
  captionOf(racer) {
    const { session, words } = this.app
    const { score, status } = racer
    const name = racerName(words, racer)
    const racers = session.race?.standings.length ?? 0
    const [place, note] = [rankText(words, racer, racers), noteOf(words, racer)]
    const said = [oneLine(name), place, pointsText(words, score)]
    const spoken = [...said, note || statusWords(words, status)].join(" · ")
    const colour = colourOf(session, racer.player)
    return { name, place, score, note, status: racer.connected ? status : "away", colour, spoken }
  }

  /**
   * Arrow keys lead from board to board; Escape shows all.
   * @param {KeyboardEvent} event
   * @private
   */
  press(event) {
    if (event.key === "Escape" && this.shown !== null) {
      event.preventDefault()
      this.enlarge(null)
    } else if (event.target === this.large && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault()
      this.enlarge(null)
    } else if (event.key.startsWith("Arrow")) {
      const next = this.nextTo(document.activeElement, event.key.slice(5))
      if (!next) return
      event.preventDefault()
      next.focus()
    }
  }

  /**
   * The nearest board in a direction.
   * @param {Element | null} from
   * @param {string} direction
   * @private
   */
  nextTo(from, direction) {
    if (!from) return null
    const [dx, dy] = STEPS[direction]
    const [left, top] = middleOf(from)
    const small = [...this.boards.values()].map(({ element }) => element)
    const ways = [this.large, ...small]
      .filter((element) => element !== from && !element.hidden)
      .map((element) => {
        const [x, y] = middleOf(element)
        const along = (x - left) * dx + (y - top) * dy
        const aside = Math.abs((x - left) * dy) + Math.abs((y - top) * dx)
        return { element, along, far: along + 3 * aside }
      })
      .filter(({ along }) => along > 1)
    return ways.sort((one, other) => one.far - other.far)[0]?.element
  }

  /** Give every board its place. @private */
  arrange() {
    const { clientWidth: width, clientHeight: height } = this.element
    if (!this.layout || !width || !height || !this.boards.size) return
    const { places } = this.layout
    const shown = [...this.boards].filter(([player]) => player !== this.shown)
    const key = [width, height, shown.length, this.shown === null].join(" ")
    if (this.laid?.key !== key) {
      const whole = new Box(0, 0, width, height)
      const laid =
        this.shown === null
          ? { large: whole, strip: whole, small: gridOf(places, shown.length, whole) }
          : besideLarge(places, shown.length, width, height)
      this.laid = { ...laid, key }
    }
    const { large, strip, small } = this.laid
    lie(this.large, large)
    lie(this.strip, strip)
    shown.forEach(([, board], i) => board.put(small[i]))
    if (small.length) this.fit(small[0])
  }

  /** Lay out the small boards, all of one size. @param {Box} box @private */
  fit({ width, height }) {
    if (!this.layout) return
    const ratio = Math.min(devicePixelRatio || 1, 3)
    const wide = Math.floor(width * ratio)
    const high = Math.floor((height - CAPTION) * ratio)
    if (wide < 8 || high < 8) return
    const { table } = this
    if (table?.width !== wide || table.height !== high) {
      this.table = plan(this.layout.places, wide, high)
      this.waitAll()
    }
    const [cardWidth, cardHeight] = this.table?.card ?? [8, 11]
    const { deck, letters, now: { back } } = this.app.chosen
    this.wanted = [deck, back, letters, cardWidth, cardHeight, ratio].join(" ")
    this.prepare()
    this.drawSoon()
  }

  /** Have cards of the size that is wanted; while a window is pulled larger, not of every size. */
  async prepare() {
    if (this.preparing) return
    this.preparing = true
    while (this.wanted !== this.drawn) {
      const { wanted } = this
      const [deck, back, letters, ...sizes] = wanted.split(" ")
      const [width, height, ratio] = sizes.map(Number)
      const name = /** @type {import("../preferences.mjs").Deck} */ (deck)
      const cards = [...this.boards.values()].flatMap(({ position }) => position.piles.flat())
      const first = { cards, places: this.layout?.places ?? [] }
      const sheet = await CardSheet.of(name, back, letters, width, height, ratio, first).catch(() => null)
      this.drawn = wanted
      if (!sheet) continue
      this.sheet = sheet
      sheet.whole.then(() => this.redraw(sheet))
    }
    this.preparing = false
    this.redraw(this.sheet)
  }

  /** Draw all boards anew with these cards, unless others are wanted by now. @private */
  redraw(/** @type {CardSheet | null} */ sheet) {
    if (sheet !== this.sheet) return
    this.waitAll()
    this.drawSoon()
  }

  /** Have all boards drawn again. @private */
  waitAll() {
    for (const board of this.boards.values()) this.waiting.add(board)
  }

  /** Draw what has changed in the next frame, once. @private */
  drawSoon() {
    if (this.frame || !this.waiting.size || this.drawn !== this.wanted) return
    this.frame = requestAnimationFrame(() => {
      this.frame = 0
      const { layout, table, sheet } = this
      if (!layout || !table || !sheet || this.drawn !== this.wanted) return
      for (const board of [...this.waiting].slice(0, MOST)) {
        this.waiting.delete(board)
        board.draw(layout, table, sheet)
      }
      this.drawSoon()
    })
  }
}

/** @param {HTMLElement} element @param {Box} box in CSS pixels */
function lie({ style }, { x, y, width, height }) {
  style.left = `${x}px`
  style.top = `${y}px`
  style.width = `${width}px`
  style.height = `${height}px`
}

/** @param {Element} element */
function middleOf(element) {
  const { x, y, width, height } = element.getBoundingClientRect()
  return [x + width / 2, y + height / 2]
}
