from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.board.layout import (
    ASPECT,
    EDGE,
    LENGTHS,
    LONG,
    Arrangement,
    Box,
    Spot,
    Table,
    arrange,
    least_step,
    length_for,
    plan,
    spots_of,
)
from client.window.cards.card_back import HEIGHT, WIDTH
from engine import catalogue
from engine.cards import DOWN, is_down, parse_card
from engine.game import Game
from engine.hints import hints
from engine.places import Place
from engine.state import Action, Click, Deal, Move, State

GAMES = [entry.name for entry in catalogue.entries()]
SIZES = [(800, 500), (1280, 800), (1920, 1080), (2560, 1440), (800, 1440), (2560, 500), (240, 160)]
windows = st.tuples(st.integers(800, 2560), st.integers(500, 1440))
piles = st.lists(st.sampled_from([0x80, 0x00, 0x07, 0x1D, 0x31]), max_size=104).map(bytes)


def inside(inner: Box, outer: Box) -> bool:
    return (
        outer.x <= inner.x
        and outer.y <= inner.y
        and inner.right <= outer.right
        and inner.bottom <= outer.bottom
    )


def lie_apart(a: Place, b: Place) -> bool:
    """Nearly a card's length between them, one way or the other: no pyramid."""
    return abs(a.at[0] - b.at[0]) >= 0.95 or abs(a.at[1] - b.at[1]) >= 0.95


def tables(game: Game) -> list[Table]:
    return [plan(game.places, *size) for size in SIZES]


def boxes(laid: Arrangement, pile: int) -> list[Box]:
    return [laid.card_box(Spot(pile, card)) for card in range(len(laid.at[pile]))]


def test_the_cards_have_the_shape_that_they_are_drawn_in() -> None:
    assert pytest.approx(HEIGHT / WIDTH) == ASPECT


@pytest.mark.parametrize("name", GAMES)
def test_all_places_lie_in_the_window_and_none_covers_another(name: str) -> None:
    game = catalogue.make(name)
    for table in tables(game):
        window = Box(0, 0, table.width, table.height)
        assert all(inside(room, window) for room in table.rooms)
        assert all(inside(b, r) for b, r in zip(table.bases, table.rooms, strict=True))
        for (i, a), (j, b) in combinations(enumerate(game.places), 2):
            if lie_apart(a, b):
                assert not table.rooms[i].common(table.rooms[j]), (i, j, table)


@given(name=st.sampled_from(GAMES), window=windows, data=st.data())
def test_long_piles_are_squeezed_into_their_rooms(
    name: str, window: tuple[int, int], data: st.DataObject
) -> None:
    game = catalogue.make(name)
    table = plan(game.places, *window)
    pile = data.draw(st.integers(0, len(game.places) - 1))
    cards = data.draw(piles)
    laid = arrange(table, [cards if i == pile else b"" for i in range(len(game.places))])
    lying = boxes(laid, pile)
    assert len(lying) == len(cards)
    assert all(inside(box, table.rooms[pile]) for box in lying)
    assert all(a.x <= b.x and a.y <= b.y for a, b in pairwise(lying))


