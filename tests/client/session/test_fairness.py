import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from client.session.fairness import FairnessCheck, Verdict
from client.session.fairness_replay import Budget, follow
from client.session.fairness_results import replay_doubt
from client.session.session import Session
from engine import catalogue
from engine.chance import commitment
from engine.play import Entry, Play
from engine.state import Click, Move
from harness.replays import played as played_replay
from protocol.forms import BadMessage
from protocol.messages import (
    Announcement,
    BestResult,
    Board,
    Countdown,
    FromServer,
    Leaderboard,
    LeftRoom,
    Member,
    MemberChanged,
    PastRace,
    Profile,
    RaceStarted,
    Refused,
    Results,
    RoomState,
    Settings,
    Standing,
    Status,
    Step,
    Welcome,
)
from protocol.racing import Racer
from protocol.wire import board, encode, step

SETTINGS = Settings("klondike", {"deal": "no-redeals"})
GAME = catalogue.make("klondike", SETTINGS.options)
ANN = Standing(2, "Ann", place=1)
ROOM = RoomState("ABCDEF", SETTINGS, 2, "lobby", [Member(2, "Ann", True)])


def room(stream: str) -> RoomState:
    return replace(ROOM, stream=stream)


def results(seed: str, race: int = 1) -> Results:
    return Results(race, SETTINGS, [replace(ANN, status="gave up")], seed, commitment(seed))


def checked(promised: str, dealt: str = "", started: str = "") -> FairnessCheck:
    made = FairnessCheck()
    made.note(Countdown(1, 3000, commitment(promised)))
    made.note(RaceStarted(1, SETTINGS, 0, commitment(started or promised), [ANN]))
    if dealt:
        made.note(board(2, 0, GAME.view(GAME.deal(dealt)), "racing"))
    return made


def test_what_was_promised_was_dealt() -> None:
    fair, text = checked("seed", "seed").verdict(results("seed"))
    assert fair
    assert "cards dealt" in text


def test_another_seed_than_promised() -> None:
    assert not checked("seed", "other").verdict(results("other")).fair


def test_a_promise_changed_at_the_start() -> None:
    assert not checked("seed", "other", started="other").verdict(results("other")).fair


def test_other_cards_than_the_seed_stands_for() -> None:
    assert not checked("seed", "other").verdict(results("seed")).fair


def test_whoever_came_late_can_check_the_seed_only() -> None:
    fair, text = checked("seed").verdict(results("seed"))
    assert fair
    assert "cards dealt" not in text


def test_another_race_has_a_promise_of_its_own() -> None:
    made = checked("seed", "seed")
    made.note(results("seed"))
    made.note(Countdown(2, 3000, commitment("next")))
    made.note(board(2, 0, GAME.view(GAME.deal("next")), "racing"))
    assert made.verdict(results("next", race=2)).fair
    assert not made.verdict(results("seed", race=2)).fair


def test_a_board_after_some_moves_is_no_deal() -> None:
    made = checked("seed", "seed")
    made.note(board(3, 40, GAME.view(GAME.deal("later")), "racing"))
    assert made.verdict(results("seed")).fair


# What comes after the first board ------------------------------------------------------


def played(
    made: FairnessCheck,
    entries: int,
    *,
    name: str = "klondike",
    choice: int = 1,
    seed: str = "seed",
) -> Racer:
    """Play on as Ann (2), told to the check step by step; return how she stands then."""
    settings = SETTINGS if name == "klondike" else Settings(name)
    game = catalogue.make(settings.game, settings.options)
    dice = random.Random(choice)
    play = Play(game, seed)
    made.note(RaceStarted(1, settings, 0, commitment(seed), [ANN]))
    made.note(board(2, 0, game.view(play.state), "racing"))
    racer = Racer(play)
    while play.length < entries and racer.status == "racing":
        before = racer.view
        undo = len(play.states) > 1 and dice.random() < 0.2
        entry: Entry = "undo" if undo else dice.choice(game.legal_actions(play.state))
        racer.enter(entry, 100 * (play.length + 1))
        made.note(step(2, play.length, before, racer.view, racer.status))
    return racer


