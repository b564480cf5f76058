import pytest

from engine.cards import TURN_DOWN, UNKNOWN
from engine.relations import ACES, KINGS, NOTHING, down, total, up
from engine.rules import (
    above_first,
    all_gone_from,
    all_on,
    beside,
    both_away,
    both_replaced,
    cards_on,
    click_away,
    close_up,
    deal_row,
    dealt_first,
    exactly,
    fill_gaps,
    gaps_only_from,
    gone_from,
    group,
    in_turn,
    kings_to_the_bottom,
    left,
    links,
    on,
    only,
    pair_away,
    provided,
    room_for,
    run,
    send_home,
    through_cells,
    top,
    top_or_open,
    turn,
    turn_up,
    unknown,
    whole_suit,
)
from engine.state import Draft, State
from tests.engine.positions import lying, pile


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
    fits = through_cells(range(3), range(3, 6)).allows
    state = lying(*piles)
    assert [n for n in range(1, 15) if fits(state, 9, n, target)] == list(range(1, most + 1))


def test_the_stock_turns_onto_the_waste() -> None:
    click = turn(3, waste=1)
    draft = Draft(lying("ac 2c 3c 4c", "KS"))
    assert click.may(draft.freeze(), 0)
    click.do(draft, 0)
    assert draft.piles == [pile("ac"), pile("KS 4C 3C 2C")]
    click.do(draft, 0)
    assert draft.piles == [b"", pile("KS 4C 3C 2C AC")]
    assert not click.may(draft.freeze(), 0)


@pytest.mark.parametrize(("redeals", "times"), [(0, 0), (2, 2), (None, 5)])
def test_the_waste_goes_back_as_often_as_allowed(redeals: int | None, times: int) -> None:
    click = turn(1, waste=1, redeals=redeals)
    draft = Draft(lying("--", "AC 2C"))
    done = 0
    while done < 5 and click.may(draft.freeze(), 0):
        click.do(draft, 0)
        done += 1
        assert draft.piles == [pile("2c ac"), b""]
        click.do(draft, 0)
        click.do(draft, 0)
        assert draft.piles == [b"", pile("AC 2C")]
    assert done == draft.redeals == times


def test_there_is_nothing_to_turn_or_to_bring_back() -> None:
    assert not turn(1, waste=1, redeals=None).may(lying("--", "--"), 0)


def test_a_king_is_pressed_away() -> None:
    click = click_away(KINGS, discard=1)
    assert not click.may(lying("--", "--"), 0)
    assert not click.may(lying("QC", "--"), 0)
    assert not click.may(lying("kc", "--"), 0)
    draft = Draft(lying("QC KC", "AC"))
    assert click.may(draft.freeze(), 0)
    click.do(draft, 0)
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


def test_cards_not_known() -> None:
    assert not unknown(lying("ac", "KC", "--"))
    assert unknown(State((b"", bytes([1, UNKNOWN]))))


def test_exactly_so_many() -> None:
    fits = exactly(13, "thirteen").allows
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
    assert row.may(draft.freeze(), 0)
    row.do(draft, 0)
    assert draft.piles == [pile("4c"), pile("2C 6C"), pile("3C 5C")]
    row.do(draft, 0)  # the last card makes half a row
    assert draft.piles == [b"", pile("2C 6C 4C"), pile("3C 5C")]


def test_a_king_is_pressed_out_of_the_game() -> None:
    draft = Draft(lying("2C KD"))
    away = click_away(KINGS)
    assert away.may(draft.freeze(), 0)
    away.do(draft, 0)
    assert draft.piles == [pile("2C")]
    assert not away.may(draft.freeze(), 0)


def test_cards_left_and_gone_and_on_piles() -> None:
    state = lying("2C 3C", "--", "4C")
    assert left(3)(state)
    assert not left(2)(state)
    assert gone_from(52)(state) == 49
    assert cards_on((0, 1))(state) == 2
    assert above_first((0, 1, 2))(lying("AC 2C 3C", "--", "AD")) == 2


