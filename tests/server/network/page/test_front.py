"""The page and its files, as browsers and chats get them, on real sockets."""

import html
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_network
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from protocol.messages import CreateRoom, JoinRoom, RoomState, Settings
from server.app import Server, ServerProblem
from server.network.access import Access
from server.rooms.invitation import Invitation
from tests.server.network.page.small_page import Answer, Reader, get, write_page
from tests.server.play import Client, client


@asynccontextmanager
async def serving(folder: Path, access: Access | None = None) -> AsyncIterator[Server]:
    async with Server.open(folder / "data", access=access, page=write_page(folder)) as server:
        yield server


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with serving(tmp_path) as server:
        yield server


async def base(server: Server) -> str:
    """Return the path of the files."""
    found = re.search(r'href="(p/[0-9a-f]+/)style\.css"', (await get(server.port, "/")).text)
    assert found
    return "/" + found[1]


def told(answer: Answer) -> dict[str, str]:
    """Return what a chat makes of a page: its title and properties."""
    title = re.findall(r"<title>([^<]*)</title>", answer.text)
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', answer.text)
    return {name: html.unescape(text) for name, text in [("title", *title), *found]}


async def test_the_page_knows_where_its_files_are(server: Server) -> None:
    files = await base(server)
    for path, up in (("/", ""), ("/?x=1", ""), ("/r/NOROOM", "../"), ("/r/noroom", "../")):
        answer = await get(server.port, path)
        assert answer.status == 200
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert f'data-root="{up}"' in answer.text
        assert f'src="{up}{files[1:]}main.mjs"' in answer.text
        assert 'data-room=""' in answer.text
        assert "{{" not in answer.text


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("main.mjs", "text/javascript; charset=utf-8"),
        ("style.css", "text/css; charset=utf-8"),
        ("cards/classic.svg", "image/svg+xml; charset=utf-8"),
        ("games.json", "application/json"),
        ("languages/de.json", "application/json"),
        ("manifest.webmanifest", "application/manifest+json"),
        ("og/samedeal.png", "image/png"),
    ],
)
async def test_files_may_be_kept_for_ever_and_are_what_they_say(
    server: Server, name: str, kind: str
) -> None:
    answer = await get(server.port, await base(server) + name)
    assert answer.status == 200
    assert answer.headers["content-type"] == kind
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"] == "default-src 'none'"


@pytest.mark.parametrize(
    ("accepts", "packed"),
    [
        ("gzip, deflate, br", True),
        ("br;q=1.0, GZIP;q=0.5", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000", False),
        ("br", False),
        ("", False),
    ],
)
async def test_files_are_packed_for_those_who_unpack_them(
    server: Server, accepts: str, packed: bool
) -> None:
    files = await base(server)
    for path in ("/", files + "style.css"):
        answer = await get(server.port, path, f"Accept-Encoding: {accepts}")
        assert ("content-encoding" in answer.headers) == packed
        assert answer.headers["vary"] == "Accept-Encoding"
        assert "color: red" in answer.text or "<!doctype" in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/x",
        "/r/",
        "/r/TOOLONGTOBEACODE",
        "/r/A%42",
        "/r/A/B",
        "/p/",
        "/p/0123456789abcdef/main.mjs",
        "FILES",
        "FILES../main.mjs",
        "FILEScore/../main.mjs",
        "FILES%2e%2e/main.mjs",
        "FILES./main.mjs",
        "FILES/main.mjs",
        "FILESnotes.txt",
        "FILES..%2f..%2fetc/passwd",
        "/../etc/passwd",
        "//etc/passwd",
        "http://x/",
        "*",
        "/" + "a" * 5000,
    ],
)
async def test_there_is_nothing_at_other_paths(server: Server, path: str) -> None:
    answer = await get(server.port, path.replace("FILES", await base(server)))
    assert answer.status == 404
    assert answer.text.startswith("There is nothing here")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"