def ended(racer: Racer, settings: Settings = SETTINGS, **more: Any) -> Results:
    """Return the results that belong to the play, but for what `more` says of Ann."""
    racer.end("gave up")
    own = Standing(
        2,
        "Ann",
        racer.status,
        racer.view.score,
        1,
        racer.play.length,
        racer.milliseconds,
        undos=racer.undos,
    )
    return Results(1, settings, [replace(own, **more)], "seed", commitment("seed"))


@given(
    choice=st.integers(0, 10_000),
    name=st.sampled_from([entry.name for entry in catalogue.entries()]),
)
def test_whatever_is_played_from_the_deal_is_its_cards(choice: int, name: str) -> None:
    made = FairnessCheck()
    racer = played(made, 25, name=name, choice=choice)
    settings = SETTINGS if name == "klondike" else Settings(name)
    fair, text = made.verdict(ended(racer, settings))
    assert fair
    assert text == "Checked: the promised seed, and the cards dealt are its cards."


CELLS = (0, 1)
FIRST_COLUMN = 8


def test_moving_to_and_fro_leaves_one_way_to_follow() -> None:
    # Every move back looks like an undo: were all pasts kept apart, they would be 2 to the 100th.
    game = catalogue.make("freecell")
    play = Play(game, "seed")
    play.enter(Move(FIRST_COLUMN, 1, CELLS[0]))
    views = {0: game.view(play.states[0]), 1: game.view(play.state)}
    for number in range(2, 202):
        here, there = CELLS if number % 2 == 0 else reversed(CELLS)
        play.enter(Move(here, 1, there))
        views[number] = game.view(play.state)
    followed = follow(game, "seed", views, Budget(), undo=True)
    assert followed == (True, True, (play.state,))


def test_what_costs_too_much_is_not_followed_to_its_end() -> None:
    made = FairnessCheck()
    racer = played(made, 10)
    views = {0: GAME.view(GAME.deal("seed")), 10: racer.view}
    assert follow(GAME, "seed", views, Budget(50), undo=True) == (True, False, ())


def lied(change: Step | Board) -> Verdict:
    made = checked("seed", "seed")
    made.note(change)
    standing = Standing(2, "Ann", "gave up", change.score, 1, change.number)
    return made.verdict(Results(1, SETTINGS, [standing], "seed", commitment("seed")))


def test_another_card_under_the_first_one() -> None:
    view = GAME.view(GAME.deal("seed"))
    after = GAME.view(GAME.play(GAME.deal("seed"), Click(0), "seed"))
    true = step(2, 1, view, after, "racing")
    assert lied(true).fair
    shown = set(b"".join(view.piles)) | set(after.piles[1])
    other = bytes([next(card for card in GAME.deck if card not in shown)])
    fair, text = lied(Step(2, 1, {**true.piles, 1: other}, true.score))
    assert not fair
    assert "shown during the race" in text


@pytest.mark.parametrize("number", [0, 1, 3])
def test_another_deal_after_the_first_board(number: int) -> None:
    other = GAME.view(GAME.deal("other"))
    assert not lied(board(2, number, other, "racing")).fair


def test_a_game_that_wins_itself() -> None:
    piles = {2 + suit: bytes(range(16 * suit + 1, 16 * suit + 14)) for suit in range(4)}
    empty = dict.fromkeys((0, 1, *range(6, 13)), b"")
    assert not lied(Step(2, 1, {**empty, **piles}, 52, status="won")).fair


def test_what_was_missed_is_not_claimed() -> None:
    made = checked("seed", "seed")
    play = Play(GAME, "seed")
    dice = random.Random(3)
    while play.length < 40:
        play.enter(dice.choice(GAME.legal_actions(play.state)))
    made.note(board(2, play.length, GAME.view(play.state), "racing"))
    standing = Standing(2, "Ann", "gave up", play.state.score, 1, play.length)
    fair, text = made.verdict(Results(1, SETTINGS, [standing], "seed", commitment("seed")))
    assert fair
    assert "not all that came later could be checked" in text


# Promises ------------------------------------------------------------------------------


def test_results_of_a_race_that_nobody_promised() -> None:
    fair, text = checked("seed", "seed").verdict(results("other", race=2))
    assert not fair
    assert "promised another race" in text


