import dataclasses
import os
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from samedeal.commands.serve import table
from samedeal.configuration.faults import BadConfiguration
from samedeal.configuration.loading import Loaded, load
from samedeal.configuration.model import Configuration, settings
from server.bounds import Limits
from tests.server.network.test_certificate import issue

if sys.platform != "win32":
    import grp

AS_ROOT = sys.platform != "win32" and os.getuid() == 0


def read(
    tmp_path: Path,
    text: str = "",
    environment: Mapping[str, str] | None = None,
    flags: Mapping[str, object] | None = None,
) -> Loaded:
    file = tmp_path / "samedeal.toml"
    file.write_text(text)
    return load(file, environment or {}, flags or {})


def faults(
    tmp_path: Path, text: str = "", environment: Mapping[str, str] | None = None
) -> list[str]:
    """Return all that is wrong, each without the file's directory."""
    with pytest.raises(BadConfiguration) as caught:
        read(tmp_path, text, environment)
    assert str(caught.value).splitlines() == [str(fault) for fault in caught.value.faults]
    return [str(fault).removeprefix(f"{tmp_path}/") for fault in caught.value.faults]


ON = 'database = "postgresql:///club"\n'


def test_without_anything_there_are_the_defaults() -> None:
    loaded = load(None, {"HOME": "/"}, {})
    assert loaded.configuration == Configuration()
    assert set(loaded.sources.values()) == {"default"}
    assert loaded.notes == []


def test_every_limit_can_be_set_everywhere() -> None:
    for field in dataclasses.fields(Limits):
        setting = settings()[f"limits.{field.name}"]
        assert setting.flag == f"--limits-{field.name}".replace("_", "-")
        assert setting.variable == f"SAMEDEAL_LIMITS_{field.name.upper()}"
        number = 500 if field.name in ("listed", "moves", "spectators") else 65536
        loaded = load(None, {setting.variable: str(number)}, {})
        assert getattr(loaded.configuration.limits, field.name) == number


@pytest.mark.parametrize(("text", "value"), [("false", False), ("0", False), ("TRUE", True)])
def test_a_switch_is_on_or_off(tmp_path: Path, text: str, value: bool) -> None:
    assert load(None, {"SAMEDEAL_PAGE": text}, {}).configuration.page is value
    file = tmp_path / "samedeal.toml"
    file.write_text(f"page = {str(value).lower()}")
    assert load(file, {}, {}).configuration.page is value
    assert settings()["page"].show(value) == str(value).lower()


def test_a_switch_is_nothing_else(tmp_path: Path) -> None:
    with pytest.raises(BadConfiguration, match="'maybe' is not true or false"):
        load(None, {"SAMEDEAL_PAGE": "maybe"}, {})


