// When what one came for is seen, so that all that can wait comes after it.

/**
 * Resolves when the page has made a mark of this name (`performance.mark`), after some milliseconds
 * at the latest.
 * @param {string} name
 * @param {number} most
 * @returns {Promise<void>}
 */
export function marked(name, most) {
  return new Promise((done) => {
    const marks = new PerformanceObserver((list) => {
      if (list.getEntriesByName(name).length) end()
    })
    const timer = setTimeout(end, most)
    marks.observe({ type: "mark", buffered: true })

    function end() {
      marks.disconnect()
      clearTimeout(timer)
      done()
    }
  })
}
