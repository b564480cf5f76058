"""What is wrong with a page for those who see little, or nothing: the browser finds it out."""

from pathlib import Path
from typing import Any, Final, TypeAlias

from playwright.sync_api import Page

Json: TypeAlias = Any
_ASKED: Final = Path(__file__).with_suffix(".js").read_text(encoding="utf-8").partition("\n\n")[2]
_TAB: Final = {"type": "rawKeyDown", "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9}
_AT_ONCE: Final = 10
"""Presses of the Tab key until the page is asked whether it has been all round."""
SIZES: Final = ((1280, 800), (640, 400), (320, 640))
"""A window, the same at 200 % zoom, and the narrowest that WCAG asks for."""
USED: Final = {
    *("button", "link", "textbox", "searchbox", "checkbox", "radio", "combobox", "slider"),
    *("switch", "spinbutton", "listbox", "option", "tab", "application", "dialog", "img", "image"),
}
"""Roles of what somebody uses or looks at: each needs a name."""


def nodes(page: Page) -> list[Json]:
    """Return what the browser tells a screen reader of the page, without what it passes over."""
    session = page.context.new_cdp_session(page)
    found: list[Json] = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return [node for node in found if not node["ignored"]]


def faults(page: Page) -> list[str]:
    """Return what a screen reader would stumble over: things without a name, no main part."""
    found = nodes(page)
    roles = [node["role"]["value"] for node in found]
    told = []
    for node, role in zip(found, roles, strict=True):
        focusable = any(
            each["name"] == "focusable" and each["value"]["value"]
            for each in node.get("properties", [])
        )
        nameless = not node.get("name", {}).get("value", "").strip()
        if nameless and (role in USED or (focusable and role not in ("main", "RootWebArea"))):
            told.append(f"{role} without a name")
    if roles.count("main") != 1 and "dialog" not in roles:  # which is alone in front
        told.append(f"{roles.count('main')} main parts")
    if "heading" not in roles:
        told.append("no heading")
    lang = page.evaluate("document.documentElement.lang")
    return told if lang else [*told, "no language"]


def tab_stops(page: Page, most: int = 150) -> list[str]:
    """Go round by the Tab key; return what has no name, or no mark that it has the keys."""
    page.evaluate(f"{_ASKED}.round()")
    session = page.context.new_cdp_session(page)
    for _ in range(0, most, _AT_ONCE):
        for _ in range(_AT_ONCE):
            session.send("Input.dispatchKeyEvent", _TAB)
        if page.evaluate("stops.round"):
            break
    session.detach()
    return list(page.evaluate("stops.told"))


def too_faint(page: Page) -> list[str]:
    """Return the texts that stand out from their background less than WCAG's AA asks."""
    return list(page.evaluate(f"{_ASKED}.faint()"))


def cut_off(page: Page) -> list[str]:
    """Return what cannot be reached by scrolling down: it lies beside the page, or is hidden."""
    return list(page.evaluate(f"{_ASKED}.cut()"))


def look(page: Page, where: str) -> list[str]:
    """Return what is wrong on the screen that is shown, in both themes and in three sizes."""
    found = [*faults(page), *tab_stops(page)]
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        found += [f"{theme}: {each}" for each in too_faint(page)]
    for width, height in SIZES[1:]:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("() => new Promise(done => requestAnimationFrame(() => done(true)))")
        found += [f"{width} wide: {each}" for each in (*cut_off(page), *faults(page))]
    width, height = SIZES[0]
    page.set_viewport_size({"width": width, "height": height})
    return [f"{where}: {each}" for each in found]