@pytest.mark.parametrize(("path", "front"), [("/x", "./"), ("/r/", "../"), ("/a/<b>/c", "../../")])
async def test_a_browser_that_goes_astray_is_shown_the_way(
    server: Server, path: str, front: str
) -> None:
    accept = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"
    answer = await get(server.port, path, f"Accept: {accept}")
    assert answer.status == 404
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert f'<a href="{front}">' in answer.text
    assert "<b>" not in answer.text, "nothing of the address"
    assert "default-src 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("left", "location"),
    [("/", "../ABC"), (".", "ABC"), (")", "ABC"), (",%20", "ABC"), ("/.", "../ABC")],
)
async def test_what_a_sentence_left_behind_a_code_leads_to_the_room(
    server: Server, left: str, location: str
) -> None:
    answer = await get(server.port, f"/r/abc{left}")
    assert (answer.status, answer.headers["location"]) == (308, location)


async def test_a_page_that_is_known_is_not_sent_again(server: Server) -> None:
    first = await get(server.port, "/r/ABC")
    assert first.headers["cache-control"] == "no-cache"
    again = await get(server.port, "/r/ABC", f"If-None-Match: {first.headers['etag']}")
    assert (again.status, again.body) == (304, b"")
    other = await get(server.port, "/r/ABD", f"If-None-Match: {first.headers['etag']}")
    assert other.status == 200


# What a browser may do with it ------------------------------------------------------------------


