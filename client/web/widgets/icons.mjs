// The pictures on buttons where there is no room for words, drawn with lines.

import { svg } from "./dom.mjs"

/** @type {Readonly<Record<string, string>>} */
const LINES = {
  undo: "M9 5 4 10l5 5M4.5 10H15a5 5 0 0 1 0 10h-4",
  redo: "m15 5 5 5-5 5M19.5 10H9a5 5 0 0 0 0 10h4",
  hint:
    "M9.5 18h5M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.7.6 1 1.3 1 2.1h5c0-.8.3-1.5 1-2.1A6 6 0 0 0 12 3Z",
  finish: "m5 13 4.5 4.5L19 7",
  "give-up": "M6 21V4M6 5h11l-2.5 4L17 13H6",
  chat: "M4 5h16v11H10l-4.5 4V16H4Z",
  rules: "M9 9a3 3 0 1 1 4.4 2.7c-.9.5-1.4 1-1.4 2.3M12 17.6v.1",
  close: "M6 6l12 12M18 6 6 18",
}

/**
 * A picture by its name.
 * @param {keyof typeof LINES} name
 */
export const icon = (name) =>
  svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", {
      d: LINES[name], fill: "none", stroke: "currentColor", "stroke-width": 2,
      "stroke-linecap": "round", "stroke-linejoin": "round",
    }))
