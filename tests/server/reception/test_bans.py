from server.network.access import parse_ip, parse_network
from server.reception.bans import Bans
from server.storage.database import Database

EVE = parse_ip("203.0.113.7")


async def test_bans_hold_until_they_are_lifted_and_after_a_restart(
    database: Database,
) -> None:
    bans = await Bans.load(database)
    one = await bans.add(player=7, reason="insults")
    other = await bans.add(network=parse_network("203.0.113.0/24"))
    for known in (bans, await Bans.load(database)):
        assert known.all == [one, other]
        assert known.of_player(7) == one
        assert known.of_player(8) is None
        assert known.of_address(EVE) == other
        assert known.of_address(parse_ip("198.51.100.1")) is None
        assert known.of_address(parse_ip("2001:db8::1")) is None
    assert one.sentence == "you may not play on this server: insults"
    assert await bans.lift(one.id)
    assert not await bans.lift(one.id)
    assert (await Bans.load(database)).all == [other]


async def test_a_ban_ends_by_itself(database: Database) -> None:
    now = 1_900_000_000.0
    bans = await Bans.load(database, lambda: now)
    ban = await bans.add(player=7, until=int(now) + 60)
    assert ban.sentence == "you may not play on this server until 2030-03-17 17:47 UTC"
    assert bans.of_player(7) == ban
    now += 60
    assert bans.of_player(7) is None
    assert (await Bans.load(database, lambda: now)).all == []
    assert await database.reader.read_all("SELECT * FROM bans") == []