async def test_the_page_may_use_nothing_from_elsewhere(server: Server) -> None:
    answer = await get(server.port, "/")
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; ")
    assert "connect-src 'self' ws://x wss://x; " in policy
    assert policy.endswith("base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
    assert "unsafe" not in policy
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert "camera=()" in answer.headers["permissions-policy"]


@pytest.mark.parametrize("host", ["x;script-src *", "x, y", "x y", '"><script>', "x\tz", "x:y"])
async def test_a_host_that_is_none_is_in_no_header_and_on_no_page(
    server: Server, host: str
) -> None:
    async with Reader(server.port) as reader:
        reader.send(f"GET /r/ABC HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        answer = await reader.read()
    assert "connect-src 'self'; " in answer.headers["content-security-policy"]
    assert "og:url" not in answer.text
    assert "script>" not in answer.text.replace("</script>", "")


def websocket(server: Server, origin: str, **headers: str) -> connect:
    return connect(
        f"ws://127.0.0.1:{server.port}",
        origin=Origin(origin),
        additional_headers={name.replace("_", "-"): text for name, text in headers.items()},
        proxy=None,
    )


async def test_the_own_page_may_connect_and_no_other(server: Server) -> None:
    for own in (f"http://127.0.0.1:{server.port}", f"https://127.0.0.1:{server.port}"):
        async with websocket(server, own):
            pass
    for other in (
        "http://127.0.0.1",
        f"http://127.0.0.1:{server.port + 1}",
        f"http://localhost:{server.port}",
        "https://example.org",
        "null",
    ):
        with pytest.raises(InvalidStatus) as refused:
            async with websocket(server, other):
                pass
        assert refused.value.response.status_code == 403


async def test_behind_a_proxy_the_own_page_is_where_that_was_asked(tmp_path: Path) -> None:
    trusted = Access(proxies=(ip_network("127.0.0.1"),))
    asked = {"X_Forwarded_Host": "samedeal.example", "X_Forwarded_Proto": "https"}
    async with serving(tmp_path, trusted) as server:
        async with websocket(server, "https://samedeal.example", **asked):
            pass
        with pytest.raises(InvalidStatus):
            async with websocket(server, "http://samedeal.example", **asked):
                pass
        headers = [f"{name.replace('_', '-')}: {text}" for name, text in asked.items()]
        answer = await get(server.port, "/r/ABC", *headers)
        assert told(answer)["og:url"] == "https://samedeal.example/r/ABC"
        assert told(answer)["og:image"].startswith("https://samedeal.example/p/")
        assert " wss://samedeal.example;" in answer.headers["content-security-policy"]
    async with serving(tmp_path) as server:
        with pytest.raises(InvalidStatus):
            async with websocket(server, "https://samedeal.example", **asked):
                pass


# What chats show --------------------------------------------------------------------------------


async def waiting(ann: Client) -> str:
    room = await ann.ask(CreateRoom(Settings("klondike", countdown=0)), RoomState)
    return room.code


async def test_a_chat_shows_the_game_and_who_waits(server: Server) -> None:
    async with client(server, "Ann") as ann, client(server, "bob") as bob:
        code = await waiting(ann)
        await bob.ask(JoinRoom(code), RoomState)
        answer = await get(server.port, f"/r/{code.lower()}")
        found = told(answer)
        assert found["title"] == found["og:title"] == "Klondike: a race on Samedeal"
        assert found["og:description"] == "Ann and one other wait. Watch, or take a seat."
        assert found["description"] == found["og:description"]
        assert found["og:url"] == f"http://x/r/{code}"
        assert found["og:image"] == f"http://x{await base(server)}og/klondike.png"
        assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
        assert found["og:image:alt"] == "A deal of Klondike"
        assert found["twitter:card"] == "summary_large_image"
        picture = await get(server.port, found["og:image"].removeprefix("http://x"))
        assert picture.body.endswith(b"of Klondike")


async def test_a_game_without_a_picture_has_that_of_all(server: Server) -> None:
    async with client(server, "Ann") as ann:
        room = await ann.ask(CreateRoom(Settings("yukon")), RoomState)
        found = told(await get(server.port, f"/r/{room.code}"))
        assert found["og:image"] == f"http://x{await base(server)}og/samedeal.png"
        assert found["og:image:alt"] == "The same cards in two hands"


@pytest.mark.parametrize("code", ["", "NOROOM"])
async def test_without_a_room_a_chat_shows_what_this_is(server: Server, code: str) -> None:
    found = told(await get(server.port, f"/r/{code}" if code else "/"))
    assert found["title"] == "Samedeal: patience races"
    assert found["og:image"].endswith("/og/samedeal.png")


@pytest.mark.parametrize("hidden", ["locked", "unlisted"])
async def test_of_a_room_that_is_not_for_everybody_nothing_is_told(
    server: Server, hidden: str
) -> None:
    async with client(server, "Ann") as ann:
        settings = Settings("klondike", listed=hidden != "unlisted")
        password = "tea" if hidden == "locked" else ""
        room = await ann.ask(CreateRoom(settings, password), RoomState)
        answer = await get(server.port, f"/r/{room.code}")
        nothing = await get(server.port, "/r/NOROOM")
        assert answer.text == nothing.text.replace("NOROOM", room.code)
        assert "Ann" not in answer.text
        assert "klondike" not in answer.text.lower()


@pytest.mark.parametrize("name", ['<script>"&', "{{files}}", "&lt;b&gt;", "\r\nX: y"])
async def test_a_name_is_text_and_fills_no_other_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """No name has such letters; if one had, it would be no more than a name."""
    monkeypatch.setattr(
        "server.app.invite", lambda _: Invitation("klondike", "waiting", name, name)
    )
    async with serving(tmp_path) as server:
        answer = await get(server.port, "/r/ABC")
        assert answer.text.count("<script") == 1
        assert "x" not in answer.headers
        assert told(answer)["og:description"] == name


async def test_a_page_that_cannot_be_read_is_a_problem_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(ServerProblem, match="--no-page"):
        async with Server.open(tmp_path, page={"": tmp_path}):
            pass


async def test_clients_are_told_whether_there_is_a_page(server: Server, tmp_path: Path) -> None:
    async with client(server, "ann") as ann:
        assert ann.welcome.page
    async with Server.open(tmp_path / "other") as other, client(other, "ann") as ann:
        assert not ann.welcome.page