def test_who_heard_the_results_alone_was_promised_nothing() -> None:
    fair, text = FairnessCheck().verdict(results("seed"))
    assert not fair
    assert "no seed was promised to you" in text


def test_the_first_promise_stays() -> None:
    made = checked("seed", "other")
    made.note(RaceStarted(1, SETTINGS, 0, commitment("other"), []))
    fair, text = made.verdict(results("other"))
    assert not fair
    assert "later another" in text


@pytest.mark.parametrize("back", [False, True])
def test_another_race_before_the_results(back: bool) -> None:
    made = checked("seed", "other")
    made.note(Countdown(2, 0, commitment("other")))
    if back:
        made.note(RaceStarted(1, SETTINGS, 0, commitment("other"), []))
    fair, text = made.verdict(results("other", race=1 if back else 2))
    assert not fair
    assert "another race before this one had its results" in text


def test_the_next_race_after_the_results() -> None:
    made = checked("seed", "seed")
    made.note(results("seed"))
    made.note(RaceStarted(2, SETTINGS, 0, commitment("next"), [ANN]))
    assert made.verdict(results("next", race=2)).fair


@pytest.mark.parametrize("away", [Welcome(1, 1, "Me", room="ABC"), Welcome(1, 1, "Me"), LeftRoom()])
def test_who_was_away_may_find_the_next_race(away: Welcome | LeftRoom) -> None:
    made = checked("seed", "seed")
    made.note(away)
    made.note(Countdown(2, 0, commitment("next")))
    assert made.verdict(results("next", race=2)).fair


def test_the_same_race_after_a_lost_connection_has_its_promise() -> None:
    made = checked("seed", "seed")
    made.note(Welcome(1, 1, "Me", room="ABC"))
    made.note(RaceStarted(1, SETTINGS, 0, commitment("other"), []))
    assert not made.verdict(results("other")).fair


def test_results_of_another_game() -> None:
    other = Settings("klondike", {"deal": "three-card-deals"})
    told = Results(1, other, [], "seed", commitment("seed"))
    assert "another game" in checked("seed").verdict(told).text


STARTED = RaceStarted(1, SETTINGS, 0, commitment("seed"), [ANN])
CHANGED = "later another"


@pytest.mark.parametrize("away", [Welcome(1, 1, "Me", room="ABC"), Welcome(1, 1, "Me"), LeftRoom()])
@pytest.mark.parametrize("life", ["one", "another"])
def test_the_promise_of_a_race_that_began_never_changes(
    away: Welcome | LeftRoom, life: str
) -> None:
    made = FairnessCheck()
    for message in (room("one"), STARTED, away, room(life)):
        made.note(message)
    made.note(replace(STARTED, commitment=commitment("other")))
    fair, text = made.verdict(results("other"))
    assert not fair
    assert CHANGED in text


@pytest.mark.parametrize("away", [Welcome(1, 1, "Me", room="ABC"), Welcome(1, 1, "Me"), LeftRoom()])
def test_a_countdown_is_a_promise_for_one_life_of_the_server(away: Welcome | LeftRoom) -> None:
    made = FairnessCheck()
    for message in (room("one"), Countdown(1, 9000, commitment("other")), away, room("one")):
        made.note(message)
    made.note(STARTED)
    fair, text = made.verdict(results("seed"))
    assert not fair
    assert CHANGED in text


def test_a_server_killed_in_a_countdown_may_use_its_number_again() -> None:
    made = FairnessCheck()
    made.note(room("one"))
    made.note(Countdown(1, 9000, commitment("other")))
    made.note(Welcome(1, 1, "Me", room="ABC"))
    made.note(room("another"))
    made.note(STARTED)
    made.note(board(2, 0, GAME.view(GAME.deal("seed")), "racing"))
    fair, text = made.verdict(results("seed"))
    assert fair
    assert "cards dealt are its cards. Another seed had been promised before" in text
    made.note(replace(STARTED, commitment=commitment("third")))
    assert CHANGED in made.verdict(results("third")).text


def test_another_numbering_of_events_alone_is_no_other_life() -> None:
    made = FairnessCheck()
    for message in (Welcome(1, 1, "Me"), room("one"), Countdown(1, 9000, commitment("other"))):
        made.note(message)
    made.note(room("another"))
    made.note(STARTED)
    assert CHANGED in made.verdict(results("seed")).text