def test_a_click_with_a_condition() -> None:
    click = provided(lambda position: not position.piles[1], turn(1, 1), "not now")
    assert click.may(lying("2c", "--"), 0)
    assert not click.may(lying("2c", "5D"), 0)


def test_what_is_dealt_first() -> None:
    assert dealt_first(ACES)(pile("5C AS 3D AC")) == pile("AC AS 5C 3D")
    assert kings_to_the_bottom(pile("5C KS 3D KC")) == pile("KS KC 5C 3D")


def test_the_top_card_or_all_the_open_ones() -> None:
    position = lying("--", "4c", "4c 2H", "4c 2H KS 9C")
    assert [list(top_or_open(position, pile)) for pile in range(4)] == [[], [], [1], [1, 3]]


def test_gaps_only_from_some_piles() -> None:
    fits, position = gaps_only_from([0]).allows, lying("2H", "3H", "4H", "--")
    assert [fits(position, source, 1, 3) for source in (0, 1)] == [True, False]
    assert fits(position, 1, 1, 2)


def test_cards_go_home_one_by_one() -> None:
    draft = Draft(lying("5C 2H", "3H AC", "AH", "--", "4S"))
    after = send_home([0, 1, 4], [2, 3], ACES, up("suit"))
    times = 0
    while after(draft):
        times += 1
    assert times == 3
    assert draft.piles == [pile("5C"), b"", pile("AH 2H 3H"), pile("AC"), pile("4S")]


def test_a_row_may_be_dealt_over_gaps() -> None:
    click = deal_row([1, 2, 3], over_gaps=True)
    draft = Draft(lying("2h 3h", "5C", "--", "6C"))
    assert click.may(draft.freeze(), 0)
    click.do(draft, 0)
    assert draft.piles == [b"", pile("5C 3H"), pile("2H"), pile("6C")]
    assert not click.may(draft.freeze(), 0)


def test_room_for_so_many() -> None:
    put = room_for(2, on(down("any")))
    state = lying("6C", "6C 5C")
    assert put(state, 0) is down("any")[pile("6C")[0]]
    assert put(state, 1) is NOTHING


def test_one_after_the_other() -> None:
    fits = in_turn(ACES, up("suit")).allows
    state = lying("9D 3S 2S AS", "--", "AS", "2S")
    assert [fits(state, 0, count, 1) for count in (1, 2, 3, 4)] == [True, True, True, False]
    assert not fits(state, 0, 2, 2)
    assert not fits(state, 0, 1, 3)


def test_links_count_within_the_piles_and_among_face_up_cards() -> None:
    count = links(down("suit"))
    assert count(lying("9C 8C 7C 6D", "5D", "--", "7h 6H", "3H 2H")) == 3
    assert count(lying()) == 0


def test_a_whole_suit() -> None:
    cards = pile("KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS")
    assert whole_suit(cards)
    assert whole_suit(bytes(card | 0x40 for card in cards))
    assert not whole_suit(cards[::-1])
    assert not whole_suit(cards[1:])
    assert not whole_suit(cards.translate(TURN_DOWN))
    assert not whole_suit(b"")


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
    click = pair_away(total(13), KINGS)
    for before, after in (("2C 5D KC", "2C 5D"), ("2C 5D 8C", "2C"), ("QC AC", "--")):
        draft = Draft(lying(before))
        assert click.may(draft.freeze(), 0)
        click.do(draft, 0)
        assert draft.piles == [pile(after)]
    for before in ("--", "5D", "8C 5D 2C"):
        assert not click.may(lying(before), 0)


def test_all_gone_from_some_piles() -> None:
    assert all_gone_from([1, 2])(lying("KC", "--", "--"))
    assert not all_gone_from([0, 1])(lying("KC", "--", "--"))
