import time

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from samedeal.tables import table_lines


def test_columns_are_as_wide_as_they_need() -> None:
    rows = [("1", "ann", "x" * 200), ("10", "漢字", "")]
    assert table_lines(["id", "name", "note"], rows, right={"id"}) == [
        "id  name  note",
        " 1  ann   " + "x" * 200,
        "10  漢字",
    ]


def test_cells_are_neither_markup_nor_control() -> None:
    [_, row] = table_lines(["name", "status"], [("[bold]x[/] :smile: \x1b[31m", "won")])
    assert row == "[bold]x[/] :smile: [31m  won"


@given(st.lists(st.tuples(st.text(), st.text(), st.text()), max_size=5))
def test_columns_stand_below_each_other_whatever_is_in_them(rows: list[tuple[str, ...]]) -> None:
    lines = table_lines(["a", "b", "c"], [(*row[:2], f"|{row[2]}") for row in rows])
    assert len(lines) == len(rows) + 1
    assert all(line.replace("\u2068", "").replace("\u2069", "").isprintable() for line in lines)
    before_last = {cell_len(line[: line.rindex("|")]) for line in lines[1:] if line.count("|") == 1}
    assert len(before_last) <= 1


def test_a_table_of_a_whole_servers_players_is_there_at_once() -> None:
    """A second of processor time for them all: twenty times what it takes here."""
    rows = [(str(n), f"Visitor {n}", "no", "2031-01-01 00:00", "0", "no") for n in range(60_000)]
    begun = time.process_time()
    assert len(table_lines(["id", "name", "bot", "since", "races", "connected"], rows)) == 60_001
    assert time.process_time() - begun < 5
