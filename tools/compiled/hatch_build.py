"""The hook by which a wheel that hatchling builds gets the compiled modules, where that can be.

`SAMEDEAL_COMPILE` says what is wanted:

`0`      a wheel of pure Python
`1`      a compiled one: mypy and setuptools are fetched for it
unset    a compiled one where both are there anyway, as they are without pip's build isolation

Whatever is in the way of compiling, there is a wheel: one of pure Python, and a warning that says
why. An editable installation has no compiled modules, which would be older than the sources beside
them after the first change.
"""

import importlib.util
import os
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

VARIABLE: Final = "SAMEDEAL_COMPILE"
NEEDED: Final = ["mypy~=2.4.0", "setuptools"]
"""What compiles. mypy as in pyproject.toml: each release compiles a little differently."""


class CompiledModules(BuildHookInterface):
    """Adds the compiled modules to a wheel, beside their sources."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Return what has to be fetched before the wheel is built."""
        return NEEDED if os.environ.get(VARIABLE) == "1" else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and put what came of it into the wheel, unless `version` is `editable`."""
        wanted = os.environ.get(VARIABLE)
        if version == "editable" or wanted == "0":
            return
        if wanted != "1" and importlib.util.find_spec("mypyc") is None:
            self.app.display_info(f"A wheel of pure Python; {VARIABLE}=1 compiles it.")
            return
        sys.path.insert(0, self.root)
        from tools.compiled.build import CannotCompileError, compile_into

        # It goes with the hook, when the wheel is written.
        self.aside = tempfile.TemporaryDirectory()
        folder = Path(self.aside.name)
        self.app.display_info("Compiling (four or five minutes)")
        try:
            compile_into(folder)
        except CannotCompileError as error:
            self.app.display_warning(f"A wheel of pure Python, as nothing can be compiled: {error}")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for path in folder.rglob("*"):
            if path.is_file():
                build_data["force_include"][str(path)] = path.relative_to(folder).as_posix()
