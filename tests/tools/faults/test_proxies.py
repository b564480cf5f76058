"""What the documents say about proxies is tried with those that are installed."""

import shutil
from pathlib import Path

import pytest

from harness.server_process import free_port
from tools.faults import proxies
from tools.faults.proxies import NotAsDocumented, Site

PATHS = "/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin"
HARM = {
    ("nginx", "proxy_set_header X-Forwarded-For $remote_addr;", ""): "and are believed",
    ("nginx", "$remote_addr", "$http_x_forwarded_for"): "and are believed",
    ("nginx", "return 404;", "proxy_pass http://127.0.0.1:7713;"): "/metrics is given",
    ("nginx", "proxy_read_timeout 60s;", "proxy_read_timeout 1s;"): "who says nothing is cut off",
    # Caddy itself takes away what a client says.
    ("caddy", "header_up X-Forwarded-For {remote_host}", ""): "",
    ("caddy", "{remote_host}", "{http.request.header.X-Forwarded-For}"): "and are believed",
}
"""What is done to the documents' text, and what has to be noticed then, if it harms."""


def test_the_texts_are_those_of_the_documents(tmp_path: Path) -> None:
    site = Site(tmp_path, 4433, 7714)
    assert 'proxies = ["127.0.0.1", "::1"]' in proxies.server_settings()
    nginx = proxies.nginx_configuration(site)
    assert "worker_connections 16384;" in nginx
    for text in (nginx, proxies.caddy_configuration(site)):
        assert "4433" in text
        assert "127.0.0.1:7714" in text
        assert "443 " not in text.replace("4433 ", "")
        assert not any("example.org" in line for line in text.splitlines() if "#" not in line)
    with pytest.raises(NotAsDocumented, match="there is no 'listen 443' in it any more"):
        proxies.changed("listen 444", ("listen 443", "listen 1"))


@pytest.mark.parametrize("name", proxies.CONFIGURATIONS)
def test_a_race_through_a_proxy(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    if not shutil.which(name, path=PATHS):
        pytest.skip(f"{name} is not here")
    with pytest.MonkeyPatch.context() as patch:
        only = {name: proxies.CONFIGURATIONS[name]}
        patch.setattr(proxies, "CONFIGURATIONS", only)
        assert proxies.main(["--idle", "0", "--restarts", "1"]) == 0, capsys.readouterr().out
    assert "all is as it should be" in capsys.readouterr().out


@pytest.mark.parametrize(("harm", "noticed"), HARM.items())
async def test_what_is_wrong_is_noticed(
    harm: tuple[str, str, str], noticed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, old, new = harm
    program = shutil.which(name, path=PATHS)
    if not program:
        pytest.skip(f"{name} is not here")
    made = proxies.CONFIGURATIONS[name]

    def harmed(site: Site) -> str:
        ours = new.replace("7713", str(site.server))
        return proxies.changed(made(site), (old, ours))

    monkeypatch.setitem(proxies.CONFIGURATIONS, name, harmed)
    with proxies.trusted(tmp_path):
        async with proxies.serving(tmp_path / "data", tmp_path) as server:
            site = Site(tmp_path, free_port(), server)
            process = await proxies.start(name, program, site)
            try:
                wrong = [each async for each in proxies.look(site, 3 if "1s" in new else 0)]
            finally:
                await proxies._end(process)
    assert noticed in "".join(wrong)
    assert bool(wrong) == bool(noticed), wrong


def test_what_is_not_installed_is_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name, path=None: None)
    assert proxies.main([]) == 0
    assert capsys.readouterr().out == (
        "nginx: left out, it is not installed\ncaddy: left out, it is not installed\n"
    )
