"""Compile rules and races into a folder: `python -m tools.compiled.build FOLDER`.

In it lies then what the modules of `tools.compiled.sources` become, each in the folder of its
package, and the library that holds them all. Needs mypy, setuptools and a C compiler, four
or five minutes, and 1 GB of memory.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from tools.compiled import sources

LIBRARY: Final = "samedeal"
"""What the library is called that holds them all: `samedeal__mypyc`."""

OPTIONS: Final = ["-w", "-DNDEBUG", "-fvisibility=hidden"] if os.name == "posix" else []
"""For the compiler. To look for what it could warn of takes it as long again, and mypyc wrote the
code. Functions that are seen from without could be replaced there, and so are not called directly.
"""


class CannotCompileError(Exception):
    """Here nothing can be compiled; the text says why."""


def compile_into(folder: Path) -> None:
    """Compile all modules into `folder`, in a process of its own.

    mypyc and setuptools end their process where something is not as they want it.

    Raises:
        CannotCompileError: something is not there, or the compiler refuses.
    """
    command = [sys.executable, "-m", "tools.compiled.build", str(folder.absolute())]
    told = subprocess.run(command, cwd=sources.ROOT, check=False, capture_output=True, text=True)
    if told.returncode != 0:
        said = told.stderr.strip() or told.stdout.strip() or "it did not say why"
        raise CannotCompileError(said.splitlines()[-1])


def compile_here(folder: Path) -> None:
    """Compile all modules into `folder`, in this process.

    Raises:
        ImportError: mypyc or setuptools is not there.
        SystemExit: mypyc or the C compiler refuses; it has said why.
    """
    from mypyc.build import mypycify
    from setuptools import Distribution

    modules = sources.modules()
    with tempfile.TemporaryDirectory() as aside:
        # Apart from the sources: mypyc and setuptools read the settings that they find, and leave
        # their own files about.
        for package in sources.packages():
            shutil.copytree(sources.ROOT / package, Path(aside, package))
        for path in Path(aside, "engine", "games").glob("*.py"):
            text = path.read_text(encoding="utf-8")
            text = sources.with_constants(sources.with_its_texts(text))
            path.write_text(text, encoding="utf-8")
        before = Path.cwd()
        os.chdir(aside)
        try:
            # The third level takes eight times as long, and nothing is quicker by it.
            extensions = mypycify(
                ["--explicit-package-bases", "--ignore-missing-imports", *map(str, modules)],
                opt_level="2",
                debug_level="0",
                group_name=LIBRARY,
            )
            for extension in extensions:
                extension.extra_compile_args += OPTIONS
            command = Distribution({"ext_modules": extensions}).get_command_obj("build_ext")
            command.build_lib = str(folder)
            command.build_temp = aside
            command.parallel = True  # the small ones beside the large one
            command.ensure_finalized()
            command.run()
        finally:
            os.chdir(before)


def main() -> int:
    """Compile into the folder that the command line names; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.compiled.build",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path)
    try:
        compile_here(parser.parse_args().folder.absolute())
    except ImportError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
