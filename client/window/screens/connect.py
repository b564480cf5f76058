"""The first screen: which server, and under which name."""

from collections.abc import Sequence
from typing import Final, Self

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QBoxLayout, QLineEdit, QWidget

from client.session.address import Address, BadAddress, parse_address
from client.window.desktop import theme
from client.window.desktop.announce import announce
from client.window.scene.emblem import Emblem
from client.window.screens.commands import Command
from client.window.screens.screen import Page
from client.window.widgets.elements import (
    SPACE,
    Paragraph,
    box,
    button,
    column,
    label,
    naming,
    panel,
    row,
)
from client.window.widgets.fitting import Folding
from client.window.widgets.server_list import HERE, ServerList
from client.words.texts import newcomer_text

WIDE: Final = 440
"""Width of the fields, in pixels."""
NARROW: Final = 320
"""Their least width where they are beside the rest."""
SAID: Final = 34
"""Pixels kept free for what there is to say: two lines."""
SAID_LOW: Final = 17
"""The same in a low window: one line."""


class ConnectScreen(Page):
    """Asks for a server and a name."""

    server_wanted = Signal(object, str)
    """The player wants to go to the server with this address, under this name."""
    own_server_wanted = Signal(str)
    """The player wants to open a server on this computer, and go there under this name."""
    bots_wanted = Signal(str)
    """The player wants to race against bots, under this name."""
    cancelled = Signal()
    """The player does not want to wait any longer."""
    practice = Signal()
    settings = Signal()
    declined = Signal()
    """The player does not want to follow the invitation."""
    replay = Signal()
    """The player wants to open a replay from a file."""

    def __init__(self) -> None:
        super().__init__()
        self.server = QLineEdit(placeholderText=str(HERE), maxLength=200)
        self.name = QLineEdit(placeholderText=self.tr("How others see you"), maxLength=24)
        self.password = QLineEdit(maxLength=64, echoMode=QLineEdit.EchoMode.Password)
        self._password_label = naming(self.tr("The server's password"), self.password, "muted")
        for field in (self.server, self.name, self.password):
            theme.fix(field, line_height=38)
            field.returnPressed.connect(self._go_on)
            field.textEdited.connect(lambda _: self.show_trouble(""))
        self.servers = ServerList()
        self.servers.picked.connect(self._pick)
        self.servers.found.connect(self._found)
        self.servers.changed.connect(self._show_servers)
        self.server.textChanged.connect(self._show_way)
        self.name.textChanged.connect(self._show_way)
        self._invited = ""
        """The room that an invitation leads to, by its code."""
        self._elsewhere = False
        """Whether the player has been on another server than the room's till now."""
        self._server_label = naming(self.tr("Server"), self.server, "muted")
        self._server_label.setWordWrap(True)
        self.where = Paragraph("", "muted")
        """The server of that room."""
        self.decline = button(self.tr("Another server"), self.declined.emit)
        theme.set_role(self.decline, "quiet")
        self._nobody_here = False
        """Whether no server runs on this machine, as far as that is known."""
        self._newcomer = True
        """Whether the player has never been on a server."""
        self._suggested = ""
        """The name that stands in the field without the player having ever used it."""
        self._unnamed: QAbstractButton | None = None
        """What the player wanted when there was no name yet."""
        self.servers.entered.connect(self._connect)
        self.trouble = label("", "bad", wrap=True)
        self.state = label("", "muted", wrap=True)
        self.go = button(self.tr("Connect"), self._connect, main=True)
        self.cancel = button(self.tr("Cancel"), self.cancelled.emit)
        self.open_here = button(
            self.tr("Open a server here"),
            self._open_here,
            self.tr(
                "Friends in the same network see it in their windows, for as long as this one "
                "is open."
            ),
        )
        self.bots = button(
            self.tr("Race against bots"),
            self._race_bots,
            self.tr("Two bots, on a server of your own: the cards are dealt in a few seconds."),
        )
        self.alone = button(self.tr("Practise alone"), self.practice.emit)
        self._said = box(column(self.trouble, self.state, None, space=0))
        """Keeps its height, so that nothing moves when there is something to say."""
        ways = row(space=8)
        ways.addWidget(self.go, 1)
        ways.addWidget(self.decline)
        ways.addWidget(self.cancel)
        fields = column(
            naming(self.tr("Your name"), self.name, "muted"),
            self.name,
            self.bots,
            8,
            self._server_label,
            self.server,
            self.where,
            self.servers,
            self._password_label,
            self.password,
            Folding(ways, self.open_here, space=8),
            self._said,
            space=8,
        )
        self.emblem = Emblem()
        self._form = panel(fields)
        theme.fix(self._form, most_width=WIDE)
        fields.setContentsMargins(2 * SPACE, 2 * SPACE, 2 * SPACE, SPACE)
        self.motto = label("", wrap=True)
        self._head = box(
            column(
                row(None, self.emblem, None),
                _centred(label("Samedeal", "huge")),
                _centred(self.motto),
            )
        )
        self.open_replay = button(self.tr("Open a replay…"), self.replay.emit)
        self.change_settings = button(self.tr("Settings"), self.settings.emit)
        self._ways = row(self.alone, self.open_replay, self.change_settings, space=8)
        self._foot = box(self._ways)
        theme.fix(self._foot, most_width=WIDE)
        foot = row()
        foot.addWidget(self._foot)  # in the middle, below a picture that is wider
        self._left = column(None, self._head, foot, None, space=2 * SPACE)
        self._whole = row(None, self._left, None, space=2 * SPACE)
        self._whole.setContentsMargins(2 * SPACE, SPACE, 2 * SPACE, SPACE)
        self.setLayout(self._whole)
        self._arrange(beside=False)
        self.installEventFilter(self)
        self.ask_password(False)
        self.show_waiting("")
        self.show_trouble("")
        self.show_invitation("")

    def heading(self) -> str:
        """Return what there is to do here."""
        if self._invited:
            return self.motto.text()
        return self.tr("Choose a server")

    def show_invitation(self, code: str, *, elsewhere: bool = False) -> None:
        """Greet whoever was invited to this room, and lead there; without a code, all as usual.

        `elsewhere` says whether the player has been on another server than that till now.
        """
        self._invited, self._elsewhere = code, elsewhere
        self.motto.setText(
            self.tr("Invitation to room {code}").format(code=code)
            if code
            else self.tr("Patience as a race: everyone gets the same deal.")
        )
        theme.set_role(self.motto, "title" if code else "muted")
        self.go.setText(self.tr("Go to the room") if code else self.tr("Connect"))
        for part in (self._server_label, self.server, self.bots, self.open_here):
            part.setVisible(not code)
        self._show_servers()
        self._show_way()
        self._fit()

    def follow(self, before: Self) -> None:
        """Show what another one has shown, as in another language."""
        name = before.name.text()
        suggested = before._suggested
        self.fill(before.server.text(), "" if name == suggested else name, suggested)
        self.show_invitation(before._invited, elsewhere=before._elsewhere)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the picture where everything else has room without it."""
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """See how the servers are, also where there is no list of them."""
        super().showEvent(event)
        self.servers.look(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Ask no more."""
        super().hideEvent(event)
        self.servers.look(False)

    def _show_servers(self) -> None:
        """List the servers where there is a choice; else say how the one is that is there."""
        listed = not (self.servers.lone or self._invited)
        if listed == self.servers.isHidden():
            self.servers.setVisible(listed)
            self.servers.look(self.isVisible())
        text = self.tr("Server")
        if not self.bots.isHidden():
            text = self.tr("Or with others, on a server")
            if self.servers.lone and self._is_here and self.servers.state_here:
                text = self.tr("Or with others, on a server (this computer: {state})")
        self._server_label.setText(text.format(state=self.servers.state_here))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape waits no longer."""
        if event.key() == Qt.Key.Key_Escape and not self.cancel.isHidden():
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """See whether there still is room for the picture when something else changes."""
        if watched is self and event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().eventFilter(watched, event)

    def minimumSizeHint(self) -> QSize:
        """Return the size with the fields beside the rest, and without the picture."""
        left = self._head_height + 3 * (_least(self.alone).height() + 8) + 2 * SPACE
        wide = max(_least(self._head).width(), self._widest_way) + theme.px(NARROW) + 6 * SPACE
        return QSize(wide, max(left, self._form_height) + 2 * SPACE)

    @property
    def _form_height(self) -> int:
        """The height of the fields, and of all that is said below them."""
        form, wide = self._form, max(1, self._form.width())
        unseen = self.servers.sizeHint().height() - self.servers.minimumSizeHint().height()
        unseen = 0 if self.servers.isHidden() else unseen
        return max(_least(form).height(), form.heightForWidth(wide) - unseen)

    @property
    def _head_height(self) -> int:
        """The least height of what stands above the fields, without the picture."""
        shown = not self.emblem.isHidden()
        return _least(self._head).height() - (self.emblem.height() + SPACE if shown else 0)

    @property
    def _widest_way(self) -> int:
        ways = (self.alone, self.open_replay, self.change_settings)
        return max(_least(way).width() for way in ways)

    def _fit(self) -> None:
        """Put the fields beside the rest in a low window, and the picture into a high one."""
        needed = self._head_height + self._form_height + _least(self.alone).height()
        if self._beside:  # as it would be in the other order
            needed += theme.px(SAID) - theme.px(SAID_LOW)
        spare = self.height() - needed - 6 * SPACE
        if (spare < 0) != self._beside:
            self._arrange(beside=spare < 0)
        self.servers.fit(self.height() - self._form_height - 2 * SPACE if self._beside else spare)
        spare -= max(0, self._form.sizeHint().height() - self._form_height)  # more servers first
        fits = self.emblem.fit(spare - SPACE)
        if fits == self.emblem.isHidden():
            self.emblem.setVisible(fits)

    def _arrange(self, *, beside: bool) -> None:
        self._beside = beside
        theme.fix(self._said, least_height=SAID_LOW if beside else SAID)
        for layout in (self._left, self._whole):
            layout.removeWidget(self._form)
        if beside:
            # As wide as may be from the start: a third button while one waits moves nothing.
            self._whole.insertWidget(2, self._form, 100, Qt.AlignmentFlag.AlignVCenter)
        else:
            self._left.insertWidget(2, self._form, 0, Qt.AlignmentFlag.AlignHCenter)
        theme.fix(self._form, least_width=NARROW if beside else WIDE)
        ways = QBoxLayout.Direction
        self._ways.setDirection(ways.TopToBottom if beside else ways.LeftToRight)

    def commands(self) -> Sequence[Command]:
        """Return the buttons for the menu, but for those that are always there."""
        return self.go, self.cancel, self.decline, self.bots, self.open_here

    def fill(self, server: str, name: str, suggested: str = "") -> None:
        """Write these into the fields, and wait for what is missing.

        `server` is as a player would type it; where it is empty, it is the one on this machine.
        Where there is no `name`, one may be `suggested`, for the player to take or to type over.
        """
        self._suggested = "" if name else suggested
        self._newcomer = not name
        self.server.setText(server or str(HERE))
        self.name.setText(name or suggested)
        for field in (self.server, self.name):
            field.setCursorPosition(0)  # its beginning is seen
        self._show_way()
        self.begins_at = self.go if name else self.name
        self.begins_at.setFocus()
        if self._suggested:
            self.name.selectAll()

    def show_servers(self, servers: Sequence[Address]) -> None:
        """List the servers that are known, and the one on this machine."""
        self.servers.show_servers([*servers, *([] if HERE in servers else [HERE])])

    def ask_password(self, wanted: bool) -> None:
        """Ask for the server's password too, or not."""
        for widget in (self._password_label, self.password):
            widget.setVisible(wanted)
        self.bots.setVisible(not (wanted or self._invited))  # its room is wanted, and it is not
        self._show_servers()
        self.password.clear()
        if wanted:
            self.password.setFocus()

    def show_trouble(self, text: str) -> None:
        """Show why it did not work; nothing for an empty text."""
        self.trouble.setText(text)
        self.trouble.setVisible(bool(text))
        announce(self.trouble, text)

    def ask_name(self) -> None:
        """Ask for another name: this one was refused."""
        self.name.setFocus()
        self.name.selectAll()

    def show_waiting(self, text: str) -> None:
        """Show what is being waited for; with an empty text the fields can be filled in again."""
        self.state.setText(text)
        self.state.setVisible(bool(text))
        ways = (self.go, self.open_here, self.bots)
        for field in (self.server, self.servers, self.name, self.password, *ways):
            field.setEnabled(not text)
        self._show_way()
        if bool(text) == self.cancel.isHidden():  # where the keyboard was, it can be no longer
            self.cancel.setVisible(bool(text))
            (self.cancel if text else self.go).setFocus()

    def _pick(self, server: Address) -> None:
        self.server.setText(str(server))
        self.server.setCursorPosition(0)

    def _connect(self) -> None:
        try:
            server = parse_address(self.server.text().strip() or str(HERE))
        except BadAddress as error:
            self.show_trouble(str(error))
            self.server.setFocus()
            return
        if self._has_name(self.go):
            self.server_wanted.emit(server, self.name.text().strip())

    def _found(self, server: Address, answers: bool) -> None:
        if server == HERE:
            self._nobody_here = not answers
            self._show_way()

    @property
    def _leads_nowhere(self) -> bool:
        """Whether there is no server where "Connect" leads, but could be one."""
        return self._is_here and self._nobody_here and not self._invited

    @property
    def _is_here(self) -> bool:
        """Whether the server in the field is the one on this machine."""
        return self.server.text().strip() in ("", str(HERE))

    def _show_way(self) -> None:
        """Let the button stand out that leads on, and say where an invitation leads."""
        self._show_servers()
        self.where.setVisible(bool(self._invited))
        self.decline.setVisible(bool(self._invited) and not self.state.text())
        told = (
            self.tr("The room is on another server: {server}")
            if self._elsewhere
            else self.tr("The room is on the server {server}")
        )
        self.where.setText(told.format(server=_server_in(self.server.text())))
        for way in (self.go, self.open_here, self.bots):
            theme.set_role(way, "main" if way is self._main else "")

    @property
    def _main(self) -> QAbstractButton:
        """What leads on: who comes for the first time, and is not invited, meets bots."""
        if self._newcomer and self._is_here and not self._invited:
            return self.bots
        return self.open_here if self._leads_nowhere else self.go

    def _go_on(self) -> None:
        way = self._unnamed or self._main
        # In the field of a server, it is that which is meant.
        (self.go if self.server.hasFocus() and way is self.bots else way).click()

    def _open_here(self) -> None:
        if self._has_name(self.open_here):
            self.own_server_wanted.emit(self.name.text().strip())

    def _race_bots(self) -> None:
        """Race at once, also without a name: nobody else is there to be told it."""
        if not self.name.text().strip():
            self._suggested = newcomer_text()
            self.name.setText(self._suggested)
        if self._has_name(self.bots):
            self.bots_wanted.emit(self.name.text().strip())

    def _has_name(self, wanted: QAbstractButton) -> bool:
        """Return whether there is a name; if not, ask for one, with which Enter goes on there."""
        if self.name.text().strip():
            self._unnamed = None
            self.show_trouble("")
            return True
        self._unnamed = wanted
        self.show_trouble(self.tr("Type a name first: it is how the others in a race see you."))
        self.name.setFocus()
        return False


def _server_in(text: str) -> str:
    """Return the server that an invitation names, as players write it."""
    try:
        return str(parse_address(text))
    except BadAddress:
        return text


def _least(part: QWidget) -> QSize:
    return part.minimumSizeHint().expandedTo(part.minimumSize())


def _centred(widget: QWidget) -> QWidget:
    if hasattr(widget, "setAlignment"):
        widget.setAlignment(Qt.AlignmentFlag.AlignHCenter)
    return widget
