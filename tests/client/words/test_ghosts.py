"""Ghosts in words."""

from client.words.commentary import people_text, rival_news, win_news
from client.words.ghosts import against_text, as_standings, ghost_text, how_it_went, result_text
from client.words.outcome import were_alone
from client.words.texts import racer_name
from protocol.messages import FIRST_GHOST, FIRST_GUEST, Ghost, Standing
from tests.client.past_race import played

ADA = Ghost(7, 3, "Ada", 0, "won", 52, 161_300)
BOB = Ghost(7, 4, "Bob", 0, "gave up", 12, 20_000)


def test_a_ghost_is_called_so_wherever_it_is_named() -> None:
    assert racer_name(Standing(FIRST_GHOST - 1, "Ada")) == "Ada"
    assert racer_name(Standing(FIRST_GHOST, "Ada")) == "Ghost of Ada"
    assert racer_name(Standing(FIRST_GUEST, "Ada")) == "Ada"
    before, after = ([Standing(FIRST_GHOST, "Ada", status)] for status in ("racing", "won"))
    assert win_news(before, after, 1) == ["Ghost of Ada solved it in 0:00.0"]
    assert rival_news(before, after, 1) == ["Ghost of Ada solved it in 0 seconds"]


def test_whose_game_it_is_and_that_nothing_counts() -> None:
    assert ghost_text(ADA, "Yesterday") == "Ghost of Ada · Yesterday · solved 2:41.3"
    lines = against_text([ADA, BOB], lambda _: "Today").splitlines()
    assert lines[1] == "Ghost of Bob · Today · 12 points, gave up"
    assert lines[2] == "Against a game of before: this race counts nowhere."
    assert [each.player - FIRST_GHOST for each in as_standings([ADA, BOB])] == [0, 1]
    assert result_text(played("thirteens", "5", 1)) == "38 points, stuck"


def test_ghosts_are_no_people_and_no_bots() -> None:
    me, other = Standing(1, "me", "won", 52, 2), Standing(2, "Eve", "stuck", 5, 3)
    ghost = Standing(FIRST_GHOST, "Ada", "stopped", 60, 1, bot=True)
    assert people_text([ghost, me, other], 1) == ""
    bot = Standing(9, "Cog", "won", 60, 1, bot=True)
    assert people_text([bot, me, other], 1) == "1st of 2 without the bots"
    assert were_alone([ghost, me], {1: 5}, 20_000), "no bot was stopped, and no ghost counts"
    assert how_it_went([ghost, me], 1) == "Ghost of Ada: bot, 60 points, stopped"
