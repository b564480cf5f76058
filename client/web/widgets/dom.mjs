// Making elements. Whatever comes in as a text stays one: nothing here is ever read as markup.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element. Attributes are set by name, except `class`, `on…` (listeners: `onclick`), and what
 * is false or null, which is left out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [attributes]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value)
    else if (value !== false && value !== null && value !== undefined) {
      made.setAttribute(name, value === true ? "" : String(value))
    }
  }
  fill(made, ...children)
  return made
}

const SVG = "http://www.w3.org/2000/svg"

/**
 * The same for a drawing.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {Child[]} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const made = /** @type {SVGElement} */ (document.createElementNS(SVG, tag))
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value))
  fill(made, ...children)
  return made
}

/**
 * Give an element these children and no others.
 * @param {Element} parent
 * @param {Child[]} children
 */
export function fill(parent, ...children) {
  const kept = children.filter((child) => child !== null && child !== undefined && child !== false)
  parent.replaceChildren(...kept.map((child) => (child instanceof Node ? child : String(child))))
}

/**
 * Write a text, unless it stands there already: what is not touched is not read aloud again.
 * @param {Element} element
 * @param {string} text
 */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text
}

/**
 * A player's name: which way it is written concerns nothing around it.
 * @param {string} name
 */
export const bdi = (name) => h("bdi", {}, name)

/**
 * The same within a text: between the signs that Unicode has for it.
 * @param {string} name
 */
export const isolated = (name) => `\u2068${name}\u2069`

/**
 * A button.
 * @param {string} text
 * @param {() => void} clicked
 * @param {Record<string, any>} [attributes]
 */
export const button = (text, clicked, attributes = {}) =>
  h("button", { type: "button", ...attributes, onclick: clicked }, text)

/** How much larger than usual texts are: drawings with texts in them grow with these. */
export const textScale = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16

/** @type {Map<string, Promise<void>>} */
const styles = new Map()

/**
 * Have a file of styles, which is fetched when it is needed first.
 * @param {string} path from the folder of index.html: "styles/room.css"
 * @returns {Promise<void>} when it is there, or cannot be had
 */
export function styled(path) {
  const known = styles.get(path)
  if (known) return known
  const href = new URL(`../${path}`, import.meta.url).href
  const made = /** @type {Promise<void>} */ (
    new Promise((done) => {
      const ended = () => done()
      document.head.append(
        h("link", { rel: "stylesheet", href, onload: ended, onerror: ended }),
      )
    })
  )
  styles.set(path, made)
  return made
}
