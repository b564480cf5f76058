// What tests ask of a page in the browser: `(THIS).faint()`. See accessible.py.

({
  // Begin to go round: `stops` holds what is wrong where the keys come to, until they were all round.
  round() {
    document.activeElement?.blur()
    removeEventListener("focusin", globalThis.stops?.come)
    const seen = new Set()
    globalThis.stops = { told: [], round: false }
    stops.come = ({ target }) => {
      stops.round ||= seen.has(target)
      seen.add(target)
      const wrong = !stops.round && this.stop(target)
      if (wrong) stops.told.push(wrong)
    }
    addEventListener("focusin", stops.come)
  },

  // What is wrong with what has the keys now: "" where all is well.
  stop(each) {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each)
    const marked = (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none"
    const board = each.classList.contains("board")
    const box = each.getBoundingClientRect()
    const out = box.right < 1 || box.left > innerWidth - 1
    const what = `${each.localName}.${each.className} ${each.textContent.slice(0, 30)}`
    if (!marked && !board) return `not seen to have the keys: ${what}`
    if (out) return `out of sight: ${what}`
    return outlineStyle !== "none" && this.frameIsCut(each) ? `its frame is cut: ${what}` : ""
  },

  // Whether the frame around what has the keys has no room in what scrolls or clips.
  frameIsCut(each) {
    const { outlineWidth, outlineOffset } = getComputedStyle(each)
    const reach = parseFloat(outlineWidth) + parseFloat(outlineOffset) - 0.5
    const { left, top, right, bottom } = each.getBoundingClientRect()
    for (let at = each.parentElement; at && at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).overflowX === "visible") continue
      const box = at.getBoundingClientRect()
      const [x, y] = [box.left + at.clientLeft - at.scrollLeft, box.top + at.clientTop - at.scrollTop]
      if (left - reach < x || right + reach > x + at.scrollWidth) return true
      if (top - reach < y || bottom + reach > y + at.scrollHeight) return true
    }
    return false
  },

  // The texts that stand out less than they should from what is behind them.
  faint() {
    const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true })
    const colour = (text) => {
      paint.clearRect(0, 0, 1, 1)
      paint.fillStyle = text
      paint.fillRect(0, 0, 1, 1)
      const [r, g, b, a] = paint.getImageData(0, 0, 1, 1).data
      return [r, g, b, a / 255]
    }
    const over = (top, under) => {
      const part = (i) => top[i] * top[3] + under[i] * (1 - top[3])
      return [part(0), part(1), part(2), 1]
    }
    const light = ([r, g, b]) => {
      const linear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
      const part = (v) => linear(v / 255)
      return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b)
    }
    const ground = (each) => {
      const layers = []
      for (let at = each; at; at = at.parentElement) {
        const style = getComputedStyle(at)
        if (style.backgroundImage !== "none") return null // a picture: nobody can say
        layers.push(colour(style.backgroundColor))
        if (layers.at(-1)[3] === 1) break
      }
      return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255, 1])
    }
    const found = new Map()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent.trim()
      const each = walker.currentNode.parentElement
      if (!/[\p{L}\p{N}]/u.test(text) || !each) continue // a sign is no text
      if (!each.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      if (each.closest(":disabled, [aria-hidden=true], .heard, option, noscript, script")) continue
      const under = ground(each)
      if (!under) continue
      const { color, fontSize, fontWeight } = getComputedStyle(each)
      const [a, b] = [light(over(colour(color), under)), light(under)].sort((x, y) => y - x)
      const size = parseFloat(fontSize)
      const large = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700)
      const ratio = (a + 0.05) / (b + 0.05)
      if (ratio < (large ? 3 : 4.5)) {
        const what = `${each.localName}.${each.className}`
        found.set(what, `${ratio.toFixed(2)}: ${text.slice(0, 40)} (${what})`)
      }
    }
    return [...found.values()]
  },

  // What lies beside the page, or below what can be scrolled to.
  cut() {
    const told = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) {
      told.push(`the page is ${scrollWidth} wide, not ${clientWidth}`)
    }
    const used = "button, input, select, textarea, a, h1, h2, summary"
    for (const each of document.querySelectorAll(used)) {
      if (each.closest(".heard, .piles")) continue
      if (!each.checkVisibility({ visibilityProperty: true })) continue
      each.scrollIntoView({ block: "nearest", inline: "nearest" })
      const { left, right, top, bottom, width } = each.getBoundingClientRect()
      if (!width) continue
      const text = each.textContent || each.ariaLabel || ""
      const what = `${each.localName}.${each.className} ${text.slice(0, 30)}`
      if (left < -1 || right > innerWidth + 1) told.push(`beside: ${what}`)
      if (top < -1 || bottom > innerHeight + 1) told.push(`below: ${what}`)
    }
    document.querySelector("main").scrollTop = 0
    return told
  },
})
