"""Which texts of the page are cut: what a look at its pictures may miss."""

from typing import Final

from playwright.sync_api import Page

_CUT: Final = """() => {
    const [ARROW, MOST] = [16, 60]
    const paint = document.createElement("canvas").getContext("2d")
    const seen = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const clipped = (how) => how === "hidden" || how === "clip"
    const cut = (each, style) => {
        const { clientWidth, clientHeight, localName } = each
        if (localName === "select") {
            paint.font = style.font
            const edges = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight)
            const { label = "" } = each.selectedOptions[0] ?? {}
            return paint.measureText(label).width > clientWidth - edges - ARROW ? label : ""
        }
        if (clientWidth < 2 || clientHeight < 2) return ""  // it is heard and not seen, or inline
        const wide = each.scrollWidth > clientWidth + 1
        const high = each.scrollHeight > clientHeight + 2
        const held = clipped(style.overflowX) || localName === "button"
        return (wide && held) || (high && clipped(style.overflowY)) ? each.innerText.trim() : ""
    }
    const found = []
    for (const each of document.querySelectorAll("body *")) {
        if (each.closest(".heard, .board, svg") || !seen(each)) continue
        const text = cut(each, getComputedStyle(each))
        if (text) found.push(`${each.localName}.${each.className} ${text.slice(0, MOST)}`)
    }
    return found
}"""


def cut_texts(page: Page) -> list[str]:
    """Return each text that does not fit where it is shown, after the kind of its element.

    What scrolls is cut by nothing, and neither is what scrolling brings into the window.
    """
    return list(page.evaluate(_CUT))
