import pytest
from rich.text import Text

from client.terminal.terminal import Terminal
from client.terminal.text import ASCII, UNICODE, safe_text
from tests.client.terminal.screen import Screen


def test_a_terminal_is_given_back_as_it_was() -> None:
    out = Screen()

    def be_interrupted() -> None:
        with Terminal(out) as terminal:
            terminal.draw([Text("hello", "red")])
            terminal.draw([Text("hello", "red")])
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        be_interrupted()
    assert out.text.startswith("\x1b[?1049h\x1b[H\x1b[?25l")
    assert out.text.endswith("\x1b[?25h\x1b[?1049l")
    assert out.text.count("\x1b[31mhello\x1b[0m") == 1  # what is there is not drawn again


def test_an_output_that_is_no_terminal_gets_plain_lines() -> None:
    out = Screen(live=False)
    with Terminal(out) as terminal:
        terminal.write([Text("hello", "red")])
    assert out.text == "hello\n"


def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    def shown() -> str:
        out = Screen()
        Terminal(out).write([Text("hello", "red")])
        return out.text

    assert shown() == "\x1b[31mhello\x1b[0m\n"
    monkeypatch.setenv("NO_COLOR", "1")
    assert shown() == "hello\n"
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not Terminal(Screen()).live


def test_an_output_gets_only_what_it_can_carry() -> None:
    assert Terminal(Screen("utf-8")).glyphs == UNICODE
    out = Screen("ascii", live=False)
    terminal = Terminal(out)
    assert terminal.glyphs == ASCII
    terminal.write([Text("Zoë")])
    assert out.text == "Zo?\n"


def test_a_line_longer_than_the_terminal_is_no_two(monkeypatch: pytest.MonkeyPatch) -> None:
    out = Screen(live=False)
    monkeypatch.setenv("COLUMNS", "40")
    Terminal(out).write([Text("x" * 90), Text("[bold]x[/] :smile:   ")])
    assert out.text == "x" * 90 + "\n[bold]x[/] :smile:\n"


def test_a_pipe_gets_no_escapes_even_if_colours_are_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    out = Screen(live=False)
    with Terminal(out) as terminal:
        terminal.write([Text("hello", "red")])
    assert out.text == "hello\n"


@pytest.mark.parametrize("live", [True, False])
def test_a_hostile_name_is_written_as_it_is_spelt(live: bool) -> None:
    out = Screen(live=live)
    line = [safe_text("[bold]x[/] \x1b[31m :smile: \x9b2J")]
    with Terminal(out) as terminal:
        if live:
            terminal.draw(line)
    terminal.write(line)
    assert out.text.count("[bold]x[/] [31m :smile: 2J") == 1 + live
    assert "\x1b[31m" not in out.text
    assert "\x1b[1m" not in out.text
    assert "\x9b" not in out.text
