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
