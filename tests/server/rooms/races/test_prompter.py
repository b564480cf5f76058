import random

import pytest

from engine import catalogue, empty_places, handling
from engine.cards import RANK_LABELS, card, deck
from engine.catalogue import CatalogueEntry
from engine.game import Game
from engine.hints import hints, in_words
from engine.play import Play
from engine.reasons import why_not, why_not_lifted
from engine.state import Action, Click, Deal, Move, State
from protocol.forms import BadMessage
from protocol.messages import (
    Act,
    Advice,
    Board,
    Choices,
    CreateRoom,
    FromServer,
    GetAdvice,
    GiveUp,
    JoinRoom,
    Layout,
    RaceStarted,
    Resync,
    Settings,
    StartRace,
    Step,
    WatchRoom,
)
from protocol.wire import pack_action, parse_action
from server.rooms.lobby import Lobby
from server.rooms.races import prompter
from server.rooms.races.contestant import Contestant
from server.rooms.races.race import Race
from server.rooms.refusal import Refusal
from tests.server.play import ANN, AT_ONCE, BOB, CAT

GAMES = pytest.mark.parametrize("entry", catalogue.entries(), ids=lambda entry: entry.name)
WALK = 25


def race(entry: CatalogueEntry, seed: str = "seed") -> Race:
    game = catalogue.make(entry.name, entry.complete({}))
    return Race(7, game, seed, [ANN], start=0, time_limit=10**6)


def actions_in(choices: Choices, layout: Layout) -> list[Action]:
    """Return what a client does that knows no more than this."""
    moves = [Move(source, count, to) for source, count, *targets in choices.moves for to in targets]
    deal = [Deal()] if choices.button and layout.button_pile is None else []
    return [*moves, *map(Click, choices.clicks), *deal]


@GAMES
def test_all_that_is_legal_is_offered_and_nothing_else(entry: CatalogueEntry) -> None:
    played, chance = race(entry), random.Random(entry.name)
    racer, layout = played.racers[ANN.id], prompter.layout(played.id, played.game, played.signs)
    game = racer.play.game
    for number in range(WALK):
        if racer.status != "racing":
            break
        choices = prompter.choices(racer, played.signs, undo=True)
        offered = actions_in(choices, layout)
        assert choices.number == number
        assert sorted(map(tuple, offered)) == sorted(map(tuple, game.legal_actions(racer.view)))
        assert choices.undo is (number > 0)
        assert choices.button is handling.button_works(game, racer.view)
        assert choices.redeals == handling.redeals_left(game, racer.view)
        lifts = {(lift[0], lift[1]) for lift in choices.moves}
        piles = enumerate(racer.view.piles)
        assert lifts == {
            (pile, count)
            for pile, cards in piles
            for card in range(len(cards))
            if (count := handling.liftable(game, racer.view, pile, card))
        }
        racer.act(chance.choice(offered), 10 * number)


@GAMES
def test_the_layout_is_the_games(entry: CatalogueEntry) -> None:
    played = race(entry)
    layout = prompter.layout(played.id, played.game, played.signs)
    outlined = empty_places.outlined(played.game)
    for pile, (laid, place) in enumerate(zip(layout.places, played.game.places, strict=True)):
        assert (laid.kind, laid.spread, laid.fan) == (place.called, place.spread, place.fan)
        assert (laid.x / 1000, laid.y / 1000) == pytest.approx(place.at, abs=0.0005)
        assert laid.outlined is (pile in outlined)
        assert laid.clicked is (place.click is not None)
    button = played.game.button
    assert layout.button == (button.label if button else "")


def test_a_double_click_leads_home_first() -> None:
    homeward = 0
    for seed in "abcdef":
        played = race(catalogue.entry("freecell"), seed)
        for choices in walked(played, 40):
            for _, _, *targets in choices.moves:
                kinds = [played.game.places[target].kind for target in targets]
                assert kinds == sorted(kinds, key=("foundation", "tableau", "reserve").index)
                homeward += kinds[:1] == ["foundation"] and len(kinds) > 1
    assert homeward


def walked(played: Race, steps: int) -> list[Choices]:
    """Play at random, home where that can be; return what could be done on the way."""
    racer, chance, told = played.racers[ANN.id], random.Random(1), []
    for number in range(steps):
        if racer.status != "racing":
            break
        told.append(prompter.choices(racer, played.signs, undo=True))
        moves = [m for m in racer.play.game.legal_actions(racer.view) if isinstance(m, Move)]
        home = [m for m in moves if played.game.places[m.target].kind == "foundation"]
        racer.act(chance.choice(home or moves), number)
    return told


