"""What docs/protocol.md says of each request and each problem, beside what the types say.

Nothing here follows from the sources; that no message and no code is left out, a test holds.
"""

from typing import Final, NamedTuple


class Asked(NamedTuple):
    """Where a message may be sent, and what comes of it."""

    where: str
    answer: str
    others: str = ""
    refused: str = ""


_ENTRY: Final = (
    "`unknown room`, `already in a room`, `room full`, `password needed`, `wrong password`, "
    "`not allowed` (sent away, beside a racer, or a daily deal), `too fast`"
)

ASKED: Final[dict[str, Asked]] = {
    "get analysis": Asked(
        "anywhere",
        "`analysis`, again and again until it is done",
        "",
        "`unknown replay`, `not allowed` (this server analyses nothing), `too fast`",
    ),
    "get outlook": Asked(
        "a player, in practice",
        "`outlook`, and again when it is done",
        "",
        "`not in a room`, `not racing` (the game is over, or not begun), `not allowed` (a race, "
        "others are in the room, or this server analyses nothing), `too fast`",
    ),
    "stop analysis": Asked("anywhere", "nothing"),
    "hello": Asked(
        "first of all",
        "`welcome`, then the room if one is in one",
        "`member`",
        "`wrong version`, `bad name`, `name taken`, `unknown token`, `password needed`, "
        "`wrong password`, `banned`, `replaced` (it came late), `too fast`",
    ),
    "list rooms": Asked("anywhere", "`rooms`"),
    "create room": Asked(
        "in no room",
        "`room`",
        "",
        "`already in a room`, `unknown game`, `bad option`, `too many rooms`, `too fast`",
    ),
    "practise": Asked(
        "in no room",
        "`room`",
        "",
        "`already in a room`, `unknown replay`, `bad code`, `too many rooms`, `too fast`",
    ),
    "race ghosts": Asked(
        "in no room",
        "`room`",
        "",
        "`already in a room`, `unknown replay`, `bad option` (of two deals), `too many rooms`, "
        "`too fast`",
    ),
    "play daily": Asked(
        "in no room",
        "`room`",
        "",
        "`already in a room`, `unknown day`, `not allowed` (a bot), `too many rooms`, `too fast`",
    ),
    "join room": Asked(
        "in no room, or in this one", "`room` and what follows it", "`member`", _ENTRY
    ),
    "watch room": Asked(
        "in no room, or in this one", "`room` and what follows it", "`member`", _ENTRY
    ),
    "leave room": Asked("in a room", "`left room`", "`member left`; `room` if the host left"),
    "set ready": Asked(
        "in a room with a seat, before a race or after it",
        "`member`",
        "`member`",
        "`wrong time`, `not racing` (no seat)",
    ),
    "start race": Asked(
        "the host, in the lobby of the room",
        "`room`, `countdown`; while a deal is looked for, `room` alone",
        "`room`, `countdown`",
        "`not the host`, `wrong time`, `not ready`, `stopping`, `too fast`",
    ),
    "stop looking": Asked(
        "the host",
        "`room`, if it was looking for a deal",
        "`room`",
        "`not the host`",
    ),
    "end race": Asked(
        "the host, while the race is on",
        "`results`; `end asked` while others are asked first",
        "`board` of each who was racing, to those who see it; `results`, or `end asked`",
        "`not the host`, `wrong time` (no race is on, or somebody has just said to go on)",
    ),
    "answer end": Asked(
        "a racer, in the race",
        "`end asked`, or what follows from the end; nothing if nobody asks",
        "`end asked`, to those who see the race live",
        "`not racing`",
    ),
    "veto": Asked(
        "in a room with a seat, before a race or after it",
        "`room`, with another game",
        "`room`",
        "`wrong time`, `not allowed` (no veto is left)",
    ),
    "hold series": Asked(
        "the host, when a race of a series is over",
        "`room`",
        "`room`",
        "`not the host`, `wrong time`",
    ),
    "begin anew": Asked(
        "the host, between two races",
        "`room`, whose tally is empty",
        "`room`",
        "`not the host`, `wrong time`",
    ),
    "rematch": Asked(
        "the host, when the race is over",
        "`room`, whose phase is `lobby`",
        "`room`",
        "`not the host`, `wrong time`",
    ),
    "chat": Asked(
        "in a room, at any time",
        "`said`",
        "`said`",
        "`not allowed` (muted), `bad message` (nothing in it to read), `too fast`",
    ),
    "act": Asked(
        "a racer, in the race",
        "`step` or `refused`",
        "`step` to those who see the board, `progress` to all",
        "`not racing` (no race is on, one is no racer in it, or it is another one), `bad message` "
        "(no action)",
    ),
    "undo": Asked("as `act`", "as `act`", "as `act`", "as `act`"),
    "give up": Asked(
        "a racer, in the race",
        "`board`; nothing if the race is over for the sender",
        "`board` to those who see it, `progress` to all",
        "`not racing`",
    ),
    "get advice": Asked(
        "a racer, in the race",
        "`advice`",
        "",
        "`not racing`, `not allowed` (no hints), `bad message` (no action), `too fast`",
    ),
    "resync": Asked("in a room", "`room` and what follows it"),
    "get overview": Asked("anywhere", "`overview`", "", "`too fast`"),
    "get leaderboard": Asked(
        "anywhere", "`leaderboard`", "", "`unknown game`, `bad option`, `too fast`"
    ),
    "get replay": Asked("anywhere", "`replay`", "", "`unknown replay`, `too fast`"),
    "get positions": Asked("anywhere", "`positions`", "", "`unknown replay`, `too fast`"),
    "get profile": Asked("anywhere", "`profile`", "", "`unknown player`, `too fast`"),
    "get ratings": Asked(
        "anywhere", "`ratings`", "", "`bad option` (there is no such season), `too fast`"
    ),
    "get rating course": Asked("anywhere", "`rating course`", "", "`too fast`"),
    "get daily": Asked("anywhere", "`daily`", "", "`unknown day`, `too fast`"),
    "get dailies": Asked("anywhere", "`dailies`", "", "`unknown player`, `too fast`"),
    "get past": Asked("anywhere", "`past`", "", "`not allowed` (a guest), `too fast`"),
    "get room past": Asked(
        "anywhere",
        "`room past`",
        "",
        "`not allowed` (in no room then, there is no such evening, or a guest), `too fast`",
    ),
    "get own data": Asked("anywhere", "`own data`", "", "`too fast`"),
    "delete me": Asked(
        "while no race of the sender is on, for anybody",
        "`deleted`",
        "`member left`; `member` and the like, where others see a race of one who was in it",
        "`not allowed` (another name), `wrong time` (in a race), `too fast`",
    ),
    "renew token": Asked("anywhere", "`new token`"),
    "change settings": Asked(
        "the host, in the lobby of the room",
        "`room`; nobody is ready then",
        "`room`",
        "`not the host`, `wrong time`, `room full` (more have a seat than there would be), "
        "`not allowed` (practice), `unknown game`, `bad option`, `too fast`",
    ),
    "kick": Asked(
        "the host, at any time",
        "`member left`",
        "`left room` to who is sent away, `member left` to the others",
        "`not the host`, `unknown player`, `not allowed` (oneself)",
    ),
    "call bot": Asked(
        "the host, before a race or after it, where `welcome` has `bots`",
        "`member`, some seconds later",
        "`member`",
        "`not the host`, `wrong time`, `room full`, `not allowed` (the server has no bots, or as "
        "many are racing as may)",
    ),
    "mute": Asked(
        "the host, at any time",
        "`member`",
        "`member`",
        "`not the host`, `unknown player`, `not allowed` (oneself)",
    ),
    "close room": Asked("the host, at any time", "`left room`", "`left room`", "`not the host`"),
    "ping": Asked("anywhere", "`pong`"),
}
"""By the message's type."""


