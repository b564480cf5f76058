import pytest

from engine.cards import UNKNOWN
from engine.places import Place
from engine.relations import ACES, KINGS, NOTHING, down, total, up
from engine.rules import (
    all_gaps_dead,
    all_gone_from,
    all_on,
    beside,
    both_away,
    both_replaced,
    cards_on,
    close_up,
    deal_row,
    exactly,
    fill_gaps,
    free_top,
    gone_from,
    group,
    lay_anew,
    left,
    lying_on,
    on,
    on_free,
    only,
    pair_away,
    press_away,
    press_if_free,
    run,
    run_from_left,
    through_cells,
    top,
    turn,
    turn_up,
    turn_up_free,
    unknown,
)
from engine.state import Draft, State
from tests.engine.positions import field, pile


def lying(*texts: str, redeals: int = 0) -> State:
    return State(tuple(map(pile, texts)), redeals=redeals)


@pytest.mark.parametrize(
    ("text", "one", "in_run", "face_up"),
    [
        ("--", 0, 0, 0),
        ("ac", 0, 0, 0),
        ("ac 5D", 1, 1, 1),
        ("6C 5D 4C", 1, 3, 3),
        ("7C 5D 4C", 1, 2, 3),
        ("6c 5D 4C", 1, 2, 2),
        ("9D 6C 5H 5D", 1, 1, 4),
        ("5D 4c", 0, 0, 0),
    ],
)
def test_what_may_be_taken(text: str, one: int, in_run: int, face_up: int) -> None:
    state = lying("KS", text)
    assert list(top(state, 1)) == list(range(1, one + 1))
    assert list(run(down("alternate"))(state, 1)) == list(range(1, in_run + 1))
    assert list(group(state, 1)) == list(range(1, face_up + 1))


def test_where_it_may_be_put() -> None:
    state = lying("6C", "--", "5h")
    assert only(ACES)(state, 1) is ACES
    assert on(down("suit"))(state, 0) is down("suit")[pile("6C")[0]]
    assert on(down("suit"))(state, 2) is NOTHING


def test_beside() -> None:
    put = beside(up("suit"), [None, 0, 1, 2], ACES)
    state = lying("--", "6C", "--", "--")
    assert put(state, 0) is ACES
    assert put(state, 1) is NOTHING
    assert put(state, 2) is up("suit")[pile("6C")[0]]
    assert put(state, 3) is NOTHING


@pytest.mark.parametrize(
    ("cells", "columns", "target", "most"),
    [
        (0, 0, 5, 1),
        (1, 0, 5, 2),
        (3, 0, 5, 4),
        (0, 1, 5, 2),
        (2, 1, 5, 6),
        (2, 2, 5, 12),
        (2, 2, 3, 6),  # into an empty column: it does not help
        (0, 1, 3, 1),
    ],
)
def test_as_many_cards_as_go_through_the_cells(
    cells: int, columns: int, target: int, most: int
) -> None:
    piles = ["--"] * cells + ["AC"] * (3 - cells) + ["--"] * columns + ["AC"] * (3 - columns)
    fits = through_cells(range(3), range(3, 6))
    state = lying(*piles)
    assert [n for n in range(1, 15) if fits(state, 9, n, target)] == list(range(1, most + 1))


def test_the_stock_turns_onto_the_waste() -> None:
    press = turn(3, waste=1)
    draft = Draft(lying("ac 2c 3c 4c", "KS"))
    assert press.may(draft, 0)
    press.do(draft, 0)
    assert draft.piles == [pile("ac"), pile("KS 4C 3C 2C")]
    press.do(draft, 0)
    assert draft.piles == [b"", pile("KS 4C 3C 2C AC")]
    assert not press.may(draft, 0)


@pytest.mark.parametrize(("redeals", "times"), [(0, 0), (2, 2), (None, 5)])
def test_the_waste_goes_back_as_often_as_allowed(redeals: int | None, times: int) -> None:
    press = turn(1, waste=1, redeals=redeals)
    draft = Draft(lying("--", "AC 2C"))
    done = 0
    while done < 5 and press.may(draft, 0):
        press.do(draft, 0)
        done += 1
        assert draft.piles == [pile("2c ac"), b""]
        press.do(draft, 0)
        press.do(draft, 0)
        assert draft.piles == [b"", pile("AC 2C")]
    assert done == draft.redeals == times