def test_an_empty_stock_says_what_a_click_does() -> None:
    played = race(catalogue.entry("klondike"))
    racer = played.racers[ANN.id]
    said = []
    for number in range(200):
        choices = prompter.choices(racer, played.signs, undo=True)
        if choices.signs:
            said.append(choices.signs)
        if 0 not in choices.clicks:
            break
        racer.act(Click(0), number)
    assert said[0] == {0: empty_places.REDEAL}
    assert said[-1] == {0: empty_places.USED_UP}


@pytest.mark.parametrize("name", ["terrace", "hamilton", "glenwood", "chessboard"])
def test_foundations_say_with_what_they_begin_once_that_is_settled(name: str) -> None:
    played = race(catalogue.entry(name))
    assert not any(
        place.sign for place in prompter.layout(played.id, played.game, played.signs).places
    )
    racer, told = played.racers[ANN.id], []
    for number in range(30):
        if racer.status != "racing":
            break
        choices = prompter.choices(racer, played.signs, undo=True)
        told.append(set(choices.signs.values()) & set(RANK_LABELS))
        racer.act(hints(racer.play.game, racer.view)[0], number)
    assert told[0] == set()
    assert len(set.union(*told)) == 1


class Table:
    """Ann, who is prompted, and Bob, who is not, race before Cat, who watches and is."""

    def __init__(self, settings: Settings = AT_ONCE) -> None:
        self.lobby = Lobby()
        for player in (ANN, BOB, CAT):
            self.lobby.arrived(player.id, 0, prompted=player is not BOB)
        self.lobby.receive(ANN, CreateRoom(settings), 0)
        [self.code] = self.lobby.rooms
        self.lobby.receive(BOB, JoinRoom(self.code), 0)
        self.lobby.receive(CAT, WatchRoom(self.code), 0)
        self.heard()
        self.lobby.receive(ANN, StartRace(anyway=True), 0)

    def heard(self) -> dict[int, list[FromServer]]:
        """Return what each has heard since the last call."""
        _, outgoing = self.lobby.take()
        heard: dict[int, list[FromServer]] = {player.id: [] for player in (ANN, BOB, CAT)}
        for told in outgoing:
            for player in told.players:
                heard[player].append(told.message)
        return heard


def kinds(messages: list[FromServer]) -> list[str]:
    """Return what kinds of messages these are, but for those that are not about boards."""
    about = (RaceStarted, Layout, Board, Choices, Step)
    return [type(message).__name__ for message in messages if isinstance(message, about)]


def test_who_asked_for_help_gets_it_and_nobody_else() -> None:
    table = Table()
    heard = table.heard()
    assert kinds(heard[ANN.id]) == ["RaceStarted", "Layout", "Board", "Choices"]
    assert kinds(heard[BOB.id]) == ["RaceStarted", "Board"]
    assert kinds(heard[CAT.id]) == ["RaceStarted", "Layout", "Board", "Board"]
    for player in (ANN, BOB):
        table.lobby.receive(player, Act(0, [0]), 10)
    heard = table.heard()
    assert kinds(heard[ANN.id]) == ["Step", "Choices"]
    assert kinds(heard[BOB.id]) == ["Step"]
    assert kinds(heard[CAT.id]) == ["Step", "Step"]
    assert [m.number for m in heard[ANN.id] if isinstance(m, Choices)] == [1]


def test_whose_race_is_over_has_no_choice() -> None:
    table = Table()
    table.heard()
    table.lobby.receive(ANN, GiveUp(), 10)
    assert kinds(table.heard()[ANN.id]) == ["Board"]


def test_who_comes_back_is_told_what_may_be_done_now() -> None:
    table = Table()
    [state] = [m for m in table.heard()[ANN.id] if isinstance(m, Board)]
    for number in range(3):
        table.lobby.receive(ANN, Act(number, [0]), number)
    room = table.lobby.rooms[table.code]
    stream = room.output.events(ANN.id).stream
    table.heard()
    table.lobby.dropped(ANN.id, 50)
    table.lobby.arrived(ANN.id, 60, stream, state.seq, prompted=True)
    heard = table.heard()[ANN.id]
    assert kinds(heard) == ["Step", "Step", "Step", "Choices"]
    table.lobby.dropped(ANN.id, 70)
    table.lobby.arrived(ANN.id, 80, prompted=False)
    assert kinds(table.heard()[ANN.id]) == ["RaceStarted", "Board"]
    table.lobby.receive(ANN, Resync(), 90)
    assert kinds(table.heard()[ANN.id]) == ["RaceStarted", "Board"]


def test_advice_is_what_the_window_would_say() -> None:
    table = Table()
    table.heard()
    table.lobby.receive(ANN, GetAdvice(), 10)
    [told] = table.heard()[ANN.id]
    room = table.lobby.rooms[table.code]
    assert room.race is not None
    racer = room.race.racers[ANN.id]
    best = hints(racer.play.game, racer.view)[0]
    assert isinstance(told, Advice)
    assert told.actions == [pack_action(best)]
    assert told.text == in_words(racer.play.game, racer.view, best)
    table.lobby.receive(ANN, GetAdvice("finish"), 10)
    assert table.heard()[ANN.id] == [Advice("finish", 0)]