class Trouble(NamedTuple):
    """When a problem comes, and what a client does about it."""

    when: str
    then: str


_TELL: Final = "Tell the player."

CODES: Final[dict[str, Trouble]] = {
    "bad message": Trouble(
        "The frame holds no message, a field is wrong (`field`), or a chat has nothing to read. "
        "After a frame that is too long or in pieces, the connection ends.",
        "Mend the program; of a chat, tell the player.",
    ),
    "wrong version": Trouble(
        "The server speaks another version; the connection ends.",
        "Stay away; the text says who has to update.",
    ),
    "hello first": Trouble(
        "Something else came before `hello`; or no `hello` came in time, and the connection ends.",
        "Say `hello`.",
    ),
    "bad name": Trouble("That is no name.", "Ask for another one."),
    "name taken": Trouble(
        "Somebody has this name, or one that looks like it.", "Ask for another one."
    ),
    "unknown token": Trouble(
        "Nobody has this token (any more).",
        "Forget it, and say `hello` with a name, as a new player.",
    ),
    "unknown game": Trouble("There is no game of this name here.", _TELL),
    "bad option": Trouble(
        "The game has no such option, or the option no such choice; or, with these options, no "
        "such deals.",
        _TELL,
    ),
    "bad code": Trouble(
        "That is no deal code, or one of a game or option that is not here.",
        _TELL,
    ),
    "unknown room": Trouble("No room has this code (any more).", _TELL),
    "room full": Trouble("All seats, or all places for spectators, are taken.", "Offer to watch."),
    "too many rooms": Trouble(
        "The server has as many rooms as it may, or as many that were made from one address.",
        "Try again later.",
    ),
    "not in a room": Trouble("That can only be asked by who is in a room.", _TELL),
    "already in a room": Trouble(
        "One is in a room (in another one) already.", "Leave that one first."
    ),
    "not the host": Trouble("Only the host may do that.", _TELL),
    "not ready": Trouble(
        "Nobody has a seat, or somebody is not ready.", "Wait, or start `anyway`."
    ),
    "wrong time": Trouble("That is not possible in this phase of the room.", _TELL),
    "not racing": Trouble(
        "One is no racer in this race, or the race is over that the entry was for.",
        "Drop the entry.",
    ),
    "unknown replay": Trouble(
        "There is no such race, that player was not in it, it may not be seen (yet), or its moves "
        "are not kept any more, or are damaged.",
        _TELL,
    ),
    "unknown player": Trouble("There is no such player, or not in this room.", _TELL),
    "unknown day": Trouble(
        "There is no daily deal of that day here: it is yet to come, the server had none, or has "
        "none at all.",
        _TELL,
    ),
    "password needed": Trouble(
        "The server (to `hello`) or the room takes a password.",
        "Ask for it, and ask again with it.",
    ),
    "wrong password": Trouble("That is not the password.", "As above."),
    "not allowed": Trouble(
        "The host has taken that away, it would be done to oneself, or somebody at the same "
        "address is racing in a room where `same_address` does not allow to watch then; the room "
        "is for one deal, or for one player's daily deal; or a bot has asked for that.",
        _TELL,
    ),
    "banned": Trouble(
        "The operator lets this player or address not in; the connection ends.", "Stay away."
    ),
    "stopping": Trouble(
        "The server is going to stop, so no race is started.", "Wait until it is back."
    ),
    "too fast": Trouble(
        "More than the server's bounds. After too many frames or pings at once, or a great many "
        "bad or too fast messages in a row, the connection ends.",
        "Ask again later, and less often.",
    ),
    "server full": Trouble(
        "As many are connected as may; the connection ends.", "Come back after a pause."
    ),
    "too many connections": Trouble(
        "As many are connected from this address as may, or they came too fast; the connection "
        "ends.",
        "Tell the player, and come back after a pause.",
    ),
    "server error": Trouble(
        "A mistake at the server. Nothing is known of what was done. If it befell the connection "
        "itself, the connection ends.",
        "Send `resync`, or come back after a pause.",
    ),
    "out of service": Trouble(
        "The server can write nothing down at the moment; the connection ends.",
        "Come back after a pause, as after a broken line.",
    ),
    "replaced": Trouble(
        "The same player has connected from elsewhere; the connection ends.",
        "Stay away, or the two would replace each other for ever.",
    ),
}
"""By the code."""

FIELDS: Final = {
    "bot": "True for a program that plays by itself.",
    "code": "The room's code.",
    "deals": "Whether races on any deals are meant, those on deals that can be won, or those on "
    "such of one band.",
    "day": "The day.",
    "month": "The month.",
    "game": "The game's name, as in [games.md](games.md).",
    "milliseconds": "As in [Standing](#standing).",
    "name": "The player's name.",
    "options": "The game's options. The server has all of them in what it sends, and completes "
    "what it gets.",
    "password": "The room's password, if it is locked and one is not in it yet.",
    "period": "How far back from now: races that ended within it count.",
    "phase": "What the room is doing.",
    "player": "The player's id.",
    "race": "The race's id.",
    "score": "The score.",
    "settings": "What is raced, and how.",
    "standings": "How everybody stands, the best first.",
    "status": "Whether the racer is still racing, or how that ended.",
}
"""What a field is of which its type says nothing: it means the same wherever it is."""