def test_there_is_nothing_to_turn_or_to_bring_back() -> None:
    assert not turn(1, waste=1, redeals=None).may(lying("--", "--"), 0)


def test_a_king_is_pressed_away() -> None:
    press = press_away(KINGS, discard=1)
    assert not press.may(lying("--", "--"), 0)
    assert not press.may(lying("QC", "--"), 0)
    assert not press.may(lying("kc", "--"), 0)
    draft = Draft(lying("QC KC", "AC"))
    assert press.may(draft, 0)
    press.do(draft, 0)
    assert draft.piles == [pile("QC"), pile("AC KC")]


def test_exposed_cards_turn_up() -> None:
    rule = turn_up([0, 1, 2])
    draft = Draft(lying("ac 2c", "ac 2C", "--", "kc"))
    assert rule(draft)
    assert draft.piles == [pile("ac 2C"), pile("ac 2C"), b"", pile("kc")]
    assert not rule(draft)


def test_all_on() -> None:
    won = all_on([1, 2], 3)
    assert won(lying("AC", "2C 3C", "4C"))
    assert not won(lying("AC 5C", "2C", "4C"))


ROW = range(4)


@pytest.mark.parametrize(
    ("row", "length"),
    [
        ("-- AC 2C 3C", 0),
        ("2C 3C 4C 5C", 0),
        ("AC 3C 2C 4C", 1),
        ("AC 2C -- 3C", 2),
        ("AC 2C 3D 4C", 2),
        ("AC 2C 3C 4C", 4),
    ],
)
def test_the_run_at_the_left(row: str, length: int) -> None:
    assert run_from_left(State(field(row)), ROW, ACES, up("suit")) == length


def test_gaps_are_dead_when_they_welcome_nothing() -> None:
    dead = all_gaps_dead(beside(up("suit"), [None, 0, 1, 2], ACES))
    assert dead(State(field("2C KC -- --")))
    assert not dead(State(field("2C QC -- --")))
    assert not dead(State(field("-- KC -- --")))
    assert dead(State(field("2C QC 5D 4C")))


def test_loose_cards_are_laid_anew() -> None:
    rows = [range(5), range(5, 10), range(10, 15)]
    before = State(field("AC 2C 9H -- 7H", "4S 5S -- 3D 6D", "AD 2D 3H KC --"))
    draft = Draft(before, "s")
    lay_anew(draft, rows, [2, 0, 1])
    assert draft.redeals == 1
    assert draft.piles[:3] == [*field("AC 2C"), b""]
    assert draft.piles[5] == b""
    assert draft.piles[10:12] == [*field("AD"), b""]
    assert [bool(cards) for cards in draft.piles].count(False) == 3
    assert sorted(b"".join(draft.piles)) == sorted(b"".join(before.piles))


def test_cards_not_known() -> None:
    assert not unknown(lying("ac", "KC", "--"))
    assert unknown(State((b"", bytes([1, UNKNOWN]))))


def test_exactly_so_many() -> None:
    fits = exactly(13)
    assert [count for count in range(20) if fits(lying("--", "--"), 0, count, 1)] == [13]


def test_both_cards_leave_the_game() -> None:
    draft = Draft(lying("2C 3C", "KD TD"))
    both_away(draft, 0, 1, 1)
    assert draft.piles == [pile("2C"), pile("KD")]


def test_a_row_is_dealt() -> None:
    row = deal_row((1, 2))
    assert not row.may(lying("--", "2C", "3C"), 0)
    assert not row.may(lying("4c 5c 6c", "2C", "--"), 0)
    draft = Draft(lying("4c 5c 6c", "2C", "3C"))
    assert row.may(draft, 0)
    row.do(draft, 0)
    assert draft.piles == [pile("4c"), pile("2C 6C"), pile("3C 5C")]
    row.do(draft, 0)  # the last card makes half a row
    assert draft.piles == [b"", pile("2C 6C 4C"), pile("3C 5C")]


