import os
from importlib.machinery import ExtensionFileLoader, SourceFileLoader
from importlib.util import find_spec

from tools.compiled import sources


def test_the_tests_run_on_what_they_are_said_to_run_on() -> None:
    wanted = os.environ.get("SAMEDEAL_TESTS_ON", "sources") == "compiled"
    for path in sources.modules():
        spec = find_spec(".".join(path.with_suffix("").parts))
        assert spec is not None
        assert isinstance(spec.loader, ExtensionFileLoader if wanted else SourceFileLoader)
