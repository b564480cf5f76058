"""What is said of piles, changes and races."""

import pytest

from client.board.layout import Spot
from client.board.spoken import Speaker, pile_names
from engine import catalogue
from engine.cards import parse_card
from engine.state import Action, Click, Deal, Move, State
from tests.engine.positions import Setting, walk


def pile(text: str) -> bytes:
    return bytes(0x80 if card == "??" else parse_card(card) for card in text.split())


GAME = catalogue.make("klondike")
SPEAKER = Speaker(GAME)
STATE = State(
    (
        pile("?? ?? ??"),
        pile("9C 2C"),
        pile("AC"),
        *[b""] * 3,
        pile("8S"),
        pile("?? ?? 7H 6C"),
        pile("?? 7D"),
        pile("2H"),
        pile("?? 9S"),
        pile(""),
        pile("KH QS"),
    )
)


def confirmed(state: State, card: str, pile: int) -> State:
    """The card that the server then tells of."""
    piles = list(state.piles)
    piles[pile] = piles[pile][:-1] + bytes([parse_card(card)])
    return state._replace(piles=tuple(piles))


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0, "stock, 3 cards face down"),
        (1, "waste, 2 cards, top: two of clubs"),
        (2, "foundation 1: ace of clubs"),
        (3, "foundation 2, empty, begins with an ace"),
        (6, "tableau 1: eight of spades"),
        (7, "tableau 2, 4 cards, top: six of clubs, 2 face up"),
        (11, "tableau 6, empty"),
    ],
)
def test_piles(number: int, said: str) -> None:
    assert SPEAKER.pile(STATE, number) == said


def test_a_stock_says_whether_it_can_be_turned_over() -> None:
    empty = STATE._replace(piles=(b"", *STATE.piles[1:]))
    assert SPEAKER.pile(empty, 0) == "stock, empty, can be turned over again"
    assert SPEAKER.pile(empty._replace(redeals=2), 0) == "stock, empty, used up"


def test_places_in_rows_have_a_row_and_a_number() -> None:
    assert pile_names(catalogue.make("montana"))[14] == "row 2, place 2"
    pyramid = pile_names(catalogue.make("thirteen"))
    assert {"row 1, place 1", "row 7, place 7", "stock", "waste"} <= set(pyramid)


def test_cards_within_a_pile_and_all_of_it() -> None:
    assert SPEAKER.spot(STATE, Spot(7, 2)) == "seven of hearts, with 1 card on it, tableau 2"
    assert SPEAKER.spot(STATE, Spot(7, 3)) == SPEAKER.pile(STATE, 7)
    assert (
        SPEAKER.whole_pile(STATE, 7)
        == "tableau 2: six of clubs, seven of hearts; 2 cards face down"
    )
    assert SPEAKER.whole_pile(STATE, 11) == "tableau 6: empty"


def test_what_is_held_and_where_it_would_go() -> None:
    assert SPEAKER.taken(STATE, Spot(7, 2), [6]) == (
        "holding seven of hearts with 1 card on it; 1 place"
    )
    assert SPEAKER.taken(STATE, Spot(9, 0), [3, 4]) == "holding two of hearts; 2 places"
    assert SPEAKER.over(STATE, Spot(6, 0), Spot(7, 2)) == "onto eight of spades, tableau 1"
    assert SPEAKER.over(STATE, Spot(2, 0), Spot(1, 1)) == "to foundation 1"
    assert SPEAKER.over(STATE, Spot(7, 3), Spot(7, 2)) == "back to tableau 2"


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (
            Move(7, 2, 6),
            "seven of hearts with 1 card on it onto eight of spades",
        ),
        (Move(1, 1, 2), "two of clubs onto ace of clubs; uncovered the nine of clubs"),
        (Move(12, 2, 11), "king of hearts with 1 card on it to empty tableau 6"),
        (Click(0), "turned up 1 card"),
    ],
)
def test_moves(action: Action, said: str) -> None:
    assert SPEAKER.change(STATE, GAME.play(STATE, action)) == said


def test_to_who_sees_the_board_only_a_card_that_turned_up_is_uncovered() -> None:
    seeing = Speaker(GAME, seen=True)
    lay_open = GAME.play(STATE, Move(1, 1, 2))
    assert seeing.change(STATE, lay_open) == "two of clubs onto ace of clubs"
    turned = confirmed(GAME.play(STATE, Move(8, 1, 6)), "JC", 8)
    assert seeing.change(STATE, turned).endswith("uncovered the jack of clubs")


def test_a_card_that_comes_up_is_told() -> None:
    after = GAME.play(STATE, Move(8, 1, 6))
    assert SPEAKER.change(STATE, after) == "seven of diamonds onto eight of spades"
    told = confirmed(after, "JC", 8)
    assert SPEAKER.change(after, told) == "uncovered the jack of clubs"
    assert SPEAKER.change(STATE, told) == (
        "seven of diamonds onto eight of spades; uncovered the jack of clubs"
    )
    turned = confirmed(GAME.play(STATE, Click(0)), "4H", 1)
    assert SPEAKER.change(STATE, turned) == "turned up four of hearts"


