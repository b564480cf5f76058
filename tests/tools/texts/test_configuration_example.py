from pathlib import Path

from samedeal.configuration.loading import load
from samedeal.configuration.model import Configuration
from tools.texts.configuration_example import EXAMPLE, example


def test_the_example_is_valid_and_complete(tmp_path: Path) -> None:
    text = EXAMPLE.read_text()
    assert text == example()
    assert load(EXAMPLE, {}, {}).configuration == Configuration()
    every = "\n".join(
        line[1:] if line.startswith("#") and not line.startswith(("# ", "#\n")) else line
        for line in text.splitlines()
        if not any(part in line for part in (".pem", "/etc/", "postgresql", "wss://", "page_at"))
    )
    file = tmp_path / "samedeal.toml"
    file.write_text(every)
    loaded = load(file, {}, {})
    assert loaded.configuration == Configuration()
    missing = {key for key, source in loaded.sources.items() if source == "default"}
    assert missing == {
        "database",
        "reached_at",
        "page_at",
        "password_file",
        "tls.certificate",
        "tls.key",
    }