def test_a_server_that_has_begun_anew_counts_its_races_anew() -> None:
    made = checked("seed", "seed")
    made.note(Welcome(1, 1, "Me", token="new"))
    made.note(replace(STARTED, commitment=commitment("next")))
    assert made.verdict(results("next")).fair


# Our own board -----------------------------------------------------------------------------

DELAYED = replace(SETTINGS, delay=30)
WATCHING = replace(ROOM, settings=DELAYED, phase="running")
MINE = "The server did on your board what you had not done, or gave up for you."


class OwnRace:
    """A race of our own, as our session and its check hear of it."""

    def __init__(self, *before: FromServer, settings: Settings = SETTINGS) -> None:
        self.session = Session("Ann")
        self.session.opened(lambda _: None)
        self.made = FairnessCheck(self.session.own)
        self.racer = Racer(Play(GAME, "seed"))
        self.settings = settings
        started = replace(STARTED, settings=settings)
        self.hear(Welcome(1, 2, "Ann"), *before, started, self.board())

    def hear(self, *messages: FromServer) -> None:
        for message in messages:
            self.session.receive(encode(message), 0.0)
            self.made.note(message)

    def board(self, status: Status = "racing") -> Board:
        return board(2, self.racer.play.length, self.racer.view, status)

    def server_does(self, entry: Entry) -> Step:
        before = self.racer.view
        self.racer.enter(entry, 100)
        return step(2, self.racer.play.length, before, self.racer.view, self.racer.status)

    def verdict(self) -> Verdict:
        return self.made.verdict(ended(self.racer, self.settings))


def test_what_we_sent_is_what_was_done() -> None:
    race = OwnRace(room("one"))
    entries: list[Entry] = [Click(0), Click(0), "undo", Click(0)]
    for entry in entries:
        assert (race.session.undo() if entry == "undo" else race.session.act(entry)) is None
        race.hear(race.server_does(entry))
    race.session.give_up()
    race.hear(race.board("gave up"))
    assert race.verdict().fair


def test_another_move_than_was_sent() -> None:
    race = OwnRace(room("one"))
    while GAME.legal_actions(race.racer.view) == [Click(0)]:
        race.session.act(Click(0))
        race.hear(race.server_does(Click(0)))
    other = next(each for each in GAME.legal_actions(race.racer.view) if each != Click(0))
    race.session.act(Click(0))
    race.hear(race.server_does(other))
    race.session.give_up()
    assert race.verdict() == (False, MINE)


@pytest.mark.parametrize("whole", [False, True])
def test_a_move_that_nobody_sent(whole: bool) -> None:
    race = OwnRace(room("one"))
    told = race.server_does(Click(0))
    race.hear(race.board() if whole else told)
    race.session.give_up()
    assert race.verdict() == (False, MINE)


@pytest.mark.parametrize("told", ["board", "results"])
def test_giving_up_that_nobody_asked_for(told: str) -> None:
    race = OwnRace(room("one"))
    if told == "board":
        race.hear(race.board("gave up"))
    assert race.verdict() == (False, MINE)


@pytest.mark.parametrize(
    ("reason", "fair"),
    [("nothing to turn", False), ("the time is up", True), ("a race has at most 9 moves", True)],
)
def test_a_legal_move_that_is_refused(reason: str, fair: bool) -> None:
    race = OwnRace(room("one"))
    race.session.act(Click(0))
    race.hear(race.server_does(Click(0)))
    race.session.act(Click(0))
    race.hear(Refused(1, 1, reason))
    race.session.give_up()
    race.hear(race.board("gave up"))
    verdict = race.verdict()
    assert verdict.fair == fair
    assert fair or "refused a move of yours that the rules allow" in verdict.text


def test_an_illegal_move_is_refused_rightly() -> None:
    race = OwnRace(room("one"))
    race.session.own.send(0, Move(0, 1, 1))
    race.hear(Refused(0, 0, "that doesn't go there"))
    race.session.own.send(0, Click(0))
    race.hear(Refused(0, 0, "that doesn't go there"))
    race.session.give_up()
    race.hear(race.board("gave up"))
    assert race.verdict().fair