@pytest.mark.parametrize("name", GAMES)
def test_the_layout_is_centred_and_the_cards_as_large_as_fits(name: str) -> None:
    game = catalogue.make(name)
    for table in tables(game):
        left = min(base.x for base in table.bases)
        right = table.width - max(base.right for base in table.bases)
        if all(place.spread != "right" for place in game.places):
            assert abs(left - right) <= 1
        lowest = max(base.bottom for base in table.bases)
        highest = min(base.y for base in table.bases)
        if all(place.spread != "down" for place in game.places):
            assert abs(highest - (table.height - lowest)) <= 1
        # Another tenth would not fit: either way or the other, the cards fill the window.
        width, height = table.card
        assert round(width * ASPECT) == height
        larger = plan(game.places, table.width * 11 // 10, table.height * 11 // 10)
        assert larger.card[0] == pytest.approx(width * 1.1, abs=2)


def test_cards_stay_readable_in_a_small_window() -> None:
    widths = {name: plan(catalogue.make(name).places, 800, 500).card[0] for name in GAMES}
    assert min(widths.values()) >= 38, widths


@pytest.mark.parametrize("name", GAMES)
def test_what_is_dealt_can_be_read(name: str) -> None:
    """Each face-up card shows its rank and suit, whatever lies on it."""
    game = catalogue.make(name)
    piles = game.deal("any").piles
    for table in tables(game)[:4]:
        laid = arrange(table, piles)
        for pile, cards in enumerate(piles):
            place = game.places[pile]
            apart = [
                c for c in range(len(cards) - 1) if not place.fan or c >= len(cards) - place.fan
            ]
            for card in apart:
                if place.spread == "squared" or is_down(cards[card]):
                    continue
                (x, y), (x2, y2) = laid.at[pile][card : card + 2]
                assert (x2 - x) / table.card[0] > 0.2 or (y2 - y) / table.card[1] > 0.12, (
                    pile,
                    card,
                )


@pytest.mark.parametrize("name", ["beleaguered-castle", "fortress", "chessboard"])
def test_fans_at_the_right_edge_are_read_as_well_as_those_at_the_left(name: str) -> None:
    game = catalogue.make(name)
    table = plan(game.places, 492, 392)
    piles = game.deal("any").piles
    laid = arrange(table, piles)
    fans = [pile for pile, place in enumerate(game.places) if place.spread == "right"]
    right = max(table.bases[pile].x for pile in fans)
    steps = [
        least_step(piles[pile], laid.at[pile])[0]
        for pile in fans
        if table.bases[pile].x == right and len(piles[pile]) > 1
    ]
    assert min(steps) > 0.23 * table.card[0]


@pytest.mark.parametrize("name", ["eight-off", "yukon", "king-albert", "plait"])
def test_piles_that_grow_down_have_the_room_above_the_cards(name: str) -> None:
    for table in tables(catalogue.make(name)):
        assert min(base.y for base in table.bases) <= EDGE * table.card[0] + 1


def test_columns_with_room_to_spare_spread_wider_below_a_wider_gap() -> None:
    wide, usual = (
        plan(catalogue.make(name).places, 1000, 700) for name in ("bakers-dozen", "golf")
    )
    assert wide.step_down > usual.step_down
    column = wide.places.index(next(place for place in wide.places if place.spread == "down"))
    assert wide.bases[column].y - wide.bases[0].bottom > 0.2 * wide.card[0]
    assert wide.step_down * LONG * wide.card[1] <= wide.rooms[column].height - wide.card[1] + 1


def test_places_closer_than_columns_do_not_touch() -> None:
    for table in tables(catalogue.make("spider-three-decks")):
        row = sorted(base.x for base in table.bases if base.y == table.bases[0].y)
        assert all(right - left > table.card[0] for left, right in pairwise(row))


def test_the_least_step_is_between_cards_that_can_be_read() -> None:
    down = DOWN | 5
    cards, at = bytes([down, down, 5, 6, 7]), ((3, 0), (3, 4), (3, 8), (3, 19), (3, 29))
    assert least_step(cards, at) == (0, 10)
    assert least_step(cards[:3], at[:3]) == (0, 0), "nothing is covered that can be read"
    assert least_step(bytes([5, 6, 7]), ((3, 0), (3, 0), (10, 0))) == (7, 0)


def test_klondike_fills_its_window() -> None:
    table = plan(catalogue.make("klondike").places, 1280, 800)
    assert table.card[0] > 130
    # What is left of the height is the tableau's.
    assert table.rooms[6].bottom > 780
    assert table.rooms[2] == table.bases[2]


def test_a_waste_has_only_its_top_cards_apart() -> None:
    game = catalogue.make("klondike", {"deal": "three-card-deals"})
    table = plan(game.places, 1280, 800)
    laid = arrange(table, [b"", bytes(range(1, 11)), *[b""] * 11])
    base = table.bases[1]
    assert [x for x, _ in laid.at[1][:8]] == [base.x] * 8
    assert base.x < laid.at[1][8][0] < laid.at[1][9][0]
    assert boxes(laid, 1)[-1].right < table.bases[2].x


@pytest.mark.parametrize("squeezed", [False, True])
def test_face_down_cards_take_less_room(squeezed: bool) -> None:
    table = plan(catalogue.make("klondike").places, 1280, 800)
    cards = bytes([0x80] * 6 + [0x0D, 0x1C, 0x0B, 0x1A] * (5 if squeezed else 1))
    laid = arrange(table, [cards if pile == 12 else b"" for pile in range(13)])
    ys = [y for _, y in laid.at[12]]
    assert 0 < ys[1] - ys[0] < ys[7] - ys[6]
    assert laid.pile_box(12).bottom <= table.rooms[12].bottom
    assert (laid.pile_box(12).bottom > table.rooms[12].bottom - 5) == squeezed


def test_piles_that_spread_across_each_other_share_the_room() -> None:
    places = [
        Place("tableau", at=(0, 1), spread="right"),
        Place("tableau", at=(3, 0), spread="down"),
        Place("tableau", at=(0, 2.5), spread="right"),
    ]
    table = plan(places, 900, 700)
    assert not any(a.common(b) for a, b in combinations(table.rooms, 2))
    assert table.rooms[0].width > table.card[0] < table.rooms[2].width
    assert table.rooms[1].height > table.card[1]


@pytest.mark.parametrize("size", SIZES[:4])
def test_fans_side_by_side_have_room_to_be_read(size: tuple[int, int]) -> None:
    fans = [Place("tableau", at=(x, y), spread="right", up=3) for x in range(6) for y in range(3)]
    seconds = [Place("tableau", at=(x, 0), spread="right", fan=2) for x in range(5)]
    for places, count in ((fans, 3), (seconds, 2)):
        laid = arrange(plan(places, *size), [bytes(range(1, count + 1))] * len(places))
        for row in laid.at:
            assert all(b[0] - a[0] > 0.3 * laid.table.card[0] for a, b in pairwise(row))


def test_a_caption_stays_free() -> None:
    for name in GAMES:
        table = plan(catalogue.make(name).places, 400, 300, top=40)
        assert min(base.y for base in table.bases) >= 40
        assert max(room.bottom for room in table.rooms) <= 300


def test_a_game_without_places_is_refused() -> None:
    with pytest.raises(ValueError, match="without places"):
        plan([], 800, 500)


@given(name=st.sampled_from(GAMES), window=windows, seed=st.text("abc", min_size=1, max_size=3))
def test_the_pointer_finds_every_card_that_shows(
    name: str, window: tuple[int, int], seed: str
) -> None:
    game = catalogue.make(name)
    state = game.deal(seed)
    laid = arrange(plan(game.places, *window), state.piles)
    painted: dict[tuple[int, int], Spot] = {}  # what a painter would leave at some points
    points = [
        (box.x + dx, box.y + dy)
        for pile in range(len(state.piles))
        for box in boxes(laid, pile) or [laid.card_box(Spot(pile, -1))]
        for dx in (0, box.width // 2, box.width - 1)
        for dy in (0, box.height // 2, box.height - 1)
    ]
    for bare in (True, False):
        for pile, cards in enumerate(state.piles):
            for card in [-1] if bare and not cards else [] if bare else range(len(cards)):
                box = laid.card_box(Spot(pile, card))
                painted.update({p: Spot(pile, card) for p in points if box.has(*p)})
    for point in points:
        assert laid.hit(*point) == painted[point]
    assert laid.hit(-1, -1) is None


ROW = arrange(plan([Place("tableau", at=(x, 0)) for x in range(3)], 600, 300), [b"\1", b"\2", b""])


def moved(laid: Arrangement, pile: int, cards: float) -> Box:
    box = laid.table.bases[pile]
    return box._replace(x=box.x + round(cards * box.width))


def test_a_drop_goes_to_the_pile_that_is_covered_most() -> None:
    pitch = (ROW.table.bases[1].x - ROW.table.bases[0].x) / ROW.table.card[0]
    held = moved(ROW, 0, 0.6 * pitch)
    assert ROW.drop_target(held, -1, -1, 0, {1, 2}) == 1
    assert ROW.drop_target(moved(ROW, 0, 1.6 * pitch), -1, -1, 0, {1, 2}) == 2
    # A legal one that is covered less is meant all the same...
    assert ROW.drop_target(moved(ROW, 0, 1.4 * pitch), -1, -1, 0, {2}) == 2
    # ...but not one that is hardly touched, unless the pointer is on it.
    grazing = moved(ROW, 0, 0.18 * pitch)
    assert ROW.drop_target(grazing, -1, -1, 0, {1}) == 0
    inside_1 = ROW.table.bases[1]
    assert ROW.drop_target(grazing, inside_1.x + 1, inside_1.y + 1, 0, {1}) == 1
    # Without a legal one, what is under the card is what was tried.
    assert ROW.drop_target(held, -1, -1, 0, ()) == 1
    assert ROW.drop_target(Box(0, 0, 1, 1), -1, -1, 0, {1, 2}) is None


def test_advice_names_what_to_light() -> None:
    def advice(name: str, *piles: bytes) -> tuple[Action, tuple[Spot, ...]]:
        game = catalogue.make(name)
        state = State((*piles, *[b""] * (len(game.places) - len(piles))))
        action = hints(game, state)[0]
        return action, spots_of(state, action)

    ace = bytes([0x80, parse_card("AC")])
    assert advice("klondike", *[b""] * 6, ace) == (Move(6, 1, 2), (Spot(6, 1), Spot(2, -1)))
    assert advice("klondike", b"\x80") == (Click(0), (Spot(0, 0),))
    assert advice("montana", *(b"", *[bytes([parse_card("KC")])] * 12) * 4) == (Deal(), ())


def test_the_top_and_the_lowest_of_some_cards() -> None:
    state = State((b"", b"\x01\x02\x03"))
    assert Spot.top(state, 0) == Spot(0, -1)
    assert Spot.top(state, 1) == Spot(1, 2)
    assert Spot.lowest(state, 1, 2) == Spot(1, 1)


def test_columns_that_are_short_leave_room_for_larger_cards() -> None:
    game = catalogue.make("klondike")
    piles = game.view(game.deal("short")).piles
    grown = [(*piles[:-1], piles[-1] + bytes(range(1, 1 + more))) for more in (0, 5, 12)]
    assert [length_for(game.places, each) for each in grown] == list(LENGTHS)
    widths = [plan(game.places, 270, 120, length=length).card[0] for length in LENGTHS]
    assert widths == sorted(set(widths), reverse=True)
    assert plan(game.places, 270, 120) == plan(game.places, 270, 120, length=LENGTHS[-1])
