"""What a screen reader hears of a program by AT-SPI, a line of JSON each.

It runs on the system's own Python, which has a client of that bus, and knows nothing of ours.
"""

import json
import sys

import gi  # type: ignore[import-not-found]

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # type: ignore[import-not-found]  # noqa: E402


def tell(**what: object) -> None:
    """Write a line."""
    print(json.dumps(what), flush=True)


def hear_focus(event: "Atspi.Event") -> None:
    """Tell what has the focus now: its role, its name, and what names it."""
    if not event.detail1:
        return
    source = event.source
    labels = [
        relation.get_target(0).get_name()
        for relation in source.get_relation_set()
        if relation.get_relation_type() == Atspi.RelationType.LABELLED_BY
    ]
    tell(
        focus=source.get_name(),
        role=source.get_role_name(),
        labels=labels,
        showing=source.get_state_set().contains(Atspi.StateType.SHOWING),
    )


def hear_announcement(event: "Atspi.Event") -> None:
    """Tell what is to be said."""
    tell(said=str(event.any_data))


if __name__ == "__main__":
    listeners = [
        (Atspi.EventListener.new(hear_focus), "object:state-changed:focused"),
        (Atspi.EventListener.new(hear_announcement), "object:announcement"),
    ]
    for listener, kind in listeners:
        listener.register(kind)
    tell(ready=True)
    Atspi.event_main()
    sys.exit(0)