def test_what_was_sent_before_the_connection_was_lost_is_ours() -> None:
    race = OwnRace(room("one"))
    race.session.act(Click(0))
    race.session.closed()
    race.session.act(Click(0))
    race.session.opened(lambda _: None)
    race.hear(Welcome(1, 2, "Ann", room="ABCDEF"))
    race.hear(race.server_does(Click(0)), race.server_does(Click(0)))
    race.session.give_up()
    race.hear(race.board("gave up"))
    assert race.verdict().fair


def test_another_client_of_ours_may_have_moved_while_this_one_was_away() -> None:
    race = OwnRace(room("one"))
    race.session.closed()
    race.session.opened(lambda _: None)
    race.hear(Welcome(1, 2, "Ann", room="ABCDEF"), race.server_does(Click(0)))
    race.hear(race.board("gave up"))
    assert race.verdict().fair


def test_who_is_back_and_has_moved_is_alone_again() -> None:
    race = OwnRace(room("one"))
    race.session.closed()
    race.session.opened(lambda _: None)
    race.hear(Welcome(1, 2, "Ann", room="ABCDEF"))
    race.session.act(Click(0))
    race.hear(race.server_does(Click(0)), race.server_does(Click(0)))
    race.session.give_up()
    assert race.verdict() == (False, MINE)


def test_who_watches_the_own_race_late_sees_what_another_run_sent() -> None:
    race = OwnRace(WATCHING, settings=DELAYED)
    race.hear(race.server_does(Click(0)), race.board("gave up"))
    assert race.verdict().fair


# Boards that cannot be, and results that are not so --------------------------------------


def test_a_board_that_no_game_has_is_remembered() -> None:
    session = Session("Me")
    session.receive(encode(RaceStarted(1, SETTINGS, 0, commitment("seed"), [])), 0.0)
    piles = list(GAME.view(GAME.deal("seed")).piles)
    piles[2] = piles[6][-1:]
    with pytest.raises(BadMessage, match="no more cards than the game"):
        session.receive(encode(Board(2, 0, piles)), 0.0)
    assert list(session.misfits) == [1]
    fair, text = checked("seed").verdict(results("seed"), misfits=True)
    assert not fair
    assert "cannot have" in text


def test_a_board_that_cannot_be_read_is_remembered() -> None:
    session = Session("Me")
    session.receive(encode(RaceStarted(1, SETTINGS, 0, commitment("seed"), [])), 0.0)
    with pytest.raises(BadMessage):
        session.receive(encode(Board(2, 0, [bytes(1001)])), 0.0)
    assert list(session.misfits) == [1]


@pytest.mark.parametrize(
    "lie",
    [
        {"moves": 3, "undos": 0},
        {"moves": 11},
        {"score": 51},
        {"status": "won"},
        {"status": "stuck"},
        {"undos": 5},
    ],
)
def test_results_that_are_not_what_was_seen(lie: dict[str, Any]) -> None:
    made = FairnessCheck()
    racer = played(made, 10)
    assert made.verdict(ended(racer)).fair
    fair, text = made.verdict(ended(racer, **lie))
    assert not fair
    assert text == "What the results say about Ann is not what was seen."


def test_a_step_that_says_won_wins_nothing() -> None:
    made = FairnessCheck()
    racer = played(made, 10)
    made.note(board(2, 10, racer.view, "won"))
    assert not made.verdict(ended(racer, status="won")).fair


def test_who_may_have_missed_steps_accuses_nobody() -> None:
    made = FairnessCheck()
    racer = played(made, 10)
    made.note(Announcement("you see no boards now"))
    fair, text = made.verdict(ended(racer, moves=11, status="won"))
    assert fair
    assert "not all that came later" in text


def told_of(*standings: Standing, **more: Any) -> Verdict:
    """Return the verdict on such results, where Ann and Bob raced and nobody's board was seen."""
    made = FairnessCheck()
    made.note(replace(STARTED, standings=[ANN, BOB]))
    told = Results(1, SETTINGS, list(standings), "seed", commitment("seed"))
    return made.verdict(replace(told, **more))


BOB = Standing(3, "Bob", place=1)
FIRST = Standing(2, "Ann", "gave up", 5, 1, 30, 9000)
SECOND = Standing(3, "Bob", "out of time", 4, 2, 40, 8000, undos=3)