def test_flags_are_stronger_than_the_environment_and_that_than_the_file(tmp_path: Path) -> None:
    text = 'port = 1\nhost = "10.0.0.1"\ndata = "there"\n[limits]\nrate = 2'
    loaded = read(tmp_path, text, {"SAMEDEAL_PORT": "2", "SAMEDEAL_HOST": "10.0.0.2"}, {"port": 3})
    chosen = loaded.configuration
    assert (chosen.port, chosen.host, chosen.data) == (3, "10.0.0.2", Path("there"))
    assert chosen.limits == Limits(rate=2.0)
    assert loaded.sources["port"] == "command line, --port"
    assert loaded.sources["host"] == "environment, SAMEDEAL_HOST"
    assert loaded.sources["data"] == f"{tmp_path}/samedeal.toml, line 3"
    assert loaded.sources["limits.rate"] == f"{tmp_path}/samedeal.toml, line 5"
    assert loaded.sources["limits.burst"] == "default"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("prot = 1", "samedeal.toml, line 1: prot: there is no setting prot; did you mean port?"),
        ("x = 1", "samedeal.toml, line 1: x: there is no setting x"),
        (
            "\n[limits]\nburst = 1\nrtae = 3",
            "line 4: limits.rtae: there is no setting limits.rtae; did you mean limits.rate?",
        ),
        (
            "rate = 3",
            "samedeal.toml, line 1: rate: there is no setting rate; did you mean limits.rate?",
        ),
        ("limits.rate = 0", "samedeal.toml, line 1: limits.rate: '0' is not a number above 0"),
        ("limits.rate = inf", "limits.rate: 'inf' is too large: it is to be a number above 0, and"),
        ("limits.rooms = 99999999999999999999999", "is too large: it is to be a whole number"),
        ("limits.frame = 1", "'1' is not a whole number of 4096 or more: the protocol allows"),
        ("limits.unsent = 1", "'1' is not a whole number of 65536 or more: who joins a race"),
        ("limits.listed = 1001", "'1001' is not a whole number from 1 to 1000: the protocol has"),
        ("limits.spectators = 2985", "'2985' is not a whole number from 1 to 2984: the protocol"),
        ("limits.hello = 1e-6", "'1e-06' is not a number of 1 or more: on a slow line, one answer"),
        ("limits.ping = 1e-6", "'1e-06' is not a number of 1 or more: on a slow line, one answer"),
        ("limits.grace = 0.9", "limits.grace: '0.9' is not a number of 1 or more"),
        (f'password = "{"x" * 65}"', "password: a password has at most 64 characters: nobody"),
        ("limits = 1", "samedeal.toml, line 1: limits: this is a table: write [limits], "),
        ("[limit]\na = 1", "samedeal.toml, line 1: limit: there is no setting limit; did you mean"),
        ("port = 70000", "port: '70000' is not a whole number from 0 to 65535"),
        ("port = 7.5", "port: '7.5' is not a whole number from 0 to 65535"),
        ('port = "x"', "port: 'x' is not a whole number"),
        ("port = true", "port: true is not a whole number"),
        ("host = 7", "host: 7 is not a text"),
        ('host = ""', "host: it is empty"),
        ('log.level = "loud"', "log.level: 'loud' is not one of debug, info, warning, error"),
        ("origins = 5", "origins: 5 is not a list of texts"),
        ("origins = [5]", 'origins: this is not a list of texts, as ["10.0.0.0/8"]'),
        ('proxies = ["10.0.0.1/8"]', "proxies: 10.0.0.1/8 has host bits set: a network is"),
        ("limits.stop_after = -1", "limits.stop_after: '-1' is not a number of 0 or more"),
        ("limits.stop_after = inf", "limits.stop_after: 'inf' is too large: it is to be"),
        ("limits.rate = nan", "limits.rate: 'nan' is not a number above 0"),
        ("a = 1\nb = [", "samedeal.toml: this is no TOML: "),
        ("a = 1\nb == 2", "samedeal.toml, line 2: this is no TOML: "),
        ('password_file = "/nowhere"', "password_file: /nowhere cannot be read: No such file"),
        ('tls.key = "/nowhere"', "samedeal.toml, line 1: tls.key: /nowhere cannot be read: "),
        ('tls.key = "/dev/null"', "samedeal.toml, line 1: tls.key: it needs tls.certificate as"),
        ('proxy_header = "X For"', "line 1: proxy_header: 'X For' is no name of a header"),
        (f'data = "{"x" * 300}"', "x cannot be read: File name too long"),
        ('data = "a\\u0000b"', "data: it has a character in it that is none (NUL)"),
        ('tls.key = "a\\u0000b"', "tls.key: it has a character in it that is none (NUL)"),
        ('data = "~nobody at home/x"', "data: '~nobody at home/x' is in no home directory that"),
        ('host = "a..b"', "host: 'a..b' is no host: give an address of this machine"),
        (
            'host = "*"',
            "host: '*' is no host: give an address of this machine, as 127.0.0.1",
        ),
        ('host = "0"', "host: '0' is no host: give an address"),
        ('host = "127.1"', "host: '127.1' is no host: give an address"),
        ('host = "0x7f.1"', "host: '0x7f.1' is no host: give an address"),
        ('host = "http://example.org"', "is no host: give an address of this machine"),
        ('host = "255.255.255.255"', "is an address of many machines at once: give an address of"),
        ('host = "224.0.0.1"', "is an address of many machines at once: give an address of this"),
        ('host = "ff02::1%lo"', "is an address of many machines at once: give an address of this"),
        ('host = "fe80::1"', "is the address of one interface: name that, too, as fe80::1%eth0"),
        ('host = "::ffff:127.0.0.1"', "is an IPv4 address written as IPv6: write 127.0.0.1"),
        (f'host = "{"x" * 64}"', "is no host: give an address of this machine"),
        ("port = " + "9" * 5000, "samedeal.toml: it has lists in lists without end, or a number"),
        ("a = " + "[" * 5000, "samedeal.toml: it has lists in lists without end, or a number"),
        ("a = " + "{a=" * 5000, "samedeal.toml: it has lists in lists without end, or a number"),
        ('origins = ["foo"]', "origins: 'foo' is no origin: it is a page's address without its"),
        ('origins = ["null"]', "origins: 'null' is no origin"),
        ('origins = ["https://a.b/c"]', "origins: 'https://a.b/c' is no origin"),
        ('origins = ["https://ä.b"]', "origins: 'https://ä.b' is no origin"),
        ('origins = ["wss://a.b"]', "origins: 'wss://a.b' is no origin"),
        ('data = "/dev/null"', "data: /dev/null is a file, not a directory"),
        ('database = "mysql://x"', "database: 'mysql://x' does not begin with postgresql://"),
        ('reached_at = "wss://a.b:443/"', "reached_at: only servers on one database in PostgreSQL"),
        (f'{ON}reached_at = "wss://a.b/"', "reached_at: 'wss://a.b/' is no address with its port"),
        (f'{ON}reached_at = "https://a.b:443/"', "reached_at: 'https://a.b:443/' is no address"),
        (f'{ON}reached_at = "ws://a:99999/"', "reached_at: 'ws://a:99999/' is no address"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, text: str, fault: str) -> None:
    assert fault in "\n".join(faults(tmp_path, text))


