from pathlib import Path

from harness.checking_racers import CERTIFIED
from protocol.certificate import wins
from server.rooms.deals.certified import Wish
from server.storage.sqlite.database import SQLiteDatabase
from server.storage.stock import Stock
from tests.server.stock.fake_foundry import wish_of
from tools.faults.stocked import fill


async def test_there_are_deals_of_each_kind_that_win(tmp_path: Path) -> None:
    database = await SQLiteDatabase.open(tmp_path)
    await fill(database, 1)
    stock = Stock(database)
    wishes = [Wish.of(game, dict(wish_of(game).options), deals) for game, deals in CERTIFIED]
    assert await stock.counts() == dict.fromkeys(wishes, 1)
    for wish in wishes:
        deal = await stock.take(wish)
        assert deal is not None
        assert wins(wish.rules, deal.seed, deal.solution)
    await database.close()