def test_no_hint_leads_back_and_it_is_said_when_none_is_left() -> None:
    game = catalogue.make("bakers-game")
    racer = Contestant(Play(game, "33"), ANN)
    seen = {racer.view.piles}
    told = prompter.advice(racer, GetAdvice())
    while told.actions:
        racer.act(parse_action(told.actions[0]), 0)
        assert racer.view.piles not in seen
        seen.add(racer.view.piles)
        told = prompter.advice(racer, GetAdvice())
    assert racer.status == "racing"
    assert told == Advice("hint", racer.play.length, text=prompter.NOTHING_NEW)
    taken_back = racer.answers[-1][0]
    racer.act("undo", 0)
    again = prompter.advice(racer, GetAdvice())
    others = [a for a in game.legal_actions(racer.view) if a != taken_back]
    assert [*map(parse_action, again.actions)] != [taken_back] or not others


def test_what_wins_the_game_is_told_in_order() -> None:
    game = catalogue.make("streets-and-alleys")
    racer = Contestant(Play(game, "seed", nearly_won(game)), ANN)
    told = prompter.advice(racer, GetAdvice("finish"))
    assert told.actions
    for number, action in enumerate(told.actions):
        racer.act(parse_action(action), number)
    assert racer.status == "won"


def nearly_won(game: Game) -> State:
    """Return a position with all cards on the foundations but two kings."""
    foundations = [i for i, place in enumerate(game.places) if place.kind == "foundation"]
    tableau = [i for i, place in enumerate(game.places) if place.kind == "tableau"]
    piles = [b""] * len(game.places)
    for suit, pile in enumerate(foundations):
        piles[pile] = bytes(card(rank, suit) for rank in range(1, 14))
    for pile, other in zip(foundations[:2], tableau, strict=False):
        piles[other], piles[pile] = piles[pile][-1:], piles[pile][:-1]
    return State(tuple(piles))


def test_that_the_game_can_be_finished_is_told() -> None:
    game = catalogue.make("streets-and-alleys")
    racer = Contestant(Play(game, "seed", nearly_won(game)), ANN)
    assert prompter.choices(racer, {}, undo=True).finish
    begun = race(catalogue.entry("streets-and-alleys")).racers[ANN.id]
    assert not prompter.choices(begun, {}, undo=True).finish


@GAMES
def test_why_something_is_refused_is_what_the_window_would_say(entry: CatalogueEntry) -> None:
    """The cards that would be welcome are the same ones, for what the window makes of them."""
    played, chance = race(entry), random.Random(entry.name)
    racer, told = played.racers[ANN.id], 0
    game, view = racer.play.game, racer.view
    piles = range(len(game.places))
    for _ in range(60):
        source, count, target = chance.choice(piles), chance.randint(1, 3), chance.choice(piles)
        advice = prompter.advice(racer, GetAdvice("why", [source, count, target]))
        if source == target:
            reason = why_not_lifted(game, view, source, count)
        else:
            reason = why_not(game, view, Move(source, count, target))
        if reason is None:
            assert not advice.text
            continue
        welcome = {card for card in deck() if reason.cards[card]}
        assert (advice.text, set(advice.cards), advice.count) == (
            *(reason.text, welcome),
            reason.number,
        )
        told += 1
    assert told


def test_what_can_be_done_has_no_reason() -> None:
    racer = race(catalogue.entry("klondike")).racers[ANN.id]
    assert prompter.advice(racer, GetAdvice("why", [0])) == Advice("why", 0, [[0]])
    with pytest.raises(BadMessage):
        prompter.advice(racer, GetAdvice("why", [0, 1]))
    far = prompter.advice(racer, GetAdvice("why", [255, 255, 255]))
    assert far.text


def test_a_room_without_hints_gives_none() -> None:
    table = Table(Settings(AT_ONCE.game, countdown=0, hints=False))
    with pytest.raises(Refusal, match="allows no hints"):
        table.lobby.receive(ANN, GetAdvice(), 10)
    for about in ("finish", "why"):
        table.lobby.receive(ANN, GetAdvice(about), 10)


def test_only_who_races_gets_advice() -> None:
    table = Table()
    with pytest.raises(Refusal, match="not in a race"):
        table.lobby.receive(CAT, GetAdvice(), 10)
    table.lobby.receive(ANN, GiveUp(), 10)
    with pytest.raises(Refusal, match="not in a race"):
        table.lobby.receive(ANN, GetAdvice(), 10)