def test_a_king_is_pressed_out_of_the_game() -> None:
    draft = Draft(lying("2C KD"))
    away = press_away(KINGS)
    assert away.may(draft, 0)
    away.do(draft, 0)
    assert draft.piles == [pile("2C")]
    assert not away.may(draft, 0)


def test_a_card_turns_up_when_nothing_covers_it() -> None:
    rule = turn_up_free({0: (1, 2)})
    for covers in (("2C", "3C"), ("2C", "--"), ("--", "3C")):
        draft = Draft(lying("ks", *covers))
        assert not rule(draft)
        assert draft.piles[0] == pile("ks")
    draft = Draft(lying("ks", "--", "--"))
    assert rule(draft)
    assert draft.piles[0] == pile("KS")
    assert not rule(draft)


def test_cards_left_and_gone_and_on_piles() -> None:
    state = lying("2C 3C", "--", "4C")
    assert left(3)(state)
    assert not left(2)(state)
    assert gone_from(52)(state) == 49
    assert cards_on((0, 1))(state) == 2


def test_two_cards_are_replaced_the_moved_ones_place_first() -> None:
    draft = Draft(lying("2c 3c", "AC", "4C", "KD"))
    both_replaced(0)(draft, 2, 1, 1)
    assert draft.piles == [b"", pile("2C"), pile("3C"), pile("KD")]
    both_replaced(0)(draft, 2, 1, 1)
    assert draft.piles == [b"", b"", b"", pile("KD")]


def test_gaps_are_filled_from_the_first_stock_that_has_a_card() -> None:
    fill = fill_gaps([2, 3, 4], 1, 0)
    draft = Draft(lying("2c 3c", "AC", "--", "KD", "--"))
    assert fill(draft)
    assert draft.piles == [pile("2c"), b"", pile("AC"), pile("KD"), pile("3C")]
    assert not fill(draft)


def test_a_field_closes_up() -> None:
    draft = Draft(lying("2c 3c 4c", "--", "AC", "--", "KD"))
    assert close_up([1, 2, 3, 4])(draft)
    assert draft.piles == list(map(pile, ("2c 3c 4c", "AC", "KD", "--", "--")))
    assert not close_up([1, 2, 3, 4])(draft)
    assert close_up([1, 2, 3, 4], 0)(draft)
    assert draft.piles == list(map(pile, ("2c", "AC", "KD", "4C", "3C")))
    assert not close_up([1, 2, 3, 4], 0)(draft)


def test_the_two_top_cards_or_a_single_one_leave() -> None:
    press = pair_away(total(13), KINGS)
    for before, after in (("2C 5D KC", "2C 5D"), ("2C 5D 8C", "2C"), ("QC AC", "--")):
        draft = Draft(lying(before))
        assert press.may(draft, 0)
        press.do(draft, 0)
        assert draft.piles == [pile(after)]
    for before in ("--", "5D", "8C 5D 2C"):
        assert not press.may(lying(before), 0)


def test_cards_under_others_are_not_free() -> None:
    places = Place("tableau", at=(1, 0)).rows((1, 2, 1), step=0.5)
    covers = lying_on(places, range(4))
    assert covers == {0: (1, 2), 1: (3,), 2: (3,), 3: ()}
    state = lying("KC", "KD", "KH", "--")
    take, put = free_top(covers), on_free(total(13), covers)
    press = press_if_free(press_away(KINGS), covers)
    assert [list(take(state, i)) for i in range(3)] == [[], [1], [1]]
    assert put(lying("QC", "AC", "--", "--"), 0) is NOTHING
    assert put(lying("QC", "AC", "--", "--"), 1) is total(13)[pile("AC")[0]]
    assert [press.may(state, i) for i in range(3)] == [False, True, True]


def test_all_gone_from_some_piles() -> None:
    assert all_gone_from([1, 2])(lying("KC", "--", "--"))
    assert not all_gone_from([0, 1])(lying("KC", "--", "--"))