def test_everything_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    prot = "SAMEDEAL_PROT: there is no setting SAMEDEAL_PROT; did you mean SAMEDEAL_PORT?"
    environment = {"SAMEDEAL_PROT": "1", "SAMEDEAL_PORT": "x", "SAMEDEAL_DEBUG": "1", "OTHER": "x"}
    assert faults(tmp_path, "a = 1\nlimits.rate = -1", environment) == [
        "samedeal.toml, line 1: a: there is no setting a",
        "samedeal.toml, line 2: limits.rate: '-1' is not a number above 0",
        "environment, SAMEDEAL_PORT: port: 'x' is not a whole number from 0 to 65535",
        f"environment: {prot}",
    ]


def test_files_that_are_no_configuration(tmp_path: Path) -> None:
    with pytest.raises(BadConfiguration, match="it cannot be read: No such file"):
        load(tmp_path / "none", {}, {})
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    with pytest.raises(BadConfiguration, match="it is not text in UTF-8"):
        load(tmp_path / "binary", {}, {})


def test_a_mark_at_the_beginning_of_a_file_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "password").write_bytes(b"\xef\xbb\xbfhush\r\n")
    loaded = read(tmp_path, f'\ufeffport = 5\npassword_file = "{tmp_path}/password"')
    assert (loaded.configuration.port, loaded.configuration.password) == (5, "hush")


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    assert faults(tmp_path, "", {"SAMEDEAL_PASSWORD": "\udcff", "SAMEDEAL_HOST": "\udcff"}) == [
        r"environment, SAMEDEAL_HOST: host: '\udcff' is no host: give an address of this machine",
        "environment, SAMEDEAL_PASSWORD: password: it is no text in UTF-8",
    ]
    loaded = read(tmp_path, "", {"SAMEDEAL_DATA": "\udcff"})  # A file may be called anything.
    assert loaded.configuration.data == Path("\udcff")