def test_results_that_may_be() -> None:
    assert told_of(FIRST, SECOND).fair
    assert told_of(FIRST, SECOND, winners=[2]).fair
    assert told_of(FIRST, replace(SECOND, score=5, milliseconds=9000, place=1)).fair
    assert told_of(replace(SECOND, status="won", place=1), replace(FIRST, place=2)).fair


@pytest.mark.parametrize(
    ("standings", "text"),
    [
        ([FIRST], "who raced"),
        ([FIRST, SECOND, Standing(4, "Zed", "gave up", 3, 3, 9, 9)], "who raced"),
        ([FIRST, replace(SECOND, player=4)], "who raced"),
        ([FIRST, replace(FIRST, place=2)], "who raced"),
        ([replace(SECOND, place=1), replace(FIRST, place=2)], "places"),
        ([SECOND, FIRST], "places"),
        ([FIRST, replace(SECOND, place=1)], "places"),
        ([FIRST, replace(SECOND, status="won")], "places"),
        ([replace(FIRST, name="Bob"), replace(SECOND, name="Ann")], "Bob to somebody else"),
        ([FIRST, replace(SECOND, status="racing")], "Bob cannot be"),
        ([FIRST, replace(SECOND, undos=21)], "Bob cannot be"),
        ([replace(FIRST, milliseconds=900_001), SECOND], "Ann cannot be"),
        ([FIRST, replace(SECOND, moves=0, undos=0)], "Bob cannot be"),
        ([FIRST, replace(SECOND, score=0)], "Bob cannot be"),
        (
            [FIRST, replace(SECOND, score=0, moves=0, undos=0, milliseconds=0, status="stuck")],
            "Bob",
        ),
    ],
)
def test_results_that_cannot_be(standings: list[Standing], text: str) -> None:
    fair, told = told_of(*standings)
    assert not fair
    assert text in told


@pytest.mark.parametrize("winners", [[3], [2, 3], [4]])
def test_winners_who_have_not_won(winners: list[int]) -> None:
    fair, text = told_of(FIRST, SECOND, winners=winners)
    assert (fair, text) == (False, "The results name winners who have not won.")


def test_who_is_ahead_of_a_rival_who_was_stopped_has_not_won() -> None:
    stopped = replace(SECOND, status="stopped")
    assert told_of(FIRST, stopped).fair
    assert not told_of(FIRST, stopped, winners=[2]).fair
    assert not told_of(FIRST, SECOND, winners=[3]).fair


def test_who_is_called_otherwise_by_now_is_nobody_else() -> None:
    assert told_of(replace(FIRST, name="Anne"), SECOND).fair
    made = FairnessCheck()
    made.note(replace(STARTED, standings=[ANN, BOB]))
    renamed = [replace(FIRST, name="Bob"), replace(SECOND, name="Rob")]
    for member in (Member(3, "Rob", True), Member(2, "Bob", True)):
        made.note(MemberChanged(member))
    assert made.verdict(Results(1, SETTINGS, renamed, "seed", commitment("seed"))).fair


@pytest.mark.parametrize("more", [{"time_limit": 10}, {"undo": False}, {"delay": 9}])
def test_other_settings_than_were_raced(more: dict[str, Any]) -> None:
    fair, text = told_of(FIRST, SECOND, settings=replace(SETTINGS, **more))
    assert not fair
    assert "other settings" in text


def test_undos_where_there_are_none() -> None:
    made = FairnessCheck()
    strict = replace(SETTINGS, undo=False)
    made.note(replace(STARTED, settings=strict, standings=[ANN, BOB]))
    told = Results(1, strict, [FIRST, SECOND], "seed", commitment("seed"))
    assert "Bob cannot be" in made.verdict(told).text


def test_moves_after_the_end() -> None:
    made = checked("seed", "seed")
    view = GAME.view(GAME.deal("seed"))
    made.note(board(2, 0, view, "gave up"))
    made.note(step(2, 1, view, GAME.view(GAME.play(GAME.deal("seed"), Click(0), "seed")), "racing"))
    told = replace(ANN, status="gave up", moves=1)
    fair, text = made.verdict(Results(1, SETTINGS, [told], "seed", commitment("seed")))
    assert (fair, text) == (False, "Ann went on after the end of the race.")


