from samedeal.configuration.toml_lines import TomlEntry, entries

TEXT = """\
# port = 1
port = 2
tls.key = "k"
"host" = "h"

[ limits ]
rate = 3
[other]
x = 4
"""


def test_each_value_has_its_line() -> None:
    assert list(entries(TEXT, {"tls", "limits"})) == [
        TomlEntry("port", 2, 2),
        TomlEntry("tls.key", "k", 3),
        TomlEntry("host", "h", 4),
        TomlEntry("limits.rate", 3, 7),
        TomlEntry("other", {"x": 4}, 8),
    ]


def test_a_value_whose_line_is_not_found_has_none() -> None:
    assert list(entries("tls = { key = 1 }", {"tls"})) == [TomlEntry("tls.key", 1, 0)]
