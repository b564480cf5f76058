// A deck's vector drawing, cut down to the cards that are wanted: a phone needs a tenth of a second
// for a whole deck, and a race begins with few faces. The files have one shape or card a line
// (tools/pictures/web_cards.py), and shapes use others by their names.

const NAMED = /^<(?:path|g|symbol) id="([^"]+)"/
const USED = /href="#([^"]+)"/g

/** One file of cards. */
export class Drawing {
  /** @param {string} text an SVG file of client/web/cards */
  constructor(text) {
    /** @type {Map<string, string>} @private */
    this.lines = new Map()
    /** The cards, backs and places in it, by their names. @type {readonly string[]} */
    this.symbols = []
    const symbols = []
    for (const line of text.split("\n")) {
      const name = NAMED.exec(line)?.[1]
      if (name === undefined) continue
      this.lines.set(name, line)
      if (line.startsWith("<symbol")) symbols.push(name)
    }
    this.symbols = symbols
  }

  /**
   * A picture of some symbols, side by side from the left, as the text of an SVG file.
   * @param {readonly string[]} names
   * @param {number} width of each
   * @param {number} height
   * @param {ReadonlyMap<string, string>} [others] lines that are another way than in the file
   */
  picture(names, width, height, others = new Map()) {
    /** @type {Set<string>} */
    const needed = new Set()
    const waiting = [...names]
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (needed.has(name)) continue
      needed.add(name)
      for (const [, used] of (this.lines.get(name) ?? "").matchAll(USED)) waiting.push(used)
    }
    const used = names.map(
      (name, i) => `<use href="#${name}" x="${i * width}" width="${width}" height="${height}"/>`,
    )
    const lines = [...this.lines].flatMap(([name, line]) => (needed.has(name) ? [others.get(name) ?? line] : []))
    const size = `width="${names.length * width}" height="${height}"`
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" ${size}><defs>`,
      ...lines,
      "</defs>",
      ...used,
      "</svg>",
    ].join("\n")
  }
}