def test_an_undo_is_told_as_the_way_back() -> None:
    after = GAME.play(STATE, Move(1, 1, 2))
    assert SPEAKER.change(after, STATE) == "two of clubs to the waste"
    assert SPEAKER.change(STATE, STATE) == ""


def test_pairs_that_leave_and_rows_that_are_dealt() -> None:
    thirteen = Speaker(catalogue.make("thirteen"))
    step = next(s for s in walk(Setting("thirteen", ()), "a", 20) if isinstance(s.action, Move))
    assert "removed" in thirteen.change(step.before, step.after)
    spider = catalogue.make("spider")
    deal = spider.deal("a")
    said = Speaker(spider).change(spider.view(deal), spider.view(spider.play(deal, Click(0), "a")))
    assert said.startswith("dealt ")
    assert said.count("to tableau") == 10


@pytest.mark.parametrize(
    ("name", "action", "said"),
    [
        ("clock", Move(6, 1, 2), "ace of hearts to tableau 1; ace of diamonds to tableau"),
        (
            "triple-peaks",
            Click(0),
            "1 card face down to waste 1; turned up nine of spades",
        ),
    ],
)
def test_a_card_that_takes_the_place_of_another_is_told(
    name: str, action: Action, said: str
) -> None:
    game = catalogue.make(name)
    state = game.deal("say")
    after = game.play(state, action, "say")
    assert Speaker(game).change(game.view(state), game.view(after)) == said


def test_a_row_that_is_dealt_is_told_and_its_undo_in_short() -> None:
    game = catalogue.make("spider-three-decks")
    before = game.deal("say")
    after = game.play(before, Click(0), "say")
    dealt = Speaker(game).change(game.view(before), game.view(after))
    assert dealt.startswith("dealt ")
    assert dealt.count(" to tableau ") == 12
    back = Speaker(game).change(game.view(after), game.view(before))
    assert back.startswith("12 cards back to the stock; uncovered the ")


@pytest.mark.parametrize("entry", catalogue.entries(), ids=lambda entry: entry.name)
def test_every_change_in_every_game_is_said(entry: catalogue.CatalogueEntry) -> None:
    setting = Setting(entry.name, tuple(entry.complete({}).items()))
    game, speaker = setting.game, Speaker(setting.game)
    assert len(set(speaker.names)) == len(game.places), "every pile has a name of its own"
    for step in walk(setting, "spoken", 40):
        before, after = game.view(step.before), game.view(step.after)
        said = speaker.change(before, after)
        assert bool(said) == (before.piles != after.piles)
        assert len(said) < 480
        assert speaker.action(before, step.action)
        ahead = game.play(before, step.action)  # what is shown before the server has answered
        assert speaker.change(before, ahead) or before.piles == ahead.piles
        for number in range(len(game.places)):
            assert speaker.names[number] in speaker.pile(after, number)


def test_refusals_name_the_cards_and_the_reason() -> None:
    reason = "that doesn't go there"
    assert SPEAKER.refusal(STATE, Move(7, 2, 8), reason) == (
        "seven of hearts with 1 card on it not onto seven of diamonds: that doesn't go there"
    )
    assert SPEAKER.refusal(STATE, Move(7, 9, 8), reason) == reason
    assert SPEAKER.refusal(STATE, None, reason) == reason


def test_advice() -> None:
    assert SPEAKER.action(STATE, Move(1, 1, 2)) == "two of clubs from the waste to foundation 1"
    assert SPEAKER.action(STATE, Move(7, 2, 6)) == (
        "seven of hearts with 1 card on it from tableau 2 onto eight of spades, tableau 1"
    )
    assert SPEAKER.action(STATE, Click(0)) == "click the stock"
    assert SPEAKER.action(STATE, Move(7, 1, 1)) == (
        "six of clubs from tableau 2 onto two of clubs, waste"
    )
    assert Speaker(catalogue.make("montana")).action(STATE, Deal()) == "Reshuffle"


def test_a_row_and_a_column_are_read_by_their_tops() -> None:
    assert SPEAKER.row(STATE, 7) == (
        "from the left: tableau 1: eight of spades, tableau 2: six of clubs, "
        "tableau 3: seven of diamonds, tableau 4: two of hearts, tableau 5: nine of spades, "
        "tableau 6: empty, tableau 7: queen of spades"
    )
    assert (
        SPEAKER.column(STATE, 6) == "from above: stock: face-down card, tableau 1: eight of spades"
    )
    game = catalogue.make("montana")
    state = game.view(game.deal("say"))
    field = Speaker(game)
    row = field.row(state, 13).removeprefix("from the left: ").split(", ")
    assert row == [
        field.place(state, pile) if state.piles[pile] else "empty" for pile in range(13, 26)
    ]
    column = field.column(state, 13).removeprefix("from above: ").split(", ")
    assert [column[1], len(column)] == [row[0], 4]