@pytest.mark.parametrize("missed", [False, True])
def test_who_could_still_move_is_not_stuck(missed: bool) -> None:
    made = FairnessCheck()
    racer = played(made, 30)
    if missed:
        made = checked("seed", "seed")
    made.note(board(2, 30, racer.view, "stuck"))
    told = ended(racer, status="stuck")
    assert made.verdict(told) == (False, "Ann was called stuck, and could still move.")


# Replays from a server -----------------------------------------------------------------------


TRUE = played_replay()
TOLD = Standing(
    2, TRUE.name, TRUE.status, TRUE.score, 1, len(TRUE.entries), TRUE.milliseconds, undos=1
)
MONTANA = Results(
    TRUE.race,
    Settings("montana"),
    [TOLD, Standing(3, "Cleo", "gave up", place=2)],
    TRUE.seed,
    TRUE.commitment,
)


def test_a_replay_that_the_results_bear_out() -> None:
    assert replay_doubt(TRUE, MONTANA, asked=True) == ""
    assert replay_doubt(TRUE, None, asked=True) == ""
    assert replay_doubt(replace(TRUE, race=2, score=9), MONTANA, asked=True) == ""
    assert replay_doubt(replace(TRUE, name="Bert"), MONTANA, asked=True) == ""


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({"seed": "other"}, "another seed"),
        ({"game": "4x13"}, "another game"),
        ({"name": "Cleo"}, "another name"),
        ({"status": "disconnected"}, "another end"),
        ({"score": -1}, "another score"),
        ({"entries": []}, "another number of moves"),
        ({"milliseconds": 1}, "another time"),
        ({"score": -1, "milliseconds": 1}, "another score, another time"),
    ],
)
def test_a_replay_that_the_results_contradict(more: dict[str, Any], text: str) -> None:
    doubt = replay_doubt(replace(TRUE, **more), MONTANA, asked=True)
    assert doubt == f"The results said otherwise: {text}."


def test_a_replay_of_somebody_who_was_not_there() -> None:
    assert "not in the race" in replay_doubt(replace(TRUE, player=9), MONTANA, asked=True)


def test_a_replay_that_nobody_asked_for() -> None:
    session = Session("Me")
    for race, player in ((1, 2), (1, 3), (7, 2)):
        session.get_replay(race, player)
    strays = []
    for race, player in ((1, 3), (1, 2), (9, 9), (7, 2), (7, 2)):
        session.receive(encode(replace(TRUE, race=race, player=player)), 0.0)
        strays.append(session.stray_replay)
    assert strays == [False, True, True, False, True]
    assert replay_doubt(TRUE, MONTANA, asked=False) == "This is not the race that you asked for."


ROW = BestResult(
    *(TRUE.race, TRUE.player, TRUE.name, TRUE.status, TRUE.score, TRUE.milliseconds),
    moves=len(TRUE.entries),
    at=0,
)
PAST = PastRace(
    *(TRUE.race, TRUE.game, TRUE.options, 1, 2, TRUE.status, TRUE.score, TRUE.milliseconds),
    at=0,
)


@pytest.mark.parametrize(
    ("listed", "told"),
    [
        (Leaderboard(TRUE.game, TRUE.options, [], [ROW]), ""),
        (Leaderboard(TRUE.game, {}, [ROW]), ""),
        (Leaderboard("klondike", {}, [ROW]), "another game"),
        (Leaderboard(TRUE.game, {}, [replace(ROW, status="won", moves=9)]), "number of moves"),
        (Leaderboard(TRUE.game, {}, [replace(ROW, milliseconds=1)]), "another time"),
        (Profile(TRUE.player, "Ann", recent=[PAST]), ""),
        (Profile(TRUE.player, "Ann", recent=[replace(PAST, score=52)]), "another score"),
    ],
)
def test_a_replay_is_held_against_the_list_in_which_it_was_chosen(
    listed: Leaderboard | Profile, told: str
) -> None:
    session = Session("Ada")
    session.receive(encode(listed), 0)
    claim = session.claims[TRUE.race, TRUE.player]
    doubt = replay_doubt(TRUE, None, claim, asked=True)
    assert bool(doubt) == bool(told)
    assert told in doubt
