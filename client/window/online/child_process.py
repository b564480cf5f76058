"""A command of `samedeal` that runs beside the window, and ends with it at the latest.

It ends when its standard input does (`samedeal/child.py`), so also when the window is killed.
"""

import sys
from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import (
    QByteArray,
    QEventLoop,
    QObject,
    QProcess,
    QProcessEnvironment,
    QTimer,
    Signal,
)

PATIENCE: Final = 2000
"""Milliseconds that a child has for its end, before it is made to."""
KEPT: Final = 4000
"""Characters of its errors that are kept."""


class Child(QObject):
    """A process.  What it prints, and its end, come as signals."""

    said = Signal(str)
    """A line of its standard output."""
    ended = Signal(str)
    """It is over: what it complained of last; empty for nothing, or if it was asked to end."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process = QProcess(self)
        self._process.readyReadStandardOutput.connect(self._on_output)
        self._process.readyReadStandardError.connect(self._on_errors)
        self._process.finished.connect(self._on_end)
        self._process.errorOccurred.connect(self._on_error)
        self.asked = False
        """Whether it was asked to end."""
        self._errors = ""
        self._speakers: tuple[str, ...] = ()
        """With what a line begins by which it complains."""

    @property
    def crashed(self) -> bool:
        """Whether it has ended otherwise than by itself, and unasked."""
        return not self.asked and self._process.exitStatus() == QProcess.ExitStatus.CrashExit

    @property
    def running(self) -> bool:
        """Whether it runs, or is about to."""
        return self._process.state() != QProcess.ProcessState.NotRunning

    def start(
        self, command: str, *arguments: str, secrets: Mapping[str, str] | None = None
    ) -> None:
        """Run a command of `samedeal`; others do not see `secrets`, which its environment gets."""
        self._speakers = ("samedeal: ", f"samedeal {command}: ")
        self._begin("samedeal.child", command, *arguments, secrets=secrets)

    def start_listening(self, module: str) -> None:
        """Run a module that is told what to do by `tell`, and ends with its standard input."""
        self._speakers = ()
        self._begin(module)

    def tell(self, line: bytes) -> None:
        """Give it a line, without its end."""
        self._process.write(QByteArray(line + b"\n"))

    def _begin(
        self, module: str, *arguments: str, secrets: Mapping[str, str] | None = None
    ) -> None:
        environment = QProcessEnvironment.systemEnvironment()
        for key, text in (secrets or {}).items():
            environment.insert(key, text)
        self._process.setProcessEnvironment(environment)
        self.asked, self._errors = False, ""
        self._process.start(sys.executable, _command(module, *arguments))

    def ask_to_end(self) -> None:
        """Ask the process to end, and do not wait."""
        self.asked = True
        self._process.closeWriteChannel()

    def end(self) -> None:
        """End it, and wait until it has; meanwhile connections to it can say goodbye."""
        if not self.running:
            return
        loop = QEventLoop()
        self._process.finished.connect(loop.quit)
        QTimer.singleShot(PATIENCE, loop.quit)
        self.ask_to_end()
        loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
        if self.running:
            self._process.kill()
            self._process.waitForFinished(PATIENCE)

    @staticmethod
    def leave_behind(command: str, *arguments: str) -> bool:
        """Run a command of `samedeal` that goes on without this program; return whether it runs."""
        process = QProcess()
        process.setProgram(sys.executable)
        process.setArguments(_command("samedeal", command, *arguments))
        for direct in (process.setStandardOutputFile, process.setStandardErrorFile):
            direct(QProcess.nullDevice())
        process.setStandardInputFile(QProcess.nullDevice())
        return bool(process.startDetached())

    def _on_output(self) -> None:
        while self._process.canReadLine():
            self.said.emit(bytes(self._process.readLine().data()).decode(errors="replace").rstrip())

    def _on_errors(self) -> None:
        more = bytes(self._process.readAllStandardError().data()).decode(errors="replace")
        self._errors = (self._errors + more)[-KEPT:]

    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self.ended.emit(self._process.errorString())

    def _on_end(self) -> None:
        # A log goes the same way, and is for nobody who plays.
        lines = [] if self.asked else self._errors.splitlines()
        said = [each for each in lines if each.startswith(self._speakers)]
        self.ended.emit(said[-1].partition(": ")[2].strip() if said else "")


def _command(module: str, *arguments: str) -> list[str]:
    # -P: a folder that happens to be called as one of ours is not taken for it.
    return ["-P", "-m", module, *arguments]
