// The texts of the program in the player's language, from the window's own files: client/languages.
//
//     const words = new Words("de", english, german)
//     words.text("texts.n-points", {}, 2)                  // by its key
//     words.translated("games", "Deal", "a button")        // by what it says in English
//
// As in client/words/translation.py: `%n` is the count, what is in braces goes in by its name, and
// what a language does not have stays English.

/** @typedef {Readonly<Record<string, string>>} Texts keys to texts, as in a file of a language */
/** @typedef {Readonly<Record<string, string | number>>} Values */

const LONGEST = 48 // as in client/words/keys.py
const PLURAL = /_(?:zero|one|two|few|many|other)$/
const INSERTED = /%n|\{(\w+)\}/g

/**
 * What a text says as words joined by dashes: "give-up".
 * @param {string} text
 */
export function slug(text) {
  /** @type {string[]} */
  const words = []
  let length = 0
  for (const [word] of text.toLowerCase().matchAll(/[a-z0-9]+/g)) {
    length += word.length + 1
    if (words.length && length > LONGEST) break
    words.push(word)
  }
  return words.join("-")
}

/**
 * The first language of those `wanted` that there is, as "de" for "de-AT"; else English. Any kind
 * of a language is better than none of it: "pt-BR" for "pt-PT".
 * @param {Iterable<string>} wanted as `navigator.languages` has them
 * @param {readonly string[]} available
 */
export function bestOf(wanted, available) {
  for (const name of wanted) {
    const bare = name.split("-")[0]
    const near = [...available].sort().filter((each) => each.split("-")[0] === bare)
    const found = [name, bare].find((each) => available.includes(each)) ?? near[0]
    if (found) return found
  }
  return "en"
}

/** The texts in one language. */
export class Words {
  /**
   * @param {string} language as BCP 47 calls it
   * @param {Texts} english those of `en.json`
   * @param {Texts} [texts] those of the language; nothing for English
   */
  constructor(language, english, texts = english) {
    this.language = language
    /** @private */
    this.english = english
    /** @private */
    this.texts = texts
    /** @private */
    this.plural = new Intl.PluralRules(language)
    /** @private */
    this.englishPlural = new Intl.PluralRules("en")
    /** @type {Map<string, string> | null} @private */
    this.keys = null
  }

  /**
   * Have more texts, which lie in files of their own.
   * @param {Texts} english
   * @param {Texts} texts in the language
   */
  add(english, texts) {
    this.english = { ...this.english, ...english }
    this.texts = { ...this.texts, ...texts }
    this.keys = null
  }

  /**
   * A text by its key, with what goes into it; `n` is the count in one that has one.
   * @param {string} key
   * @param {Values} [values]
   * @param {number} [n]
   */
  text(key, values = {}, n = -1) {
    return fill(this.template(key, n) ?? "", values, n)
  }

  /**
   * What is said in English, for what comes from the rules or the server: cards, titles, reasons.
   * What no translation knows stays as it is.
   * @param {string} context
   * @param {string} text in English, as the program has it
   * @param {string} [comment] what tells it from the same text that means something else
   * @param {number} [n]
   */
  translated(context, text, comment = "", n = -1) {
    const asked = n < 0 ? text : text.replaceAll("(s)", "s")
    const key = this.keysByText().get(sought(context, asked, slug(comment)))
    const found = key === undefined ? undefined : this.template(key, n)
    if (found !== undefined) return n < 0 ? found : fill(found, {}, n)
    return n < 0 ? text : text.replaceAll("(s)", n === 1 ? "" : "s").replaceAll("%n", String(n))
  }

  /**
   * @param {string} key
   * @param {number} n
   * @returns {string | undefined}
   * @private
   */
  template(key, n) {
    if (n < 0) return this.texts[key] || this.english[key]
    const own = this.texts[`${key}_${this.plural.select(n)}`]
    return own || this.english[`${key}_${this.englishPlural.select(n)}`]
  }

  /**
   * The keys by what they say in English. It is made when it is asked for first.
   * @private
   */
  keysByText() {
    if (this.keys) return this.keys
    this.keys = new Map()
    for (const [key, text] of Object.entries(this.english)) {
      if (key.endsWith("_one")) continue
      const plain = key.replace(PLURAL, "")
      const at = plain.indexOf("--")
      const comment = at < 0 ? "" : plain.slice(at + 2)
      this.keys.set(sought(key.split(".")[0], text, comment), plain)
    }
    return this.keys
  }
}

/**
 * @param {string} context
 * @param {string} text
 * @param {string} comment
 */
const sought = (context, text, comment) => JSON.stringify([context, text, comment])

/**
 * Put in what goes into a text; what goes in is put in as it is, also if it has braces itself.
 * @param {string} template
 * @param {Values} values
 * @param {number} n
 */
function fill(template, values, n) {
  return template.replace(INSERTED, (found, /** @type {string | undefined} */ name) => {
    if (name === undefined) return n < 0 ? found : String(n)
    return name in values ? String(values[name]) : found
  })
}
