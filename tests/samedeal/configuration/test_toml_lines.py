from samedeal.configuration.toml_lines import Entry, entries

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
        Entry("port", 2, 2),
        Entry("tls.key", "k", 3),
        Entry("host", "h", 4),
        Entry("limits.rate", 3, 7),
        Entry("other", {"x": 4}, 8),
    ]


def test_a_value_whose_line_is_not_found_has_none() -> None:
    assert list(entries("tls = { key = 1 }", {"tls"})) == [Entry("tls.key", 1, 0)]