def test_an_origin_is_taken_as_browsers_say_it(tmp_path: Path) -> None:
    written = ["https://Example.org/", "HTTPS://a.b:443", "http://a.b:80/", "http://[::1]:8080"]
    loaded = read(tmp_path, f"origins = {written}")
    assert loaded.configuration.origins == (
        *("https://example.org", "https://a.b", "http://a.b", "http://[::1]:8080"),
    )


def test_a_password_is_shown_to_nobody(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("hush\n")
    file.chmod(0o600)
    for loaded in (
        read(tmp_path, environment={"SAMEDEAL_PASSWORD": "hush"}),
        read(tmp_path, f'password_file = "{file}"'),
    ):
        assert loaded.configuration.password == "hush"
        assert "hush" not in table(loaded)
        assert "(set)" in table(loaded)
        assert loaded.notes == []
    assert settings()["password"].flag == ""
    assert faults(tmp_path, f'password = "x"\npassword_file = "{file}"') == [
        "samedeal.toml, line 2: password_file: password is set too; leave one of them out"
    ]
    file.chmod(0o644)
    assert "keeps them out" in read(tmp_path, f'password_file = "{file}"').notes[0]
    file.write_text("\n")
    assert "is empty" in faults(tmp_path, f'password_file = "{file}"')[0]


def test_an_open_server_without_encryption_is_noted(tmp_path: Path) -> None:
    [note] = read(tmp_path, 'host = "0.0.0.0"').notes
    assert "nothing is encrypted" in note
    assert read(tmp_path, 'host = "localhost"').notes == []


def test_hosts_that_can_be(tmp_path: Path) -> None:
    for host in ("127.0.0.1", "0.0.0.0", "::", "::1", "fe80::1%lo", "localhost", "a-1.örtchen.de."):
        assert read(tmp_path, f'host = "{host}"').configuration.host == host


def test_no_password_is_no_secret(tmp_path: Path) -> None:
    assert read(tmp_path, 'password = "hush"').notes != []
    assert read(tmp_path, 'password = ""').notes == []


def test_what_belongs_to_other_commands_is_left_alone() -> None:
    """The window starts a server in its own environment, a room's password in it included."""
    environment = dict.fromkeys(
        ("SAMEDEAL_CONFIG", "SAMEDEAL_DEBUG", "SAMEDEAL_ROOM_PASSWORD"), "x"
    )
    assert load(None, environment, {}).configuration == Configuration()


def test_a_list_in_the_environment_has_commas() -> None:
    loaded = load(None, {"SAMEDEAL_PROXIES": "127.0.0.1, ::1,", "SAMEDEAL_ORIGINS": ""}, {})
    assert [str(network) for network in loaded.configuration.proxies] == ["127.0.0.1/32", "::1/128"]
    assert loaded.configuration.origins == ()
    loaded = load(None, {"SAMEDEAL_METRICS": "::ffff:127.0.0.1"}, {})
    assert [str(network) for network in loaded.configuration.metrics] == ["127.0.0.1/32"]


def test_the_games_of_daily_deals(tmp_path: Path) -> None:
    games = 'daily = ["golf", "spider/suits=one-suit"]'
    found = read(tmp_path, f'{games}\ndaily_zone = "Europe/Berlin"')
    assert [str(each) for each in found.configuration.daily] == ["golf", "spider/suits=one-suit"]
    assert found.configuration.daily_zone == "Europe/Berlin"
    for none in ("none", ""):
        assert load(None, {"SAMEDEAL_DAILY": none}, {}).configuration.daily == ()
    assert read(tmp_path, "daily = []").configuration.daily == ()
    assert "no game with its options" in faults(tmp_path, 'daily = ["bridge"]')[0]
    assert "no deals of 'spider' are found" in faults(tmp_path, 'daily = ["spider"]')[0]
    assert "no time zone that is known here" in faults(tmp_path, 'daily_zone = "Berlin"')[0]


@pytest.mark.parametrize("key", ["data", "password_file", "tls.certificate", "tls.key"])
def test_an_empty_path_is_not_the_same_as_none(tmp_path: Path, key: str) -> None:
    """It comes of a variable that is not set, and may open the server to everybody."""
    variable = settings()[key].variable
    with pytest.raises(BadConfiguration, match=f"{variable}: {key}: it is empty"):
        load(None, {variable: ""}, {})
    [fault] = faults(tmp_path, f'{key} = ""')
    assert f"line 1: {key}: it is empty" in fault


def test_a_file_without_end_is_not_read_to_the_end(tmp_path: Path) -> None:
    for file in (Path("/dev/zero"), tmp_path / "large"):
        if file.parent == tmp_path:
            file.write_text("#" * (2**20 + 1))
        with pytest.raises(BadConfiguration, match="it is too long: it has more than 1048576"):
            load(file, {}, {})
        [fault] = faults(tmp_path, f'password_file = "{file}"')
        assert f"password_file: {file} cannot be read: it is too long" in fault


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such owners")
@pytest.mark.parametrize("secret", ["password", "key"])
def test_what_keeps_others_from_a_secret_does_not_keep_the_server_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, secret: str
) -> None:
    """The set-up of docs/operating.md: the file is root's, and the server runs as another user."""
    certificate, key = issue(tmp_path, "localhost")
    password = tmp_path / "password"
    password.write_text("hush\n")
    key.chmod(0o600)
    password.chmod(0o600)
    file = password if secret == "password" else key
    text = {
        "password": f'password_file = "{password}"\n',
        "key": f'tls.certificate = "{certificate}"\ntls.key = "{key}"\n',
    }[secret]
    data = tmp_path / "data"
    text += f'host = "localhost"\ndata = "{data}"\n'
    assert read(tmp_path, text).notes == []
    file.chmod(0o640)
    assert read(tmp_path, text).notes == []
    file.chmod(0o644)

    def note() -> str:
        *others, last = read(tmp_path, text).notes
        assert str(file) in last
        assert all("root may read more" in other for other in others)
        return last

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    # Nobody knows yet as whom the server is to run.
    assert f"`chown root:samedeal {file}; chmod 640 {file}`" in note()
    data.mkdir()
    if AS_ROOT:
        os.chown(data, 65534, os.getgid())
        group = grp.getgrgid(os.getgid()).gr_name
        assert f"`chown root:{group} {file}; chmod 640 {file}`" in note()
        assert "root may read more" in read(tmp_path, text).notes[0]
        os.chown(file, 65534, -1)
        # The file is the server's own.
        assert f"`chmod 600 {file}`" in note()


def test_the_longest_password_is_what_a_client_can_give(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.touch(mode=0o600)
    file.write_text("é" * 64)
    assert len(read(tmp_path, f'password_file = "{file}"').configuration.password) == 64
    file.write_text("é" * 65)
    [fault] = faults(tmp_path, f'password_file = "{file}"')
    assert "line 1: password_file: a password has at most 64 characters" in fault


def test_the_name_that_others_see_is_a_line(tmp_path: Path) -> None:
    opened = read(tmp_path, 'host = "0.0.0.0"\nannounced_as = "Ada’s server"')
    assert opened.configuration.announced_as == "Ada’s server"
    [note] = read(tmp_path, 'announced_as = "Ada"').notes
    assert "announced_as does nothing: no other machine can reach 127.0.0.1" in note
    for name in ("a\\nb", " a", "\\u001b[2J", "é" * 29):
        [fault] = faults(tmp_path, f'announced_as = "{name}"')
        assert "line 1: announced_as: " in fault
        assert "is no name of a server: it is one line of 56 bytes at most" in fault
