"""The way to a club that has several servers."""

from client.session.address import Address, parse_address
from client.session.route import MOST_MOVES, Route

HOME = Address("club.example.org", 443, secure=True)


def sent_on(route: Route) -> bool:
    return route.at_once


def test_one_goes_where_one_is_sent_once_and_then_begins_at_home_again() -> None:
    route = Route(HOME)
    assert route.next() == HOME
    assert not sent_on(route)
    route.move("wss://club.example.org:443/b/")
    assert sent_on(route)
    assert route.next() == parse_address("wss://club.example.org:443/b/")
    assert route.next() == HOME


def test_nobody_is_sent_on_without_end_unless_a_connection_has_stood_in_between() -> None:
    route = Route(HOME)
    for number in range(MOST_MOVES):
        route.move(f"wss://club.example.org:443/{number}/")
        assert sent_on(route)
        route.next()
    route.move("wss://club.example.org:443/late/")
    assert not sent_on(route)
    assert route.next().path == "/late/"
    route.arrived()
    route.move("wss://club.example.org:443/again/")
    assert sent_on(route)


def test_what_is_no_address_or_not_encrypted_any_more_is_not_followed() -> None:
    route = Route(HOME)
    for url in ("ws://club.example.org/b/", "ftp://x", "", "wss://"):
        route.move(url)
    assert not sent_on(route)
    assert route.next() == HOME
    open_way = Route(Address("localhost"))
    open_way.move("ws://localhost:7714/")
    assert open_way.next() == Address("localhost", 7714)
