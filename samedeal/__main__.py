"""The command line: `samedeal COMMAND ...`.

Each command is a module in `samedeal.commands`, with `add_arguments(parser)` and
`run(args) -> exit code`. Only the module of the command that is wanted gets imported: serving needs
no Qt.
"""

INTERRUPTED = 130
"""The exit code after Control-C, by custom."""

try:
    import argparse
    import difflib
    import gc
    import importlib
    import os
    import sys
    import textwrap
    import traceback
    from collections.abc import Sequence
    from pathlib import Path
    from types import ModuleType
    from typing import Any, Final, NoReturn

    from samedeal import argument_type, standard_streams
    from samedeal.telling import complain
except KeyboardInterrupt:  # Nothing has begun yet.
    raise SystemExit(INTERRUPTED) from None

COMMANDS: Final = {
    "serve": "run a race server",
    "admin": "look after a running server: ban, rename, delete, announce",
    "play": "open the client; with --demo, a race against bots",
    "nearby": "list the servers in the same network",
    "watch": "watch a room, in a window or in the terminal",
    "bot": "let bots race in a room",
    "export": "save all that a server has stored about you",
    "delete-me": "have a server delete you",
    "backup": "copy the data of a server while it runs",
    "move-database": "move a club to PostgreSQL, or back to a file",
    "verify": "play all that is stored again, and check everything",
    "replay": "play finished races again and check them",
    "leaderboard": "print the best of a game",
    "daily": "print a server's deal of the day, and how it went",
    "solve": "find out which deals can be won, and how",
    "referee": "the rules on a pipe, for other programs",
}
EPILOG: Final = """examples:
  samedeal play --demo                race against three bots, on a server of your own
  samedeal serve --host 0.0.0.0       let others race on this machine
  samedeal play example.org           race there
  samedeal watch ABCDEF --terminal    watch a race as text
"""
WIDTH: Final = 80


class _Parser(argparse.ArgumentParser):
    """One sentence for what is wrong, where argparse prints the whole usage as well."""

    def __init__(self, **options: Any) -> None:
        """Take an option by its whole name alone: what is short today may be two tomorrow."""
        super().__init__(**{"allow_abbrev": False, **options})
        self.register("type", Path, argument_type.path)

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Refuse here what argparse would leave for the program's own parser to refuse.

        So it is told with the command's name, and with the option that was probably meant.
        """
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            option, _, _ = unknown[0].partition("=")
            near = difflib.get_close_matches(option, self._option_string_actions, 1)
            meant = f"; did you mean {near[0]}?" if near else ""
            self.error(f"unknown argument {option}{meant}")
        return found, unknown

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} ({self.prog} --help tells more)\n")


class _Version(argparse.Action):
    """Print the version, and end."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        # 30 ms of a start, which no command needs to wait for.
        from importlib import machinery, metadata, util

        try:
            version = metadata.version("samedeal")
        except metadata.PackageNotFoundError:
            version = "(not installed)"
        rules = util.find_spec("engine.game")
        compiled = rules is not None and isinstance(rules.loader, machinery.ExtensionFileLoader)
        print(f"samedeal {version}, {'compiled' if compiled else 'pure Python'}")
        parser.exit()


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line `argv` (by default the program's own); return the exit code.

    0 is success, 1 a failure, 2 a wrong command line, 130 an interruption by Control-C.
    """
    standard_streams.prepare()
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        try:
            return _run(arguments)
        finally:
            standard_streams.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001 (a traceback never reaches a user)
        return _fail(arguments[:1], error)


def _fail(command: Sequence[str], error: Exception) -> int:
    """Tell in a sentence what has ended a command, and return the exit code."""
    while isinstance(error, ExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]  # what one of several tasks has ended with
    who = " ".join(["samedeal", *(name for name in command if name in COMMANDS)])
    match error:
        case BrokenPipeError():  # whoever read our output has gone
            standard_streams.give_up()
            return 1
        case OSError():  # the machine: a disk that is full, a name that is too long
            standard_streams.give_up()
            about = f"{error.filename}: " if error.filename else ""
            text = f"{who}: {about}{error.strerror or error}"
        case UnicodeEncodeError():  # an argument's bytes, which may be any
            text = f"{who}: what was given is no text in UTF-8"
        case _:
            if os.environ.get("SAMEDEAL_DEBUG"):
                traceback.print_exception(error)
            what = f"{type(error).__name__}: {error}"
            text = f"samedeal: a mistake of the program: {what} (SAMEDEAL_DEBUG=1 shows where)"
    complain(text)
    return 1


def _run(arguments: Sequence[str]) -> int:
    try:
        args = _parser(arguments).parse_args(arguments)
        module: ModuleType = args.module
        return int(module.run(args))
    except SystemExit as leaving:  # argparse: --help, --version, and wrong command lines
        return leaving.code if isinstance(leaving.code, int) else 1


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    parser = _Parser(
        prog="samedeal",
        description="A race server for patience games: everyone gets the same deal.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(
        metavar="COMMAND", required=True, title="commands", description="COMMAND --help tells more"
    )
    for name, text in COMMANDS.items():
        command = commands.add_parser(
            name, help=text, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        if arguments[:1] == [name]:
            module = _module(name)
            module.add_arguments(command)
            command.description = textwrap.fill(command.description or "", WIDTH)
            command.set_defaults(module=module)
    return parser


def _module(command: str) -> ModuleType:
    """Return a command's module, which is imported if it was not.

    Nothing in a module is garbage, and Python would look for some dozens of times meanwhile: an
    eighth of the time that it takes.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        return importlib.import_module(f"samedeal.commands.{command.replace('-', '_')}")
    finally:
        if collects:
            gc.enable()


if __name__ == "__main__":
    sys.exit(main())
